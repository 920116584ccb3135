//! What an operator may set: as a flag, in the environment, or not at all.

mod admin;
mod asking;
mod check;
mod door;
mod keeping;
mod members;
mod post;
mod public_url;
mod serve;
mod variables;
mod ways;

use std::ffi::OsStr;

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, Command, CommandFactory, FromArgMatches, Parser, Subcommand};

pub use admin::AdminOptions;
pub use asking::{HealthOptions, StatusOptions};
pub use check::CheckOptions;
pub use door::{DoorOptions, GuestsWish};
pub use keeping::{BackupOptions, CheckDatabaseOptions, RestoreOptions, TransferOptions};
pub use post::PostOptions;
pub use serve::{AnyOrigin, LogFormat, ServeOptions};
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

impl Arguments {
    /// The command line and the environment of this process. A list or a public address whose variable is empty, as a file of settings
    /// leaves it, is none. The process ends here if something is wrong with them, or if a server has a variable that is no option.
    pub fn read() -> Self {
        let matches = without_empty_variables(Self::command()).get_matches();
        let arguments = Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
        let serves = matches!(arguments.task, None | Some(Task::Serve(_)));
        let known = variables::known(&Self::command());
        if serves && let Some(fault) = variables::fault(&known, &variables::set()) {
            Self::command().error(ErrorKind::UnknownArgument, fault).exit();
        }
        arguments
    }

    /// The task that was named, or to serve.
    pub fn task(self) -> Task {
        self.task.unwrap_or_else(|| Task::Serve(Box::new(self.serve)))
    }
}

/// The same command, without the variables of lists and of the public address that are empty.
fn without_empty_variables(command: Command) -> Command {
    let is_empty = |name: &OsStr| std::env::var_os(name).is_some_and(|value| value.is_empty());
    let read = move |argument: Arg| {
        let may_be_empty =
            matches!(argument.get_action(), ArgAction::Append) || argument.get_id() == "public_url";
        let is_none = may_be_empty && argument.get_env().is_some_and(is_empty);
        if is_none { argument.env(None::<&str>) } else { argument }
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
