//! The beginning of a game on an engine's board.

use tengen_protocol::{BoardShape, PositionShape};
use tengen_rules::{Color, Preset, Vertex};

use crate::engine::{Engine, EngineError, PATIENCE};
use crate::gtp::vertices;
use crate::position::Position;

/// Puts the beginning of a game on an engine's board, and tells whether the engine took the command for the rules. With `must_take` it is
/// a fault if it does not: it would keep the rules of another game.
pub(crate) async fn set_up(
    engine: &mut Engine,
    position: &Position,
    rules: Option<&str>,
    must_take: bool,
) -> Result<bool, EngineError> {
    let settings = &position.settings;
    engine.ask(&format!("boardsize {}", settings.board.width), PATIENCE).await?;
    engine.ask("clear_board", PATIENCE).await?;
    engine.ask(&format!("komi {}", settings.komi.0), PATIENCE).await?;
    let taken = match rules {
        Some(command) if must_take => engine.ask(command, PATIENCE).await.map(|_| true)?,
        Some(command) => allowed_to_refuse(engine.ask(command, PATIENCE).await)?,
        None => false,
    };
    if let Some(beginning) = &position.settings.position {
        begin(engine, settings.board, beginning).await?;
    } else if !position.setup.is_empty() {
        place_handicap(engine, position).await?;
    }
    Ok(taken)
}

/// Puts the stones of a fixed handicap on the board.
async fn place_handicap(engine: &mut Engine, position: &Position) -> Result<(), EngineError> {
    if engine.has("set_free_handicap") {
        let stones: Vec<_> = position.setup.iter().map(ToString::to_string).collect();
        engine.ask(&format!("set_free_handicap {}", stones.join(" ")), PATIENCE).await?;
    } else if engine.has("fixed_handicap") {
        let placed = engine.ask(&format!("fixed_handicap {}", position.setup.len()), PATIENCE).await?;
        let mut placed = vertices(&placed).unwrap_or_default();
        let mut wanted = position.setup.clone();
        placed.sort_unstable();
        wanted.sort_unstable();
        if placed != wanted {
            let answer = "its stones are on other points than the server's".to_owned();
            return Err(EngineError::Refused { command: "fixed_handicap".to_owned(), answer });
        }
    } else {
        for &stone in &position.setup {
            play(engine, Color::Black, Some(stone)).await?;
        }
    }
    Ok(())
}

/// Makes a move on an engine's board.
pub(crate) async fn play(engine: &mut Engine, color: Color, at: Option<Vertex>) -> Result<(), EngineError> {
    let at = at.map_or_else(|| "pass".to_owned(), |at| at.to_string());
    engine.ask(&format!("play {color} {at}"), PATIENCE).await?;
    Ok(())
}

/// Puts the stones of a position on the board, and makes the moves that led on from them.
async fn begin(engine: &mut Engine, board: BoardShape, beginning: &PositionShape) -> Result<(), EngineError> {
    // Any part of a legal position is legal, so no stone takes another, in whatever order they come.
    let rows = beginning.stones.as_bytes().chunks(board.width.max(1)).rev();
    for (row, stones) in (1..).zip(rows) {
        for (column, stone) in (0..).zip(stones) {
            let color = match stone {
                b'B' => Color::Black,
                b'W' => Color::White,
                _ => continue,
            };
            if let Some(at) = Vertex::new(column, row) {
                play(engine, color, Some(at)).await?;
            }
        }
    }
    let mut to_move = beginning.to_move.0;
    for (color, at) in &beginning.moves.0.0 {
        let color = color.unwrap_or(to_move);
        play(engine, color, *at).await?;
        to_move = color.opponent();
    }
    Ok(())
}

/// The command that names the rules, where engine and rules have one.
pub(crate) fn rules_command(engine: &Engine, position: &Position) -> Option<String> {
    let (kgs, kata) = match position.settings.rules.preset.0 {
        Preset::Japanese | Preset::Korean | Preset::Core | Preset::Tournament => ("japanese", "japanese"),
        Preset::Chinese | Preset::ChineseSuperko | Preset::CoreArea => ("chinese", "chinese"),
        Preset::Aga => ("aga", "aga"),
        Preset::Bga | Preset::French => ("aga", "bga"),
        Preset::AgaButton => ("aga", "aga-button"),
        Preset::NewZealand => ("new_zealand", "new-zealand"),
        Preset::Logical | Preset::TrompTaylor => ("new_zealand", "tromp-taylor"),
        Preset::StoneScoring => ("chinese", "stone-scoring"),
        _ => return None,
    };
    if engine.has("kata-set-rules") {
        Some(format!("kata-set-rules {kata}"))
    } else {
        engine.has("kgs-rules").then(|| format!("kgs-rules {kgs}"))
    }
}

/// Some engines list a command and refuse arguments that they don't know; the game goes on without the command. Tells whether it was taken.
pub(crate) fn allowed_to_refuse(answer: Result<String, EngineError>) -> Result<bool, EngineError> {
    match answer {
        Err(error) if error.is_broken() => Err(error),
        Err(error) => {
            tracing::debug!(%error, "passed over");
            Ok(false)
        }
        Ok(_) => Ok(true),
    }
}
