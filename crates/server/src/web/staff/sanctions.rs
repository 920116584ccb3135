//! Warning, suspending and banning players, and letting them play again.

use serde_json::{Value, json};
use tengen_actions::kit::fitting;
use tengen_entropy as entropy;
use tengen_game::{Millis, PlayerId};
use tengen_protocol::{Ground, LONGEST_REASON, ProblemCode, SanctionKind};
use tengen_store::{NewSanction, Noted, Sanctioned};

use crate::app::App;
use crate::suspending;
use crate::web::error::WebError;

/// The longest suspension, in milliseconds: a year. Whoever is to stay away for longer is banned.
const LONGEST: Millis = 366 * 86_400_000;

/// What is to be done to a player.
#[derive(Debug, Clone, Copy)]
pub(super) struct Measure<'m> {
    kind: SanctionKind,
    ground: Ground,
    words: &'m str,
    until: Option<Millis>,
}

impl<'m> Measure<'m> {
    /// A measure whose words can be read, and whose end, if it has one, is to come.
    pub(super) fn new(
        kind: SanctionKind,
        ground: Ground,
        words: &'m str,
        until: Option<Millis>,
        now: Millis,
    ) -> Result<Self, WebError> {
        let field = json!({"field": "words", "min": 0, "max": LONGEST_REASON});
        let words = fitting(words, 0..=LONGEST_REASON).ok_or_else(|| ProblemCode::InvalidAct.with(field))?;
        if until.is_some_and(|until| until <= now || until > now + LONGEST) {
            let field = json!({"field": "until", "min": now, "max": now + LONGEST});
            return Err(ProblemCode::InvalidAct.with(field).into());
        }
        Ok(Self { kind, ground, words, until })
    }

    /// The facts of it for the log. Words are none: they may have to be removed.
    pub(super) fn facts(&self) -> Value {
        match self.until {
            Some(until) => json!({"ground": self.ground, "until": until}),
            None => json!({"ground": self.ground}),
        }
    }

    /// Does it, and writes it down.
    pub(super) async fn take(self, app: &App, player: PlayerId, noted: &Noted<'_>) -> Result<(), WebError> {
        let Self { kind, ground, words, until } = self;
        let new = NewSanction { id: entropy::sanction_id()?, player, kind, ground, words, until };
        follow(app, app.store.sanction(&new, noted).await?)
    }
}

/// Lets a player play again, and writes that down.
pub(super) async fn lift(app: &App, player: PlayerId, noted: &Noted<'_>) -> Result<(), WebError> {
    follow(app, app.store.lift_sanctions(player, noted).await?)
}

/// Has everything else follow that depends on a change of somebody's sanctions.
fn follow(app: &App, outcome: Sanctioned) -> Result<(), WebError> {
    match outcome {
        Sanctioned::Done(changed) => {
            app.tokens.change_everywhere(&changed);
            let app = app.clone();
            tokio::spawn(async move { suspending::settle(&app).await });
            Ok(())
        }
        Sanctioned::Nothing => Ok(()),
        Sanctioned::Gone => Err(ProblemCode::NoSuchPlayer.into()),
    }
}
