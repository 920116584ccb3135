//! Modules joined into the few files that a page loads: one with everything it needs at once, and one for each module
//! that it imports later. Each module stays a scope of its own.
//!
//! Modules are written in a restrained style: they import and export by names, in a tree without circles, and export
//! nothing that changes. Whatever goes beyond is refused in words.

use std::collections::{BTreeMap, BTreeSet};

use crate::media::extension;
use crate::script::{Kind, Token, tokens, write};

/// What stands around the name of another file in place of its address, until all files are known.
pub(crate) const PLACE: char = '\u{1}';

/// What stands in a file for the address of another: a module by its path, any other file by its own address.
pub(crate) fn place_of(file: &str) -> String {
    format!("{PLACE}{file}{PLACE}")
}

/// A module, taken apart.
#[derive(Debug, Clone)]
struct Module {
    /// What it imports at once: modules with the names there and here.
    imports: Vec<(String, Vec<(String, String)>)>,
    /// What it imports later.
    later: Vec<String>,
    /// Its names outside and inside.
    exports: Vec<(String, String)>,
    /// Everything but its declarations of imports and exports, as short as it can be.
    body: String,
}

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
    // What the page's own file has taken in needs its own imports there.
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
        let own: Vec<_> = in_order(begin, &begins, number, &modules)
            .into_iter()
            .filter(|module| owner[module] == number)
            .collect();
        let mut file = String::new();
        // What is imported later may be in the page's own file already.
        let imported = own.iter().flat_map(|path| &modules[path].imports).map(|(path, _)| path);
        let foreign: BTreeSet<_> = imported.chain([begin]).filter(|path| owner[*path] != number).collect();
        if number > 0 {
            let names: Vec<_> = foreign.into_iter().map(|path| name(path)).collect();
            file.extend(["import{", &names.join(","), "}from\"", &place_of(entry), "\";\n"]);
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

/// A module as a value: what it exports.
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
    // What is imported later may import this one.
    later.iter().try_for_each(|import| take(import, read, modules, &mut Vec::new()))
}

/// A module and all that it imports at once, each after what it imports.
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
fn in_order(
    begin: &str,
    begins: &[String],
    number: usize,
    modules: &BTreeMap<String, Module>,
) -> Vec<String> {
    let mut order = Vec::new();
    let from: Vec<_> =
        if number == 0 { begins[1..].iter().chain([&begins[0]]).collect() } else { vec![&begins[number]] };
    debug_assert!(from.iter().any(|own| *own == begin));
    for path in from.into_iter().flat_map(|path| reached(path, modules)) {
        if !order.contains(&path) {
            order.push(path);
        }
    }
    order
}

/// Data as a module, which exports it as a default.
fn data(source: &str) -> Result<Module, String> {
    let mut body = "const data=".to_owned();
    write(&tokens(source)?, &mut body);
    body.push(';');
    let exports = vec![("default".to_owned(), "data".to_owned())];
    Ok(Module { imports: Vec::new(), later: Vec::new(), exports, body })
}

/// Takes a module apart.
fn parsed(path: &str, source: &str) -> Result<Module, String> {
    let all = tokens(source)?;
    let mut module =
        Module { imports: Vec::new(), later: Vec::new(), exports: Vec::new(), body: String::new() };
    let mut body: Vec<Token<'_>> = Vec::new();
    let mut replaced = Vec::new();
    let (mut at, mut depth) = (0, 0_i32);
    while let Some(token) = all.get(at) {
        let next = all.get(at + 1).map_or("", |token| token.text);
        match token.text {
            "import" if depth == 0 && next != "(" => {
                let (import, end) = declared_import(path, &all[at..])?;
                module.imports.push(import);
                at += end;
                continue;
            }
            "import" if next == "(" => {
                let import = all.get(at + 2).ok_or("import( without an address")?;
                let import = beside(path, import)?;
                replaced.push((body.len() + 2, place_of(&import)));
                module.later.push(import);
            }
            text if token.kind == Kind::Literal && text.starts_with("'/static/") => {
                replaced.push((body.len(), place_of(text.trim_matches('\''))));
            }
            "import" => return Err(format!("import{next} is not for joined modules")),
            "export" if depth == 0 => {
                let end = declared_export(&all[at..], &mut module.exports)?;
                at += end;
                continue;
            }
            "await" if depth == 0 => return Err("a module may not wait while it is loaded".to_owned()),
            text if text
                .strip_prefix('$')
                .is_some_and(|rest| rest.starts_with(|sign: char| sign.is_ascii_digit())) =>
            {
                return Err(format!("{text}: names with $ are those of joined modules"));
            }
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth -= 1,
            _ => {}
        }
        body.push(*token);
        at += 1;
    }
    let addresses: Vec<_> = replaced.iter().map(|(at, place)| (*at, format!("\"{place}\""))).collect();
    for (at, address) in &addresses {
        body[*at].text = address;
    }
    write(&body, &mut module.body);
    Ok(module)
}

/// The module that a string names, seen from another one.
fn beside(path: &str, token: &Token<'_>) -> Result<String, String> {
    let name = token.text.trim_matches(['\'', '"']);
    if token.kind != Kind::Literal || !name.starts_with('.') {
        return Err(format!("{}: an import names a file beside it", token.text));
    }
    let mut parts: Vec<_> = path.split('/').collect();
    parts.pop();
    for part in name.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop().ok_or_else(|| format!("{name} is outside"))?;
            }
            part => parts.push(part),
        }
    }
    Ok(parts.join("/"))
}

/// `import './a.js';`, `import a from './a.json' with { type: 'json' };` or `import { a, b as c } from './a.js';`, and how many tokens it has.
#[allow(clippy::type_complexity)] // an import as the module keeps it
fn declared_import(
    path: &str,
    all: &[Token<'_>],
) -> Result<((String, Vec<(String, String)>), usize), String> {
    let (mut at, mut names) = (1, Vec::new());
    if all.get(1).is_some_and(|token| token.text == "{") {
        (names, at) = listed(all, 1)?;
        if all.get(at).is_none_or(|token| token.text != "from") {
            return Err("an import has no from".to_owned());
        }
        at += 1;
    }
    if let [name, from, module, with @ ..] = &all[1..all.len().min(10)]
        && (name.kind, from.text) == (Kind::Word, "from")
        && with.iter().map(|token| token.text).eq(["with", "{", "type", ":", "'json'", "}"])
    {
        names.push(("default".to_owned(), name.text.to_owned()));
        return Ok(((beside(path, module)?, names), ended(all, 10, module)?));
    }
    let from = all.get(at).ok_or("an import has no end")?;
    let end = ended(all, at + 1, from)?;
    Ok(((beside(path, from)?, names), end))
}

/// The place after the semicolon of an import.
fn ended(all: &[Token<'_>], at: usize, from: &Token<'_>) -> Result<usize, String> {
    let ends = all.get(at).is_some_and(|token| token.text == ";");
    let refusal =
        || format!("import {}: imports are by names or of JSON, and end with a semicolon", from.text);
    if ends { Ok(at + 1) } else { Err(refusal()) }
}

/// `{ a, b as c }` from its brace, as pairs, and the place after it.
fn listed(all: &[Token<'_>], from: usize) -> Result<(Vec<(String, String)>, usize), String> {
    let (mut names, mut at) = (Vec::new(), from + 1);
    loop {
        let token = all.get(at).ok_or("a list of names has no end")?;
        match token.text {
            "}" => return Ok((names, at + 1)),
            "," => at += 1,
            name if all.get(at + 1).is_some_and(|next| next.text == "as") => {
                let other = all.get(at + 2).ok_or("a list of names has no end")?;
                names.push((name.to_owned(), other.text.to_owned()));
                at += 3;
            }
            name => {
                names.push((name.to_owned(), name.to_owned()));
                at += 1;
            }
        }
    }
}

/// Notes what is exported, and answers how many tokens are the declaration's alone.
fn declared_export(all: &[Token<'_>], exports: &mut Vec<(String, String)>) -> Result<usize, String> {
    let text = |at: usize| all.get(at).map_or("", |token| token.text);
    let named = match text(1) {
        "{" => {
            let (names, end) = listed(all, 1)?;
            exports.extend(names.into_iter().map(|(inside, outside)| (outside, inside)));
            return if text(end) == ";" {
                Ok(end + 1)
            } else {
                Err("what is exported from elsewhere is imported there".to_owned())
            };
        }
        "const" => {
            let (mut at, mut depth) = (3, 0_i32);
            while let Some(token) = all.get(at) {
                match token.text {
                    "{" | "(" | "[" => depth += 1,
                    "}" | ")" | "]" => depth -= 1,
                    ";" if depth == 0 => break,
                    "," if depth == 0 => {
                        return Err(format!("export const {}: one name a declaration", text(2)));
                    }
                    _ => {}
                }
                at += 1;
            }
            text(2)
        }
        "function" if text(2) == "*" => text(3),
        "class" | "function" => text(2),
        "async" if text(2) == "function" => {
            if text(3) == "*" {
                text(4)
            } else {
                text(3)
            }
        }
        other => {
            return Err(format!(
                "export {other}: constants, functions and classes are exported, by their names"
            ));
        }
    };
    if !named.starts_with(|sign: char| sign.is_alphabetic() || sign == '_') {
        return Err(format!("export {named}: what is exported has one name"));
    }
    exports.push((named.to_owned(), named.to_owned()));
    Ok(1)
}

#[cfg(test)]
mod tests {
    use super::{join, place_of};

    fn joined(files: &[(&str, &str)]) -> Result<Vec<String>, String> {
        let read =
            |path: &str| files.iter().find(|(own, _)| *own == path).map(|(_, source)| (*source).to_owned());
        join(files[0].0, &read)
            .map(|files| files.into_values().map(|file| file.replace('\u{1}', "!")).collect())
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
