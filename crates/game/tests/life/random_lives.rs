//! Random commands of two players and a stranger at random times: whatever they do, the game stays whole.

use proptest::prelude::*;
use tengen_game::{Command, NewGame, Phase, State};
use tengen_rules::{BoardName, Color, Preset, Vertex};

use crate::table::{Table, black, stranger, white};

/// A command that may or may not make sense; numbers are relative to the current ones, so that many do.
#[derive(Debug, Clone)]
enum Wish {
    Play(u8, u8, i32),
    Pass(i32, bool),
    Resign,
    Abort,
    Join,
    Propose(i32, Vec<(u8, u8)>),
    ProposeChain(u8),
    Accept(i32),
    Resume(i32),
}

fn wish() -> impl Strategy<Value = Wish> {
    let drift = prop_oneof![8 => Just(0), 1 => -2..3i32];
    prop_oneof![
        24 => (0..6u8, 1..6u8, drift.clone()).prop_map(|(column, row, drift)| Wish::Play(column, row, drift)),
        12 => (drift.clone(), any::<bool>()).prop_map(|(drift, confirm)| Wish::Pass(drift, confirm)),
        1 => prop_oneof![3 => Just(Wish::Abort), 1 => Just(Wish::Resign)],
        2 => Just(Wish::Join),
        2 => (drift.clone(), prop::collection::vec((0..6u8, 1..6u8), 0..4)).prop_map(|(d, marks)| Wish::Propose(d, marks)),
        3 => any::<u8>().prop_map(Wish::ProposeChain),
        5 => drift.clone().prop_map(Wish::Accept),
        5 => drift.prop_map(Wish::Resume),
    ]
}

fn vertex(column: u8, row: u8) -> Vertex {
    Vertex::new(column, row).unwrap()
}

fn shifted(number: u32, drift: i32) -> u32 {
    number.saturating_add_signed(drift)
}

fn command(state: &State, wish: &Wish) -> Command {
    let turn = state.turn();
    let version = state.agreement().map_or(0, |agreement| agreement.version);
    match wish {
        Wish::Play(column, row, drift) => {
            Command::Play { turn: shifted(turn, *drift), at: vertex(*column, *row) }
        }
        Wish::Pass(drift, confirm) => Command::Pass { turn: shifted(turn, *drift), confirm: *confirm },
        Wish::Resign => Command::Resign,
        Wish::Abort => Command::Abort,
        Wish::Join => Command::Join,
        Wish::Propose(drift, marks) => Command::Propose {
            version: shifted(version, *drift),
            dead: marks.iter().map(|(column, row)| vertex(*column, *row)).collect(),
        },
        Wish::ProposeChain(which) => {
            let stones = state.stones();
            let topology = state.settings().topology();
            let stone =
                topology.points().filter(|point| stones.get(*point).is_some()).nth(usize::from(*which % 5));
            // The chain, by flood fill.
            let mut chain: Vec<_> = stone.into_iter().collect();
            let mut next = 0;
            while let Some(point) = chain.get(next).copied() {
                for neighbour in topology.neighbours(point) {
                    if stones.get(*neighbour) == stones.get(point) && !chain.contains(neighbour) {
                        chain.push(*neighbour);
                    }
                }
                next += 1;
            }
            Command::Propose { version, dead: chain.iter().map(|point| topology.vertex(*point)).collect() }
        }
        Wish::Accept(drift) => Command::Accept { version: shifted(version, *drift) },
        Wish::Resume(drift) => Command::Resume { version: shifted(version, *drift) },
    }
}

fn preset() -> impl Strategy<Value = Preset> {
    prop::sample::select(Preset::ALL)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_game_stays_whole_whatever_its_players_do(
        preset in preset(),
        wishes in prop::collection::vec((0..7u8, wish(), 0..5_000i64), 0..120),
    ) {
        let wish = NewGame { board: BoardName::Grid { width: 5, height: 5 }, ..NewGame::with_preset(preset) };
        let mut table = Table::open(wish);
        let mut seen = (0, 0, 0, i64::MIN);
        for (who, wish, _) in &wishes {
            let command = command(&table.state, wish);
            // Mostly the player to move; sometimes another, sometimes a stranger.
            let actor = match (who, table.state.to_move()) {
                (0, _) if !matches!(command, Command::Join) => stranger(),
                (1, _) | (_, None) if who % 2 == 1 => white(),
                (_, Some(Color::White)) if *who > 2 => white(),
                _ => black(),
            };
            let before = (table.state.seq(), table.phase(), table.state.stones());
            let outcome = table.tries(actor, &command);
            if outcome.is_err() {
                prop_assert_eq!(before, (table.state.seq(), table.phase(), table.state.stones()));
                continue;
            }
            prop_assert_ne!(before.1, Phase::Finished, "nothing happens after the end");
            prop_assert_ne!(actor, stranger());
            let last = table.log.last().unwrap();
            let version = table.state.agreement().map_or(seen.2, |agreement| agreement.version);
            let now = (table.state.seq(), table.state.turn(), version, last.at);
            prop_assert_eq!(now.0, seen.0 + 1);
            prop_assert!(now.1 >= seen.1 && now.2 >= seen.2 && now.3 >= seen.3, "numbers never go back");
            seen = now;
            prop_assert_eq!(table.state.result().is_some(), table.phase() == Phase::Finished);
            prop_assert_eq!(table.state.agreement().is_some() && table.state.result().is_none(), table.phase() == Phase::Scoring);
            if let Some(agreement) = table.state.agreement() {
                let score = table.state.score_with(&agreement.dead).unwrap();
                let komi = table.state.settings().komi();
                prop_assert!(score.lines.iter().any(|line| line.points.white == komi));
            }
        }
        // The log played through once more gives the same game.
        let mut again = Table::open(NewGame { board: BoardName::Grid { width: 5, height: 5 }, ..NewGame::with_preset(preset) }).state;
        for event in &table.log {
            again.apply(event).unwrap();
        }
        prop_assert_eq!(again.stones(), table.state.stones());
        prop_assert_eq!(again.prisoners(), table.state.prisoners());
        prop_assert_eq!(again.agreement(), table.state.agreement());
        prop_assert_eq!((again.turn(), again.seq(), again.phase()), (table.state.turn(), table.state.seq(), table.phase()));
        prop_assert_eq!(again.result(), table.state.result());
        prop_assert_eq!(again.illegal_points(), table.state.illegal_points());
        prop_assert!(table.log.iter().filter(|event| event.result.is_some()).count() <= 1, "one result at most");
    }
}
