//! Members from the command line: listed and searched, taken along, and deleted.

use std::path::Path;

use serde::{Deserialize, Serialize};
use tengen_actions::kit::ActionError;
use tengen_actions::staff::{act_on_stored_player, note_export};
use tengen_game::Millis;
use tengen_lists::{Lists, Lobby};
use tengen_mail::MailAddress;
use tengen_names::looks;
use tengen_protocol::{ListedMember, MemberFacts, MemberState, Player, PlayerAct, PlayerKind, Role};
use tengen_store::{MemberCursor, MembersFilter, MembersFor, Store};

use super::outcome::{DAY, DeedError, Outcome, Reason, moment};
use super::place::Place;
use crate::web::WholeData;

/// How many members are listed at a time, at most.
pub(crate) const MOST_LISTED: u32 = 10_000;
/// How many members are read at once.
const PAGE: u32 = 200;
/// How many reads a list takes at most: each looks at a thousand members, so that those of a large server are gone through at once.
const READS: u32 = 200;

/// Which members are listed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MembersWish {
    /// The beginning of their names.
    pub name: Option<String>,
    /// The beginning of their mail addresses.
    pub mail: Option<String>,
    /// Their role.
    pub role: Option<Role>,
    /// Whether they may play.
    pub state: Option<MemberState>,
    /// For how many days nothing shows that they were there.
    pub unseen_days: Option<u32>,
    /// The place behind which the list begins.
    pub after: Option<String>,
    /// How many are listed at most.
    pub limit: u32,
}

/// Lists members.
pub(super) async fn list(store: &Store, wish: &MembersWish, now: Millis) -> Result<Outcome, DeedError> {
    let filter = MembersFilter {
        // A name without letters begins every other one.
        name: wish.name.clone().filter(|name| !looks(name).plain.is_empty()),
        mail: wish.mail.as_deref().map(MailAddress::key_beginning).filter(|mail| !mail.is_empty()),
        role: wish.role,
        state: wish.state,
        unseen_since: wish.unseen_days.map(|days| now - Millis::from(days) * DAY),
    };
    let place = |text: &String| {
        let place: Option<MemberCursor> = text.parse().ok();
        place.filter(|place| filter.takes(place)).ok_or_else(|| DeedError::NoPlace(text.clone()))
    };
    let mut after = wish.after.as_ref().map(place).transpose()?;
    let (mut lines, mut left) = (Vec::new(), wish.limit.clamp(1, MOST_LISTED));
    for _ in 0..READS {
        let (members, next) =
            store.members(&filter, MembersFor::Operator, after.as_ref(), left.min(PAGE), now).await?;
        left = left.saturating_sub(u32::try_from(members.len()).unwrap_or(left));
        lines.extend(members.iter().map(line));
        after = next;
        if after.is_none() || left == 0 {
            break;
        }
    }
    match after {
        Some(next) => lines.push(format!("There may be more: --after {next}")),
        None if lines.is_empty() => lines.push("There are no such members.".to_owned()),
        None => {}
    }
    Ok(Outcome { lines, ended: Vec::new() })
}

fn line(ListedMember { player, registered_at, roles, facts }: &ListedMember) -> String {
    let mut told = vec![format!("since {}", moment(*registered_at))];
    told.extend(roles.iter().map(|role| role.name().to_owned()));
    // The operator knows of everybody.
    if let Some(MemberFacts { state, suspended_until, last_seen_at, mail }) = facts {
        told.extend(match (state, suspended_until) {
            (MemberState::Active, _) => None,
            (_, Some(until)) => Some(format!("may not play until {}", moment(*until))),
            (_, None) => Some("may not play any more".to_owned()),
        });
        told.push(
            last_seen_at.map_or("not there lately".to_owned(), |at| format!("last there {}", moment(at))),
        );
        told.extend(mail.clone());
    }
    format!("{} ({}): {}", player.name, player.id.0, told.join(", "))
}

/// Writes everything that the server keeps of a member into a file that is not there yet.
pub(super) async fn export(
    store: &Store,
    player: &Player,
    file: &Path,
    site: Option<&str>,
    reason: &Reason<'_>,
) -> Result<Outcome, DeedError> {
    let mut place = Place::new(file)?;
    let mut data = begin_export(store, player, site, reason).await?;
    while let Some(piece) = data.piece().await.map_err(|error| DeedError::Unread(error.to_string()))? {
        place.write(&piece)?;
    }
    place.keep().await
}

/// Begins to read everything that the server keeps of a member, for whoever writes it somewhere.
pub(super) async fn begin_export(
    store: &Store,
    player: &Player,
    site: Option<&str>,
    reason: &Reason<'_>,
) -> Result<WholeData, DeedError> {
    let noted = note_export(store, reason.by(), player.id.0).await;
    noted.map_err(|error| not_of_member(error, player))?;
    let lists = Lists::new(store.clone(), Lobby::new());
    let data = WholeData::begin(store, &lists, site, player).await;
    data.map_err(|error| DeedError::Unread(error.to_string()))
}

/// Deletes a member and the member's bots, for good. Whoever serves ends their games within minutes.
pub(super) async fn delete(
    store: &Store,
    player: &Player,
    confirmed: &str,
    reason: &Reason<'_>,
) -> Result<Outcome, DeedError> {
    let (id, name, because) = (player.id.0, &player.name, reason.words.to_owned());
    let act = PlayerAct::Delete { name: confirmed.to_owned(), reason: because };
    let acted = act_on_stored_player(store, reason.by(), id, &act).await;
    let ended = acted.map_err(|error| not_of_member(error, player))?.ended;
    let lines = vec![format!("{name} ({id}) is deleted. Games that go on end within minutes.")];
    Ok(Outcome { lines, ended })
}

/// Why it was not done to a player. Whoever is no member has no account for it.
fn not_of_member(error: ActionError, player: &Player) -> DeedError {
    match DeedError::of(error, &player.name) {
        DeedError::NoMember(name) => DeedError::NotOfMember(name),
        DeedError::NoSuchPlayer(name) if player.kind != PlayerKind::Member => DeedError::NotOfMember(name),
        error => error,
    }
}
