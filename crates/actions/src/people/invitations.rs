//! Invitations to register: made and taken back by those who run the server, and looked at by whoever has one.

use serde_json::{Value, json};
use tengen_audit::Kind;
use tengen_entropy as entropy;
use tengen_game::{InvitationId, Millis, PlayerId};
use tengen_limits::Client;
use tengen_protocol::{Invitation, Invited, NewInvitation, ProblemCode, Text};
use tengen_roles::{Act, ServerAct};
use tengen_store::{Noted, Store};

use crate::kit::{Acting, ActionError, Parts, aside, before_making};

/// How many invitations may be open at once.
pub const MOST_INVITATIONS: u32 = 100;
/// For how many people an invitation may be.
pub const MOST_INVITED: u32 = 1_000;
/// For how many days an invitation may be good.
pub const LONGEST_INVITATION: Millis = 366;
/// How long the note may be, in characters.
const NOTE: usize = 100;
/// In milliseconds.
const DAY: Millis = 86_400_000;
/// How long an invitation is good if nothing is said, in milliseconds: a week.
const USUAL: Millis = 7 * DAY;

/// Makes an invitation: `shows` makes what is shown of its secret. Answers both beside it.
pub async fn make_invitation<T>(
    parts: &Parts,
    acting: &Acting,
    wish: NewInvitation,
    shows: impl FnOnce(&str) -> Result<T, ActionError>,
) -> Result<(Invitation, String, T), ActionError> {
    acting.may(Act::ToServer(ServerAct::Invite))?;
    parts.clock_is_right()?;
    let secret = entropy::token().map_err(before_making)?;
    let shown = shows(&secret)?;
    let actor = Some(acting.player.id.0);
    let invitation = invite(&parts.store, actor, wish, &secret, parts.clock.now()).await?;
    Ok((invitation, secret, shown))
}

/// Keeps an invitation with a secret, of an owner or of the operator.
pub async fn invite(
    store: &Store,
    actor: Option<PlayerId>,
    wish: NewInvitation,
    secret: &str,
    now: Millis,
) -> Result<Invitation, ActionError> {
    let invitation = invitation(wish, now)?;
    let facts = json!({"places": invitation.places, "expires_at": invitation.expires_at});
    let noted = note(actor, Kind::Invite, &invitation.id, facts, &invitation.note, now)?;
    if !store.add_invitation(&invitation, &entropy::token_hash(secret), MOST_INVITATIONS, &noted).await? {
        return Err(ProblemCode::TooManyInvitations.with(json!({"max": MOST_INVITATIONS})).into());
    }
    Ok(invitation)
}

/// The entry of an act in the audit log. The note of an invitation is the reason for it.
fn note<'n>(
    actor: Option<PlayerId>,
    kind: Kind,
    id: &'n Text<InvitationId>,
    facts: Value,
    words: &str,
    at: Millis,
) -> Result<Noted<'n>, ActionError> {
    let (subject, aside) = (id.0.as_str(), aside(words.trim())?);
    Ok(Noted { actor, kind, subject_kind: "invitation", subject, facts, aside, at })
}

/// The invitation that is wished for, if there can be such a one.
fn invitation(wish: NewInvitation, now: Millis) -> Result<Invitation, ActionError> {
    let invalid = |params| ActionError::from(ProblemCode::InvalidInvitation.with(params));
    let places = wish.places.unwrap_or(1);
    if !(1..=MOST_INVITED).contains(&places) {
        return Err(invalid(json!({"field": "places", "min": 1, "max": MOST_INVITED})));
    }
    let (expires_at, last) = (wish.expires_at.unwrap_or(now + USUAL), now + LONGEST_INVITATION * DAY);
    if expires_at <= now || expires_at > last {
        return Err(invalid(json!({"field": "expires_at", "min": now + 1, "max": last})));
    }
    let note = wish.note.unwrap_or_default();
    if note.chars().count() > NOTE || note.chars().any(char::is_control) {
        return Err(invalid(json!({"field": "note", "max": NOTE})));
    }
    let id = Text(entropy::invitation_id()?);
    Ok(Invitation { id, note, created_at: now, expires_at, places, left: places })
}

/// How good the invitation with a secret is. Nothing is changed.
pub async fn look_at_invitation(parts: &Parts, client: Client, secret: &str) -> Result<Invited, ActionError> {
    parts.limits.way_in(client)?;
    let found = parts.store.invitation(&entropy::token_hash(secret), parts.clock.now()).await?;
    let Invitation { expires_at, left, .. } = found.ok_or(ProblemCode::NoSuchInvitation)?;
    Ok(Invited { expires_at, left })
}

/// Takes an invitation back.
pub async fn take_invitation_back(
    parts: &Parts,
    acting: &Acting,
    id: InvitationId,
) -> Result<(), ActionError> {
    acting.may(Act::ToServer(ServerAct::Invite))?;
    parts.clock_is_right()?;
    let (id, actor) = (Text(id), Some(acting.player.id.0));
    let noted = note(actor, Kind::TakeInvitationBack, &id, json!({}), "", parts.clock.now())?;
    if parts.store.take_invitation_back(id.0, &noted).await? {
        Ok(())
    } else {
        Err(ProblemCode::NoSuchInvitation.into())
    }
}
