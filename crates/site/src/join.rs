//! Modules joined into the few files that a page loads: one with everything it needs at once, and one for each module
//! that it imports later. Each module stays a scope of its own. Imports are a tree; a circle is refused in words.

use std::collections::{BTreeMap, BTreeSet};

use crate::address::extension;
use crate::module::{Module, data, parsed, place_of};

/// A page's modules are a task of their own: the browser lays the page out in the one in which it has read it all, and
/// both together make a slow phone deaf for too long.
const LATER: &str = "await new Promise((go)=>setTimeout(go));\n";

/// The files of a page by the modules that begin them, which stand in for their addresses by [`place_of`].
pub(crate) fn join(
    entry: &str,
    read: &dyn Fn(&str) -> Option<String>,
) -> Result<BTreeMap<String, String>, String> {
    let mut modules = BTreeMap::new();
    take(entry, read, &mut modules, &mut Vec::new())?;
    let mut begins = vec![entry.to_owned()];
    begins.extend(modules.values().flat_map(|module| module.later.clone()).collect::<BTreeSet<_>>());
    // A module belongs to the page's own file if that needs it, else to what imports it later; if several do, to the
    // page as well, for they would fetch it twice.
    let mut owner = BTreeMap::<String, usize>::new();
    for (number, begin) in begins.iter().enumerate() {
        for module in reached(begin, &modules) {
            owner
                .entry(module.clone())
                .and_modify(|own| *own = if *own == number { number } else { 0 })
                .or_insert(number);
        }
    }
    // Modules that the page's own file has taken in need their own imports there.
    let taken: Vec<_> =
        owner.iter().filter(|(_, own)| **own == 0).map(|(module, _)| module.clone()).collect();
    for module in taken.iter().flat_map(|module| reached(module, &modules)) {
        owner.insert(module, 0);
    }
    let numbers: BTreeMap<_, _> =
        modules.keys().enumerate().map(|(number, path)| (path.clone(), number)).collect();
    let name = |path: &str| format!("${}", numbers[path]);
    let mut files = BTreeMap::new();
    for (number, begin) in begins.iter().enumerate() {
        let own: Vec<_> = in_order(&begins, number, &modules)
            .into_iter()
            .filter(|module| owner[module] == number)
            .collect();
        let mut file = String::new();
        // A module that is imported later may be in the page's own file already.
        let imported = own.iter().flat_map(|path| &modules[path].imports).map(|(path, _)| path);
        let foreign: BTreeSet<_> = imported.chain([begin]).filter(|path| owner[*path] != number).collect();
        if number > 0 {
            let names: Vec<_> = foreign.into_iter().map(|path| name(path)).collect();
            file.extend(["import{", &names.join(","), "}from\"", &place_of(entry), "\";\n"]);
        } else {
            file.push_str(LATER);
        }
        for path in &own {
            file.push_str(&wrapped(&name(path), &modules[path], &name));
        }
        if number == 0 {
            let others =
                modules.keys().filter(|path| owner[*path] != 0).flat_map(|path| &modules[path].imports);
            let wanted: BTreeSet<_> = others
                .map(|(path, _)| path)
                .chain(&begins[1..])
                .filter(|path| owner[*path] == 0)
                .map(|path| name(path))
                .collect();
            if begins.len() > 1 {
                file.extend(["export{", &wanted.into_iter().collect::<Vec<_>>().join(","), "};\n"]);
            }
        } else {
            let names: Vec<_> = modules[begin].exports.iter().map(|(outside, _)| outside.as_str()).collect();
            if !names.is_empty() {
                file.extend(["export const{", &names.join(","), "}=", &name(begin), ";\n"]);
            }
        }
        files.insert(begin.clone(), file);
    }
    Ok(files)
}

/// A module as a value: its exports.
fn wrapped(name: &str, module: &Module, name_of: &dyn Fn(&str) -> String) -> String {
    let mut written = format!("const {name}=(()=>{{");
    for (path, names) in module.imports.iter().filter(|(_, names)| !names.is_empty()) {
        written.extend(["const{", &pairs(names), "}=", &name_of(path), ";"]);
    }
    written.push('\n');
    written.push_str(&module.body);
    let exports = pairs(&module.exports);
    if !exports.is_empty() {
        written.extend(["\nreturn{", &exports, "}"]);
    }
    written.push_str(if exports.is_empty() { "\n})();\n" } else { "})();\n" });
    written
}

/// Names as they are in an object, and here.
fn pairs(names: &[(String, String)]) -> String {
    let one = |(there, here): &(String, String)| {
        if there == here { here.clone() } else { format!("{there}:{here}") }
    };
    names.iter().map(one).collect::<Vec<_>>().join(",")
}

/// Reads a module and all that it imports, at once or later.
fn take(
    path: &str,
    read: &dyn Fn(&str) -> Option<String>,
    modules: &mut BTreeMap<String, Module>,
    above: &mut Vec<String>,
) -> Result<(), String> {
    if above.iter().any(|own| own == path) {
        return Err(format!("{} import each other in a circle", above.join(", ")));
    }
    if modules.contains_key(path) {
        return Ok(());
    }
    let source = read(path).ok_or_else(|| format!("{path} is missing"))?;
    let module = if extension(path) == "json" { data(&source) } else { parsed(path, &source) };
    let module = module.map_err(|why| format!("{path}: {why}"))?;
    above.push(path.to_owned());
    for (import, _) in &module.imports {
        take(import, read, modules, above)?;
    }
    above.pop();
    let later = module.later.clone();
    modules.insert(path.to_owned(), module);
    // A module that is imported later may import this one.
    later.iter().try_for_each(|import| take(import, read, modules, &mut Vec::new()))
}

/// A module and all that it imports at once, each after its own imports.
fn reached(path: &str, modules: &BTreeMap<String, Module>) -> Vec<String> {
    fn walk(path: &str, modules: &BTreeMap<String, Module>, found: &mut Vec<String>) {
        if found.iter().any(|own| own == path) {
            return;
        }
        for (import, _) in modules.get(path).map(|module| module.imports.as_slice()).unwrap_or_default() {
            walk(import, modules, found);
        }
        if !found.iter().any(|own| own == path) {
            found.push(path.to_owned());
        }
    }
    let mut found = Vec::new();
    walk(path, modules, &mut found);
    found
}

/// The modules that may stand in a file, each after what it imports. What the page's own file takes in from those that
/// come later stands before its own module, which may begin to import them.
fn in_order(begins: &[String], number: usize, modules: &BTreeMap<String, Module>) -> Vec<String> {
    let mut order = Vec::new();
    let from: Vec<_> =
        if number == 0 { begins[1..].iter().chain([&begins[0]]).collect() } else { vec![&begins[number]] };
    for path in from.into_iter().flat_map(|path| reached(path, modules)) {
        if !order.contains(&path) {
            order.push(path);
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::{LATER, join, place_of};

    /// The files of a page; the first begins its task.
    fn joined(files: &[(&str, &str)]) -> Result<Vec<String>, String> {
        let read =
            |path: &str| files.iter().find(|(own, _)| *own == path).map(|(_, source)| (*source).to_owned());
        let mut joined = join(files[0].0, &read)?;
        let first = joined.get_mut(files[0].0).unwrap();
        *first = first.strip_prefix(LATER).unwrap().to_owned();
        Ok(joined.into_values().map(|file| file.replace('\u{1}', "!")).collect())
    }

    #[test]
    fn modules_become_values_of_one_file() {
        let files = [
            ("page/a.js", "// begins\nimport { b, c as d } from '../b.js';\nimport './e.js';\nb(d);\n"),
            ("b.js", "export const b = (x) => x;\nfunction other() {}\nexport { other as c };\n"),
            ("page/e.js", "import { b } from '../b.js';\nexport async function e() { await b(1); }\n"),
        ];
        assert_eq!(
            joined(&files).unwrap(),
            ["const $0=(()=>{\nconst b=(x)=>x;function other(){}\nreturn{b,c:other}})();\n\
              const $2=(()=>{const{b}=$0;\nasync function e(){await b(1);}\nreturn{e}})();\n\
              const $1=(()=>{const{b,c:d}=$0;\nb(d);\n})();\n"]
        );
    }

    #[test]
    fn what_comes_later_is_a_file_that_shares_the_pages_modules() {
        let files = [
            (
                "a.js",
                "import { b } from './b.js';\nconst c = () => import('./c.js');\nconst f = () => import('./f.js');\n",
            ),
            ("b.js", "export const b = 1;\n"),
            (
                "c.js",
                "import { b } from './b.js';\nimport { d } from './d.js';\nimport { g } from './g.js';\nexport const c = b + d + g;\n",
            ),
            ("d.js", "export const d = 2;\n"),
            ("f.js", "import { g } from './g.js';\nexport const f = g;\n"),
            ("g.js", "export const g = 3;\n"),
        ];
        assert_eq!(
            joined(&files).unwrap(),
            [
                "const $1=(()=>{\nconst b=1;\nreturn{b}})();\nconst $5=(()=>{\nconst g=3;\nreturn{g}})();\n\
                 const $0=(()=>{const{b}=$1;\nconst c=()=>import(\"!c.js!\");const f=()=>import(\"!f.js!\");\n})();\nexport{$1,$5};\n",
                "import{$1,$5}from\"!a.js!\";\nconst $3=(()=>{\nconst d=2;\nreturn{d}})();\n\
                 const $2=(()=>{const{b}=$1;const{d}=$3;const{g}=$5;\nconst c=b+d+g;\nreturn{c}})();\nexport const{c}=$2;\n",
                "import{$5}from\"!a.js!\";\nconst $4=(()=>{const{g}=$5;\nconst f=g;\nreturn{f}})();\nexport const{f}=$4;\n",
            ]
        );
        assert_eq!(place_of("c.js"), "\u{1}c.js\u{1}");
    }

    #[test]
    fn a_module_may_name_any_other_file() {
        let files = [("a.js", "add('/static/b.css');\n")];
        assert_eq!(joined(&files).unwrap(), ["const $0=(()=>{\nadd(\"!/static/b.css!\");\n})();\n"]);
    }

    #[test]
    fn what_is_here_already_is_not_fetched_later() {
        let files = [
            ("a.js", "import { b } from './b.js';\nb(() => import('./b.js'));\n"),
            ("b.js", "export const b = 1;\n"),
        ];
        assert_eq!(
            joined(&files).unwrap(),
            [
                "const $1=(()=>{\nconst b=1;\nreturn{b}})();\n\
                 const $0=(()=>{const{b}=$1;\nb(()=>import(\"!b.js!\"));\n})();\nexport{$1};\n",
                "import{$1}from\"!a.js!\";\nexport const{b}=$1;\n",
            ]
        );
    }

    #[test]
    fn data_is_joined_as_well() {
        let files = [
            ("a.js", "import b from './b.json' with { type: 'json' };\nc(b);\n"),
            ("b.json", "{\n  \"b\": [1, 2]\n}\n"),
        ];
        assert_eq!(
            joined(&files).unwrap(),
            [
                "const $1=(()=>{\nconst data={\"b\":[1,2]};\nreturn{default:data}})();\nconst $0=(()=>{const{default:b}=$1;\nc(b);\n})();\n"
            ]
        );
    }

    #[test]
    fn what_can_not_be_joined_is_said() {
        for (source, why) in [
            ("export let a = 1;", "export let"),
            ("export default 1;", "export default"),
            ("export const a = 1, b = 2;", "one name"),
            ("export const { a } = b;", "one name"),
            ("import a from './b.js';", "by names"),
            ("import * as a from './b.js';", "by names"),
            ("export { a } from './b.js';", "imported there"),
            ("import { a } from 'b';", "beside it"),
            ("import { a } from '../../b.js';", "outside"),
            ("import { a } from './a.js';", "circle"),
            ("import { a } from './none.js';", "missing"),
            ("await fetch('/');", "wait"),
            ("const a = () => { import.meta; };", "import."),
            ("const $1 = 2;", "$1"),
        ] {
            let found = joined(&[("a.js", source)]).unwrap_err();
            assert!(found.contains(why), "{source}: {found}");
        }
    }
}
