//! What an operator may set: as a flag, in the environment, in a file, or not at all.

mod admin;
mod asking;
mod check;
mod door;
mod empty_variables;
mod keeping;
mod members;
mod post;
mod public_url;
#[cfg(test)]
mod reference;
mod serve;
mod sources;
mod tls;
mod variables;
mod ways;

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use clap::{Arg, Command, CommandFactory, FromArgMatches, Parser, Subcommand};

pub use admin::AdminOptions;
pub use asking::{HealthOptions, StatusOptions};
pub use check::CheckOptions;
pub use door::{DoorOptions, GuestsWish};
pub use keeping::{BackupOptions, CheckDatabaseOptions, RestoreOptions, TransferOptions};
pub use post::PostOptions;
pub use serve::{AnyOrigin, LogFormat, ServeOptions};
pub use tls::TlsOptions;
pub use ways::{WaysOptions, WaysWish};

/// A server for the game of Go.
#[derive(Debug, Parser)]
#[command(name = "tengen", version, about, args_conflicts_with_subcommands = true)]
pub struct Arguments {
    #[command(subcommand)]
    task: Option<Task>,
    #[command(flatten)]
    serve: ServeOptions,
}

/// What the program does.
#[derive(Debug, Clone, Subcommand)]
pub enum Task {
    /// Run the server (also what happens without any word).
    Serve(Box<ServeOptions>),
    /// Say whether a server would start with these options, variables and files; the exit status tells. Nothing is opened.
    CheckConfig(Box<ServeOptions>),
    /// Ask a running server whether it is ready; the exit status tells.
    Health(HealthOptions),
    /// Print the figures of a running server that has --metrics-listen; the exit status tells whether moves can be saved.
    Status(StatusOptions),
    /// Replay game records: judge every move, count the end, print a line of JSON for each.
    Check(CheckOptions),
    /// Write a copy of the SQLite database into a file, also while a server runs on it.
    Backup(BackupOptions),
    /// Make a copy the SQLite database of a data directory.
    Restore(RestoreOptions),
    /// Replay every game of a database, and name those that do not read back; the exit status tells.
    CheckDatabase(CheckDatabaseOptions),
    /// Copy all of an SQLite database into an empty Postgres.
    Transfer(TransferOptions),
    /// Work on players: name an owner, show or change a player, list, export or delete members, invite. Also while a server runs.
    Admin(AdminOptions),
}

/// The variable in which systemd names the folder of a service's credentials.
const CREDENTIALS: &str = "CREDENTIALS_DIRECTORY";

impl Arguments {
    /// The command line and the environment of this process, and what the files say that are named there. The process ends here
    /// if something is wrong with them, or if a server has a variable that is no option.
    pub fn read() -> Self {
        let credentials = env::var_os(CREDENTIALS).map(PathBuf::from);
        let words = env::args_os().collect();
        let is_empty = |name: &OsStr| env::var_os(name).is_some_and(|value| value.is_empty());
        let arguments =
            Self::of(words, credentials.as_deref(), &is_empty).unwrap_or_else(|error| error.exit());
        let serves = matches!(arguments.task, None | Some(Task::Serve(_) | Task::CheckConfig(_)));
        let known = variables::known(&Self::command());
        if serves && let Some(fault) = variables::fault(&known, &variables::set()) {
            Self::command().error(ErrorKind::UnknownArgument, fault).exit();
        }
        arguments
    }

    /// The words of a command line, of which the first one is the program; the environment; and the files that they name, among
    /// them those in the folder of systemd's credentials. Of a variable `is_empty` says whether it is set and empty.
    fn of(
        mut words: Vec<OsString>,
        credentials: Option<&Path>,
        is_empty: &dyn Fn(&OsStr) -> bool,
    ) -> Result<Self, clap::Error> {
        let whole = Self::command();
        let command = empty_variables::passed_over(whole.clone(), is_empty);
        let given = needing_nothing(command.clone()).try_get_matches_from(words.clone())?;
        let added = sources::added(&whole, &given, credentials, is_empty)
            .map_err(|faults| Self::command().error(ErrorKind::InvalidValue, faults.join("\n")))?;
        // Behind the program or the task, for nothing that follows `--` is an option.
        let place = if given.subcommand_name().is_some() { 2 } else { 1 };
        let place = place.min(words.len());
        drop(words.splice(place..place, added));
        let mut arguments = Self::from_arg_matches(&command.try_get_matches_from(words)?)?;
        let options = match &mut arguments.task {
            None => &mut arguments.serve,
            Some(Task::Serve(options)) => &mut **options,
            Some(_) => return Ok(arguments),
        };
        options.shown_secrets = sources::shown(&whole, &given);
        options.unheard_credentials = sources::unheard(&whole, &given, credentials);
        Ok(arguments)
    }

    /// The task that was named, or to serve.
    pub fn task(self) -> Task {
        self.task.unwrap_or_else(|| Task::Serve(Box::new(self.serve)))
    }
}

/// The same command, where what a task needs and a variable can say may be missing: it may stand in a file.
fn needing_nothing(command: Command) -> Command {
    let read = |argument: Arg| {
        let may_be_missing = argument.get_env().is_some();
        if may_be_missing { argument.required(false) } else { argument }
    };
    command.mut_args(read).mut_subcommands(move |task| task.mut_args(read))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn serving_is_the_default() {
        let plain = Arguments::parse_from(["tengen", "--listen", "127.0.0.1:1"]).task();
        assert!(matches!(plain, Task::Serve(options) if options.listen.port() == 1));
        let named = Arguments::parse_from(["tengen", "serve", "--data-dir", "x"]).task();
        assert!(matches!(named, Task::Serve(options) if options.data_dir.ends_with("x")));
    }
}
