//! The options of the door: who may come in.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use tengen_game::Millis;
use tengen_protocol::{Registration, Viewing};

const DAY: Millis = 86_400_000;

/// Who may come in, and the operator's words to them.
#[derive(Debug, Clone, Args)]
pub struct DoorOptions {
    /// Who may register: everybody, those with an invitation, or nobody.
    #[arg(long, env = "TENGEN_REGISTRATION", value_name = "WHO", default_value = "open")]
    pub registration: RegistrationWish,

    /// Whether guests may play, who have no account. On, unless only members may look.
    #[arg(long, env = "TENGEN_GUESTS", value_name = "on|off")]
    pub guests: Option<GuestsWish>,

    /// For how many days a guest is kept who does nothing: then the guest is removed, and finished games keep a deleted player. 0
    /// is for ever.
    #[arg(long, env = "TENGEN_GUESTS_KEPT", value_name = "DAYS", default_value_t = 90)]
    pub guests_kept: u32,

    /// Who may look at games, players and records. With `members` a stranger sees the door and nothing else.
    #[arg(long, env = "TENGEN_VIEWING", value_name = "WHO", default_value = "everybody")]
    pub viewing: ViewingWish,

    /// A text file that is shown at the door, such as whose server it is.
    #[arg(long, env = "TENGEN_NOTICE_FILE", value_name = "FILE")]
    pub notice_file: Option<PathBuf>,

    /// A text file with the terms to which whoever registers has to agree.
    #[arg(long, env = "TENGEN_TERMS_FILE", value_name = "FILE")]
    pub terms_file: Option<PathBuf>,
}

impl DoorOptions {
    /// For how long a guest is kept who does nothing, in milliseconds; nothing if for ever.
    pub fn guests_kept(&self) -> Option<Millis> {
        (self.guests_kept > 0).then(|| DAY * Millis::from(self.guests_kept))
    }
}

/// Who may register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RegistrationWish {
    /// Everybody.
    Open,
    /// Whoever has an invitation.
    Invited,
    /// Nobody.
    Closed,
}

impl From<RegistrationWish> for Registration {
    fn from(wish: RegistrationWish) -> Self {
        match wish {
            RegistrationWish::Open => Self::Open,
            RegistrationWish::Invited => Self::Invited,
            RegistrationWish::Closed => Self::Closed,
        }
    }
}

/// Whether guests may play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GuestsWish {
    /// They may.
    On,
    /// They may not.
    Off,
}

/// Who may look at games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ViewingWish {
    /// Everybody.
    Everybody,
    /// Members alone.
    Members,
}

impl From<ViewingWish> for Viewing {
    fn from(wish: ViewingWish) -> Self {
        match wish {
            ViewingWish::Everybody => Self::Everybody,
            ViewingWish::Members => Self::Members,
        }
    }
}
