//! Variables of the environment that look like options and are none. A misspelt one would leave a server open that its operator has closed.

use std::collections::BTreeSet;

use clap::Command;
use tengen_settings::nearest;

/// How the variables of this program begin, but for those that other programs know by the same name.
const PREFIX: &str = "TENGEN_";
/// How those of `tengen-bot` begin, which may run beside a server.
const OF_THE_BOT: &str = "TENGEN_BOT_";
/// Those of this repository's own containers, scripts and tests.
const OF_THE_REPOSITORY: [&str; 12] = [
    "TENGEN_ADDRESS",
    "TENGEN_BIN",
    "TENGEN_BY_TURNS",
    "TENGEN_CLUSTER_GAMES",
    "TENGEN_FAULTS_GAMES",
    "TENGEN_LANGUAGES",
    "TENGEN_LONG",
    "TENGEN_PICTURES",
    "TENGEN_PORT",
    "TENGEN_SEED",
    "TENGEN_TEST_SERVER",
    "TENGEN_WRITE_DOCS",
];

/// The variables of this process.
pub(super) fn set() -> BTreeSet<String> {
    std::env::vars_os().filter_map(|(name, _)| name.into_string().ok()).collect()
}

/// The variables of a command and of those below it.
pub(super) fn known(command: &Command) -> BTreeSet<String> {
    let own = command.get_arguments().filter_map(|argument| argument.get_env()?.to_str());
    let below = command.get_subcommands().flat_map(known);
    own.map(str::to_owned).chain(below).collect()
}

/// What is to be told of a variable that is set, would be this program's by its name, and is not among those that it knows.
pub(super) fn fault(known: &BTreeSet<String>, set: &BTreeSet<String>) -> Option<String> {
    let is_ours = |name: &str| name.starts_with(PREFIX) && !is_of_others(name, set);
    let unknown = set.iter().find(|name| is_ours(name) && !known.contains(*name))?;
    let nearest = nearest(unknown, known.iter().map(String::as_str))?;
    Some(format!("the variable {unknown} is set, which is no option; the nearest one is {nearest}"))
}

fn is_of_others(name: &str, set: &BTreeSet<String>) -> bool {
    name.starts_with(OF_THE_BOT) || OF_THE_REPOSITORY.contains(&name) || is_of_kubernetes(name, set)
}

/// Whether Kubernetes tells by this variable where a service is: for one named `tengen` they are `TENGEN_SERVICE_HOST`,
/// `TENGEN_SERVICE_PORT`, `TENGEN_SERVICE_PORT_HTTP`, `TENGEN_PORT`, `TENGEN_PORT_80_TCP` and `TENGEN_PORT_80_TCP_ADDR`, and for
/// `tengen-metrics` they begin with `TENGEN_METRICS_`.
fn is_of_kubernetes(name: &str, set: &BTreeSet<String>) -> bool {
    let is_numbered = |(_, rest): (&str, &str)| rest.starts_with(|first: char| first.is_ascii_digit());
    let has_host = |service: &str| set.contains(&format!("{service}_SERVICE_HOST"));
    name.ends_with("_SERVICE_HOST")
        || name.contains("_SERVICE_PORT")
        || name.split_once("_PORT_").is_some_and(is_numbered)
        || name.strip_suffix("_PORT").is_some_and(has_host)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::super::Arguments;
    use super::*;

    fn told(set: &[&str]) -> Option<String> {
        fault(&known(&Arguments::command()), &set.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_misspelt_variable_is_told_with_the_nearest_one() {
        for (misspelt, meant) in [
            ("TENGEN_REGISTRATON", "TENGEN_REGISTRATION"),
            ("TENGEN_TRUSTED_PROXY", "TENGEN_TRUSTED_PROXIES"),
            ("TENGEN_DATADIR", "TENGEN_DATA_DIR"),
            ("TENGEN_DATABASE_URL", "DATABASE_URL"),
            ("TENGEN_PUBLIC_PORT", "TENGEN_PUBLIC_URL"),
        ] {
            let told = told(&["PATH", "TENGEN_LISTEN", misspelt]).expect(misspelt);
            assert!(told.contains(misspelt) && told.ends_with(meant), "{told}");
        }
    }

    #[test]
    fn what_is_known_and_what_is_of_others_is_no_fault() {
        let options = known(&Arguments::command());
        let all: Vec<&str> = options.iter().map(String::as_str).collect();
        assert!(options.contains("TENGEN_REGISTRATION") && options.contains("DATABASE_URL"));
        for set in [
            &["PATH", "tengen_x", "TENGENX"][..],
            &all[..],
            &["TENGEN_BOT_TOKEN", "TENGEN_ADDRESS", "TENGEN_PORT", "TENGEN_BIN", "TENGEN_SEED"],
            &["TENGEN_SERVICE_HOST", "TENGEN_SERVICE_PORT", "TENGEN_SERVICE_PORT_HTTP"],
            &["TENGEN_PORT_80_TCP", "TENGEN_PORT_80_TCP_ADDR", "TENGEN_PORT_80_TCP_PROTO"],
            &["TENGEN_METRICS_PORT", "TENGEN_METRICS_PORT_8090_TCP", "TENGEN_METRICS_SERVICE_HOST"],
        ] {
            assert_eq!(told(set), None);
        }
        assert!(told(&["TENGEN_METRICS_PORT"]).is_some(), "no such service");
    }
}
