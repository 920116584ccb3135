//! The promises of the server, held against the outcome.

use std::collections::HashSet;
use std::fmt;

use serde_json::Value;

use super::client::{MOVES, Played};
use super::clocks::Clocks;
use super::outages::{Account, Outage};

/// The defects of a run. Each must be 0.
#[derive(Debug, Default)]
pub(super) struct Defects {
    pub(super) faults_missing: usize,
    pub(super) clients_failed: usize,
    pub(super) unanswered: usize,
    lost: usize,
    doubled: usize,
    stuck: usize,
    wrong_clocks: usize,
    other_logs: usize,
    /// One line about each of the first.
    pub(super) details: Vec<String>,
    account: Account,
}

/// A game as the database has it: its log as Black, White and strangers see it.
pub(super) struct Stored<'a> {
    pub(super) game: &'a str,
    pub(super) clock: &'a Value,
    pub(super) logs: [Vec<Value>; 3],
}

impl Defects {
    /// Judges a game by the logs of its players.
    pub(super) fn add(&mut self, stored: &Stored<'_>, played: [&Played; 2], outages: &[Outage]) {
        let log = &stored.logs[2];
        if !is_over(log) {
            self.stuck += 1;
            self.say(format!("{} is stuck: {:?}", stored.game, log.last()));
        }
        self.doubled += numbers_off(log) + turns_off(log);
        for (played, log) in played.into_iter().zip(&stored.logs) {
            let own = log.iter().filter(|event| event["command"].is_string());
            let mut ids = HashSet::new();
            self.doubled += own.filter(|event| !ids.insert(event["command"].to_string())).count();
            let mut answered = HashSet::new();
            self.doubled += played.acknowledged.iter().filter(|(id, _)| !answered.insert(id)).count();
            for (id, seq) in &played.acknowledged {
                let found = log.iter().find(|event| event["seq"] == *seq);
                if found.is_none_or(|event| event["command"] != **id) {
                    self.lost += 1;
                    self.say(format!("{}: {id} is not event {seq}: {found:?}", stored.game));
                }
            }
            self.compare(stored.game, "a player", &played.log.0, log);
        }
        let clocks = Clocks::follow(stored.clock, log);
        let mut account = Account::default();
        account.add(stored.game, &clocks.thoughts, outages);
        self.wrong_clocks += usize::from(!(clocks.mistakes.is_empty() && account.mistakes.is_empty()));
        for mistake in clocks.mistakes.into_iter().chain(std::mem::take(&mut account.mistakes)) {
            self.say(mistake);
        }
        self.account.hit += account.hit;
        self.account.most_charged = self.account.most_charged.max(account.most_charged);
        self.account.most_beyond = self.account.most_beyond.max(account.most_beyond);
    }

    /// Compares a log that somebody has followed with that of the database.
    pub(super) fn compare(&mut self, game: &str, who: &str, known: &[Value], log: &[Value]) {
        if known != log {
            self.other_logs += 1;
            self.say(format!("{game}: {who} knows {} events, the database {}", known.len(), log.len()));
        }
    }

    fn say(&mut self, detail: String) {
        self.details.push(detail);
    }

    fn counts(&self) -> [(&'static str, usize); 8] {
        [
            ("acknowledged moves lost", self.lost),
            ("moves applied twice", self.doubled),
            ("games stuck", self.stuck),
            ("commands never acknowledged", self.unanswered),
            ("clocks wrong", self.wrong_clocks),
            ("logs unlike the database's", self.other_logs),
            ("faults that did not happen", self.faults_missing),
            ("clients that failed", self.clients_failed),
        ]
    }

    pub(super) fn are_none(&self) -> bool {
        self.counts().iter().all(|(_, count)| *count == 0)
    }
}

impl fmt::Display for Defects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, millis) in [
            ("thoughts that outages hit", i64::try_from(self.account.hit).unwrap()),
            ("most that one was charged for them, ms", self.account.most_charged),
            ("most given back beyond them, ms", self.account.most_beyond),
        ] {
            writeln!(f, "  {name:<42}{millis:>7}")?;
        }
        for (name, count) in self.counts() {
            writeln!(f, "  {name:<42}{count:>7}")?;
        }
        Ok(())
    }
}

/// Whether a game has come to the end that its players wanted.
fn is_over(log: &[Value]) -> bool {
    log.last().is_some_and(|last| last["type"] == "resigned" && last["state"]["turn"] == MOVES)
}

/// How many numbers are not the next one.
fn numbers_off(log: &[Value]) -> usize {
    log.iter().zip(1..).filter(|(event, seq)| event["seq"] != json(*seq)).count()
}

/// How many moves are not those of the next turn.
fn turns_off(log: &[Value]) -> usize {
    let moves = log.iter().filter(|event| event["type"] == "played" || event["type"] == "passed");
    moves.zip(1..).filter(|(event, turn)| event["state"]["turn"] != json(*turn)).count()
}

fn json(number: u64) -> Value {
    Value::from(number)
}
