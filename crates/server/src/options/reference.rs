//! `docs/operations/reference.md` is made here of the commands themselves: what `--help` of each says of its options.

use std::fmt::Write as _;
use std::path::Path;

use clap::{Command, CommandFactory};
use tengen_settings::{TABLE_HEAD, option_rows, sentence};

use super::Arguments;

/// The variable with which the test writes the page.
const WRITE: &str = "TENGEN_WRITE_DOCS";

/// The beginning of the page.
const HEAD: &str = "\
# Every command, option and variable

This page says what `--help` of each command says: a test makes it of the program, and fails where the two differ. [Options](options.md) tells how they
are set, and which of them matter. *Needed* stands where a command does not run without the option. The options of `tengen-bot` are in
[the page on bots](../bots.md#options), made in the same way. To write the page anew:

```sh
TENGEN_WRITE_DOCS=1 cargo test -p tengen-server --lib options::reference
```

";

/// The task whose options others have as well.
const SERVE: &str = "serve";

fn page() -> String {
    let whole = Arguments::command();
    let serve = whole.find_subcommand(SERVE).expect("the task of a server");
    let mut text = HEAD.to_owned();
    for command in whole.get_subcommands() {
        let name = command.get_name();
        writeln!(text, "- [`tengen {name}`](#tengen-{name}): {}", about(command)).unwrap();
    }
    text += "\nWithout any word `tengen` does what `tengen serve` does, with the same options.\n";
    for command in whole.get_subcommands() {
        let is_like_serve = command.get_name() != SERVE && option_rows(command) == option_rows(serve);
        if is_like_serve {
            text += &heading(2, "tengen", command);
            text += "\nIts options are those of [`tengen serve`](#tengen-serve).\n";
        } else {
            text += &section(2, "tengen", command);
        }
    }
    text
}

/// A command below the words in front of it, with its options, and with the commands below it.
fn section(level: usize, before: &str, command: &Command) -> String {
    let mut text = heading(level, before, command);
    let rows = option_rows(command);
    let unsaid = rows.iter().find(|row| row.ends_with("|  |\n"));
    assert_eq!(unsaid, None, "each option says what it is");
    if !rows.is_empty() {
        text = [text.as_str(), "\n", TABLE_HEAD, &rows.concat()].concat();
    }
    let words = format!("{before} {}", command.get_name());
    command.get_subcommands().fold(text, |text, below| text + &section(level + 1, &words, below))
}

fn heading(level: usize, before: &str, command: &Command) -> String {
    let name = command.get_name();
    format!("\n{} `{before} {name}`\n\n{}\n", "#".repeat(level), about(command))
}

/// What a command does.
fn about(command: &Command) -> String {
    sentence(&command.get_about().expect("each command says what it does").to_string())
}

#[test]
fn the_reference_is_what_the_commands_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/operations/reference.md");
    let made = page();
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap();
    let first = made.lines().zip(written.lines()).find(|(made, written)| made != written);
    assert!(
        made == written,
        "docs/operations/reference.md is not what the commands say: run the test with {WRITE}=1. First difference: {first:?}"
    );
}
