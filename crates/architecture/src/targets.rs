//! What cargo builds of each crate, and what of it is there to be tested.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use serde_json::Value;

use crate::Unreadable;
use crate::crates::metadata;

/// Something that cargo builds of a crate: its library, a program, an example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// The crate and the kind, with the name where a crate may have several of that kind.
    pub name: String,
    /// The kind, as cargo calls it.
    pub kind: String,
    /// The file with which its sources begin.
    pub root: PathBuf,
    /// Whether cargo makes a program of its tests.
    pub is_tested: bool,
    /// Whether rustdoc looks for examples in its documentation.
    pub is_doctested: bool,
}

/// What sources have for those who test.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Found {
    /// Tests, or anything else that is there for tests alone.
    pub tests: bool,
    /// Examples in the documentation that rustdoc compiles.
    pub examples: bool,
}

/// The words behind the marks of a block of code with which it is still Rust.
const RUST: [&str; 6] =
    ["rust", "should_panic", "no_run", "compile_fail", "standalone_crate", "test_harness"];

/// The targets of the crates of the workspace to which a folder belongs.
///
/// # Errors
///
/// When cargo fails.
pub fn targets(folder: &Path) -> Result<Vec<Target>, Unreadable> {
    let metadata = metadata(folder)?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let of_package = |package: &Value| {
        let targets = package["targets"].as_array().cloned().unwrap_or_default();
        let package = package["name"].as_str().unwrap_or_default().to_owned();
        targets.into_iter().filter_map(move |target| {
            let kind = target["kind"][0].as_str()?.to_owned();
            Some(Target {
                name: format!("{package} {kind} {}", target["name"].as_str()?),
                root: target["src_path"].as_str()?.into(),
                is_tested: target["test"].as_bool()?,
                is_doctested: target["doctest"].as_bool()?,
                kind,
            })
        })
    };
    Ok(packages.flat_map(of_package).collect())
}

/// What the sources have that begin with a file, those of its modules among them.
///
/// # Errors
///
/// When a file is not there or is not Rust.
pub fn found_in(root: &Path) -> Result<Found, Unreadable> {
    let mut found = Found::default();
    // The modules of a root are beside it.
    look(root, folder_of(root), &mut found)?;
    Ok(found)
}

/// What one file has.
#[derive(Default)]
struct Seen {
    tests: bool,
    /// The lines of its documentation. Items are apart by a line with a zero.
    documents: String,
    /// The files of its modules, each with the folder where its own modules are.
    modules: Vec<(PathBuf, PathBuf)>,
}

/// Looks into a file and the files of its modules, which are in a folder.
fn look(file: &Path, folder: &Path, found: &mut Found) -> Result<(), Unreadable> {
    let refused = |error: proc_macro2::LexError| Unreadable::Tokens {
        file: file.display().to_string(),
        error: error.to_string(),
    };
    let tokens: TokenStream = fs::read_to_string(file)?.parse().map_err(refused)?;
    let mut seen = Seen::default();
    seen.scan(tokens, folder_of(file), folder);
    found.tests |= seen.tests;
    found.examples |= has_example(&seen.documents);
    for (file, folder) in seen.modules {
        look(&file, &folder, found)?;
    }
    Ok(())
}

fn folder_of(file: &Path) -> &Path {
    file.parent().unwrap_or(file)
}

/// A word, or nothing where there is another token.
fn word(tokens: &[TokenTree], at: Option<usize>) -> String {
    match at.and_then(|at| tokens.get(at)) {
        Some(TokenTree::Ident(word)) => word.to_string(),
        _ => String::new(),
    }
}

fn is_mark(tokens: &[TokenTree], at: Option<usize>, mark: char) -> bool {
    matches!(at.and_then(|at| tokens.get(at)), Some(TokenTree::Punct(one)) if one.as_char() == mark)
}

impl Seen {
    /// Goes through tokens, also those of macros. Files that are named are beside the file, the others are in
    /// the folder.
    fn scan(&mut self, tokens: TokenStream, beside: &Path, folder: &Path) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut named: Option<String> = None;
        for (at, token) in tokens.iter().enumerate() {
            let (before, earlier) = (at.checked_sub(1), at.checked_sub(2));
            let is_inner = is_mark(&tokens, before, '!') && is_mark(&tokens, earlier, '#');
            match token {
                TokenTree::Group(group)
                    if group.delimiter() == Delimiter::Bracket
                        && (is_inner || is_mark(&tokens, before, '#')) =>
                {
                    self.tests |= is_of_tests(&group.stream());
                    self.documents.extend(value_of(&group.stream(), "doc").map(|line| line + "\n"));
                    named = value_of(&group.stream(), "path").or(named);
                }
                TokenTree::Group(group) => {
                    let is_module = word(&tokens, earlier) == "mod" && group.delimiter() == Delimiter::Brace;
                    let inner =
                        if is_module { folder.join(word(&tokens, before)) } else { folder.to_owned() };
                    self.scan(group.stream(), beside, &inner);
                }
                TokenTree::Ident(name) if *name == "mod" && is_mark(&tokens, Some(at + 2), ';') => {
                    let name = word(&tokens, Some(at + 1));
                    self.modules.push(file_of(&name, named.take(), beside, folder));
                }
                TokenTree::Ident(_) => self.documents.push_str("\0\n"),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }
}

/// The file of a module, and the folder where its own modules are.
fn file_of(name: &str, named: Option<String>, beside: &Path, folder: &Path) -> (PathBuf, PathBuf) {
    if let Some(named) = named {
        let file = beside.join(named);
        let folder = folder_of(&file).to_owned();
        return (file, folder);
    }
    let module = folder.join(name);
    let file = module.with_extension("rs");
    (if file.exists() { file } else { module.join("mod.rs") }, module)
}

/// Whether an attribute is one of tests: `test`, `tokio::test`, `cfg(test)`.
fn is_of_tests(attribute: &TokenStream) -> bool {
    let tokens: Vec<TokenTree> = attribute.clone().into_iter().collect();
    let path: Vec<String> = tokens
        .iter()
        .take_while(|token| !matches!(token, TokenTree::Group(_)))
        .filter_map(|token| if let TokenTree::Ident(word) = token { Some(word.to_string()) } else { None })
        .collect();
    let asks =
        |token: &TokenTree| matches!(token, TokenTree::Group(group) if has_word(&group.stream(), "test"));
    match path.last().map(String::as_str) {
        Some("test") => true,
        Some("cfg" | "cfg_attr") => tokens.iter().any(asks),
        _ => false,
    }
}

fn has_word(tokens: &TokenStream, wanted: &str) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(word) => word == wanted,
        TokenTree::Group(group) => has_word(&group.stream(), wanted),
        _ => false,
    })
}

/// The text that an attribute is. What takes its text from a file stands for an example: nobody knows here.
fn value_of(attribute: &TokenStream, wanted: &str) -> Option<String> {
    let tokens: Vec<TokenTree> = attribute.clone().into_iter().collect();
    match &tokens[..] {
        [TokenTree::Ident(word), TokenTree::Punct(_), TokenTree::Literal(text)] if word == wanted => Some(
            syn::parse_str::<syn::LitStr>(&text.to_string()).map(|text| text.value()).unwrap_or_default(),
        ),
        [TokenTree::Ident(word), TokenTree::Punct(_), ..] if word == wanted => Some("```\n```".to_owned()),
        _ => None,
    }
}

/// Whether documentation has a block of Rust. Items are apart by a line with a zero.
fn has_example(documents: &str) -> bool {
    let mut open: Option<&str> = None;
    for line in documents.lines().map(str::trim_start) {
        let mark = if line.starts_with("~~~") { "~~~" } else { "```" };
        if line == "\0" {
            open = None;
        } else if let Some(opened) = open {
            if line.starts_with(opened) {
                open = None;
            }
        } else if let Some(words) = line.strip_prefix(mark) {
            open = Some(mark);
            let words = words.trim_start_matches(['`', '~']);
            let mut words = words.split([',', ' ']).map(str::trim).filter(|word| !word.is_empty());
            if words
                .all(|word| RUST.contains(&word) || word.starts_with("edition") || word.starts_with("ignore"))
            {
                return true;
            }
        }
    }
    false
}
