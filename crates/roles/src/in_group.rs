//! The rights in groups.

use tengen_protocol::{GroupKind, GroupRole, Joining};

use crate::actor::{Actor, Rank};
use crate::group::{Fellow, FellowAct, GroupAct, Membership};
use crate::standing::{as_staff, has_account, is_proved};
use crate::why::Why;

/// Whether somebody may do something in a group. A player who may not see the group learns nothing of it.
pub(crate) fn in_group(actor: Actor, act: GroupAct, membership: Membership) -> Result<(), Why> {
    sees(actor, membership)?;
    match act {
        GroupAct::See => Ok(()),
        GroupAct::Join => {
            has_account(actor)?;
            let may_join = membership.role.is_some() || membership.joining != Joining::Closed;
            if may_join { Ok(()) } else { Err(Why::NotAllowed) }
        }
        GroupAct::Leave => match membership.role {
            None => Err(Why::Nobody),
            Some(GroupRole::Leader) => stays_led(membership),
            Some(GroupRole::Member) => Ok(()),
        },
        GroupAct::Resign => {
            leads(membership)?;
            stays_led(membership)
        }
        // In a class the teacher says who of the others plays.
        GroupAct::TakePart => {
            let is_asked = match membership.kind {
                GroupKind::Club => membership.role.is_some(),
                GroupKind::Class => membership.role == Some(GroupRole::Leader),
            };
            if is_asked { Ok(()) } else { Err(Why::NotAllowed) }
        }
        GroupAct::Change | GroupAct::AnswerRequests | GroupAct::Invite | GroupAct::Pair => leads(membership),
        GroupAct::SetTasks => {
            leads(membership)?;
            is_class(membership)
        }
        GroupAct::SeeTasks | GroupAct::DoTask => {
            // A teacher has nothing to do.
            let is_its_own = match membership.role {
                None => false,
                Some(GroupRole::Leader) => act == GroupAct::SeeTasks,
                Some(GroupRole::Member) => true,
            };
            if !is_its_own {
                return Err(Why::NotAllowed);
            }
            is_class(membership)
        }
        GroupAct::MakeAccounts => {
            leads(membership)?;
            is_proved(actor)?;
            is_class(membership)
        }
        GroupAct::End => {
            leads(membership)?;
            is_proved(actor)
        }
    }
}

/// Whether somebody may do something to a member of a group.
pub(crate) fn to_fellow(
    actor: Actor,
    act: FellowAct,
    membership: Membership,
    fellow: Fellow,
) -> Result<(), Why> {
    sees(actor, membership)?;
    leads(membership)?;
    if act != FellowAct::Remove {
        is_proved(actor)?;
    }
    if act == FellowAct::RuleAccount {
        is_class(membership)?;
    }
    let role = fellow.role.ok_or(Why::Nobody)?;
    if fellow.is_actor {
        return Err(Why::Oneself);
    }
    // Leaders are each other's equals, and the staff is above all of them.
    let is_above = role == GroupRole::Leader || fellow.has_server_role;
    match act {
        FellowAct::Remove | FellowAct::RuleAccount if is_above => Err(Why::EqualOrHigher),
        FellowAct::RuleAccount if !fellow.is_ruled => Err(Why::OwnWayIn),
        FellowAct::Remove | FellowAct::RuleAccount | FellowAct::MakeLeader => Ok(()),
    }
}

/// A closed group is seen by its members and by the staff.
fn sees(actor: Actor, membership: Membership) -> Result<(), Why> {
    if membership.joining != Joining::Closed || membership.role.is_some() {
        return Ok(());
    }
    match as_staff(actor, Rank::Moderator) {
        Err(Why::NotAllowed) => Err(Why::NoGroup),
        said => said,
    }
}

fn leads(membership: Membership) -> Result<(), Why> {
    if membership.role == Some(GroupRole::Leader) { Ok(()) } else { Err(Why::NotAllowed) }
}

fn stays_led(membership: Membership) -> Result<(), Why> {
    if membership.is_last_leader { Err(Why::LastLeader) } else { Ok(()) }
}

fn is_class(membership: Membership) -> Result<(), Why> {
    if membership.kind == GroupKind::Class { Ok(()) } else { Err(Why::NoClass) }
}
