//! Whoever wants to do something for which there is a right, and those to whom it is done.

use serde_json::json;
use tengen_game::{Millis, PlayerId};
use tengen_protocol::{Player, PlayerKind, ProblemCode, Role, Scope};
use tengen_roles::{Act, Actor, Person, Proof, Why, may};
use tengen_store::{Store, StoreError};

use super::error::ActionError;

/// For how long a sign-in is good for acts of the staff, in milliseconds: an hour.
pub const FRESH_FOR_STAFF: Millis = 3_600_000;

/// Somebody who wants to do something for which there is a right.
#[derive(Debug, Clone)]
pub struct Acting {
    /// The player.
    pub player: Player,
    role: Option<Role>,
    proof: Proof,
}

impl Acting {
    /// A player who may play, and has proved in this way who that is.
    pub async fn new(store: &Store, player: Player, proof: Proof) -> Result<Self, StoreError> {
        let role = highest_role(store, player.id.0).await?;
        Ok(Self { player, role, proof })
    }

    /// Refuses what the actor may not do.
    ///
    /// # Errors
    ///
    /// Why that is.
    pub fn may(&self, act: Act) -> Result<(), ActionError> {
        let actor = Actor::Player { kind: self.player.kind, role: self.role, proof: self.proof };
        Ok(may(actor, act)?)
    }

    /// The highest role of the actor.
    pub fn role(&self) -> Option<Role> {
        self.role
    }
}

/// A player as the rights see one who is to be acted on by this actor, or by the operator. One who is not there is nobody.
pub(crate) async fn person(
    store: &Store,
    actor: Option<PlayerId>,
    player: Option<&Player>,
) -> Result<Person, StoreError> {
    let Some(player) = player else {
        let kind = PlayerKind::Deleted;
        return Ok(Person { kind, role: None, is_actor: false, is_last_owner: false });
    };
    let id = player.id.0;
    let owner = match player.kind {
        PlayerKind::Bot => store.owner_of(id).await?.map(|owner| owner.id.0),
        _ => None,
    };
    let role = highest_role(store, owner.unwrap_or(id)).await?;
    let is_actor = actor.is_some_and(|actor| actor == id || Some(actor) == owner);
    let is_last_owner = role == Some(Role::Owner) && store.is_last(id, Role::Owner).await?;
    Ok(Person { kind: player.kind, role, is_actor, is_last_owner })
}

async fn highest_role(store: &Store, player: PlayerId) -> Result<Option<Role>, StoreError> {
    Ok(store.roles(player).await?.first().copied())
}

impl From<Why> for ActionError {
    fn from(why: Why) -> Self {
        match why {
            Why::NotAllowed => ProblemCode::NotAllowed.into(),
            Why::StaffScope => ProblemCode::InsufficientScope.with(json!({"scope": Scope::Staff})).into(),
            Why::SignInAgain => ProblemCode::SignInAgain.with(json!({"within_ms": FRESH_FOR_STAFF})).into(),
            Why::OwnToken => ProblemCode::OwnTokenNeeded.into(),
            Why::Oneself => ProblemCode::Oneself.into(),
            Why::EqualOrHigher => ProblemCode::EqualOrHigher.into(),
            Why::LastOwner => ProblemCode::LastOwner.into(),
            Why::NoMember => ProblemCode::NotAMember.into(),
            Why::Nobody => ProblemCode::NoSuchPlayer.into(),
            Why::NoAccount => ProblemCode::AccountNeeded.into(),
            Why::NoGroup => ProblemCode::NoSuchGroup.into(),
            Why::LastLeader => ProblemCode::LastLeader.into(),
            Why::NoClass => ProblemCode::NotAClass.into(),
            Why::OwnWayIn => ProblemCode::OwnWayIn.into(),
        }
    }
}
