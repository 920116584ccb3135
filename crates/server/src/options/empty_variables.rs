//! Variables that are set and empty, as files of settings leave them, and secrets that are missing. Where nothing else says what
//! such a one was to say, the server does not start: an empty address of the database would have it begin with no accounts, and
//! an empty choice with open doors.

use std::ffi::OsStr;

use clap::{Arg, ArgAction, Command};

/// The variable of the public address, of which an empty one says that there is none.
const PUBLIC_URL: &str = "TENGEN_PUBLIC_URL";

/// The same command, where variables that are empty say nothing. A switch keeps its own: it is refused with the values that it takes.
pub(super) fn passed_over(command: Command, is_empty: &dyn Fn(&OsStr) -> bool) -> Command {
    let read = |argument: Arg| {
        let takes_value = matches!(argument.get_action(), ArgAction::Append | ArgAction::Set);
        let is_none = takes_value && argument.get_env().is_some_and(is_empty);
        if is_none { argument.env(None::<&str>) } else { argument }
    };
    command.mut_args(read).mut_subcommands(|task| task.mut_args(read))
}

/// Whether the variable of an option may be empty where nothing else says what the option is to be: of a list, which may have no entry.
pub(super) fn may_be_empty(option: &Arg) -> bool {
    matches!(option.get_action(), ArgAction::Append)
        || option.get_env().is_some_and(|name| name == PUBLIC_URL)
}
