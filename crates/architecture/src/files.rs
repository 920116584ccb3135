//! Which file of a crate imports from which.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;

use walkdir::WalkDir;

use crate::Unreadable;
use crate::names::{Names, absolute, of_file};
use crate::paths::{Import, Paths};

/// Pairs of files or of folders, as paths from the folder of the sources on: the first imports something that is in the second.
pub type Imports = BTreeSet<(String, String)>;

/// The sources of a crate, those of its tests left out.
#[derive(Debug)]
pub struct Sources {
    /// By the modules that they are.
    pub(crate) files: BTreeMap<Names, (String, Paths)>,
    /// By the path under which a thing is passed on: its path in the module that passes it on.
    passed_on: HashMap<Names, Names>,
}

impl Sources {
    /// Reads the files of a folder and of all folders in it. A program beside a library is no module of it, and imports it as other
    /// crates do.
    ///
    /// # Errors
    ///
    /// When the folder or a file is not there, or a file is not Rust.
    pub fn read(folder: &Path) -> Result<Self, Unreadable> {
        let is_library = folder.join("lib.rs").exists();
        let mut files = BTreeMap::new();
        for entry in WalkDir::new(folder).sort_by_file_name() {
            let entry = entry?;
            let path = entry.path();
            let short = path.strip_prefix(folder).unwrap_or(path);
            if path.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let file = short.to_string_lossy().into_owned();
            let paths = Paths::of(&fs::read_to_string(path)?)
                .map_err(|error| Unreadable::Source { file: file.clone(), error })?;
            let is_beside = is_library && file == "main.rs";
            let module = if is_beside { vec![file.clone()] } else { of_file(short) };
            files.insert(module, (file, paths));
        }
        let passed_on = passed_on(&files);
        Ok(Self { files, passed_on })
    }

    /// Which file imports from which.
    ///
    /// An import counts for the file in which a thing is written, not for those that pass it on. That a module has parts, and passes
    /// on what is in them, is no import.
    pub fn imports(&self) -> Imports {
        let mut imports = Imports::new();
        for (module, (file, _)) in &self.files {
            for path in self.asked_for(module) {
                if let Some(home) = self.ways(path).pop()
                    && home != *module
                {
                    imports.insert((file.clone(), self.files[&home].0.clone()));
                }
            }
        }
        imports
    }

    /// The files that name a library, as paths from the folder of the sources on.
    pub fn files_with(&self, library: &str) -> BTreeSet<String> {
        let names = |path: &Names| path.first().is_some_and(|first| first == library);
        let has = |paths: &Paths| {
            paths.imports.iter().any(|import| names(&import.path))
                || paths.others.iter().any(|(_, path)| names(path))
        };
        self.files.values().filter(|(_, paths)| has(paths)).map(|(file, _)| file.clone()).collect()
    }

    /// The things for which a module asks, by absolute paths.
    pub(crate) fn asked_for(&self, module: &Names) -> Vec<Names> {
        let Some((_, paths)) = self.files.get(module) else { return Vec::new() };
        let here = |within: &Names| [module.as_slice(), within].concat();
        let part = |name: &str| {
            let part = [module.as_slice(), &[name.to_owned()]].concat();
            self.files.contains_key(&part).then_some(part)
        };
        let taken_in = |import: &Import| absolute(&here(&import.within), &import.path, part);
        let is_own_part = |path: &Names| path.len() > module.len() && path.starts_with(module);
        let mut asked_for = Vec::new();
        let mut known: HashMap<&str, Names> = HashMap::new();
        for import in &paths.imports {
            let Some(path) = taken_in(import) else { continue };
            if self.files.contains_key(&path) {
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

    /// The modules by which a thing with a path is passed on, and behind them the one in which it is written. None for a path that
    /// leads round and round.
    pub(crate) fn ways(&self, mut path: Names) -> Vec<Names> {
        let mut ways = Vec::new();
        // Nothing is passed on more often than there are files.
        for _ in 0..self.files.len() {
            let parts = (0..=path.len()).rev().map(|length| &path[..length]);
            let Some(module) = parts.into_iter().find(|part| self.files.contains_key(*part)) else { break };
            let (module, length) = (module.to_vec(), module.len());
            let further = path.get(..=length).and_then(|thing| self.passed_on.get(thing));
            ways.push(module);
            match further {
                Some(further) if *further != path => {
                    path = [further.as_slice(), &path[length + 1..]].concat();
                }
                _ => return ways,
            }
        }
        Vec::new()
    }
}

fn passed_on(files: &BTreeMap<Names, (String, Paths)>) -> HashMap<Names, Names> {
    let mut passed_on = HashMap::new();
    // A folder comes before the files in it, whose names it may pass on all together.
    for (module, (_, paths)) in files.iter().rev() {
        let part = |name: &str| Some([module.as_slice(), &[name.to_owned()]].concat());
        let (all, named): (Vec<_>, Vec<_>) =
            paths.imports.iter().filter(|import| import.is_passed_on).partition(|import| import.name == "*");
        for import in named {
            if let Some(path) = absolute(module, &import.path, part) {
                passed_on.insert([module.as_slice(), std::slice::from_ref(&import.name)].concat(), path);
            }
        }
        for import in all {
            let Some(mut from) = absolute(module, &import.path, part) else { continue };
            from.pop();
            let written = files.get(&from).into_iter().flat_map(|(_, paths)| &paths.items);
            let passed = passed_on
                .keys()
                .filter(|path: &&Names| path.len() == from.len() + 1 && path.starts_with(&from));
            let names: Vec<String> = written.chain(passed.filter_map(|path| path.last())).cloned().collect();
            for name in names {
                let path = [from.as_slice(), std::slice::from_ref(&name)].concat();
                passed_on.entry([module.as_slice(), &[name]].concat()).or_insert(path);
            }
        }
    }
    passed_on
}
