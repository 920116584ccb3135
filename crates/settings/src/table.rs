//! The options of a command as a table in Markdown, as its `--help` tells of them, for the pages that are made of it.

use clap::builder::PossibleValue;
use clap::{Arg, Command};

/// The first lines of such a table.
pub const TABLE_HEAD: &str = "| option | variable | default | |\n|---|---|---|---|\n";

/// The options of a command that its help shows, each as a row with its end of line.
pub fn option_rows(command: &Command) -> Vec<String> {
    command.get_arguments().filter(|argument| !argument.is_hide_set()).map(row).collect()
}

/// A text of the help as a sentence: it has no full stop at its end.
pub fn sentence(help: &str) -> String {
    format!("{}.", help.trim_end_matches('.'))
}

fn row(argument: &Arg) -> String {
    let takes_value = argument.get_action().takes_values();
    let variable = argument.get_env().map(|name| code(&name.to_string_lossy())).unwrap_or_default();
    let help = argument.get_long_help().or(argument.get_help()).map(ToString::to_string).unwrap_or_default();
    let (help, told) = without_default(&help);
    let usual = argument.get_default_values().iter().map(|value| value.to_string_lossy());
    let usual: Vec<String> = usual.filter(|value| !value.is_empty()).map(|value| code(&value)).collect();
    let default = match told {
        _ if argument.is_required_set() => "needed".to_owned(),
        Some(told) => told.to_owned(),
        None => usual.join(", "),
    };
    let mut help = if help.is_empty() { String::new() } else { sentence(help) };
    let values = if takes_value { argument.get_possible_values() } else { Vec::new() };
    let values: Vec<String> = values.iter().map(PossibleValue::get_name).map(code).collect();
    if !values.is_empty() {
        help = [help.as_str(), " One of ", &values.join(", "), "."].concat();
    }
    let cells = [code(&name(argument)), variable, default, help].map(|cell| cell.replace('|', "\\|"));
    format!("| {} |\n", cells.join(" | "))
}

/// An option as it is written, with the name of its value.
fn name(argument: &Arg) -> String {
    let takes_value = argument.get_action().takes_values();
    let value = argument.get_value_names().filter(|_| takes_value).and_then(<[_]>::first);
    match (argument.get_long(), value) {
        (Some(long), Some(value)) if argument.is_require_equals_set() => format!("--{long}[={value}]"),
        (Some(long), Some(value)) => format!("--{long} {value}"),
        (Some(long), None) => format!("--{long}"),
        (None, Some(value)) => value.to_string(),
        (None, None) => argument.get_id().to_string(),
    }
}

/// A text without the words at its end that say what holds if nothing is given, and these words.
fn without_default(help: &str) -> (&str, Option<&str>) {
    let told = help.trim_end_matches('.').strip_suffix(']').and_then(|text| text.rsplit_once(" [default: "));
    told.map_or((help, None), |(text, default)| (text, Some(default)))
}

fn code(text: &str) -> String {
    format!("`{text}`")
}

#[cfg(test)]
mod tests {
    use clap::ArgAction;

    use super::*;

    #[test]
    fn rows_tell_all_of_an_option() {
        let who = Arg::new("who").long("who").value_name("on|off").env("WHO").value_parser(["on", "off"]);
        let file = Arg::new("file").value_name("FILE").required(true).help("The file.");
        let switch = Arg::new("json").long("json").action(ArgAction::SetTrue).help("For programs");
        let name = Arg::new("name").long("name").value_name("NAME").help("The name [default: yours]");
        let open = Arg::new("open").long("open").value_name("BOOL").num_args(0..=1).require_equals(true);
        let hidden = Arg::new("old").long("old").hide(true);
        let command = Command::new("play").args([
            who.default_value("on").help("Who plays"),
            file,
            switch,
            name,
            open.help("Come in"),
            hidden,
        ]);
        assert_eq!(
            option_rows(&command),
            [
                "| `--who on\\|off` | `WHO` | `on` | Who plays. One of `on`, `off`. |\n",
                "| `FILE` |  | needed | The file. |\n",
                "| `--json` |  |  | For programs. |\n",
                "| `--name NAME` |  | yours | The name. |\n",
                "| `--open[=BOOL]` |  |  | Come in. |\n",
            ]
        );
    }
}
