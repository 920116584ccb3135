//! The next step of a bot: a pure function of the game and of the steps before.

use tengen_client::Table;
use tengen_game::Millis;
use tengen_protocol::{Scoring, Text};
use tengen_rules::{Color, NeutralReason, Point, Vertex};

use crate::gtp::Answer;

/// The operator's wishes for a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Manners {
    /// Whether opponents may take back.
    pub accept_undo: bool,
    /// How many times own marks are proposed in a scoring phase before the rules decide.
    pub proposals: u8,
    /// What happens to a game whose opponent has left.
    pub claim: Claim,
    /// How long the opponent may take for the first move in a game without a clock before it is called off, in milliseconds.
    pub first_move: Millis,
}

/// How long after the server allows something for the passing of time the bot does it: its clock is not quite the server's.
pub const ALLOWED_FOR: Millis = 2_000;
/// How long after the server allows it a game gets a clock: an hour after the last move. With the clock, which is three days for a move, an
/// opponent who leaves has longer than before.
const CLOCK_GIVEN_AFTER: Millis = 45 * 60_000;
/// How long an opponent may take for a move in a game without a clock before the game counts as one that is played now and then.
const LEISURE: Millis = 5 * 60_000;

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

/// The thoughts and steps so far, as far as they matter for the next one.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    /// The engine's move, and in which turn it is one.
    pub chosen: Option<(u32, Answer)>,
    /// The stones that the engine thinks dead, and the turn of that thought.
    pub dead: Option<(u32, Vec<Vertex>)>,
    /// How many times own marks were proposed, and in which turn.
    pub proposed: (u32, u8),
    /// The turn in which the other's marks are good enough: own ones can't be had.
    pub yields: Option<u32>,
    /// The turn in which a pass is confirmed.
    pub confirms: Option<u32>,
    /// Whether the game is to be given up, for the engine is of no use.
    pub gives_up: bool,
    /// Since when the bot has been there, and the server: nobody is late before somebody could come.
    pub here_since: Millis,
    /// Whether the server takes no reasons.
    pub no_reasons: bool,
}

/// The next step.
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
    /// Call the game off, for the opponent has made no first move.
    CallOff,
    /// Give the game a clock, for the opponent has made no move for long.
    GiveClock,
}

/// The step of a player of a colour now. `away` is since when the opponent's absence ends the game.
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
    if snapshot.pause.is_some() {
        return Action::Wait;
    }
    if let Some(marks) = table.scoring() {
        return if *marks.accepted.get(color) { Action::Wait } else { agree(table, color, memory, manners) };
    }
    if table.to_move() != Some(color) {
        return wait(table, memory, manners, away, now);
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

/// Waits for the opponent's move, but not for ever.
fn wait(table: &Table, memory: &Memory, manners: Manners, away: Option<Millis>, now: Millis) -> Action {
    if called_off_at(table, memory, manners).is_some_and(|at| at <= now) {
        return Action::Send(Wish::CallOff);
    }
    if manners.claim == Claim::Never {
        return Action::Wait;
    }
    if let Some(since) = away {
        let claim = Action::Send(Wish::Claim { win: manners.claim == Claim::Win });
        return if since <= now { claim } else { Action::Wait };
    }
    let givable_at = table.snapshot().clock_givable_at.filter(|_| !waits_for_first_move(table));
    if givable_at.is_some_and(|at| at + CLOCK_GIVEN_AFTER <= now) {
        Action::Send(Wish::GiveClock)
    } else {
        Action::Wait
    }
}

fn waits_for_first_move(table: &Table) -> bool {
    table.snapshot().waits.as_ref().is_some_and(|waits| waits.what == "first_move")
}

/// When a game without a clock is called off because a first move has not come, unless it comes before. Games with a clock are
/// called off by the server.
pub fn called_off_at(table: &Table, memory: &Memory, manners: Manners) -> Option<Millis> {
    let snapshot = table.snapshot();
    let untimed = snapshot.settings.clock.is_none() && waits_for_first_move(table);
    let since = snapshot.updated_at.max(memory.here_since);
    untimed.then(|| since.saturating_add(manners.first_move))
}

/// Whether a game of the player of a colour goes on only now and then: it began without a clock, and the opponent has left it waiting for
/// minutes.
pub fn is_at_leisure(table: &Table, color: Color, now: Millis) -> bool {
    let snapshot = table.snapshot();
    let is_others_turn = match table.scoring() {
        Some(marks) => *marks.accepted.get(color),
        None => table.to_move() == Some(color.opponent()),
    };
    snapshot.settings.clock.is_none() && is_others_turn && now - snapshot.updated_at >= LEISURE
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
    // Engines know nothing of points that are nobody's, so they trust the server about them. Those of a seki count for nobody whether
    // they are marked or not, unless the engine takes one of its sides for dead: then they are somebody's.
    let counts = |at: &Vertex| !is_seki(marks, *at) || is_beside(table, own, *at);
    let neutral: Vec<Vertex> = vertices(&marks.neutral).into_iter().filter(counts).collect();
    if same(own, &vertices(&marks.dead)) && same(&vertices(&proposed_neutral(marks)), &neutral) {
        return Action::Send(Wish::Accept);
    }
    let proposed = if memory.proposed.0 == turn { memory.proposed.1 } else { 0 };
    if proposed < manners.proposals && *marks.proposals_left.get(color) > 0 {
        return Action::Send(Wish::Propose(own.clone()));
    }
    Action::Send(Wish::Resume)
}

/// The points that the server proposed as nobody's, but for those of sekis: an engine may see that one side is dead.
pub fn proposed_neutral(marks: &Scoring) -> Vec<Text<Vertex>> {
    let others = marks.proposed_neutral.iter().filter(|neutral| neutral.reason.0 != NeutralReason::Seki);
    others.map(|neutral| neutral.at).collect()
}

/// Whether the server proposed a point as one of a seki.
fn is_seki(marks: &Scoring, at: Vertex) -> bool {
    marks.proposed_neutral.iter().any(|neutral| neutral.at.0 == at && neutral.reason.0 == NeutralReason::Seki)
}

/// Whether one of these stones stands beside a point.
fn is_beside(table: &Table, stones: &[Vertex], at: Vertex) -> bool {
    let Some(board) = table.topology() else { return false };
    let is_one = |next: &Point| stones.contains(&board.vertex(*next));
    board.point(at).is_some_and(|point| board.neighbours(point).iter().any(is_one))
}

fn vertices(marked: &[Text<Vertex>]) -> Vec<Vertex> {
    marked.iter().map(|vertex| vertex.0).collect()
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

#[cfg(test)]
mod tests {
    use tengen_protocol::Snapshot;

    use super::*;

    const MANNERS: Manners =
        Manners { accept_undo: false, proposals: 2, claim: Claim::Win, first_move: 60_000 };

    /// A game on 3x3 with black stones on A3, B3 and C1 and a white one on A1, Black to move.
    fn table(change: impl FnOnce(&mut Snapshot)) -> Table {
        let person = |id: &str| format!(r#"{{"id": "{id}", "name": "Ann", "guest": true, "kind": "guest"}}"#);
        let (black, white) = (person("8k2q4w7m1x9c3v5b"), person("1c5v9b3n7m2q6w4k"));
        let budget = r#"{"black": {"millis": 0, "times": 0}, "white": {"millis": 0, "times": 0}}"#;
        let away = r#"{"here": true, "claimable_at": null}"#;
        let rules = r#"{"preset": "chinese", "repetition": "basic_ko", "long_cycle": "no_result", "suicide": "forbidden",
            "scoring": "area", "tax": "none", "pass_stones": false, "white_passes_last": false, "dead": "agreement",
            "resume_first": "opponent_of_requester", "resumptions": 2, "handicap_bonus": "zero", "placement": "fixed",
            "button": "none", "ties": "draw"}"#;
        let json = format!(
            r#"{{"id": "4t9x2m8q6w1k5c7v", "seq": 5, "phase": "playing", "created_at": 0, "updated_at": 0, "setup": [],
            "settings": {{"board": {{"width": 3, "height": 3}}, "rules": {rules}, "komi": 6.5, "handicap": 0,
                          "color": "black", "private": false}},
            "now": 0, "creator": {black}, "opponent": null, "players": {{"black": {black}, "white": {white}}}, "turn": 4,
            "to_move": "black", "stones": "BB....W.B", "prisoners": {{"black": 0, "white": 0}}, "moves": [],
            "illegal": [], "clock": null, "waits": null, "pause": null, "pauses_left": {budget}, "undo": null,
            "presence": {{"black": {away}, "white": {away}, "watching": 0}}, "rematch": null, "scoring": null,
            "resumptions_left": 2, "handicap_left": 0, "button": null, "pass_stones": false, "pass_ends": false,
            "result": null}}"#
        );
        let mut snapshot = serde_json::from_str(&json).unwrap();
        change(&mut snapshot);
        Table::new(snapshot)
    }

    /// The same while these stones are marked.
    fn marked(dead: &[&str], by_black: bool) -> Table {
        let marks = |dead: &[&str]| {
            let score = r#"{"black": 0, "white": 0, "margin": 0, "lines": []}"#;
            let json = format!(
                r#"{{"version": 3, "dead": {dead:?}, "unsettled": [], "accepted": {{"black": {by_black}, "white": false}},
                "proposals_left": {{"black": 9, "white": 9}}, "deadline": 0, "owners": ".........", "open_borders": [],
                "score": {score}}}"#
            );
            serde_json::from_str::<Scoring>(&json).unwrap()
        };
        table(|snapshot| {
            (snapshot.phase, snapshot.to_move) = ("scoring".to_owned(), None);
            snapshot.scoring = Some(marks(dead));
        })
    }

    fn at(text: &str) -> Vertex {
        text.parse().unwrap()
    }

    fn black(table: &Table, memory: &Memory) -> Action {
        decide(table, Color::Black, memory, MANNERS, None, 0)
    }

    #[test]
    fn moves_are_thought_of_once_a_turn() {
        let mut memory = Memory::default();
        assert_eq!(black(&table(|_| ()), &memory), Action::ThinkOfMove);
        memory.chosen = Some((3, Answer::Pass));
        assert_eq!(black(&table(|_| ()), &memory), Action::ThinkOfMove);
        memory.chosen = Some((4, Answer::Play(at("C3"))));
        assert_eq!(black(&table(|_| ()), &memory), Action::Send(Wish::Play(at("C3"))));
        memory.chosen = Some((4, Answer::Pass));
        assert_eq!(black(&table(|_| ()), &memory), Action::Send(Wish::Pass { confirm: false }));
        memory.confirms = Some(4);
        assert_eq!(black(&table(|_| ()), &memory), Action::Send(Wish::Pass { confirm: true }));
        let pause = tengen_protocol::PauseShape { color: Some(Text(Color::White)), since: 0, until: 9 };
        assert_eq!(black(&table(|snapshot| snapshot.pause = Some(pause)), &memory), Action::Wait);
        let staff = tengen_protocol::PauseShape { color: None, ..pause };
        assert_eq!(black(&table(|snapshot| snapshot.pause = Some(staff)), &memory), Action::Wait);
        let undo = tengen_protocol::UndoShape { request: 5, color: Text(Color::White), moves: 2 };
        let answer = Action::Send(Wish::AnswerUndo { request: 5, accept: false });
        assert_eq!(black(&table(|snapshot| snapshot.undo = Some(undo)), &memory), answer);
        memory.gives_up = true;
        assert_eq!(black(&table(|_| ()), &memory), Action::Send(Wish::Resign));
    }

    #[test]
    fn a_first_move_is_not_waited_for_for_ever() {
        let waits = tengen_protocol::WaitsShape { what: "first_move".to_owned(), until: 7 * 24 * 3_600_000 };
        let unbegun = table(|snapshot| {
            snapshot.waits = Some(waits.clone());
            snapshot.clock_givable_at = Some(0);
        });
        let white = |table: &Table, now| decide(table, Color::White, &Memory::default(), MANNERS, None, now);
        assert_eq!(called_off_at(&unbegun, &Memory::default(), MANNERS), Some(60_000));
        let came = Memory { here_since: 5_000, ..Memory::default() };
        assert_eq!(called_off_at(&unbegun, &came, MANNERS), Some(65_000));
        assert_eq!(white(&unbegun, 59_999), Action::Wait);
        assert_eq!(white(&unbegun, 60_000), Action::Send(Wish::CallOff));
        // It is the bot's own first move that is missing; the server ends a game with a clock itself.
        assert_eq!(black(&unbegun, &Memory::default()), Action::ThinkOfMove);
        let timed = table(|snapshot| {
            snapshot.waits = Some(waits);
            snapshot.settings.clock = Some(tengen_protocol::TimeSystemShape::Absolute { main: 1 });
        });
        assert_eq!(white(&timed, 60_000), Action::Wait);
    }

    #[test]
    fn a_game_without_a_clock_gets_one_when_it_may() {
        let table = table(|snapshot| snapshot.clock_givable_at = Some(900_000));
        let white = |manners, away, now| decide(&table, Color::White, &Memory::default(), manners, away, now);
        let given_at = 900_000 + CLOCK_GIVEN_AFTER;
        assert_eq!(white(MANNERS, None, given_at - 1), Action::Wait);
        assert_eq!(white(MANNERS, None, given_at), Action::Send(Wish::GiveClock));
        // Whoever is away has left sooner than that.
        assert_eq!(white(MANNERS, Some(1_000_000), 999_999), Action::Wait);
        let never = Manners { claim: Claim::Never, ..MANNERS };
        assert_eq!(white(never, None, given_at), Action::Wait);
    }

    #[test]
    fn a_game_that_waits_for_minutes_is_at_leisure() {
        let waits = |table: &Table, color, now| is_at_leisure(table, color, now);
        let plain = table(|_| ());
        assert!(waits(&plain, Color::White, LEISURE) && !waits(&plain, Color::White, LEISURE - 1));
        assert!(!waits(&plain, Color::Black, LEISURE), "it is Black's turn");
        assert!(waits(&marked(&[], true), Color::Black, LEISURE), "the other has to accept");
        assert!(!waits(&marked(&[], false), Color::Black, LEISURE));
        let timed = table(|snapshot| {
            snapshot.settings.clock = Some(tengen_protocol::TimeSystemShape::Absolute { main: 1 });
        });
        assert!(!waits(&timed, Color::White, LEISURE));
    }

    #[test]
    fn absence_ends_a_game_when_it_may() {
        let (table, memory) = (table(|_| ()), Memory::default());
        let white = |manners, since| decide(&table, Color::White, &memory, manners, since, 100);
        assert_eq!(white(MANNERS, Some(101)), Action::Wait);
        assert_eq!(white(MANNERS, Some(100)), Action::Send(Wish::Claim { win: true }));
        assert_eq!(white(Manners { claim: Claim::Never, ..MANNERS }, Some(100)), Action::Wait);
        assert_eq!(
            white(Manners { claim: Claim::Abort, ..MANNERS }, Some(100)),
            Action::Send(Wish::Claim { win: false })
        );
    }

    #[test]
    fn marks_are_compared_proposed_and_left_to_the_rules() {
        let mut memory = Memory::default();
        assert_eq!(black(&marked(&["A1"], true), &memory), Action::Wait, "it has accepted");
        assert_eq!(black(&marked(&["A1"], false), &memory), Action::ThinkOfDead);
        memory.dead = Some((4, vec![at("A3"), at("B3")]));
        assert_eq!(black(&marked(&["B3", "A3"], false), &memory), Action::Send(Wish::Accept));
        let other = marked(&["A1"], false);
        assert_eq!(black(&other, &memory), Action::Send(Wish::Propose(vec![at("A3"), at("B3")])));
        memory.proposed = (4, 2);
        assert_eq!(black(&other, &memory), Action::Send(Wish::Resume));
        memory.proposed = (3, 2);
        assert!(matches!(black(&other, &memory), Action::Send(Wish::Propose(_))), "another phase");
        memory.yields = Some(4);
        assert_eq!(black(&other, &memory), Action::Send(Wish::Accept));
    }

    #[test]
    fn points_that_are_nobodys_are_those_of_the_server() {
        let memory = Memory { dead: Some((4, Vec::new())), ..Memory::default() };
        let answer = |neutral: &[&str]| {
            let mut snapshot = marked(&[], false).snapshot().clone();
            let scoring = snapshot.scoring.as_mut().unwrap();
            scoring.proposed_neutral =
                serde_json::from_str(r#"[{"at": "B2", "reason": "fill"}, {"at": "C2", "reason": "seki"}]"#)
                    .unwrap();
            scoring.neutral = neutral.iter().map(|name| Text(at(name))).collect();
            black(&Table::new(snapshot), &memory)
        };
        for agreed in [&["B2"][..], &["B2", "C2"]] {
            assert_eq!(answer(agreed), Action::Send(Wish::Accept));
        }
        for others in [&[][..], &["A2"], &["B2", "A2"]] {
            assert_eq!(answer(others), Action::Send(Wish::Propose(Vec::new())));
        }
    }

    #[test]
    fn points_beside_stones_that_the_engine_takes_for_dead_are_somebodys() {
        let memory = Memory { dead: Some((4, vec![at("C1")])), ..Memory::default() };
        let answer = |neutral: &[&str]| {
            let mut snapshot = marked(&["C1"], false).snapshot().clone();
            let scoring = snapshot.scoring.as_mut().unwrap();
            scoring.proposed_neutral = serde_json::from_str(r#"[{"at": "C2", "reason": "seki"}]"#).unwrap();
            scoring.neutral = neutral.iter().map(|name| Text(at(name))).collect();
            black(&Table::new(snapshot), &memory)
        };
        assert_eq!(answer(&[]), Action::Send(Wish::Accept));
        assert_eq!(answer(&["C2"]), Action::Send(Wish::Propose(vec![at("C1")])));
    }

    #[test]
    fn chains_are_marked_whole() {
        let table = table(|_| ());
        assert_eq!(whole_chains(&table, &[at("B3"), at("C3"), at("C1")]), [at("A3"), at("B3"), at("C1")]);
        assert_eq!(whole_chains(&table, &[]), []);
    }
}
