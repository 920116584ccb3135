//! Options out of a file in TOML, each by its own name: `max-games = 5` is `--max-games 5`.

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use toml::{Table, Value};

/// Why the text of a file is no options.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// It is no TOML.
    #[error("line {line}: {message}")]
    NoToml {
        /// The number of the line. Its text is not told: a token may stand there.
        line: usize,
        /// The fault.
        message: String,
    },
    /// It has a name that no option has.
    #[error("there is no option `{0}`; tengen-bot --help names them all")]
    Unknown(String),
    /// It has a value that no option has.
    #[error("`{0}` is not one value, and not a list of some where the option takes several")]
    Value(String),
}

/// The option that names the file, which stands in no file.
const FILE: &str = "config";

/// The words of a command line that say the same as a file, without those options that the command line or the environment
/// (`given`) has.
///
/// # Errors
///
/// The first fault of the file. Whether an option takes its value is not looked at.
pub fn words(command: &Command, given: &ArgMatches, file: &str) -> Result<Vec<String>, ConfigError> {
    let table: Table = toml::from_str(file).map_err(|error| no_toml(&error, file))?;
    let mut words = Vec::new();
    for (name, value) in &table {
        let mut options = command.get_arguments();
        let option = options.find(|option| option.get_long() == Some(name.as_str()) && name != FILE);
        let option = option.ok_or_else(|| ConfigError::Unknown(name.clone()))?;
        if is_nothing(option, value) {
            continue;
        }
        let value = word(option, value).ok_or_else(|| ConfigError::Value(name.clone()))?;
        if !is_given(given, option) {
            words.push(format!("--{name}={value}"));
        }
    }
    Ok(words)
}

fn no_toml(error: &toml::de::Error, file: &str) -> ConfigError {
    let before = error.span().and_then(|span| file.get(..span.start)).unwrap_or_default();
    ConfigError::NoToml { line: before.matches('\n').count() + 1, message: error.message().to_owned() }
}

/// Whether a value is an empty list, which says as much as a list that is left out.
fn is_nothing(option: &Arg, value: &Value) -> bool {
    let is_empty = value.as_array().is_some_and(Vec::is_empty);
    is_empty && option.get_value_delimiter().is_some() && option.get_default_values().is_empty()
}

/// Whether an option is said by the command line or the environment.
fn is_given(given: &ArgMatches, option: &Arg) -> bool {
    let source = given.value_source(option.get_id().as_str());
    matches!(source, Some(ValueSource::CommandLine | ValueSource::EnvVariable))
}

/// A value as it is written on the command line.
fn word(option: &Arg, value: &Value) -> Option<String> {
    let Value::Array(values) = value else { return text(value) };
    let separator = option.get_value_delimiter()?;
    let texts: Vec<_> = values.iter().map(text).collect::<Option<_>>()?;
    (!texts.is_empty()).then(|| texts.join(&separator.to_string()))
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Float(number) => Some(number.to_string()),
        Value::Boolean(yes) => Some(yes.to_string()),
        Value::Datetime(_) | Value::Array(_) | Value::Table(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use clap::ArgAction;

    use super::*;

    fn command() -> Command {
        let list = |name| Arg::new(name).long(name).value_delimiter(',').action(ArgAction::Append);
        let arguments =
            ["engine", "komi", "create", "config"].map(|name| Arg::new(name).long(name)).into_iter();
        Command::new("bot").args(arguments.chain([list("sizes").default_value("19"), list("block")]))
    }

    fn read(given: &[&str], file: &str) -> Result<Vec<String>, ConfigError> {
        let command = command();
        let given = command.clone().try_get_matches_from(["bot"].iter().chain(given)).unwrap();
        words(&command, &given, file)
    }

    #[test]
    fn a_file_says_what_nobody_else_does() {
        let file = "engine = 'gnugo --mode gtp'\nsizes = [9, 13]\nkomi = -6.5\ncreate = true # always\n";
        let all = ["--create=true", "--engine=gnugo --mode gtp", "--komi=-6.5", "--sizes=9,13"];
        let mut words = read(&[], file).unwrap();
        words.sort();
        assert_eq!(words, all);
        assert_eq!(read(&["--sizes", "19", "--komi", "0", "--create", "no"], file).unwrap(), all[1..2]);
        assert_eq!(read(&[], "").unwrap(), [""; 0]);
        // What stands nowhere is nothing anyway.
        assert_eq!(read(&[], "block = []").unwrap(), [""; 0]);
    }

    #[test]
    fn faults_of_a_file_are_told() {
        let fault = |file| read(&[], file).unwrap_err();
        let told = fault("engine = 'x'\nkomi = \"secret").to_string();
        assert!(told.starts_with("line 2: ") && !told.contains("secret"), "{told}");
        for (file, wrong) in [("engines = 1", "engines"), ("config = 'x'", "config"), ("[bot]\n", "bot")] {
            let fault = fault(file);
            assert!(matches!(&fault, ConfigError::Unknown(name) if name == wrong), "{fault}");
        }
        for file in ["engine = ['a', 'b']", "sizes = []", "sizes = [[9]]", "komi = 2026-11-29", "[komi]\n"] {
            assert!(matches!(fault(file), ConfigError::Value(_)), "{file}");
        }
    }
}
