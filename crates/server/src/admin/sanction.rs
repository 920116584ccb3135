//! Warnings, suspensions and bans from the command line.

use serde::{Deserialize, Serialize};
use serde_json::json;
use tengen_actions::kit::fitting;
use tengen_audit::Kind;
use tengen_entropy as entropy;
use tengen_game::Millis;
use tengen_protocol::{Ground, LONGEST_REASON, Player, PlayerKind, SanctionKind};
use tengen_store::{NewSanction, Sanctioned, Store};

use super::outcome::{DAY, DeedError, Outcome, Reason, moment};

/// What is done to a player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// A sanction begins.
    Sanction {
        /// Its kind.
        kind: SanctionKind,
        /// The rule that was broken.
        ground: Ground,
        /// For how many days a suspension is.
        days: u32,
        /// Words to the player; they may be empty.
        words: String,
    },
    /// All suspensions and bans end.
    Lift,
}

/// Takes a measure. Whoever serves sees to the player's games within seconds.
pub(super) async fn take(
    store: &Store,
    player: &Player,
    measure: &Measure,
    reason: &Reason<'_>,
) -> Result<Outcome, DeedError> {
    let (id, now) = (player.id.0, reason.now);
    if matches!(player.kind, PlayerKind::Computer | PlayerKind::Deleted) {
        return Err(DeedError::NoSuchPlayer(player.name.clone()));
    }
    let (outcome, line) = match measure {
        Measure::Lift => {
            let noted = reason.noted(Kind::Lift, id.as_str(), json!({}))?;
            (store.lift_sanctions(id, &noted).await?, "may play again".to_owned())
        }
        Measure::Sanction { kind, ground, days, words } => {
            let words = fitting(words, 0..=LONGEST_REASON).ok_or(DeedError::InvalidReason)?;
            let suspended = (*kind == SanctionKind::Suspension).then(|| now + Millis::from(*days) * DAY);
            let (act, line) = match (kind, suspended) {
                (SanctionKind::Warning, _) => (Kind::Warn, "is warned".to_owned()),
                (_, Some(until)) => (Kind::Suspend, format!("may not play until {}", moment(until))),
                (_, None) => (Kind::Ban, "may not play any more".to_owned()),
            };
            let facts = match suspended {
                Some(until) => json!({"ground": ground, "until": until}),
                None => json!({"ground": ground}),
            };
            let noted = reason.noted(act, id.as_str(), facts)?;
            let (kind, ground, until) = (*kind, *ground, suspended);
            let new = NewSanction { id: entropy::sanction_id()?, player: id, kind, ground, words, until };
            (store.sanction(&new, &noted).await?, line)
        }
    };
    match outcome {
        Sanctioned::Done(changed) => {
            let lines = vec![format!("{} ({id}) {line}.", player.name)];
            let ended = changed.into_iter().map(|token| token.hash).collect();
            Ok(Outcome { lines, ended })
        }
        Sanctioned::Nothing => {
            let lines = vec![format!("Nothing keeps {} ({id}) from playing.", player.name)];
            Ok(Outcome { lines, ended: Vec::new() })
        }
        Sanctioned::Gone => Err(DeedError::NoSuchPlayer(player.name.clone())),
    }
}
