//! `docs/operations/reference.md` is made here of the commands themselves: what `--help` of each says of its options.

use std::fmt::Write as _;
use std::path::Path;

use clap::builder::PossibleValue;
use clap::{Arg, Command, CommandFactory};

use super::Arguments;

/// The variable with which the test writes the page.
const WRITE: &str = "TENGEN_WRITE_DOCS";

/// The beginning of the page.
const HEAD: &str = "\
# Every command, option and variable

This page says what `--help` of each command says: a test makes it of the program, and fails where the two differ. [Options](options.md) tells how they
are set, and which of them matter. *Needed* stands where a command does not run without the option. To write the page anew:

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
        let is_like_serve = command.get_name() != SERVE && rows(command) == rows(serve);
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
    let rows = rows(command);
    if !rows.is_empty() {
        text += "\n| option | variable | default | |\n|---|---|---|---|\n";
        text += &rows.concat();
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

/// The options of a command that its help shows, each as a row.
fn rows(command: &Command) -> Vec<String> {
    command.get_arguments().filter(|argument| !argument.is_hide_set()).map(row).collect()
}

fn row(argument: &Arg) -> String {
    let takes_value = argument.get_action().takes_values();
    let value = argument.get_value_names().filter(|_| takes_value).and_then(<[_]>::first);
    let name = match (argument.get_long(), value) {
        (Some(long), Some(value)) => format!("--{long} {value}"),
        (Some(long), None) => format!("--{long}"),
        (None, Some(value)) => value.to_string(),
        (None, None) => panic!("an argument without a name: {argument:?}"),
    };
    let variable = argument.get_env().map(|name| code(&name.to_string_lossy())).unwrap_or_default();
    let usual = argument.get_default_values().iter().map(|value| value.to_string_lossy());
    let usual: Vec<String> = usual.filter(|value| !value.is_empty()).map(|value| code(&value)).collect();
    let default = if argument.is_required_set() { "needed".to_owned() } else { usual.join(", ") };
    let help = argument.get_long_help().or(argument.get_help()).expect("each option says what it is");
    let mut help = sentence(&help.to_string());
    let values = if takes_value { argument.get_possible_values() } else { Vec::new() };
    let values: Vec<String> = values.iter().map(PossibleValue::get_name).map(code).collect();
    if !values.is_empty() {
        write!(help, " One of {}.", values.join(", ")).unwrap();
    }
    let cells = [code(&name), variable, default, help].map(|cell| cell.replace('|', "\\|"));
    format!("| {} |\n", cells.join(" | "))
}

fn code(text: &str) -> String {
    format!("`{text}`")
}

/// A text of the help, which has no full stop at its end.
fn sentence(text: &str) -> String {
    format!("{}.", text.trim_end_matches('.'))
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

#[test]
fn rows_tell_all_of_an_option() {
    let option = Arg::new("who").long("who").value_name("on|off").env("WHO").value_parser(["on", "off"]);
    let told = "| `--who on\\|off` | `WHO` | `on` | Who plays. One of `on`, `off`. |\n";
    assert_eq!(row(&option.default_value("on").help("Who plays")), told);
    let file = Arg::new("file").value_name("FILE").required(true).help("The file.");
    assert_eq!(row(&file), "| `FILE` |  | needed | The file. |\n");
    let switch = Arg::new("json").long("json").action(clap::ArgAction::SetTrue).help("For programs");
    assert_eq!(row(&switch), "| `--json` |  |  | For programs. |\n");
}
