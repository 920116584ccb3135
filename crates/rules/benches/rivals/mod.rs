//! The same work done by this crate and by two others: `goban`, the best known in Rust, and `go_game_board`, a port of
//! libEGo and the fastest.

#![allow(dead_code, reason = "each program that includes this measures some of it")]

pub(crate) mod ego;
pub(crate) mod goban;
pub(crate) mod tengen;

use tengen_rules::{Color, Game, Move, Point, Preset, SplitMix, Surface};

/// A recorded game: the plays and passes of Black and White in turn.
pub(crate) type Recorded = Vec<Option<Point>>;

/// Random legal games to the end, as a playout has them, under positional superko: legal under every ko rule.
pub(crate) fn recorded<S: Surface>(surface: &S, count: usize) -> Vec<Recorded> {
    let mut random = SplitMix::new(2026);
    (0..count).map(|_| random_game(surface.clone(), &mut random)).collect()
}

fn random_game<S: Surface>(surface: S, random: &mut SplitMix) -> Recorded {
    let longest = 3 * surface.size();
    let Ok(mut game) = Game::new(surface, Preset::Formal.rules(), &[]) else { return Vec::new() };
    let mut empty = Vec::new();
    while game.is_over().is_none() && game.moves().len() < longest {
        empty.clear();
        empty.extend(game.board().surface().points().filter(|&point| game.board().get(point).is_none()));
        while !empty.is_empty() {
            let point = empty.swap_remove(random.below(empty.len()));
            let color = game.to_move();
            let own_eye =
                game.board().surface().neighbours(point).iter().all(|&n| game.board().get(n) == Some(color));
            if !own_eye && game.play(point).is_ok() {
                break;
            }
            if empty.is_empty() {
                let _ = game.pass();
            }
        }
        if game.board().count(Color::Black) + game.board().count(Color::White)
            == game.board().surface().size()
        {
            break;
        }
    }
    let moves = game.moves().iter().map(|(_, turn)| match *turn {
        Move::Play(point) => Some(point),
        Move::Pass => None,
    });
    moves.collect()
}
