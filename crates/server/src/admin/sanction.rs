//! Warnings, suspensions and bans from the command line.

use serde::{Deserialize, Serialize};
use tengen_actions::staff::act_on_stored_player;
use tengen_game::Millis;
use tengen_protocol::{Ground, Player, PlayerAct, SanctionKind};
use tengen_store::Store;

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
    let (id, name) = (player.id.0, &player.name);
    let (act, line) = act(measure, reason);
    let acted = act_on_stored_player(store, reason.by(), id, &act).await;
    let acted = acted.map_err(|error| DeedError::of(error, name))?;
    let line = if acted.is_new {
        format!("{name} ({id}) {line}.")
    } else {
        format!("Nothing keeps {name} ({id}) from playing.")
    };
    let ended = acted.changed.into_iter().map(|token| token.hash).collect();
    Ok(Outcome { lines: vec![line], ended })
}

/// The act, and what is said of the player afterwards.
fn act(measure: &Measure, reason: &Reason<'_>) -> (PlayerAct, String) {
    let (because, now) = (reason.words.to_owned(), reason.now);
    match measure {
        Measure::Lift => (PlayerAct::Lift { reason: because }, "may play again".to_owned()),
        Measure::Sanction { kind, ground, days, words } => {
            let (ground, words) = (*ground, words.clone());
            match kind {
                SanctionKind::Warning => {
                    (PlayerAct::Warn { ground, words, reason: because }, "is warned".to_owned())
                }
                SanctionKind::Suspension => {
                    let until = now + Millis::from(*days) * DAY;
                    let line = format!("may not play until {}", moment(until));
                    (PlayerAct::Suspend { ground, until, words, reason: because }, line)
                }
                SanctionKind::Ban => {
                    (PlayerAct::Ban { ground, words, reason: because }, "may not play any more".to_owned())
                }
            }
        }
    }
}
