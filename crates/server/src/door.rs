//! Who may come in, as the operator wishes.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tengen_actions::people::{Door, Ways};
use tengen_entropy::token_hash;
use tengen_protocol::{Door as DoorAnswer, Terms, Viewing};

use crate::options::{DoorOptions, GuestsWish};

/// How many bytes the operator's notice and terms may have, each.
const LONGEST: u64 = 65_536;
/// How many characters of a hash name a version of the terms.
const VERSION: usize = 16;

/// Why the door can't be as the operator wishes.
#[derive(Debug, thiserror::Error)]
pub enum DoorError {
    /// Nobody could look at games but by becoming a member, and guests are to play.
    #[error(
        "--viewing members (TENGEN_VIEWING) shows strangers nothing, so there are no guests: leave --guests on (TENGEN_GUESTS) out"
    )]
    GuestsSeeNothing,
    /// A file with the operator's own words can't be used.
    #[error("--{option}: {}: {error}", path.display())]
    File {
        /// The option that names it.
        option: &'static str,
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: io::Error,
    },
}

/// The door of these options; `mail` says whether letters are sent. The files with the operator's words are read now, and not again.
///
/// # Errors
///
/// When the options contradict each other, or a file can't be read, is longer than 64 KiB, or is no text in UTF-8.
pub fn door(options: &DoorOptions, ways: &Ways, mail: bool) -> Result<Door, DoorError> {
    let viewing = options.viewing.into();
    let guests = match (viewing, options.guests) {
        (Viewing::Members, Some(GuestsWish::On)) => return Err(DoorError::GuestsSeeNothing),
        (Viewing::Members, _) | (_, Some(GuestsWish::Off)) => false,
        (Viewing::Everybody, _) => true,
    };
    let read = |option, path: &Option<PathBuf>| {
        let text = path.as_deref().map(words).transpose();
        text.map_err(|error| DoorError::File { option, path: path.clone().unwrap_or_default(), error })
    };
    let notice = read("notice-file", &options.notice_file)?;
    let terms = read("terms-file", &options.terms_file)?;
    let terms = terms.map(|text| {
        let mut version = token_hash(&text);
        version.truncate(VERSION);
        Terms { version, text }
    });
    let registration = options.registration.into();
    let (passwords, passkeys) = (ways.has_others(), ways.passkeys().is_some());
    let providers = ways.told();
    Ok(Door::new(DoorAnswer {
        registration,
        guests,
        viewing,
        notice,
        terms,
        mail,
        passwords,
        passkeys,
        providers,
    }))
}

/// The text of a file.
fn words(path: &Path) -> io::Result<String> {
    let size = fs::metadata(path)?.len();
    if size > LONGEST {
        let error = format!("it has {size} bytes, and may have {LONGEST}");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, error));
    }
    fs::read_to_string(path)
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use tengen_game::PlayerId;
    use tengen_protocol::{Player, PlayerKind, Text};

    use super::*;
    use crate::options::{Arguments, Task};
    use crate::ways::ways;

    fn door_of(options: &[&str]) -> Result<Door, DoorError> {
        let task = Arguments::parse_from([&["tengen"], options].concat()).task();
        let Task::Serve(options) = task else { panic!("no task but to serve") };
        door(&options.door, &ways(&options).unwrap(), false)
    }

    #[test]
    fn a_server_for_members_has_no_guests() {
        assert!(door_of(&[]).unwrap().guests());
        assert!(!door_of(&["--guests", "off"]).unwrap().guests());
        assert!(!door_of(&["--viewing", "members"]).unwrap().guests());
        let refused = door_of(&["--viewing", "members", "--guests", "on"]);
        assert!(matches!(refused, Err(DoorError::GuestsSeeNothing)));
    }

    #[test]
    fn members_and_programs_are_let_in_and_nobody_else() {
        let player = |kind| Player {
            id: Text(PlayerId::from_entropy([1; 10])),
            name: "Ann".to_owned(),
            guest: kind == PlayerKind::Guest,
            kind,
            created_at: 0,
        };
        let (open, closed) = (door_of(&[]).unwrap(), door_of(&["--viewing", "members"]).unwrap());
        for (kind, is_member) in [
            (PlayerKind::Guest, false),
            (PlayerKind::Deleted, false),
            (PlayerKind::Member, true),
            (PlayerKind::Bot, true),
            (PlayerKind::Computer, true),
        ] {
            assert_eq!(closed.lets_in(Some(&player(kind))), is_member);
            assert!(open.lets_in(Some(&player(kind))));
        }
        assert!(open.lets_in(None) && !closed.lets_in(None));
    }

    #[test]
    fn other_terms_have_another_version_and_a_missing_file_is_named() {
        let folder = tempfile::TempDir::new().unwrap();
        let file = folder.path().join("terms.txt");
        let with = |text: &str| {
            fs::write(&file, text).unwrap();
            door_of(&["--terms-file", file.to_str().unwrap()])
        };
        let versions =
            ["Be kind.", "Be kind!"].map(|text| with(text).unwrap().terms().unwrap().version.clone());
        assert_ne!(versions[0], versions[1]);
        let long = "x".repeat(usize::try_from(LONGEST).unwrap() + 1);
        assert!(with(&long).unwrap_err().to_string().contains("65537"));
        let missing = door_of(&["--notice-file", "/no/such/file"]).unwrap_err().to_string();
        assert!(missing.starts_with("--notice-file: /no/such/file"), "{missing}");
    }
}
