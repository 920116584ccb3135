//! The parts of random games: their numbers, boards, rules and moves.

use std::ops::Range;
use std::sync::Arc;

use tengen_rules::{
    BoardName, Button, Color, Dead, Game, HandicapBonus, LongCycle, Marks, Placement, Point, Preset,
    Repetition, ResumeFirst, Rules, Scoring, SplitMix, Suicide, Tax, Ties, Topology,
};

/// The numbers of the games that a test plays. Each number is the seed of its game. With `TENGEN_LONG=40` in the
/// environment a test goes on where its usual run ends, up to forty times as many.
pub(crate) fn numbers(usual: u64) -> Range<u64> {
    match std::env::var("TENGEN_LONG") {
        Ok(times) => usual..usual * times.parse::<u64>().unwrap(),
        Err(_) => 0..usual,
    }
}

/// One of some values.
pub(crate) fn pick<T: Copy>(from: &[T], random: &mut SplitMix) -> T {
    from[random.below(from.len())]
}

/// Any value on each axis; or a preset as it is, or with one of its axes changed.
pub(crate) fn any_rules(random: &mut SplitMix) -> Rules {
    let preset = pick(Preset::ALL, random).rules();
    let any = Rules {
        repetition: pick(Repetition::ALL, random),
        long_cycle: pick(LongCycle::ALL, random),
        suicide: pick(Suicide::ALL, random),
        scoring: pick(Scoring::ALL, random),
        tax: pick(Tax::ALL, random),
        pass_stones: random.below(2) == 0,
        white_passes_last: random.below(2) == 0,
        dead: pick(Dead::ALL, random),
        resume_first: pick(ResumeFirst::ALL, random),
        resumptions: pick(&[0, 1, 2], random),
        handicap_bonus: pick(HandicapBonus::ALL, random),
        placement: pick(Placement::ALL, random),
        button: pick(Button::ALL, random),
        ties: pick(Ties::ALL, random),
    };
    let rules = match random.below(8) {
        0 | 1 => preset,
        2 => Rules { placement: Placement::Free, ..preset },
        3 => Rules { tax: any.tax, scoring: any.scoring, ..preset },
        4 => Rules { repetition: Repetition::BasicKo, long_cycle: any.long_cycle, ..preset },
        _ => any,
    };
    if rules.check().is_ok() { rules } else { Rules { scoring: Scoring::Area, ..rules } }
}

/// The boards of these names.
pub(crate) fn boards(names: &[&str]) -> Vec<Arc<Topology>> {
    let named = names.iter().map(|name| name.parse::<BoardName>().unwrap().topology().unwrap());
    named.map(Arc::new).collect()
}

/// Whether all neighbours of a point have stones of the player to move: filling it would rarely make sense.
pub(crate) fn is_own_eye(game: &Game, point: Point) -> bool {
    let board = game.board();
    board.surface().neighbours(point).iter().all(|&at| board.get(at) == Some(game.to_move()))
}

/// A legal play, as a player would choose who keeps eyes when `sensible`; none if there is no such play.
pub(crate) fn any_play(game: &Game, sensible: bool, random: &mut SplitMix) -> Option<Point> {
    let mut points: Vec<Point> = game.board().topology().points().collect();
    while !points.is_empty() {
        let point = points.swap_remove(random.below(points.len()));
        if game.check(point).is_ok() && !(sensible && is_own_eye(game, point)) {
            return Some(point);
        }
    }
    None
}

/// Some chains marked as dead and some points as nobody's, now and then none.
pub(crate) fn some_marks(game: &Game, random: &mut SplitMix) -> Marks {
    let board = game.board();
    let rarely = 1 + random.below(8);
    let chosen: Vec<Point> = board.chains().filter(|_| random.below(rarely + 1) == 0).collect();
    let dead = chosen.into_iter().flat_map(|stone| board.chain(stone)).collect();
    let rarely = 1 + random.below(20);
    let empty = board.surface().points().filter(|&point| board.get(point).is_none());
    let neutral = empty.filter(|_| random.below(rarely + 1) == 0).collect();
    Marks { dead, neutral }
}

/// One of both.
pub(crate) fn any_color(random: &mut SplitMix) -> Color {
    pick(&Color::ALL, random)
}
