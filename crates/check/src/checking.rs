//! A whole record.

use std::sync::Arc;

use tengen_formats::Encoded;
use tengen_protocol::{NeutralPoint, PerColor, Points, ScoreShape, Text};
use tengen_records::known_rules_noting;
use tengen_rules::{
    Beside, Board, Color, Dead, HalfPoints, Point, Preset, Proposal, Rules, Score, Stones, Topology, Vertex,
    propose_marks, score,
};
use tengen_sgf::go::{GameInfo, KomiForm, RecordedResult, Step, WonBy};
use tengen_sgf::{Collection, Limits, Node, ParseError, Position, SyntaxError, Warnings};

use crate::opening::TURNS;
use crate::replay::{Replay, Stop};
use crate::{DeadChoice, Failure, Forgiven, IllegalMove, KomiTaken, Options, Report, RulesChoice};

/// The rules for records that name none that are known.
const USUAL: Preset = Preset::Japanese;

/// Makes games of the bytes of a file, in SGF or another format that is known.
pub fn read(bytes: &[u8]) -> Result<Collection, Failure> {
    if bytes.len() > Limits::DEFAULT.bytes {
        let position = Position { line: 1, column: 1 };
        return Err(ParseError { kind: SyntaxError::TooLarge, position }.into());
    }
    Ok(tengen_formats::read(bytes, Encoded::Somehow, &Limits::DEFAULT)?.collection)
}

/// Replays the main line of a game and counts where it ends. An illegal move ends it as well: then the report is of the
/// position before it.
pub fn check(root: Node<'_>, options: &Options) -> Result<Report, Failure> {
    let mut warnings = Warnings::default();
    let info = GameInfo::read_noting(root, &mut warnings)?;
    let known = known_rules_noting(root, &info, &mut warnings);
    let choice = options.rules.or(known).unwrap_or_else(|| USUAL.into());
    let rules = choice.rules();
    let topology = topology(&info)?;
    look_through(root, &info, &mut warnings)?;
    let (replay, illegal) = replayed(root, &info, rules, &topology)?;
    let board = replay.game().board();
    let marked = marked(board, &rules, &options.dead)?;
    let komi = komi(&choice, &info);
    let score = count(&replay, &marked, &choice, &info, komi.points.0)?;
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
        neutral: NeutralPoint::of(&topology, &marked.neutral),
        unsettled: vertices(&marked.unsettled),
        owners: owners(&topology, &score),
        score: ScoreShape::from(&score),
        recorded_result: info.result_text,
        agrees,
        warnings: root.collection().warnings(root, &warnings).into_iter().map(Forgiven::from).collect(),
    })
}

fn topology(info: &GameInfo) -> Result<Arc<Topology>, Failure> {
    if let Some(board) = &info.board {
        return Ok(Arc::clone(board));
    }
    let (width, height) = (usize::from(info.size.width()), usize::from(info.size.height()));
    let topology = Topology::grid(width, height);
    topology.map(Arc::new).map_err(|error| Failure::new("board_too_large", error.to_string()))
}

/// The game as far as its record leads, and the move at which it stops. Handicap stones that the record does not place are
/// where none of its moves is made: the moves know better than any custom where they stood.
fn replayed(
    root: Node<'_>,
    info: &GameInfo,
    rules: Rules,
    topology: &Arc<Topology>,
) -> Result<(Replay, Option<IllegalMove>), Failure> {
    for turns in TURNS {
        let mut replay = Replay::new(Arc::clone(topology), rules, info, turns);
        match follow(root, info, &mut replay) {
            Ok(()) => return Ok((replay, None)),
            Err(Stop::Illegal(illegal)) => return Ok((replay, Some(illegal))),
            Err(Stop::Failed(failure)) => return Err(failure),
            Err(Stop::Misplaced) => {}
        }
    }
    let message = "the record places no handicap stones, and plays where they would stand";
    Err(Failure::new("handicap_stones", message.to_owned()))
}

/// Reads every node, those of variations and behind an illegal move as well, and notes what is forgiven: a record that can't be brought
/// is none that can be checked.
fn look_through(root: Node<'_>, info: &GameInfo, warnings: &mut Warnings) -> Result<(), Failure> {
    let mut waiting = vec![root];
    while let Some(node) = waiting.pop() {
        Step::read_noting(node, info, warnings)?;
        let first = waiting.len();
        waiting.extend(node.children());
        waiting[first..].reverse();
    }
    Ok(())
}

fn follow(root: Node<'_>, info: &GameInfo, replay: &mut Replay) -> Result<(), Stop> {
    for node in root.main_line() {
        let step = Step::read(node, info).map_err(Failure::from)?;
        replay.follow(&step, node)?;
    }
    replay.finish()?;
    Ok(())
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
