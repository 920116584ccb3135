//! The rights of everybody.

use tengen_protocol::{PlayerKind, Role};

use crate::act::{Act, Concerned, Game, Person, PersonAct, Record, ServerAct};
use crate::actor::{Actor, Proof, Rank};
use crate::in_group;
use crate::standing::{as_staff, has_account, is_proved, needs};
use crate::why::Why;

/// Whether somebody may do something.
///
/// The role is asked for first, so that a stranger learns nothing of the one to whom it would be done; then
/// the proof of who is there; the one to whom it is done comes last.
///
/// # Errors
///
/// The first reason against it, in that order.
pub fn may(actor: Actor, act: Act) -> Result<(), Why> {
    match act {
        Act::ToServer(act) => to_server(actor, act),
        Act::ToPerson(act, person) => to_person(actor, act, person),
        Act::SeeCase(Concerned { is_actor, has_role }) => {
            as_staff(actor, Rank::Moderator)?;
            match (is_actor, has_role) {
                (true, _) => Err(Why::Oneself),
                // Reports of the staff are the owners' matter, those of another owner as well: somebody has
                // to read them.
                (false, true) if actor.rank() < Rank::Owner => Err(Why::EqualOrHigher),
                (false, _) => Ok(()),
            }
        }
        Act::ToGame(_, Game { is_own, highest }) => {
            as_staff(actor, Rank::Moderator)?;
            if is_own { Err(Why::Oneself) } else { below_role(actor, highest) }
        }
        Act::RemoveRecord(Record { brought_by }) => {
            as_staff(actor, Rank::Moderator)?;
            // The player who brought it removes it without being staff.
            if brought_by.is_actor { Err(Why::Oneself) } else { below(actor, brought_by) }
        }
        Act::InGroup(act, membership) => in_group::in_group(actor, act, membership),
        Act::ToFellow(act, membership, fellow) => in_group::to_fellow(actor, act, membership, fellow),
    }
}

fn to_server(actor: Actor, act: ServerAct) -> Result<(), Why> {
    match act {
        ServerAct::SeeStaff | ServerAct::SeeMembers | ServerAct::SeeCases | ServerAct::RuleGroups => {
            as_staff(actor, Rank::Moderator)
        }
        ServerAct::FoundClub => has_account(actor),
        ServerAct::Report => reports(actor),
        ServerAct::Invite
        | ServerAct::Announce
        | ServerAct::SeeMails
        | ServerAct::ReadAudit
        | ServerAct::EraseReason
        | ServerAct::FoundClass => as_staff(actor, Rank::Owner),
        // A token that could make another one would not end within a day.
        ServerAct::MakeStaffToken => {
            needs(actor, Rank::Moderator)?;
            match actor {
                Actor::Operator => Err(Why::NotAllowed),
                Actor::Player { proof: Proof::Token { .. }, .. } => Err(Why::OwnToken),
                Actor::Player { .. } => is_proved(actor),
            }
        }
    }
}

fn to_person(actor: Actor, act: PersonAct, person: Person) -> Result<(), Why> {
    match act {
        PersonAct::SeeHistory
        | PersonAct::Rename
        | PersonAct::Warn
        | PersonAct::Suspend
        | PersonAct::Lift => {
            as_staff(actor, Rank::Moderator)?;
            is_there(person)?;
            if person.is_actor { Err(Why::Oneself) } else { below(actor, person) }
        }
        // Whoever wants to leave, or the own data, needs no role for it.
        PersonAct::Grant(_) | PersonAct::Export => rule_member(actor, person),
        PersonAct::Delete => {
            rule_member(actor, person)?;
            if person.is_last_owner { Err(Why::LastOwner) } else { Ok(()) }
        }
        PersonAct::Revoke(role) => revoke(actor, role, person),
    }
}

/// The acts of an owner that are for members alone.
fn rule_member(actor: Actor, person: Person) -> Result<(), Why> {
    as_staff(actor, Rank::Owner)?;
    is_there(person)?;
    if person.kind != PlayerKind::Member {
        return Err(Why::NoMember);
    }
    if person.is_actor { Err(Why::Oneself) } else { below(actor, person) }
}

/// People report. A bot has an owner who does.
fn reports(actor: Actor) -> Result<(), Why> {
    match actor {
        Actor::Player { kind: PlayerKind::Guest | PlayerKind::Member, .. } => Ok(()),
        Actor::Operator | Actor::Player { .. } => Err(Why::NotAllowed),
    }
}

/// Everybody may give up a role, but for the last owner.
fn revoke(actor: Actor, role: Role, person: Person) -> Result<(), Why> {
    let gives_up = person.is_actor && Rank::of(person.role) >= Rank::of(Some(role));
    if gives_up {
        is_proved(actor)?;
    } else {
        as_staff(actor, Rank::Owner)?;
    }
    is_there(person)?;
    if person.kind != PlayerKind::Member {
        return Err(Why::NoMember);
    }
    if person.is_actor && !gives_up {
        return Err(Why::Oneself);
    }
    if !gives_up {
        below(actor, person)?;
    }
    if role == Role::Owner && person.is_last_owner { Err(Why::LastOwner) } else { Ok(()) }
}

/// Whether there is somebody to whom it could be done.
fn is_there(person: Person) -> Result<(), Why> {
    match person.kind {
        PlayerKind::Guest | PlayerKind::Member | PlayerKind::Bot => Ok(()),
        PlayerKind::Computer | PlayerKind::Deleted => Err(Why::Nobody),
    }
}

fn below(actor: Actor, person: Person) -> Result<(), Why> {
    below_role(actor, person.role)
}

fn below_role(actor: Actor, role: Option<Role>) -> Result<(), Why> {
    if Rank::of(role) < actor.rank() { Ok(()) } else { Err(Why::EqualOrHigher) }
}
