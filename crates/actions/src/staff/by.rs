//! Whoever acts for the staff, and why: without a reason the staff does nothing.

use serde_json::{Value, json};
use tengen_audit::Kind;
use tengen_game::{Millis, PlayerId};
use tengen_protocol::{LONGEST_REASON, Player, ProblemCode, Refused};
use tengen_roles::{Act, Actor, Person, PersonAct, may};
use tengen_store::{Noted, Store, StoreError};

use crate::kit::{Acting, ActionError, Parts, aside, fitting, person};

/// Whoever acts for the staff, with the reason and the moment: somebody with a role, or the operator of the machine,
/// who is asked for no reason, and whose clock is not asked for either.
#[derive(Debug, Clone, Copy)]
pub struct By<'b> {
    acting: Option<&'b Acting>,
    reason: &'b str,
    pub(super) at: Millis,
}

impl<'b> By<'b> {
    /// Somebody with a role, now, without a reason yet.
    pub fn staff(parts: &Parts, acting: &'b Acting) -> Self {
        Self { acting: Some(acting), reason: "", at: parts.clock.now() }
    }

    /// The operator, at this moment, without a reason yet.
    pub fn operator(at: Millis) -> Self {
        Self { acting: None, reason: "", at }
    }

    /// The same for this reason.
    #[must_use]
    pub fn because(self, reason: &'b str) -> Self {
        Self { reason, ..self }
    }

    /// The player, if it is one.
    pub(super) fn player(self) -> Option<PlayerId> {
        self.acting.map(|acting| acting.player.id.0)
    }

    /// Refuses what the actor may not do.
    pub(super) fn may(self, act: Act) -> Result<(), ActionError> {
        match self.acting {
            Some(acting) => acting.may(act),
            None => Ok(may(Actor::Operator, act)?),
        }
    }

    /// Refuses the staff, while the server's clock is wrong.
    pub(super) fn in_time(self, store: &Store) -> Result<(), ActionError> {
        match store.wrong_clock().filter(|_| self.acting.is_some()) {
            Some(ahead_ms) => Err(ProblemCode::WrongClock.with(json!({"ahead_ms": ahead_ms})).into()),
            None => Ok(()),
        }
    }

    /// A player as the rights see one who is to be acted on.
    pub(super) async fn person(self, store: &Store, player: Option<&Player>) -> Result<Person, StoreError> {
        person(store, self.player(), player).await
    }

    /// The player, if the actor may do this to the player.
    pub(super) async fn allowed(
        self,
        store: &Store,
        act: PersonAct,
        id: PlayerId,
    ) -> Result<Player, ActionError> {
        let player = store.player(id).await?;
        self.may(Act::ToPerson(act, self.person(store, player.as_ref()).await?))?;
        player.ok_or(ProblemCode::NoSuchPlayer.into())
    }

    /// The reason, if it says something or need not.
    pub(super) fn reason(self) -> Result<&'b str, Refused> {
        let least = usize::from(self.acting.is_some());
        let field = json!({"field": "reason", "min": least, "max": LONGEST_REASON});
        fitting(self.reason, least..=LONGEST_REASON).ok_or_else(|| ProblemCode::InvalidAct.with(field))
    }

    /// An act as the audit log has it, to what has this kind and this id, with the reason beside it.
    pub fn noted<'n>(
        self,
        kind: Kind,
        of: (&'static str, &'n str),
        facts: Value,
    ) -> Result<Noted<'n>, ActionError> {
        self.noted_with(kind, of, facts, self.reason()?)
    }

    /// The same with these words beside it.
    pub(super) fn noted_with<'n>(
        self,
        kind: Kind,
        (subject_kind, subject): (&'static str, &'n str),
        facts: Value,
        words: &str,
    ) -> Result<Noted<'n>, ActionError> {
        let (actor, aside) = (self.player(), aside(words)?);
        Ok(Noted { actor, kind, subject_kind, subject, facts, aside, at: self.at })
    }
}

/// Words that the staff writes to players, which may be empty.
pub(super) fn words_to_players(words: &str) -> Result<&str, Refused> {
    let field = json!({"field": "words", "min": 0, "max": LONGEST_REASON});
    fitting(words, 0..=LONGEST_REASON).ok_or_else(|| ProblemCode::InvalidAct.with(field))
}
