//! Options out of a file in TOML, each by its own name: `max-games = 5` is `--max-games 5`.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use clap::error::{ContextKind, ContextValue};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use toml::de::{DeTable, DeValue};

use crate::nearest;

/// The option that names the file, which stands in no file.
const FILE: &str = "config";

/// An option and its value, as a file has them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// The name of the option, without hyphens in front.
    pub name: String,
    /// The line in which it stands, from 1.
    pub line: usize,
    said: Said,
}

/// A value.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Said {
    /// That of an option that takes one.
    Value(String),
    /// Whether a switch is on.
    Switch(bool),
}

impl Setting {
    /// The words of a command line that say the same to an option of this name: its own, or that of another command that takes
    /// the same values.
    pub fn words(&self, name: &str) -> Vec<String> {
        match &self.said {
            Said::Value(value) => vec![format!("--{name}={value}")],
            Said::Switch(true) => vec![format!("--{name}")],
            Said::Switch(false) => Vec::new(),
        }
    }

    /// The value, if it is not that of a switch. A list is joined as on the command line.
    pub fn value(&self) -> Option<&str> {
        match &self.said {
            Said::Value(value) => Some(value),
            Said::Switch(_) => None,
        }
    }
}

/// What is wrong with a line of a file. Its text is not told: a secret may stand there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The number of the line, from 1.
    pub line: usize,
    /// The fault.
    pub told: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}: {}", self.line, self.told)
    }
}

/// Reads the options of a command from the text of a file, in the order of their lines. An empty list says nothing.
///
/// # Errors
///
/// All faults of the file, in the order of their lines and one for each: where it is no TOML, has a name that no option has, or a
/// value that its option does not take. Whether the options go together is not looked at.
pub fn read(command: &Command, text: &str) -> Result<Vec<Setting>, Vec<Fault>> {
    let (table, no_toml) = DeTable::parse_recoverable(text);
    let line_of = |at: usize| text.get(..at).unwrap_or(text).matches('\n').count() + 1;
    let mut faults = BTreeMap::new();
    for error in no_toml {
        let line = line_of(error.span().map_or(0, |span| span.start));
        faults.entry(line).or_insert_with(|| error.message().to_owned());
    }
    let mut settings = Vec::new();
    for (name, value) in table.get_ref() {
        let line = line_of(name.span().start);
        match setting(command, name.get_ref(), value.get_ref()) {
            Ok(said) => {
                settings.extend(said.map(|said| Setting { name: name.get_ref().to_string(), line, said }));
            }
            Err(told) => {
                faults.entry(line).or_insert(told);
            }
        }
    }
    if !faults.is_empty() {
        return Err(faults.into_iter().map(|(line, told)| Fault { line, told }).collect());
    }
    settings.sort_by_key(|setting| setting.line);
    Ok(settings)
}

/// Whether an option, by its id, is said by the command line or the environment.
pub fn is_given(given: &ArgMatches, id: &str) -> bool {
    matches!(given.value_source(id), Some(ValueSource::CommandLine | ValueSource::EnvVariable))
}

/// Why an option of a command does not take words, without the words; nothing if it does. Only these words are looked at: neither the
/// environment, nor what else a command needs.
pub fn refusal(command: &Command, words: &[String]) -> Option<String> {
    let alone = command.clone().mut_args(|argument| argument.env(None::<&str>).required(false));
    let error = alone.no_binary_name(true).try_get_matches_from(words).err()?;
    if let Some(reason) = error.source() {
        return Some(reason.to_string());
    }
    match (error.kind(), error.get(ContextKind::ValidValue)) {
        (_, Some(ContextValue::Strings(values))) => Some(format!("it is one of: {}", values.join(", "))),
        (kind, _) => Some(kind.as_str().unwrap_or("it has no such value").to_owned()),
    }
}

/// What a file says by a name and a value; nothing by an empty list.
fn setting(command: &Command, name: &str, value: &DeValue<'_>) -> Result<Option<Said>, String> {
    let options =
        || command.get_arguments().filter(|option| option.get_long().is_some_and(|long| long != FILE));
    let Some(option) = options().find(|option| option.get_long() == Some(name)) else {
        let nearest = nearest(name, options().filter_map(Arg::get_long)).unwrap_or_default();
        return Err(format!("there is no option `{name}`; the nearest one is `{nearest}`"));
    };
    if is_nothing(option, value) {
        return Ok(None);
    }
    let said = if matches!(option.get_action(), ArgAction::SetTrue) {
        let on = value.as_bool().ok_or_else(|| format!("`{name}` is true or false"))?;
        Said::Switch(on)
    } else {
        let word = word(option, value).ok_or_else(|| {
            format!("`{name}` is not one value, and not a list of some where the option takes several")
        })?;
        Said::Value(word)
    };
    if let Said::Value(value) = &said
        && let Some(reason) = refusal(command, &[format!("--{name}={value}")])
    {
        return Err(format!("`{name}`: {reason}"));
    }
    Ok(Some(said))
}

/// Whether a value is an empty list, which says as much as a list that is left out.
fn is_nothing(option: &Arg, value: &DeValue<'_>) -> bool {
    let is_empty = value.as_array().is_some_and(|values| values.iter().next().is_none());
    is_empty && option.get_value_delimiter().is_some() && option.get_default_values().is_empty()
}

/// A value as it is written on the command line.
fn word(option: &Arg, value: &DeValue<'_>) -> Option<String> {
    let Some(values) = value.as_array() else { return text(value) };
    let separator = option.get_value_delimiter()?;
    let texts: Vec<_> = values.iter().map(|value| text(value.get_ref())).collect::<Option<_>>()?;
    (!texts.is_empty()).then(|| texts.join(&separator.to_string()))
}

fn text(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => {
            i128::from_str_radix(number.as_str(), number.radix()).ok().map(|it| it.to_string())
        }
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        DeValue::Boolean(yes) => Some(yes.to_string()),
        DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use clap::error::ErrorKind;
    use clap::value_parser;

    use super::*;

    fn command() -> Command {
        let list = |name| Arg::new(name).long(name).value_delimiter(',').action(ArgAction::Append);
        let arguments = ["engine", "komi", "create", "config"].map(|name| Arg::new(name).long(name));
        Command::new("bot").args(arguments).args([
            list("sizes").default_value("19"),
            list("block"),
            Arg::new("loud").long("loud").action(ArgAction::SetTrue),
            Arg::new("color").long("color").value_parser(["black", "white"]),
            Arg::new("games")
                .long("games")
                .value_parser(value_parser!(u16).range(1..=9))
                .required(true)
                .env("NO_SUCH_VARIABLE"),
        ])
    }

    fn words(text: &str) -> Vec<String> {
        let settings = read(&command(), text).unwrap();
        settings.iter().flat_map(|setting| setting.words(&setting.name)).collect()
    }

    fn faults(text: &str) -> Vec<(usize, String)> {
        read(&command(), text).unwrap_err().into_iter().map(|fault| (fault.line, fault.told)).collect()
    }

    #[test]
    fn a_file_says_the_words_of_a_command_line() {
        let text = "engine = 'gnugo --mode gtp'\n\nsizes = [9, 13]\nkomi = -6.5\ncreate = true # always\nloud = true\ngames = 0b101\n";
        let expected = [
            "--engine=gnugo --mode gtp",
            "--sizes=9,13",
            "--komi=-6.5",
            "--create=true",
            "--loud",
            "--games=5",
        ];
        assert_eq!(words(text), expected);
        let lines: Vec<usize> = read(&command(), text).unwrap().iter().map(|setting| setting.line).collect();
        assert_eq!(lines, [1, 3, 4, 5, 6, 7]);
        // What stands nowhere is nothing anyway.
        for nothing in ["", "block = []", "loud = false", "# engine = 'x'"] {
            assert_eq!(words(nothing), [""; 0], "{nothing}");
        }
        let other = &read(&command(), "komi = 1_0").unwrap()[0];
        assert_eq!((other.words("points"), other.value()), (vec!["--points=10".to_owned()], Some("10")));
    }

    #[test]
    fn an_unknown_name_is_told_with_the_nearest_one() {
        let told = faults("engin = 'x'\n\n[bot]\nname = 1");
        assert_eq!(told[0], (1, "there is no option `engin`; the nearest one is `engine`".to_owned()));
        assert_eq!(told[1].0, 3);
        // It names the file itself.
        assert!(faults("config = 'x'")[0].1.starts_with("there is no option `config`"));
    }

    #[test]
    fn each_fault_is_told_with_its_line() {
        let told = faults("color = 'red'\nkomi = 5\ngames = 12\nloud = 'yes'\nkomi = 6\nlout = true");
        let lines: Vec<usize> = told.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [1, 3, 4, 5, 6], "{told:?}");
        for (number, said) in
            ["one of: black, white", "12 is not in 1..=9", "`loud` is true or false", "duplicate", "`loud`"]
                .iter()
                .enumerate()
        {
            assert!(told[number].1.contains(said), "{said}: {told:?}");
        }
        for text in ["engine = ['a', 'b']", "sizes = []", "sizes = [[9]]", "komi = 2026-11-29", "[komi]\n"] {
            let told = faults(text);
            assert!(told.len() == 1 && told[0].1.contains("is not one value"), "{text}: {told:?}");
        }
    }

    #[test]
    fn what_is_no_toml_is_told_without_its_text() {
        let told = faults("engine = 'x'\nkomi = \"secret");
        assert!(told.iter().all(|(line, told)| *line == 2 && !told.contains("secret")), "{told:?}");
        assert_eq!(told.len(), 1);
        let refused = refusal(&command(), &["--games=secret".to_owned()]).unwrap();
        assert!(!refused.contains("secret"), "{refused}");
        assert_eq!(refusal(&command(), &["--games=3".to_owned()]), None);
    }

    #[test]
    fn an_option_is_given_by_whoever_runs_the_command() {
        let given = command().try_get_matches_from(["bot", "--games", "3", "--komi", "0"]).unwrap();
        let is_given = |id| is_given(&given, id);
        assert!(is_given("komi") && is_given("games"));
        assert!(!is_given("sizes") && !is_given("engine") && !is_given("loud"));
        assert_eq!(
            command().try_get_matches_from(["bot"]).unwrap_err().kind(),
            ErrorKind::MissingRequiredArgument
        );
    }
}
