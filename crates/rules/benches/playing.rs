//! How fast the engine plays, judges and counts, beside two other crates in the same run.
//!
//! `cargo bench -p tengen-rules`. The machine's noise has no part in `scripts/count-instructions`.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    reason = "the macros write undocumented functions; a bench may fail"
)]

mod rivals;

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use rivals::{Recorded, ego, goban, recorded, tengen};
use tengen_rules::{
    Beside, Board, Color, Game, Marks, Move, Preset, SplitMix, Square, Surface, Topology, propose_dead,
    score, unconditionally_alive,
};

/// A 19x19 position as late in a game: walls, some dead stones, most dame filled.
fn late_position() -> Board {
    let mut random = SplitMix::new(3);
    let mut board = Board::new(Arc::new(Topology::grid(19, 19).unwrap()));
    let topology = Arc::clone(board.topology());
    for point in topology.points() {
        let (column, row) = topology.column_row_from_top(point);
        let border = 9 + (row / 3) % 2;
        let color = match column {
            _ if column == border || column == border - 1 && row % 4 == 0 => Some(Color::Black),
            _ if column == border + 1 => Some(Color::White),
            _ if random.below(9) > 0 => None,
            _ if random.below(4) > 0 => Some(if column < border { Color::Black } else { Color::White }),
            _ => Some(if column < border { Color::White } else { Color::Black }),
        };
        if let Some(color) = color {
            board.place(point, color, &mut Vec::new());
        }
    }
    board
}

fn playouts(criterion: &mut Criterion) {
    for side in [9, 19] {
        let mut group = criterion.benchmark_group(format!("{side}x{side} playout"));
        let any = Arc::new(Topology::grid(side, side).unwrap());
        group.sample_size(20).throughput(Throughput::Elements(1)).sampling_mode(SamplingMode::Flat);
        // Ten at a time, so that what a run makes first weighs little.
        group.throughput(Throughput::Elements(10));
        group.bench_function("tengen, the size known", |bencher| {
            bencher.iter(|| match side {
                9 => tengen::playouts(&Square::<9>, 10),
                _ => tengen::playouts(&Square::<19>, 10),
            });
        });
        group.bench_function("tengen, any graph", |bencher| bencher.iter(|| tengen::playouts(&any, 10)));
        group.bench_function("go_game_board, the same choice", |bencher| {
            bencher.iter(|| ego::playouts(side, 10));
        });
        let mut own = ego::Own::new(side);
        group.bench_function("go_game_board, its own sampler", |bencher| bencher.iter(|| own.playouts(10)));
        group.bench_function("goban", |bencher| bencher.iter(|| goban::playouts(side, 10)));
        group.finish();
    }
}

fn replay<S: Surface>(criterion: &mut Criterion, surface: &S, side: usize) {
    // A thousand games, so that branches and caches learn none of them by heart.
    let games: Vec<Recorded> = recorded(surface, 1000);
    let moves: usize = games.iter().map(Vec::len).sum();
    let any = Arc::new(Topology::grid(side, side).unwrap());
    let mut group = criterion.benchmark_group(format!("{side}x{side} replay of 1000 games"));
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    group.throughput(Throughput::Elements(moves as u64));
    for (ko, rules) in [("simple ko", tengen::simple_ko()), ("superko", tengen::superko())] {
        group.bench_function(format!("tengen, the size known, {ko}"), |bencher| {
            bencher.iter(|| tengen::replay(surface, rules, &games));
        });
        group.bench_function(format!("tengen, any graph, {ko}"), |bencher| {
            bencher.iter(|| tengen::replay(&any, rules, &games));
        });
    }
    let theirs = ego::Games::of(side, &games);
    group.bench_function("go_game_board, simple ko", |bencher| bencher.iter(|| ego::replay(&theirs)));
    for (ko, superko) in [("simple ko", false), ("superko", true)] {
        group.bench_function(format!("goban, {ko}"), |bencher| {
            bencher.iter(|| goban::replay(side, superko, &games));
        });
    }
    group.finish();
}

fn replays(criterion: &mut Criterion) {
    replay(criterion, &Square::<9>, 9);
    replay(criterion, &Square::<19>, 19);
}

/// A recorded game on a board as the server has it.
fn recorded_game(moves: &Recorded, preset: Preset) -> Game {
    let topology = Arc::new(Topology::grid(19, 19).unwrap());
    let mut game = Game::new(topology, preset.rules(), &[]).unwrap();
    for turn in moves.iter().take(300) {
        match *turn {
            Some(point) => drop(game.play(point).unwrap()),
            None => drop(game.pass().unwrap()),
        }
    }
    game
}

fn games(criterion: &mut Criterion) {
    let moves = recorded(&Square::<19>, 1).remove(0);
    for preset in [Preset::TrompTaylor, Preset::Japanese] {
        let game = recorded_game(&moves, preset);
        criterion.bench_function(&format!("undo after 300 moves, by replay, {preset}"), |bencher| {
            bencher.iter(|| {
                let mut earlier = Game::new(Arc::clone(game.board().topology()), *game.rules(), &[]).unwrap();
                for &(_, turn) in &game.moves()[..299] {
                    match turn {
                        Move::Play(point) => drop(earlier.play(point).unwrap()),
                        Move::Pass => drop(earlier.pass().unwrap()),
                    }
                }
                earlier
            });
        });
        criterion.bench_function(&format!("illegal points after 300 moves, {preset}"), |bencher| {
            bencher.iter(|| black_box(&game).illegal_points());
        });
    }
}

fn counting(criterion: &mut Criterion) {
    let board = late_position();
    for preset in [Preset::Chinese, Preset::Japanese, Preset::AncientTerritory] {
        let rules = preset.rules();
        criterion.bench_function(&format!("score, {preset}"), |bencher| {
            bencher.iter(|| score(black_box(&board), &Marks::default(), &rules, &Beside::default()).unwrap());
        });
    }
    criterion.bench_function("unconditional life", |bencher| {
        bencher.iter(|| unconditionally_alive(black_box(&board)));
    });
    let crowded = recorded_game(&recorded(&Square::<19>, 1).remove(0), Preset::Chinese);
    let mut group = criterion.benchmark_group("propose dead");
    group.sample_size(20);
    group.bench_function("late position", |bencher| bencher.iter(|| propose_dead(black_box(&board))));
    group.bench_function("random position", |bencher| {
        bencher.iter(|| propose_dead(black_box(crowded.board())));
    });
    group.finish();
}

criterion_group!(benches, playouts, replays, games, counting);
criterion_main!(benches);
