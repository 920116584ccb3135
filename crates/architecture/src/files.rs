//! Which file of a crate imports from which.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;

use walkdir::WalkDir;

use crate::Unreadable;
use crate::names::{Names, absolute, of_file};
use crate::paths::{Import, Paths};

/// Pairs of files, as paths from the folder of the sources on: the first imports something that is written in the second.
pub type Imports = BTreeSet<(String, String)>;

/// The files of a crate, by the modules that they are.
type Files = BTreeMap<Names, (String, Paths)>;

/// The imports between the files of a crate, those of its tests left out.
///
/// An import counts for the file in which a thing is written, not for those that pass it on. That a module has parts, and passes
/// on what is in them, is no import.
pub fn imports_of(sources: &Path) -> Result<Imports, Unreadable> {
    let mut files = Files::new();
    for entry in WalkDir::new(sources).sort_by_file_name() {
        let entry = entry?;
        let path = entry.path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            let short = path.strip_prefix(sources).unwrap_or(path);
            let file = short.to_string_lossy().into_owned();
            let paths = Paths::of(&fs::read_to_string(path)?)
                .map_err(|error| Unreadable::Source { file: file.clone(), error })?;
            files.insert(of_file(short), (file, paths));
        }
    }
    let passed_on = passed_on(&files);
    let mut imports = Imports::new();
    for (module, (file, paths)) in &files {
        for path in asked_for(&files, module, paths) {
            if let Some((home, (other, _))) = home(&files, &passed_on, path)
                && home != *module
            {
                imports.insert((file.clone(), other.clone()));
            }
        }
    }
    Ok(imports)
}

/// The things for which a file asks, by absolute paths.
fn asked_for(files: &Files, module: &Names, paths: &Paths) -> Vec<Names> {
    let here = |within: &Names| [module.as_slice(), within].concat();
    let part = |name: &str| {
        let part = [module.as_slice(), &[name.to_owned()]].concat();
        files.contains_key(&part).then_some(part)
    };
    let taken_in = |import: &Import| absolute(&here(&import.within), &import.path, part);
    let is_own_part = |path: &Names| path.len() > module.len() && path.starts_with(module);
    let mut asked_for = Vec::new();
    let mut known: HashMap<&str, Names> = HashMap::new();
    for import in &paths.imports {
        let Some(path) = taken_in(import) else { continue };
        if files.contains_key(&path) {
            // A module: the things in it are asked for where it is used.
            known.insert(&import.name, path);
        } else if !(import.is_passed_on && is_own_part(&path)) {
            asked_for.push(path);
        }
    }
    for (within, written) in &paths.others {
        let known = |name: &str| known.get(name).cloned().or_else(|| part(name));
        asked_for.extend(absolute(&here(within), written, known));
    }
    asked_for
}

/// By the path under which a thing is passed on: its path in the module that passes it on.
fn passed_on(files: &Files) -> HashMap<Names, Names> {
    let mut passed_on = HashMap::new();
    for (module, (_, paths)) in files {
        for import in paths.imports.iter().filter(|import| import.is_passed_on) {
            let part = |name: &str| Some([module.as_slice(), &[name.to_owned()]].concat());
            if let Some(path) = absolute(module, &import.path, part) {
                passed_on.insert([module.as_slice(), std::slice::from_ref(&import.name)].concat(), path);
            }
        }
    }
    passed_on
}

/// The file in which the thing with a path is written.
fn home<'a>(
    files: &'a Files,
    passed_on: &HashMap<Names, Names>,
    mut path: Names,
) -> Option<(Names, &'a (String, Paths))> {
    // Nothing is passed on more often than there are files.
    for _ in 0..files.len() {
        let module =
            (0..=path.len()).rev().map(|length| &path[..length]).find(|part| files.contains_key(*part))?;
        let thing = path.get(..=module.len());
        match thing.and_then(|thing| passed_on.get(thing)) {
            Some(further) if *further != path => {
                path = [further.as_slice(), &path[module.len() + 1..]].concat();
            }
            _ => return Some((module.to_vec(), &files[module])),
        }
    }
    None
}
