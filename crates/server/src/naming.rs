//! Names that may be had, those of players who have none of their own yet, and news of names: each server shows the latest.

use std::time::Duration;

use tengen_actions::kit::fitting;
use tengen_duties::Repeat;
use tengen_entropy::{NoEntropy, lots};
use tengen_game::Millis;
use tengen_lists::Lists;
use tengen_live::Rooms;
use tengen_names::{Refusal, numbered};
use tengen_protocol::{LONGEST_GROUP_NAME, PlayerCard, PlayerKind, PlayerName};
use tengen_store::{NameWish, Store, StoreError};
use tengen_trouble as trouble;
use tokio_util::sync::CancellationToken;

/// How often it is looked for new names.
const LOOK: Duration = Duration::from_secs(1);
/// How far back each look goes beyond the last one, in milliseconds: a change is stored a moment after it was timed.
const OVERLAP: Millis = 10_000;

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

/// The name of a member, or why it can't be one.
pub fn of_member(wish: &str) -> Result<NameWish, Unfit> {
    let name: PlayerName = wish.parse().map_err(|_| Unfit::Unreadable)?;
    permitted(name.as_str()).map(NameWish::new)
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

/// Gives names to players who have none of their own, and has everything shown by the latest names, until the server stops.
pub async fn watch(store: Store, rooms: Rooms, lists: Lists, stop: CancellationToken) {
    let mut looks = Repeat::every(LOOK, store.clock(), &stop);
    let (mut known, mut told) = (None, Vec::new());
    while looks.tick().await {
        if let Err(error) = name_all(&store, &stop).await {
            trouble::log("players can't be given names of their own", error);
        }
        match store.renamed_since(known.unwrap_or(Millis::MAX)).await {
            Ok((cards, now)) => {
                // Whoever begins has read nothing yet that could be old.
                known = Some(now - OVERLAP);
                let news: Vec<_> = cards.iter().filter(|card| !told.contains(*card)).cloned().collect();
                told = cards;
                if !news.is_empty() {
                    rooms.rename(&news);
                    lists.rename(&news);
                }
            }
            Err(error) => trouble::log("nobody knows who has another name", error),
        }
    }
}

/// Names all players who have no name of their own, in portions, and lets others write in between.
async fn name_all(store: &Store, stop: &CancellationToken) -> Result<(), StoreError> {
    let others = |name: &str| wishes(name).unwrap_or_else(|_| vec![NameWish::new(name)]);
    while !stop.is_cancelled() {
        let began = store.clock().instant();
        if store.name_players(store.clock().now(), others).await?.is_empty() {
            break;
        }
        let took = store.clock().instant().saturating_duration_since(began);
        store.clock().sleep_until(store.clock().instant() + 3 * took).await;
    }
    Ok(())
}
