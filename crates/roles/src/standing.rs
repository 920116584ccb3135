//! A standing: the role, and the proof of who is there.

use tengen_protocol::PlayerKind;

use crate::actor::{Actor, Proof, Rank};
use crate::why::Why;

/// Whether the actor has the role, and has shown who is there as staff has to.
pub(crate) fn as_staff(actor: Actor, rank: Rank) -> Result<(), Why> {
    needs(actor, rank)?;
    is_proved(actor)
}

pub(crate) fn needs(actor: Actor, rank: Rank) -> Result<(), Why> {
    let is_person = match actor {
        Actor::Operator => true,
        Actor::Player { kind, .. } => kind == PlayerKind::Member,
    };
    if is_person && actor.rank() >= rank { Ok(()) } else { Err(Why::NotAllowed) }
}

pub(crate) fn is_proved(actor: Actor) -> Result<(), Why> {
    match actor {
        Actor::Operator
        | Actor::Player { proof: Proof::Session { fresh: true } | Proof::Token { staff: true }, .. } => {
            Ok(())
        }
        Actor::Player { proof: Proof::Session { fresh: false }, .. } => Err(Why::SignInAgain),
        Actor::Player { proof: Proof::Token { staff: false }, .. } => Err(Why::StaffScope),
    }
}

/// Groups are of people with accounts.
pub(crate) fn has_account(actor: Actor) -> Result<(), Why> {
    match actor {
        Actor::Player { kind: PlayerKind::Member, .. } => Ok(()),
        Actor::Operator => Err(Why::NotAllowed),
        Actor::Player { .. } => Err(Why::NoAccount),
    }
}
