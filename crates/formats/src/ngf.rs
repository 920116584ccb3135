//! NGF, the format of WBaduk: facts by the number of their line, then a line for each move.
//!
//! ```text
//! Rating game
//! 19
//! White      5D
//! Black      4D*
//! www.wbaduk.com
//! 0
//! 0
//! 6
//! 20240604 [17:20]
//! 5
//! White wins by 3.5!
//! 2
//! PMABBQEEQ
//! PMACWEEEE
//! ```

use tengen_rules::Color;
use tengen_sgf::{Limits, Name};

use crate::ReadError;
use crate::game::{Game, Place};
use crate::line::{Line, lines};

/// The line with the number of the moves, before the first of them.
const COUNT: usize = 11;

pub(crate) fn read<'a>(text: &str, limits: &'a Limits) -> Result<Game<'a>, ReadError> {
    let mut game = Game::new(limits);
    for (at, line) in lines(text).enumerate() {
        match at {
            0 => game.fact(Name::EV, line.text),
            1 => game.board(line.text, line.start())?,
            2 => player(&mut game, line.text, [Name::PW, Name::WR]),
            3 => player(&mut game, line.text, [Name::PB, Name::BR]),
            4 => game.fact(Name::PC, line.text),
            5 => {
                game.stones(line.text, line.start());
                let (side, stones) = (game.side, game.handicap);
                // The third stone stands at the lower right.
                game.set_up_handicap(|place| if stones == 3 { mirrored(place, side) } else { place });
            }
            7 => komi(&mut game, &line),
            8 => game.fact(Name::DT, day(line.text).unwrap_or_default()),
            10 => game.fact(Name::RE, won(line.text).unwrap_or_else(|| line.text.to_owned())),
            COUNT.. => made(&mut game, &line)?,
            _ => {}
        }
    }
    Ok(game)
}

/// A point on the other side of the diagonal from the lower left to the upper right.
fn mirrored((column, row): Place, side: usize) -> Place {
    (side - 1 - row, side - 1 - column)
}

/// A name and a rank behind it, with white space between them.
fn player(game: &mut Game<'_>, text: &str, [name, rank]: [Name<'static>; 2]) {
    let (own, its_rank) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    game.fact(name, own);
    game.fact(rank, its_rank);
}

/// Half a point is left out of the komi of an even game.
fn komi(game: &mut Game<'_>, line: &Line<'_>) {
    match line.text.parse::<u32>() {
        Ok(komi) if game.handicap == 0 => game.komi(&format!("{komi}.5"), line.start()),
        _ => game.komi(line.text, line.start()),
    }
}

/// The day in eight digits.
fn day(text: &str) -> Option<String> {
    let digits = text.get(..8).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_digit()))?;
    Some(format!("{}-{}-{}", &digits[..4], &digits[4..6], &digits[6..]))
}

/// The result in the words of SGF, from those of the server.
fn won(text: &str) -> Option<String> {
    let small = text.to_lowercase();
    let color = match (small.contains("white win"), small.contains("black win")) {
        (true, false) => 'W',
        (false, true) => 'B',
        _ => return None,
    };
    let numbers = small.split(|character: char| !character.is_ascii_digit() && character != '.');
    let margin = numbers.map(|number| number.trim_matches('.')).find(|number| number.parse::<f64>().is_ok());
    let by = if small.contains("resign") {
        "R"
    } else if small.contains("time") {
        "T"
    } else {
        margin.unwrap_or_default()
    };
    Some(format!("{color}+{by}"))
}

/// A line of a move: `PM`, two letters that count, the colour, and two letters from `B` on. `AA` is a pass.
fn made(game: &mut Game<'_>, line: &Line<'_>) -> Result<(), ReadError> {
    let text = line.text.as_bytes();
    if !(text.len() >= 2 && text[..2].eq_ignore_ascii_case(b"PM")) {
        return Ok(());
    }
    let no_move =
        || ReadError::new("bad_point", line.start(), "not a move: PM, two letters, B or W, and two letters");
    let &[_, _, _, _, color, column, row, ..] = text else { return Err(no_move()) };
    let color = match color.to_ascii_uppercase() {
        b'B' => Color::Black,
        b'W' => Color::White,
        _ => return Err(no_move()),
    };
    let index =
        |letter: u8| letter.is_ascii_alphabetic().then(|| usize::from(letter.to_ascii_uppercase() - b'A'));
    let (Some(column), Some(row)) = (index(column), index(row)) else { return Err(no_move()) };
    match (column.checked_sub(1), row.checked_sub(1)) {
        (None, None) => game.play(color, None, line.start()),
        (Some(column), Some(row)) => game.play(color, Some((column, row)), line.start()),
        _ => Err(no_move()),
    }
}
