//! Names that may be had, and those of players who have none of their own yet.

use serde_json::json;
use tengen_entropy::{NoEntropy, lots};
use tengen_names::{Refusal, numbered};
use tengen_protocol::{LONGEST_GROUP_NAME, PlayerCard, PlayerKind, PlayerName, ProblemCode, Refused};
use tengen_store::NameWish;

use crate::kit::{ActionError, fitting};

/// The word of the name that a guest gets who wishes for none. Pages and previews say it in their reader's language.
const GUEST: &str = "Guest ";

/// Why a text can't be a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfit {
    /// It is too long or too short, or has something that can't be printed.
    Unreadable,
    /// Nobody may have it.
    Refused(Refusal),
}

impl From<Unfit> for Refused {
    fn from(unfit: Unfit) -> Self {
        match unfit {
            Unfit::Unreadable => ProblemCode::InvalidName.with(json!({"max": PlayerName::MAX})),
            Unfit::Refused(refusal) => ProblemCode::NameRefused.with(json!({"reason": refusal.name()})),
        }
    }
}

impl From<Unfit> for ActionError {
    fn from(unfit: Unfit) -> Self {
        Refused::from(unfit).into()
    }
}

/// The name of a member or a bot, or why it can't be one.
pub fn of_member(wish: &str) -> Result<NameWish, Unfit> {
    let name: PlayerName = wish.parse().map_err(|_| Unfit::Unreadable)?;
    permitted(name.as_str()).map(NameWish::new)
}

/// The names to try for a guest who wishes for this one. A guest is shown as one, so letters that go with no other
/// script are a guest's own matter; a name that nobody can read is not.
pub fn of_guest(wish: &str) -> Result<Vec<NameWish>, ActionError> {
    let name: PlayerName = wish.parse().map_err(|_| Unfit::Unreadable)?;
    match tengen_names::refuse(name.as_str()) {
        None | Some(Refusal::Mixed) => Ok(wishes(name.as_str())?),
        Some(refusal) => Err(Unfit::Refused(refusal).into()),
    }
}

/// The name of a guest who wishes for none.
pub fn of_nameless_guest(number: u32) -> String {
    format!("{GUEST}{number}")
}

/// The number in such a name, or `None` for a name that somebody chose.
pub fn number_of_nameless(player: &PlayerCard) -> Option<&str> {
    let number = player.name.strip_prefix(GUEST).filter(|_| player.kind == PlayerKind::Guest)?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(number)
}

/// The name of a group, or why it can't be one. Several groups may have the same.
pub fn of_group(wish: &str) -> Result<&str, Unfit> {
    let name = fitting(wish, 1..=LONGEST_GROUP_NAME).filter(|name| !name.contains('\n'));
    permitted(name.ok_or(Unfit::Unreadable)?)
}

fn permitted(name: &str) -> Result<&str, Unfit> {
    tengen_names::refuse(name).map_or(Ok(name), |refusal| Err(Unfit::Refused(refusal)))
}

/// The names to try for somebody who has, or wishes for, this one.
///
/// # Errors
///
/// When the system has no random bits.
pub fn wishes(name: &str) -> Result<Vec<NameWish>, NoEntropy> {
    Ok(numbered(name, PlayerName::MAX, lots()?).into_iter().map(NameWish::new).collect())
}
