//! The rulings of the staff in every state of a game.

use std::fmt::Write;

use tengen_game::{Command, Millis, Ruling};
use tengen_rules::Color;

use crate::table::{DAY, Table, black};
use crate::transitions::{BY_DAYS, Stage, in_scoring, name, stages, under_way};

/// The states of games by days that the staff may rule otherwise in than in those of other games.
fn stages_by_days() -> Vec<Stage> {
    let by_days = || under_way(Some(BY_DAYS), false);
    let unbegun = Table::unbegun(Some(BY_DAYS));
    let mut paused = by_days();
    paused.does(black(), Command::Pause);
    let mut time_up = Stage::playing("By days: playing, time is up", by_days());
    time_up.now = time_up.table.flag().unwrap().1 + 1;
    vec![
        Stage::playing("By days: playing, no move made", unbegun),
        Stage::playing("By days: playing", by_days()),
        Stage::playing("By days: paused by a player", paused),
        time_up,
        Stage::either("By days: scoring", in_scoring(BY_DAYS)),
    ]
}

/// The rulings of the staff at a moment.
fn rulings(now: Millis) -> [(&'static str, Ruling); 5] {
    [
        ("`adjudicate` a win", Ruling::Adjudicate(Some(Color::Black))),
        ("`adjudicate` no result", Ruling::Adjudicate(None)),
        ("`pause` for a day", Ruling::Pause { until: now + DAY }),
        ("`pause` for a week", Ruling::Pause { until: now + 7 * DAY }),
        ("`unpause`", Ruling::Unpause),
    ]
}

/// The outcomes of all rulings in a state.
pub(crate) fn ruled(stage: &Stage) -> String {
    let outcomes = rulings(stage.now).map(|(_, ruling)| match stage.table.state.rule(ruling, stage.now) {
        Ok(event) => {
            stage.table.state.clone().apply(&event).unwrap();
            match event.result.map(|result| result.winner) {
                Some(Some(Color::Black)) => format!("**{}**, a win", name(&event.kind)),
                Some(None) => format!("**{}**, no result", name(&event.kind)),
                Some(other) => panic!("{other:?}"),
                None => format!("**{}**", name(&event.kind)),
            }
        }
        Err(refusal) => name(&refusal),
    });
    outcomes.join(" | ")
}

/// The rulings in every state, a row for each.
pub(crate) fn table() -> String {
    let names = rulings(0).map(|(name, _)| name);
    let mut text = format!("| state | {} |\n|---|{}\n", names.join(" | "), "---|".repeat(names.len()));
    for stage in stages().iter().chain(&stages_by_days()) {
        writeln!(text, "| {} | {} |", stage.name, ruled(stage)).unwrap();
    }
    text
}
