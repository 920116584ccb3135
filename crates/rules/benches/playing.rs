//! How fast the engine plays, judges and counts.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    reason = "the macros write undocumented functions; a bench may fail"
)]

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tengen_rules::{
    Beside, Board, Color, Game, Move, Playout, Preset, SplitMix, Topology, propose_dead, score,
    unconditionally_alive,
};

fn empty(size: usize) -> Board {
    Board::new(Arc::new(Topology::grid(size, size).unwrap()))
}

/// A game of so many random legal turns.
fn random_game(size: usize, preset: Preset, turns: usize) -> Game {
    let topology = Arc::new(Topology::grid(size, size).unwrap());
    let mut random = SplitMix::new(7);
    let mut game = Game::new(Arc::clone(&topology), preset.rules(), &[]).unwrap();
    while game.moves().len() < turns {
        let point = topology.point_at_index(random.below(topology.size())).unwrap();
        let _ = game.play(point);
    }
    game
}

/// A 19x19 position as late in a game: walls, some dead stones, most dame filled.
fn late_position() -> Board {
    let mut random = SplitMix::new(3);
    let mut board = empty(19);
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
    let mut group = criterion.benchmark_group("random playout");
    for size in [9, 19] {
        let start = empty(size);
        let mut playout = Playout::new(&start);
        let mut random = SplitMix::new(1);
        group.throughput(Throughput::Elements(1));
        group.bench_function(format!("{size}x{size}"), |bencher| {
            bencher.iter(|| {
                playout.run(&start, Color::Black, &mut random);
                black_box(playout.moves())
            });
        });
    }
    group.finish();
}

fn games(criterion: &mut Criterion) {
    for preset in [Preset::TrompTaylor, Preset::Japanese] {
        let game = random_game(19, preset, 300);
        criterion.bench_function(&format!("replay 300 moves, {preset}"), |bencher| {
            bencher.iter(|| {
                let mut replay = Game::new(Arc::clone(game.board().topology()), *game.rules(), &[]).unwrap();
                for &(_, turn) in game.moves() {
                    match turn {
                        Move::Play(point) => drop(replay.play(point).unwrap()),
                        Move::Pass => drop(replay.pass().unwrap()),
                    }
                }
                replay
            });
        });
        criterion.bench_function(&format!("illegal points after 300 moves, {preset}"), |bencher| {
            bencher.iter(|| black_box(&game).illegal_points());
        });
    }
}

fn counting(criterion: &mut Criterion) {
    let board = late_position();
    for preset in [Preset::Chinese, Preset::Japanese] {
        let rules = preset.rules();
        criterion.bench_function(&format!("score, {preset}"), |bencher| {
            bencher.iter(|| score(black_box(&board), &[], &rules, &Beside::default()).unwrap());
        });
    }
    criterion.bench_function("unconditional life", |bencher| {
        bencher.iter(|| unconditionally_alive(black_box(&board)));
    });
    let crowded = random_game(19, Preset::Chinese, 200);
    let mut group = criterion.benchmark_group("propose dead");
    group.sample_size(20);
    group.bench_function("late position", |bencher| bencher.iter(|| propose_dead(black_box(&board))));
    group.bench_function("random position", |bencher| {
        bencher.iter(|| propose_dead(black_box(crowded.board())));
    });
    let nine = random_game(9, Preset::Chinese, 40);
    group.bench_function("random 9x9 position", |bencher| {
        bencher.iter(|| propose_dead(black_box(nine.board())));
    });
    group.finish();
}

criterion_group!(benches, playouts, games, counting);
criterion_main!(benches);
