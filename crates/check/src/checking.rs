//! A whole record.

use tengen_protocol::{NeutralPoint, PerColor, Points, ScoreShape, Text};
use tengen_records::{Bounds, OpenGame};
use tengen_rules::{
    Beside, Board, Color, Dead, HalfPoints, Point, Proposal, Rules, Score, Stones, Topology, Vertex,
    propose_marks, score,
};
use tengen_sgf::go::{GameInfo, KomiForm, RecordedResult, Step, WonBy};
use tengen_sgf::{Collection, Node};

use crate::replay::Replay;
use crate::{DeadChoice, Failure, Forgiven, IllegalMove, KomiTaken, Options, Report, RulesChoice};

/// Makes games of the bytes of a file, in SGF or another format that is known, within the bounds of an import.
pub fn read(bytes: &[u8]) -> Result<Collection, Failure> {
    Ok(tengen_records::read_collection(bytes, &Bounds::GREAT)?)
}

/// Replays the main line of a game that is alone in its file, and counts where it ends. An illegal move ends it as well: then the report is
/// of the position before it.
pub fn check(root: Node<'_>, options: &Options) -> Result<Report, Failure> {
    let game = tengen_records::open_game(root, &Bounds::GREAT)?;
    check_opened(root, &game, options)
}

/// The same of a game that was [opened](tengen_records::open_games) with the others of its file.
pub fn check_opened(root: Node<'_>, game: &OpenGame, options: &Options) -> Result<Report, Failure> {
    let OpenGame { info, topology, .. } = game;
    let choice = options.rules.unwrap_or(game.rules);
    let rules = choice.rules();
    let (replay, illegal) = replayed(root, game, rules)?;
    let board = replay.game().board();
    let marked = marked(board, &rules, &options.dead)?;
    let komi = komi(&choice, info);
    let score = count(&replay, &marked, &choice, info, komi.points.0)?;
    let agrees = match (&illegal, info.result) {
        (None, Some(result)) => agreement(&score, &rules, result),
        _ => None,
    };
    let vertices = |points: &[Point]| -> Vec<Text<Vertex>> {
        points.iter().map(|&point| Text(topology.vertex(point))).collect()
    };
    Ok(Report {
        board: info.board.as_ref().and_then(|board| board.name()).map(Text),
        width: topology.width(),
        height: topology.height(),
        rules: choice.to_string(),
        komi,
        moves: replay.moves(),
        illegal,
        stones: board.stones().to_rows_string(),
        prisoners: PerColor::from(replay.game().prisoners()),
        to_move: Text(replay.game().to_move()),
        dead: vertices(&marked.dead),
        neutral: NeutralPoint::of(topology, &marked.neutral),
        unsettled: vertices(&marked.unsettled),
        owners: owners(topology, &score),
        score: ScoreShape::from(&score),
        recorded_result: info.result_text.clone(),
        agrees,
        warnings: game.warnings.iter().copied().map(Forgiven::from).collect(),
    })
}

/// The game as far as its record leads, and the move at which it stops.
fn replayed(root: Node<'_>, game: &OpenGame, rules: Rules) -> Result<(Replay, Option<IllegalMove>), Failure> {
    let mut replay = Replay::new(game, rules);
    for node in root.main_line() {
        let step = Step::read(node, &game.info)?;
        if let Err(illegal) = replay.follow(&step) {
            return Ok((replay, Some(illegal)));
        }
    }
    replay.finish();
    Ok((replay, None))
}

/// The marks. Under rules by which all stones left on the board are alive, nothing is.
fn marked(board: &Board, rules: &Rules, choice: &DeadChoice) -> Result<Proposal, Failure> {
    if rules.dead == Dead::AsPlayed {
        return Ok(Proposal::default());
    }
    match choice {
        DeadChoice::None => Ok(Proposal::default()),
        DeadChoice::Auto => Ok(propose_marks(board, rules)),
        DeadChoice::Points(vertices) => {
            let mut dead = Vec::new();
            for &vertex in vertices {
                let point = board.topology().point(vertex);
                let chain = point.map(|point| board.chain(point)).unwrap_or_default();
                if chain.is_empty() {
                    return Err(Failure::new(
                        "no_dead_stone",
                        format!("there is no stone at {vertex} to be dead"),
                    ));
                }
                dead.extend(chain);
            }
            dead.sort_unstable();
            dead.dedup();
            Ok(Proposal { dead, ..Proposal::default() })
        }
    }
}

/// The record's komi, or the usual one of the preset.
fn komi(choice: &RulesChoice, info: &GameInfo) -> KomiTaken {
    let preset = choice.preset();
    let usual = if info.handicap == 0 { preset.komi() } else { preset.handicap_komi() };
    KomiTaken {
        points: Points(info.komi.unwrap_or(usual)),
        from: info.komi_form.map_or("usual", KomiForm::name),
        written: info.komi_text.clone(),
    }
}

fn count(
    replay: &Replay,
    marked: &Proposal,
    choice: &RulesChoice,
    info: &GameInfo,
    komi: HalfPoints,
) -> Result<Score, Failure> {
    let beside = Beside {
        prisoners: replay.game().prisoners(),
        button: replay.game().button(),
        komi,
        handicap: info.handicap,
    };
    score(replay.game().board(), &marked.marks(), &choice.rules(), &beside)
        .map_err(|error| Failure::new("no_dead_stone", error.to_string()))
}

/// Whether a count leads to a result; `None` if the result does not come from counting.
fn agreement(score: &Score, rules: &Rules, result: RecordedResult) -> Option<bool> {
    let margin = score.margin();
    let winner = score.winner(rules.ties);
    match result {
        RecordedResult::Win { winner: recorded, by: WonBy::Score(by) } => {
            let size = if margin < HalfPoints::ZERO { -margin } else { margin };
            Some(winner == Some(recorded) && size == by)
        }
        RecordedResult::Draw => Some(winner.is_none()),
        RecordedResult::Win { .. } | RecordedResult::Void | RecordedResult::Unknown => None,
    }
}

fn owners(topology: &Topology, score: &Score) -> String {
    let mut owners = Stones::empty(topology);
    for point in topology.points() {
        let owner: Option<Color> = score.owners.get(point.index()).copied().flatten();
        owners.set(point, owner);
    }
    owners.to_rows_string()
}
