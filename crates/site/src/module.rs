//! A module taken apart: its imports, its exports, and the rest.
//!
//! Modules are written in a restrained style: they import and export by names, and export nothing that changes. Whatever
//! goes beyond is refused in words.

use crate::script::{Kind, Token, tokens, write};

/// What stands around the name of another file in place of its address, until all files are known.
pub(crate) const PLACE: char = '\u{1}';

/// What stands in a file for the address of another: a module by its path, any other file by its own address.
pub(crate) fn place_of(file: &str) -> String {
    format!("{PLACE}{file}{PLACE}")
}

/// A module, taken apart.
#[derive(Debug, Clone)]
pub(crate) struct Module {
    /// Its imports at once: modules with the names there and here.
    pub(crate) imports: Vec<(String, Vec<(String, String)>)>,
    /// Its later imports.
    pub(crate) later: Vec<String>,
    /// Its names outside and inside.
    pub(crate) exports: Vec<(String, String)>,
    /// Everything but its declarations of imports and exports, as short as it can be.
    pub(crate) body: String,
}

/// Data as a module, which exports it as a default.
pub(crate) fn data(source: &str) -> Result<Module, String> {
    let mut body = "const data=".to_owned();
    write(&tokens(source)?, &mut body);
    body.push(';');
    let exports = vec![("default".to_owned(), "data".to_owned())];
    Ok(Module { imports: Vec::new(), later: Vec::new(), exports, body })
}

/// Takes a module apart.
pub(crate) fn parsed(path: &str, source: &str) -> Result<Module, String> {
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

/// `import './a.js';`, `import a from './a.json' with { type: 'json' };` or `import { a, b as c } from './a.js';`, and how many
/// tokens it has.
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

/// Notes the exported names, and answers how many tokens are the declaration's alone.
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
