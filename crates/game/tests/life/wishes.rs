//! Random commands, games and times.

use std::sync::Arc;

use proptest::prelude::*;
use tengen_game::{BeginningWish, ClaimOutcome, Command, Line, Millis, NewGame, State, TimeSystem};
use tengen_rules::{Board, BoardName, Game, Placement, Preset, Rules, Vertex};

use crate::table::{DAY, HOUR, MINUTE, SECOND};

/// A command that may or may not make sense; numbers are relative to the current ones, so that many do.
#[derive(Debug, Clone)]
pub(crate) enum Wish {
    Play(u8, u8, i32),
    Pass(i32, bool),
    Resign,
    Abort,
    Join,
    Propose(i32, Vec<(u8, u8)>),
    ProposeChain(u8),
    Accept(i32),
    Resume(i32),
    Undo(i32),
    UndoAccept(i32),
    UndoReject(i32),
    Pause,
    Unpause,
    GiveClock,
    Claim(ClaimOutcome),
}

pub(crate) fn wish() -> impl Strategy<Value = Wish> {
    let drift = prop_oneof![15 => Just(0), 1 => -2..3i32];
    let marks = prop::collection::vec((0..6u8, 1..6u8), 0..4);
    let numbers = (drift, 0..5u8, 1..5u8, any::<bool>(), marks);
    numbers.prop_flat_map(|(drift, column, row, yes, marks)| {
        let outcome = if yes { ClaimOutcome::Win } else { ClaimOutcome::Abort };
        prop_oneof![
            80 => Just(Wish::Play(column, row, drift)),
            18 => Just(Wish::Pass(drift, yes)),
            1 => prop_oneof![5 => Just(Wish::Abort), 1 => Just(Wish::Resign)],
            2 => Just(Wish::Join),
            2 => Just(Wish::Propose(drift, marks)),
            3 => Just(Wish::ProposeChain(column)),
            14 => Just(Wish::Accept(drift)),
            6 => Just(Wish::Resume(drift)),
            6 => Just(Wish::Undo(drift)),
            8 => Just(Wish::UndoAccept(drift)),
            2 => Just(Wish::UndoReject(drift)),
            4 => Just(Wish::Pause),
            6 => Just(Wish::Unpause),
            3 => Just(Wish::GiveClock),
            4 => Just(Wish::Claim(outcome)),
        ]
    })
}

fn vertex(column: u8, row: u8) -> Vertex {
    Vertex::new(column, row).unwrap()
}

pub(crate) fn command(state: &State, wish: &Wish) -> Command {
    let shifted = |number: u32, drift: &i32| number.saturating_add_signed(*drift);
    let turn = state.turn();
    let version = state.agreement().map_or(0, |agreement| agreement.version);
    let request = state.undo_request().map_or(0, |request| request.seq);
    match wish {
        Wish::Play(column, row, drift) => {
            Command::Play { turn: shifted(turn, drift), at: vertex(*column, *row) }
        }
        Wish::Pass(drift, confirm) => Command::Pass { turn: shifted(turn, drift), confirm: *confirm },
        Wish::Resign => Command::Resign,
        Wish::Abort => Command::Abort { reason: None },
        Wish::Join => Command::Join,
        Wish::Propose(drift, marks) => Command::Propose {
            version: shifted(version, drift),
            dead: marks.iter().map(|(column, row)| vertex(*column, *row)).collect(),
            neutral: None,
        },
        Wish::ProposeChain(which) => Command::Propose { version, dead: chain(state, *which), neutral: None },
        Wish::Accept(drift) => Command::Accept { version: shifted(version, drift) },
        Wish::Resume(drift) => Command::Resume { version: shifted(version, drift) },
        Wish::Undo(drift) => Command::Undo { turn: shifted(turn, drift) },
        Wish::UndoAccept(drift) => Command::UndoAccept { request: shifted(request, drift) },
        Wish::UndoReject(drift) => Command::UndoReject { request: shifted(request, drift) },
        Wish::Pause => Command::Pause,
        Wish::Unpause => Command::Unpause,
        Wish::GiveClock => Command::GiveClock,
        Wish::Claim(outcome) => Command::Claim { outcome: *outcome },
    }
}

/// One of the first chains on the board, by flood fill.
fn chain(state: &State, which: u8) -> Vec<Vertex> {
    let stones = state.stones();
    let topology = state.settings().topology();
    let stone = topology.points().filter(|point| stones.get(*point).is_some()).nth(usize::from(which % 5));
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
    chain.iter().map(|point| topology.vertex(*point)).collect()
}

/// A clock of any system, from seconds to days.
fn clock() -> impl Strategy<Value = Option<TimeSystem>> {
    let unit = prop::sample::select(vec![SECOND, MINUTE, HOUR, DAY]);
    (0..6u8, unit, 1..20i64, 1..30i64, 1..5u32).prop_map(|(system, unit, main, part, count)| {
        let (main, part) = (main * unit, (part * unit / 10).max(SECOND));
        let system = match system {
            0 => TimeSystem::Absolute { main },
            1 => TimeSystem::Fischer { main, increment: part, max: main + 2 * part },
            2 => TimeSystem::ByoYomi { main, periods: count, period: part },
            3 => TimeSystem::Canadian { main, stones: count, period: part },
            4 => TimeSystem::Simple { period: part },
            _ => return None,
        };
        assert_eq!(system.check(), Ok(()));
        Some(system)
    })
}

/// The position behind plays on these places as far as they are legal, of which the first ones are stones that just stand there; none, if
/// they end play.
fn position(board: BoardName, rules: Rules, places: &[usize], standing: usize) -> Option<BeginningWish> {
    let topology = Arc::new(board.topology().unwrap());
    let mut line = Line::new(Game::new(Arc::clone(&topology), rules, &[]).unwrap());
    let move_on = |line: &mut Line, place: usize| {
        let at = topology.point_at_index(place).map(|point| topology.vertex(point));
        let color = line.to_move()?;
        line.make(Some(color), at).ok().map(|_| (Some(color), at))
    };
    let (before, behind) = places.split_at(standing.min(places.len()));
    for place in before {
        move_on(&mut line, *place);
    }
    let to_move = line.to_move()?;
    let stones = line.game().board().stones();
    let standing = Board::from_stones(Arc::clone(&topology), &stones).unwrap();
    let mut line = Line::new(Game::from_board(standing, rules, to_move));
    let moves = behind.iter().filter_map(|place| move_on(&mut line, *place)).collect();
    line.to_move()?;
    Some(BeginningWish { stones: stones.to_string(), to_move, moves })
}

/// A small game under any rules.
pub(crate) fn game() -> impl Strategy<Value = NewGame> {
    let begins = prop::option::weighted(0.3, (prop::collection::vec(0..20usize, 0..12), 0..6usize));
    let handicap = prop::sample::select(vec![0, 0, 2, 3]);
    (prop::sample::select(Preset::ALL), clock(), 3..6usize, handicap, begins).prop_map(
        |(preset, clock, width, handicap, begins)| {
            let mut rules = preset.rules();
            let handicap = if width < 4 { 0 } else { handicap };
            if handicap > 0 {
                rules.placement = Placement::Free;
            }
            let board = BoardName::Grid { width, height: 4 };
            let position = begins.and_then(|(places, standing)| position(board, rules, &places, standing));
            NewGame { board, rules, clock, handicap, position, ..NewGame::with_preset(preset) }
        },
    )
}

/// How long a player waits, in millionths of the time that the game allows for a first move: mostly next to nothing,
/// sometimes for too long.
pub(crate) fn delay() -> impl Strategy<Value = Millis> {
    prop_oneof![
        30 => 0..100i64,
        40 => 0..20_000i64,
        20 => 0..100_000i64,
        4 => 0..500_000i64,
        1 => 0..2_000_000i64,
    ]
}
