//! Any sequence of acts leaves each game with one result at most, lists equal to a plain count of games that are not void, and an
//! entry in the log for each act that changed anything.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::{REASON, entries, grant, holds, is_done, run_by};
use crate::member::member;
use crate::rest::{Answer, Visitor};
use crate::server::{Database, Server, now, on_both_databases};

on_both_databases! {
    any_sequence_of_acts_leaves_everything_whole
}

const SEQUENCES: u64 = 6;
const ACTS: usize = 70;
/// The events that end a game.
const ENDS: [&str; 3] = ["resigned", "adjudicated", "aborted"];

/// Numbers that look drawn, the same each time.
struct Draw(u64);

impl Draw {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % most as u64).unwrap()
    }
}

/// What is known of everything by the answers alone.
#[derive(Default)]
struct Known {
    /// The games, each with whether it is over.
    games: BTreeMap<String, bool>,
    void: BTreeSet<String>,
    suspended: BTreeSet<String>,
    moderators: BTreeSet<String>,
    /// The kinds of the entries that there have to be, in their order.
    kinds: Vec<&'static str>,
}

struct Club {
    server: Server,
    owner: Visitor,
    members: Vec<Visitor>,
    known: Known,
}

impl Club {
    async fn new(database: Database) -> Self {
        let (server, owner) = run_by(database).await;
        let mut members = Vec::new();
        for name in ["Bella", "Carlotta", "Dorothea", "Emilia"] {
            members.push(member(&server, name).await);
        }
        is_done(&grant(&owner, &members[0], "moderator").await);
        let known =
            Known { moderators: [members[0].id.clone()].into(), kinds: vec!["grant"], ..Known::default() };
        Self { server, owner, members, known }
    }

    /// Somebody who may be staff, and may be nobody.
    fn staff(&self, draw: &mut Draw) -> &Visitor {
        if draw.below(2) == 0 { &self.owner } else { &self.members[draw.below(2)] }
    }

    fn game(&self, draw: &mut Draw) -> Option<String> {
        let games: Vec<_> = self.known.games.keys().collect();
        (!games.is_empty()).then(|| games[draw.below(games.len())].clone())
    }

    async fn begin(&mut self, draw: &mut Draw) {
        let (one, two) = (draw.below(4), draw.below(4));
        let days = json!({"system": "simple", "period": 259_200_000});
        let clock = if draw.below(2) == 0 { days } else { Value::Null };
        let made = self.members[one].post("/games", json!({"color": "black", "clock": clock})).await;
        if made.status != 201 {
            return;
        }
        let game = made.ok()["id"].as_str().unwrap().to_owned();
        if one != two && self.members[two].join(&game).await.status == 200 {
            self.known.games.insert(game, false);
        } else {
            is_ok(&self.members[one].command(&game, json!({"type": "abort", "id": "abort"})).await);
        }
    }

    async fn play(&mut self, draw: &mut Draw) {
        let Some(game) = self.game(draw) else { return };
        let player = &self.members[draw.below(4)];
        let turn = player.snapshot(&game).await["turn"].clone();
        let at = format!("{}{}", ["C", "D", "E", "F", "G"][draw.below(5)], draw.below(19) + 1);
        let command = match draw.below(4) {
            0 => json!({"type": "resign", "id": "resign"}),
            _ => json!({"type": "play", "id": format!("m{}", draw.below(1_000_000)), "turn": turn, "at": at}),
        };
        let resigns = command["type"] == "resign";
        if player.command(&game, command).await.status == 200 && resigns {
            self.known.games.insert(game, true);
        }
    }

    async fn rule(&mut self, draw: &mut Draw) {
        let Some(game) = self.game(draw) else { return };
        let act = ["adjudicate", "void", "restore"][draw.below(3)];
        let mut wish = json!({"act": act, "reason": REASON});
        if act == "adjudicate" {
            wish["winner"] = json!(["black", "white", "nobody"][draw.below(3)]);
        }
        let staff = self.staff(draw);
        if staff.post(&format!("/staff/games/{game}/acts"), wish).await.status != 204 {
            return;
        }
        let known = &mut self.known;
        match act {
            "adjudicate" => {
                assert!(!known.games.insert(game, true).unwrap(), "it was over before");
                known.kinds.push("adjudicate");
            }
            "void" if known.void.insert(game.clone()) => known.kinds.push("void"),
            "restore" if known.void.remove(&game) => known.kinds.push("restore"),
            _ => {}
        }
    }

    async fn sanction(&mut self, draw: &mut Draw) {
        let player = self.members[draw.below(4)].clone();
        let act = ["suspend", "ban", "lift", "lift", "warn", "rename", "grant", "revoke"][draw.below(8)];
        let wish = match act {
            "suspend" => json!({"act": act, "ground": "abuse", "until": now() + 7_200_000, "reason": REASON}),
            "ban" | "warn" => json!({"act": act, "ground": "other", "reason": REASON}),
            "rename" => {
                json!({"act": act, "name": format!("Renamed {}", draw.below(1_000_000)), "reason": REASON})
            }
            "lift" => json!({"act": act, "reason": REASON}),
            _ => json!({"act": act, "role": "moderator", "reason": REASON}),
        };
        let staff = self.staff(draw);
        let answer = staff.post(&format!("/staff/players/{}/acts", player.id), wish).await;
        if answer.status != 204 {
            return;
        }
        let known = &mut self.known;
        let is_new = match act {
            "suspend" | "ban" => {
                known.suspended.insert(player.id);
                true
            }
            "lift" => known.suspended.remove(&player.id),
            "grant" => known.moderators.insert(player.id),
            "revoke" => known.moderators.remove(&player.id),
            _ => true,
        };
        if is_new {
            known.kinds.push(act);
        }
    }

    /// Everything that must hold, whatever happened.
    async fn is_whole(&self) {
        let stranger = Visitor::stranger(&self.server);
        let mut counted = BTreeSet::new();
        for (game, is_over) in &self.known.games {
            let ends = stranger.events(game).await;
            let ends = ends.iter().filter(|event| ENDS.contains(&event["type"].as_str().unwrap())).count();
            assert_eq!(ends, usize::from(*is_over), "{game}");
            let snapshot = stranger.snapshot(game).await;
            assert_eq!(snapshot.get("voided_at").is_some(), self.known.void.contains(game), "{game}");
            if *is_over && !self.known.void.contains(game) {
                counted.insert(game.clone());
            }
        }
        let found =
            stranger.get("/games?phase=finished&result=black,white,none&limit=100").await.ok()["games"]
                .clone();
        let found: BTreeSet<String> = found
            .as_array()
            .unwrap()
            .iter()
            .filter(|game| game["result"]["by"] != "abort")
            .map(|game| game["id"].as_str().unwrap().to_owned())
            .collect();
        assert_eq!(found, counted);
        let mut sums = 0;
        for player in &self.members {
            let results = stranger.get(&format!("/players/{}/results", player.id)).await.ok();
            for count in results["results"].as_array().unwrap() {
                sums += ["won", "lost", "drawn", "no_result"]
                    .iter()
                    .map(|way| count[way].as_u64().unwrap())
                    .sum::<u64>();
            }
        }
        // Each game is one of each of its players.
        assert_eq!(sums, 2 * counted.len() as u64);
        let mut kinds = Vec::new();
        let mut page = self.owner.get("/staff/audit?limit=100").await.ok();
        loop {
            let entries = page["entries"].as_array().unwrap();
            kinds.extend(entries.iter().map(|entry| entry["kind"].as_str().unwrap().to_owned()));
            let Some(next) = page["next"].as_i64() else { break };
            page = self.owner.get(&format!("/staff/audit?limit=100&before={next}")).await.ok();
        }
        kinds.reverse();
        assert_eq!(kinds, self.known.kinds);
        assert!(holds(&self.owner).await);
        assert!(!entries(&self.owner).await.is_empty());
    }
}

#[track_caller]
fn is_ok(answer: &Answer) {
    assert_eq!(answer.status, 200, "{}", answer.text());
}

async fn any_sequence_of_acts_leaves_everything_whole(database: Database) {
    let mut club = Club::new(database).await;
    let mut done = [0; 4];
    for seed in 1..=SEQUENCES {
        let mut draw = Draw(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        for _ in 0..ACTS {
            let kind = [0, 0, 1, 1, 1, 2, 2, 3][draw.below(8)];
            done[kind] += 1;
            match kind {
                0 => club.begin(&mut draw).await,
                1 => club.play(&mut draw).await,
                2 => club.rule(&mut draw).await,
                _ => club.sanction(&mut draw).await,
            }
        }
        club.is_whole().await;
    }
    let known = &club.known;
    println!(
        "acts {done:?}: {} games, {} void, entries {}",
        known.games.len(),
        known.void.len(),
        known.kinds.len()
    );
    assert!(known.kinds.len() > 20 && known.games.values().filter(|is_over| **is_over).count() > 10);
}
