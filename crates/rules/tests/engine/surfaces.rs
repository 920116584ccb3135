//! The same game on every surface that has the same points.

use std::sync::Arc;

use tengen_rules::{
    Beside, Board, Color, Game, Marks, Playout, Point, Preset, SplitMix, Square, Surface, Topology,
    propose_dead, score, unconditionally_alive,
};

fn play_on_both<const SIDE: usize>(preset: Preset, turns: usize, random: &mut SplitMix)
where
    Square<SIDE>: Surface,
{
    let topology = Arc::new(Topology::grid(SIDE, SIDE).unwrap());
    let mut any = Game::new(topology, preset.rules(), &[]).unwrap();
    let mut square = Game::new(Square::<SIDE>, preset.rules(), &[]).unwrap();
    for turn in 0..turns {
        let point = Point::new(random.below(SIDE * SIDE + 1)).unwrap();
        assert_eq!(any.check(point), square.check(point));
        assert_eq!(any.play(point), square.play(point));
        assert_eq!(any.board().hash(), square.board().hash());
        if turn % 40 == 0 {
            assert_eq!(any.illegal_points(), square.illegal_points());
        }
    }
    assert_eq!(any.board().stones(), square.board().stones());
    assert_eq!(any.prisoners(), square.prisoners());
    for point in square.board().surface().points() {
        assert_eq!(any.board().chain(point), square.board().chain(point));
        assert_eq!(any.board().liberties(point), square.board().liberties(point));
    }
    assert_eq!(unconditionally_alive(any.board()), unconditionally_alive(square.board()));
    assert_eq!(propose_dead(any.board()), propose_dead(square.board()));
    let beside = Beside::default();
    assert_eq!(
        score(any.board(), &Marks::default(), any.rules(), &beside),
        score(square.board(), &Marks::default(), square.rules(), &beside)
    );
}

#[test]
fn a_square_plays_like_any_graph() {
    let mut random = SplitMix::new(11);
    for preset in [Preset::TrompTaylor, Preset::Japanese, Preset::Ing, Preset::Bga] {
        play_on_both::<9>(preset, 400, &mut random);
        play_on_both::<13>(preset, 700, &mut random);
    }
    play_on_both::<19>(Preset::TrompTaylor, 2500, &mut random);
}

#[test]
fn playouts_are_the_same_on_both() {
    let any = Board::new(Arc::new(Topology::grid(9, 9).unwrap()));
    let square = Board::new(Square::<9>);
    let (mut on_any, mut on_square) = (Playout::new(&any), Playout::new(&square));
    for seed in 0..20 {
        on_any.run(&any, Color::Black, &mut SplitMix::new(seed));
        on_square.run(&square, Color::Black, &mut SplitMix::new(seed));
        assert_eq!(on_any.board().stones(), on_square.board().stones());
        assert_eq!(on_any.moves(), on_square.moves());
    }
}

#[test]
fn a_proposal_depends_on_the_position_alone() {
    // The same stones in another order make other circles of links.
    let mut random = SplitMix::new(3);
    let mut board = Board::new(Arc::new(Topology::grid(9, 9).unwrap()));
    for turn in 0..60 {
        let point = Point::new(random.below(81)).unwrap();
        let color = Color::ALL[turn % 2];
        if !board.is_suicide(point, color) {
            board.place(point, color, &mut Vec::new());
        }
    }
    let anew = Board::from_stones(Arc::clone(board.topology()), &board.stones()).unwrap();
    assert_eq!(propose_dead(&anew), propose_dead(&board));
}
