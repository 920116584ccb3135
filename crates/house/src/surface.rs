//! The usual boards have surfaces that are faster to play on.

/// Calls the body with the stones of a board on the fastest surface that there is for it. The error is that of stones without
/// liberties, which no board has.
macro_rules! on_fastest {
    ($board:expr, |$fast:ident| $body:expr) => {{
        use tengen_rules::{Board, Square};
        let slow = $board;
        let topology = slow.topology();
        let is_square = topology.is_plain_grid() && topology.width() == topology.height();
        let stones = || slow.stones();
        match if is_square { topology.width() } else { 0 } {
            9 => Board::from_stones(Square::<9>, &stones()).map(|$fast| {
                let $fast = &$fast;
                $body
            }),
            13 => Board::from_stones(Square::<13>, &stones()).map(|$fast| {
                let $fast = &$fast;
                $body
            }),
            19 => Board::from_stones(Square::<19>, &stones()).map(|$fast| {
                let $fast = &$fast;
                $body
            }),
            _ => Ok({
                let $fast = slow;
                $body
            }),
        }
    }};
}

pub(crate) use on_fastest;
