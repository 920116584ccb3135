//! What an operator does from the command line, carried out on a store: by the command itself, or by the server that runs.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::json;
use tengen_actions::people;
use tengen_actions::staff::{Mark, act_on_stored_player};
use tengen_audit::Kind;
use tengen_entropy as entropy;
use tengen_game::{Millis, PlayerId};
use tengen_protocol::{NewInvitation, Player, PlayerAct, PlayerKind, Role};
use tengen_store::{Checked, MailPurpose, Store};

use super::announcing;
use super::cases::{self, Answered};
use super::game;
use super::groups::{self, GroupDeed};
use super::members::{self, MembersWish};
use super::outcome::{DAY, DeedError, Outcome, Reason, moment};
use super::sanction::{self, Measure};
use crate::web::WholeData;

/// For how long the link of a reset is good, in milliseconds: a day.
const RESET: Millis = DAY;
/// What is to be done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// A member has a role from now on, or has it no more.
    Role {
        /// The member.
        name: String,
        /// The role.
        role: Role,
        /// Whether it is taken away.
        revoke: bool,
        /// The reason, for the audit log; it may be empty.
        reason: String,
    },
    /// A player is shown, and changed if that is asked for.
    Player {
        /// The player, by the name of a member or by the id.
        name: String,
        /// Another name.
        rename: Option<String>,
        /// All ways in end, and a link is made by which the member comes in.
        reset: bool,
        /// All sessions end.
        end_sessions: bool,
        /// The reason, for the audit log; it may be empty.
        reason: String,
    },
    /// Members are listed.
    Members(MembersWish),
    /// Everything that the server keeps of a member is written into a file. A server that runs hands it out instead: it may
    /// neither see that file, nor may it be the one to own it.
    #[serde(skip)]
    Export {
        /// The member, by the name or by the id.
        name: String,
        /// The file, by its whole path.
        file: PathBuf,
        /// The reason, for the audit log; it may be empty.
        reason: String,
    },
    /// A member is deleted, for good.
    Delete {
        /// The member, by the name or by the id.
        name: String,
        /// The name of the member, typed once more.
        confirm: String,
        /// The reason, for the audit log; it may be empty.
        reason: String,
    },
    /// A player is warned, suspended or banned, or may play again.
    Sanction {
        /// The player, by the name of a member or by the id.
        name: String,
        /// What is done.
        measure: Measure,
        /// The reason, for the audit log; it may be empty.
        reason: String,
    },
    /// An invitation is made.
    Invite {
        /// For how many.
        places: u32,
        /// For how many days it is good.
        days: u32,
        /// A note for oneself.
        note: String,
    },
    /// The audit log is gone through.
    CheckAudit,
    /// The cases that wait are listed.
    Cases,
    /// A case is shown, or answered.
    Case {
        /// The id.
        id: String,
        /// The answer.
        answer: Option<Answered>,
        /// The reason, for the audit log; it may be empty.
        reason: String,
    },
    /// A game is declared void, or counts again.
    Game {
        /// The id.
        id: String,
        /// Which of the two.
        mark: Mark,
        /// The reason, for the audit log; it may be empty.
        reason: String,
    },
    /// A line stands on every page for some days.
    Announce {
        /// The line, by the tag of its language.
        texts: BTreeMap<String, String>,
        /// For how many days.
        days: u32,
        /// The reason, for the audit log; it may be empty.
        reason: String,
    },
    /// The lines of now are listed, or one is taken back.
    Announcements {
        /// The id of the one.
        take_back: Option<String>,
        /// The reason, for the audit log; it may be empty.
        reason: String,
    },
    /// The groups are listed.
    Groups,
    /// A group is shown, and changed if that is asked for.
    Group {
        /// The id.
        id: String,
        /// What is done.
        deed: GroupDeed,
        /// The reason, for the audit log; it may be empty.
        reason: String,
    },
}

/// Does what is to be done. Links begin with `site`, or with the path alone if it is not known.
///
/// # Errors
///
/// When it can't be done. Then nothing was changed, or what came before in the order rename, reset, sessions.
pub async fn carry_out(
    store: &Store,
    deed: &Deed,
    site: Option<&str>,
    now: Millis,
) -> Result<Outcome, DeedError> {
    let known = address(site);
    let site = known.unwrap_or_default();
    match deed {
        Deed::Role { name, role, revoke, reason } => {
            change_role(store, name, *role, *revoke, &Reason { words: reason, now }).await
        }
        Deed::Player { name, rename, reset, end_sessions, reason } => {
            let mut player = find(store, name).await?;
            let mut outcome = Outcome::default();
            let reason = Reason { words: reason, now };
            if let Some(wish) = rename {
                player = self::rename(store, &player, wish, &reason).await?;
                outcome.lines.push(format!("The name is {} now.", player.name));
            }
            if *reset {
                reset_ways_in(store, &player, site, &reason, &mut outcome).await?;
            } else if *end_sessions {
                let noted = reason.noted(Kind::EndSessions, ("player", player.id.0.as_str()), json!({}))?;
                let sessions = store.sessions(player.id.0, now).await?.len();
                // Nobody could revoke what a guest's programs have.
                let with_tokens = player.kind == PlayerKind::Guest;
                outcome.ended.extend(store.end_sessions_by_staff(player.id.0, with_tokens, &noted).await?);
                outcome.lines.push(format!("{sessions} sessions ended."));
            }
            show(store, &player, now, &mut outcome).await?;
            Ok(outcome)
        }
        Deed::Members(wish) => members::list(store, wish, now).await,
        Deed::Export { name, file, reason } => {
            let player = find(store, name).await?;
            members::export(store, &player, file, known, &Reason { words: reason, now }).await
        }
        Deed::Delete { name, confirm, reason } => {
            let player = find(store, name).await?;
            members::delete(store, &player, confirm, &Reason { words: reason, now }).await
        }
        Deed::Sanction { name, measure, reason } => {
            let player = find(store, name).await?;
            sanction::take(store, &player, measure, &Reason { words: reason, now }).await
        }
        Deed::Invite { places, days, note } => invite(store, (*places, *days), note, site, now).await,
        Deed::CheckAudit => check_audit(store).await,
        Deed::Cases => cases::list(store).await,
        Deed::Case { id, answer, reason } => {
            cases::see_to(store, id, answer.as_ref(), &Reason { words: reason, now }).await
        }
        Deed::Game { id, mark, reason } => game::mark(store, id, *mark, &Reason { words: reason, now }).await,
        Deed::Announce { texts, days, reason } => {
            announcing::announce(store, texts, *days, &Reason { words: reason, now }).await
        }
        Deed::Announcements { take_back, reason } => {
            announcing::see_to(store, take_back.as_deref(), &Reason { words: reason, now }).await
        }
        Deed::Groups => groups::list(store).await,
        Deed::Group { id, deed, reason } => {
            groups::see_to(store, id, deed, site, &Reason { words: reason, now }).await
        }
    }
}

/// Begins to hand out everything that the server keeps of a member, by the name or the id, to whoever writes it into a file.
/// Addresses begin with `site`, if it is known.
///
/// # Errors
///
/// When there is no such member, or the database failed.
pub(crate) async fn hand_out(
    store: &Store,
    (name, words): (&str, &str),
    site: Option<&str>,
    now: Millis,
) -> Result<WholeData, DeedError> {
    let player = find(store, name).await?;
    members::begin_export(store, &player, address(site), &Reason { words, now }).await
}

/// What addresses begin with, if it is known.
fn address(site: Option<&str>) -> Option<&str> {
    site.map(|site| site.trim_end_matches('/')).filter(|site| !site.is_empty())
}

async fn find(store: &Store, name: &str) -> Result<Player, DeedError> {
    // First, for a member may have the id of somebody else as a name.
    if let Ok(id) = name.parse::<PlayerId>()
        && let Some(player) = store.player(id).await?
    {
        return Ok(player);
    }
    let named = store.member_named(name).await?;
    named.map(|(player, _)| player).ok_or_else(|| DeedError::NoSuchPlayer(name.to_owned()))
}

fn is_member(player: &Player) -> Result<(), DeedError> {
    if player.kind == PlayerKind::Member { Ok(()) } else { Err(DeedError::NoMember(player.name.clone())) }
}

async fn change_role(
    store: &Store,
    name: &str,
    role: Role,
    revoke: bool,
    reason: &Reason<'_>,
) -> Result<Outcome, DeedError> {
    let player = find(store, name).await?;
    let id = player.id.0;
    let because = reason.words.to_owned();
    let act = if revoke {
        PlayerAct::Revoke { role, reason: because }
    } else {
        PlayerAct::Grant { role, reason: because }
    };
    let acted = act_on_stored_player(store, reason.by(), id, &act).await;
    let is_new = acted
        .map_err(|error| match DeedError::of(error, &player.name) {
            DeedError::NoSuchPlayer(name) => DeedError::NoMember(name),
            error => error,
        })?
        .is_new;
    let does = match role {
        Role::Owner => "runs the server",
        Role::Moderator => "is a moderator",
    };
    let line = match (revoke, is_new) {
        (false, true) => format!("{does} from now on"),
        (false, false) => format!("{does} already"),
        (true, true) => format!("no longer {does}"),
        (true, false) => format!("was none of those: {} has no role {}", player.name, role.name()),
    };
    Ok(Outcome { lines: vec![format!("{} ({id}) {line}.", player.name)], ended: Vec::new() })
}

/// Goes through the audit log, and tells what there is to keep elsewhere.
async fn check_audit(store: &Store) -> Result<Outcome, DeedError> {
    let Checked { entries, head, broken } = store.check_audit().await?;
    if let Some(broken) = broken {
        return Err(DeedError::AuditBroken { broken, entries, head });
    }
    let lines = vec![
        format!("The audit log holds. Entries: {entries}."),
        format!("The hash of the last one: {head}"),
    ];
    Ok(Outcome { lines, ended: Vec::new() })
}

async fn rename(
    store: &Store,
    player: &Player,
    wish: &str,
    reason: &Reason<'_>,
) -> Result<Player, DeedError> {
    if !matches!(player.kind, PlayerKind::Member | PlayerKind::Bot) {
        return Err(DeedError::NoMember(player.name.clone()));
    }
    let act = PlayerAct::Rename { name: wish.to_owned(), reason: reason.words.to_owned() };
    let acted = act_on_stored_player(store, reason.by(), player.id.0, &act).await;
    let gone = || DeedError::NoSuchPlayer(player.name.clone());
    acted.map_err(|error| match DeedError::of(error, wish) {
        DeedError::NoSuchPlayer(_) => gone(),
        error => error,
    })?;
    store.player(player.id.0).await?.ok_or_else(gone)
}

async fn reset_ways_in(
    store: &Store,
    player: &Player,
    site: &str,
    reason: &Reason<'_>,
    outcome: &mut Outcome,
) -> Result<(), DeedError> {
    is_member(player)?;
    let now = reason.now;
    let noted = reason.noted(Kind::ResetWaysIn, ("player", player.id.0.as_str()), json!({}))?;
    outcome.ended.extend(store.forget_ways_in(player.id.0, &noted).await?);
    let secret = entropy::token()?;
    let hash = entropy::token_hash(&secret);
    store.add_mail_link(player.id.0, None, MailPurpose::SignIn, "", &hash, (now, now + RESET)).await?;
    outcome.lines.push(
        "Every way in is forgotten: the password, the authenticator, the recovery codes, the mail address, the passkeys and the persons of \
         providers. All sessions and tokens ended, those of the member's bots as well. By this link, good for a day and once, the member \
         comes in, and chooses a new password, or adds a passkey or the person of a provider:"
            .to_owned(),
    );
    outcome.lines.push(format!("{site}/sign-in/letter#{secret}"));
    Ok(())
}

async fn show(store: &Store, player: &Player, now: Millis, outcome: &mut Outcome) -> Result<(), DeedError> {
    let id = player.id.0;
    let Player { name, kind, created_at, .. } = player;
    let kind = format!("{kind:?}").to_lowercase();
    outcome.lines.push(format!("{name} ({id}): {kind}, since {}", moment(*created_at)));
    if let Some(account) = store.account(id).await? {
        let authenticator = store.authenticator(id).await?.is_some_and(|found| found.confirmed_at.is_some());
        let roles: Vec<_> = store.roles(id).await?.into_iter().map(Role::name).collect();
        let yes = |is: bool| if is { "yes" } else { "no" };
        outcome.lines.push(format!(
            "password {}, authenticator {}, mail {}, persons of providers {}, passkeys {}, roles {}",
            yes(account.has_password),
            yes(authenticator),
            yes(store.mail_of(id).await?.is_some()),
            store.identities(id).await?.len(),
            store.passkeys(id).await?.len(),
            if roles.is_empty() { "none".to_owned() } else { roles.join(", ") },
        ));
    }
    if let Some(sanction) = store.sanction_in_force(id, now).await? {
        outcome.lines.push(match sanction.until {
            Some(until) => format!("may not play until {}", moment(until)),
            None => "may not play any more".to_owned(),
        });
    }
    let sessions = store.sessions(id, now).await?;
    outcome.lines.push(format!("{} sessions", sessions.len()));
    for session in sessions {
        let device = session.device.as_deref().unwrap_or("a program");
        outcome.lines.push(format!("  {device}, last used {}", moment(session.last_used_at)));
    }
    Ok(())
}

async fn invite(
    store: &Store,
    (places, days): (u32, u32),
    note: &str,
    site: &str,
    now: Millis,
) -> Result<Outcome, DeedError> {
    let secret = entropy::token()?;
    let expires_at = now + Millis::from(days) * DAY;
    let wish =
        NewInvitation { places: Some(places), expires_at: Some(expires_at), note: Some(note.to_owned()) };
    people::invite(store, None, wish, &secret, now).await.map_err(|error| DeedError::of(error, note))?;
    let lines = vec![
        format!("So many may register by this link: {places}. It is good for {days} days."),
        format!("{site}/register#{secret}"),
    ];
    Ok(Outcome { lines, ended: Vec::new() })
}
