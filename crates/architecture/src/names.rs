//! Names of modules, from the root of a crate on.

use std::path::Path;

/// A path of names, from the root of the crate on.
pub(crate) type Names = Vec<String>;

/// The module that a file is, from the folder of the sources on.
pub(crate) fn of_file(file: &Path) -> Names {
    let mut names: Names = file
        .with_extension("")
        .components()
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect();
    let is_named = |name: &String| !matches!(name.as_str(), "mod" | "lib" | "main");
    if !names.last().is_some_and(is_named) {
        names.pop();
    }
    names
}

/// A path as it is written in a module, from the root of the crate on. Nothing if it begins with neither `crate`, `self`, `super`
/// nor one of the names that the module knows otherwise.
pub(crate) fn absolute(
    module: &[String],
    written: &[String],
    known: impl Fn(&str) -> Option<Names>,
) -> Option<Names> {
    let (first, rest) = written.split_first()?;
    let (mut base, mut rest) = match first.as_str() {
        "crate" => (Vec::new(), rest),
        "self" => (module.to_vec(), rest),
        "super" => (module.split_last()?.1.to_vec(), rest),
        name => (known(name)?, rest),
    };
    while let Some(("super", others)) = rest.split_first().map(|(first, others)| (first.as_str(), others)) {
        base.pop()?;
        rest = others;
    }
    base.extend_from_slice(rest);
    Some(base)
}
