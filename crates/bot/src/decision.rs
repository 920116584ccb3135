//! What a bot does next: a pure function of the game and of what was already done.

use tengen_client::Table;
use tengen_game::Millis;
use tengen_rules::{Color, Vertex};

use crate::gtp::Answer;

/// What the operator wants of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Manners {
    /// Whether opponents may take back.
    pub accept_undo: bool,
    /// How many times own marks are proposed in a scoring phase before the rules decide.
    pub proposals: u8,
    /// What happens to a game whose opponent has left.
    pub claim: Claim,
}

/// What happens to a game whose opponent has left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Claim {
    /// It is won.
    Win,
    /// It ends without a result.
    Abort,
    /// It goes on.
    Never,
}

/// What was thought and done, as far as it matters for what comes.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    /// The engine's move, and in which turn it is one.
    pub chosen: Option<(u32, Answer)>,
    /// What the engine thinks dead, and in which turn.
    pub dead: Option<(u32, Vec<Vertex>)>,
    /// How many times own marks were proposed, and in which turn.
    pub proposed: (u32, u8),
    /// The turn in which the other's marks are good enough: own ones can't be had.
    pub yields: Option<u32>,
    /// The turn in which a pass is confirmed.
    pub confirms: Option<u32>,
    /// Whether the game is to be given up, for the engine is of no use.
    pub gives_up: bool,
}

/// What to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Wait for something to happen.
    Wait,
    /// Ask the engine for a move.
    ThinkOfMove,
    /// Ask the engine which stones are dead.
    ThinkOfDead,
    /// Send a command.
    Send(Wish),
}

/// A command without its id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wish {
    /// Play a stone.
    Play(Vertex),
    /// Pass, knowingly or not.
    Pass {
        /// Whether every stone may become alive.
        confirm: bool,
    },
    /// Give up.
    Resign,
    /// Mark stones as dead.
    Propose(Vec<Vertex>),
    /// Accept the marks.
    Accept,
    /// Go back to play.
    Resume,
    /// Answer a request to take back.
    AnswerUndo {
        /// The request.
        request: u32,
        /// Whether it is granted.
        accept: bool,
    },
    /// End the game, for the opponent has left.
    Claim {
        /// Whether it is won.
        win: bool,
    },
}

/// What a player of a colour does now. `away` is since when the opponent's absence ends the game.
pub fn decide(
    table: &Table,
    color: Color,
    memory: &Memory,
    manners: Manners,
    away: Option<Millis>,
    now: Millis,
) -> Action {
    let snapshot = table.snapshot();
    if table.is_open() || table.is_finished() {
        return Action::Wait;
    }
    if memory.gives_up {
        return Action::Send(Wish::Resign);
    }
    if let Some(undo) = snapshot.undo.filter(|undo| undo.color.0 != color) {
        return Action::Send(Wish::AnswerUndo { request: undo.request, accept: manners.accept_undo });
    }
    if let Some(marks) = table.scoring() {
        return if *marks.accepted.get(color) { Action::Wait } else { agree(table, color, memory, manners) };
    }
    if snapshot.pause.is_some() {
        return Action::Wait;
    }
    if table.to_move() != Some(color) {
        let claimable = away.is_some_and(|since| since <= now);
        return match manners.claim {
            Claim::Win if claimable => Action::Send(Wish::Claim { win: true }),
            Claim::Abort if claimable => Action::Send(Wish::Claim { win: false }),
            _ => Action::Wait,
        };
    }
    match memory.chosen {
        Some((turn, answer)) if turn == table.turn() => Action::Send(match answer {
            Answer::Play(at) => Wish::Play(at),
            Answer::Pass => Wish::Pass { confirm: memory.confirms == Some(turn) },
            Answer::Resign => Wish::Resign,
        }),
        _ => Action::ThinkOfMove,
    }
}

/// Marks that are the engine's are accepted; others are answered by the engine's a few times, and then by playing on,
/// which ends: the rules count resumptions.
fn agree(table: &Table, color: Color, memory: &Memory, manners: Manners) -> Action {
    let Some(marks) = table.scoring() else { return Action::Wait };
    let turn = table.turn();
    if memory.yields == Some(turn) {
        return Action::Send(Wish::Accept);
    }
    let own = match &memory.dead {
        Some((thought, dead)) if *thought == turn => dead,
        _ => return Action::ThinkOfDead,
    };
    if same(own, &marks.dead.iter().map(|vertex| vertex.0).collect::<Vec<_>>()) {
        return Action::Send(Wish::Accept);
    }
    let proposed = if memory.proposed.0 == turn { memory.proposed.1 } else { 0 };
    if proposed < manners.proposals && *marks.proposals_left.get(color) > 0 {
        return Action::Send(Wish::Propose(own.clone()));
    }
    Action::Send(Wish::Resume)
}

fn same(one: &[Vertex], other: &[Vertex]) -> bool {
    one.len() == other.len() && one.iter().all(|vertex| other.contains(vertex))
}

/// Whole chains: every stone that is connected with one of these. Points without a stone are left out.
pub fn whole_chains(table: &Table, dead: &[Vertex]) -> Vec<Vertex> {
    let Some(board) = table.topology() else { return Vec::new() };
    let mut marked = vec![false; board.size()];
    let mut open: Vec<_> = dead.iter().filter_map(|at| board.point(*at)).collect();
    open.retain(|point| table.stone(board.vertex(*point)).is_some());
    while let Some(point) = open.pop() {
        if !std::mem::replace(&mut marked[point.index()], true) {
            let stone = table.stone(board.vertex(point));
            open.extend(
                board.neighbours(point).iter().filter(|next| table.stone(board.vertex(**next)) == stone),
            );
        }
    }
    board.points().filter(|point| marked[point.index()]).map(|point| board.vertex(point)).collect()
}
