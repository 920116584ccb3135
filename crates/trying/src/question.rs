//! A move that is tried, as the protocol asks for it.

use std::sync::Arc;

use tengen_game::{Line, NotPossible, Settings, SettingsError};
use tengen_protocol::{
    LONGEST_LINE, LONGEST_LINE_TEXT, MovesError, PerColor, SetUp, Text, Tried, TryMove, WrittenMove,
    written_moves,
};
use tengen_rules::{Board, Color, Game, Placement, Stones, StonesError, Topology, Vertex, max_free_handicap};

/// A question that has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotTried {
    /// A board or rules that no game may have.
    #[error(transparent)]
    Settings(SettingsError),
    /// Stones that do not fit the board.
    #[error("stones: {0}")]
    Stones(StonesError),
    /// A chain without a liberty, by one of its stones.
    #[error("the chain of {0} has no liberty")]
    NoLiberties(Vertex),
    /// More handicap stones than a game may have on this board.
    #[error("this board takes at most {max} handicap stones")]
    Handicap {
        /// The most that it takes.
        max: u8,
    },
    /// Handicap stones to place where Black does not choose their places, or not on an empty board before
    /// Black's first move.
    #[error("handicap stones are placed on an empty board, under rules by which Black chooses where")]
    Placement,
    /// A text that is no list of moves.
    #[error("moves: {0}")]
    Moves(MovesError),
    /// A text that is no move.
    #[error("move: {0}")]
    Move(MovesError),
    /// A move of the line that can't be made.
    #[error("move {number}: {why}")]
    NotPossible {
        /// Its number in the line, from 1 on.
        number: u32,
        /// Where; `None` for a pass.
        at: Option<Vertex>,
        /// Why not.
        why: NotPossible,
    },
}

/// Plays a line, and tries the move behind it.
///
/// # Errors
///
/// If there is no such board or position, or a move of the line can't be made. The rule that forbids the last
/// move is an answer.
pub fn try_move(question: &TryMove) -> Result<Tried, NotTried> {
    let topology =
        Arc::new(question.board.0.topology().map_err(SettingsError::Board).map_err(NotTried::Settings)?);
    let mut line = Line::new(beginning(question, Arc::clone(&topology))?);
    let (color, at) = one_move(&question.next).map_err(NotTried::Move)?;
    let moves = match question.moves.trim_matches(' ') {
        _ if question.moves.len() > LONGEST_LINE_TEXT => {
            return Err(NotTried::Moves(MovesError::TooLong(LONGEST_LINE)));
        }
        "" => Vec::new(),
        moves => written_moves(moves, LONGEST_LINE).map_err(NotTried::Moves)?,
    };
    for (number, (color, at)) in (1..).zip(moves) {
        line.make(color, at).map_err(|why| NotTried::NotPossible { number, at, why })?;
    }
    let (captured, illegal) = match line.make(color, at) {
        Ok(captured) => (captured, None),
        Err(why) => (Vec::new(), Some(why.rule().to_owned())),
    };
    Ok(Tried {
        stones: line.game().board().stones().to_string(),
        to_move: line.to_move().map(Text),
        captured: captured.iter().map(|&point| Text(topology.vertex(point))).collect(),
        prisoners: PerColor::from(line.game().prisoners()),
        illegal,
    })
}

fn one_move(text: &str) -> Result<WrittenMove, MovesError> {
    // A list has one move at least.
    written_moves(text, 1)?.pop().ok_or(MovesError::Unreadable)
}

fn beginning(question: &TryMove, topology: Arc<Topology>) -> Result<Game, NotTried> {
    let rules = question.rules.rules;
    Settings::check_rules(&rules).map_err(NotTried::Settings)?;
    let SetUp { stones, to_move, handicap } = question.setup.clone().unwrap_or_default();
    if handicap > 1 {
        let places_them = rules.placement == Placement::Free && stones.is_none();
        if !places_them || to_move == Some(Text(Color::White)) {
            return Err(NotTried::Placement);
        }
        let max = max_free_handicap(&topology).min(Settings::MAX_HANDICAP);
        if handicap > max {
            return Err(NotTried::Handicap { max });
        }
        return Game::with_free_handicap(topology, rules, handicap)
            .map_err(|error| NotTried::Handicap { max: error.max });
    }
    let stones = match stones {
        Some(stones) => Stones::parse(&topology, &stones).map_err(NotTried::Stones)?,
        None => Stones::empty(&topology),
    };
    let board = Board::from_stones(Arc::clone(&topology), &stones)
        .map_err(|error| NotTried::NoLiberties(topology.vertex(error.stone)))?;
    Ok(Game::from_board(board, rules, to_move.map_or(Color::Black, |color| color.0)))
}
