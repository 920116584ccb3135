//! The next action of a player of the house in a game.

use tengen_game::{Agreement, Command, Millis, Phase, PlayerId, State};
use tengen_house::{Choice, Level, think};
use tengen_rules::{
    Beside, Color, Game, HalfPoints, Judgement, Marks, Neutral, Point, judge_dead, propose_neutral, score,
};

use tengen_store::computers::level_of;

/// After so many of its own proposals the house leaves the marks to the opponent and the rules.
const PROPOSALS_KEPT: u8 = 7;

/// The next action that a player of the house owes a game, with all that is needed to decide on it.
#[derive(Debug)]
pub(super) struct Turn {
    /// The player.
    pub(super) player: PlayerId,
    /// The number of the last event that it knows.
    pub(super) seq: u32,
    /// When that event happened.
    pub(super) asked_at: Millis,
    task: Task,
}

#[derive(Debug)]
enum Task {
    /// There is nothing to think about.
    Send(Command),
    Move {
        game: Box<Game>,
        komi: HalfPoints,
        handicap: u8,
        level: Level,
        turn: u32,
    },
    Judge {
        game: Box<Game>,
        color: Color,
        agreement: Agreement,
    },
}

/// Whether a player of the house is in a game, or is offered it.
pub(super) fn plays(state: &State) -> bool {
    player(state).is_some()
}

/// Whether a player of the house has something to do.
pub(super) fn has_something_to_do(state: &State) -> bool {
    player(state).is_some_and(|(player, _)| task_kind(state, player).is_some())
}

/// The player of the house in a game.
fn player(state: &State) -> Option<(PlayerId, Level)> {
    let seats = state.players().map(|players| [players.black, players.white]);
    let offered = state.settings().opponent().filter(|_| state.phase() == Phase::Open);
    let mut candidates = seats.into_iter().flatten().chain(offered);
    candidates.find_map(|player| Some((player, level_of(player)?)))
}

enum Kind {
    Send(Command),
    Move,
    Judge(Color, Agreement),
}

fn task_kind(state: &State, player: PlayerId) -> Option<Kind> {
    match state.phase() {
        Phase::Open => Some(Kind::Send(Command::Join)),
        Phase::Playing => {
            let color = state.color_of(player)?;
            if let Some(request) = state.undo_request().filter(|request| request.color != color) {
                return Some(Kind::Send(Command::UndoAccept { request: request.seq }));
            }
            (state.to_move() == Some(color) && state.pause().is_none()).then_some(Kind::Move)
        }
        Phase::Scoring if state.pause().is_some() => None,
        Phase::Scoring => {
            let color = state.color_of(player)?;
            let agreement = state.agreement().filter(|agreement| !agreement.accepted[color])?;
            Some(Kind::Judge(color, agreement.clone()))
        }
        Phase::Finished => None,
    }
}

impl Turn {
    /// The turn of the house in a game, if it has one.
    pub(super) fn of(state: &State) -> Option<Self> {
        let (player, level) = player(state)?;
        let settings = state.settings();
        let task = match task_kind(state, player)? {
            Kind::Send(command) => Task::Send(command),
            Kind::Move => Task::Move {
                game: Box::new(state.position().clone()),
                komi: settings.komi(),
                handicap: settings.handicap(),
                level,
                turn: state.turn(),
            },
            Kind::Judge(color, agreement) => {
                Task::Judge { game: Box::new(state.position().clone()), color, agreement }
            }
        };
        Some(Self { player, seq: state.seq(), asked_at: state.at(), task })
    }

    /// Decides, which may take seconds of a processor, or as little as the weakest level takes, if there is a hurry. Nothing, if it
    /// is better to wait for the opponent.
    pub(super) fn decide(self, seed: u64, hurry: bool) -> Option<Command> {
        match self.task {
            Task::Send(command) => Some(command),
            Task::Move { game, komi, handicap, level, turn } => {
                let level = if hurry { Level::First } else { level };
                Some(match think(&game, komi, handicap, level, seed).choice {
                    Choice::Play(at) => Command::Play { turn, at: game.board().topology().vertex(at) },
                    Choice::Pass => Command::Pass { turn, confirm: true },
                    Choice::Resign => Command::Resign,
                })
            }
            Task::Judge { game, color, agreement } => judge(&game, color, &agreement),
        }
    }
}

/// Accepts marks that differ from its own only where it has no opinion, or is in doubt and they are in its favour; otherwise
/// marks as it sees things, some times.
fn judge(game: &Game, color: Color, agreement: &Agreement) -> Option<Command> {
    let board = game.board();
    let Judgement { proposal: own, insists } = judge_dead(board);
    let is_acceptable = |point: Point, owner: Color| {
        let is_dead = agreement.marks.dead.contains(&point);
        let is_in_favour = is_dead == (owner != color);
        let is_open = own.unsettled.contains(&point) && (is_in_favour || !insists.contains(&point));
        is_dead == own.dead.contains(&point) || is_open
    };
    let mut stones = board.surface().points().filter_map(|point| Some((point, board.get(point)?)));
    let version = agreement.version;
    if stones.all(|(point, owner)| is_acceptable(point, owner))
        && loses_nothing(game, color, &agreement.marks)
    {
        return Some(Command::Accept { version });
    }
    let vertices = |points: &[Point]| points.iter().map(|&point| board.topology().vertex(point)).collect();
    (agreement.proposals_left[color] > PROPOSALS_KEPT).then(|| Command::Propose {
        version,
        dead: vertices(&own.dead),
        neutral: Some(vertices(&neutral(game, &own.dead))),
    })
}

/// The points that are nobody's, as the house sees them.
fn neutral(game: &Game, dead: &[Point]) -> Vec<Point> {
    propose_neutral(game.board(), dead, game.rules()).into_iter().map(|Neutral { point, .. }| point).collect()
}

/// Whether the points that are marked as nobody's cost a colour no more than those that the house would mark.
fn loses_nothing(game: &Game, color: Color, marks: &Marks) -> bool {
    let own = Marks { dead: marks.dead.clone(), neutral: neutral(game, &marks.dead) };
    let counted = |marks: &Marks| score(game.board(), marks, game.rules(), &Beside::default());
    let (Ok(theirs), Ok(own)) = (counted(marks), counted(&own)) else { return false };
    match color {
        Color::Black => theirs.margin() >= own.margin(),
        Color::White => theirs.margin() <= own.margin(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tengen_game::{Colors, NewGame, Ruling, Settings, TimeSystem};
    use tengen_rules::{Board, BoardName, ByColor, Preset, Stones, Topology};
    use tengen_store::computers;

    use super::*;

    /// What a colour says to marks of a position.
    fn answer_of(color: Color, game: &Game, marks: Marks) -> Option<Command> {
        let agreement = Agreement {
            version: 3,
            marks,
            unsettled: Vec::new(),
            proposed_neutral: Vec::new(),
            accepted: ByColor::default(),
            proposals_left: ByColor { black: 10, white: 10 },
            deadline: 0,
        };
        judge(game, color, &agreement)
    }

    /// What White says to marks of points as nobody's in a finished game: Black has all to the left, White to the right.
    fn answer(neutral: &[&str]) -> Option<Command> {
        let topology = Arc::new(Topology::grid(6, 5).unwrap());
        let mut game = Game::new(Arc::clone(&topology), Preset::Japanese.rules(), &[]).unwrap();
        let at = |name: &str| topology.point(name.parse().unwrap()).unwrap();
        for row in 1..=5 {
            for column in ["C", "D"] {
                game.play(at(&format!("{column}{row}"))).unwrap();
            }
        }
        let neutral = neutral.iter().map(|name| at(name)).collect();
        answer_of(Color::White, &game, Marks { dead: Vec::new(), neutral })
    }

    #[test]
    fn nothing_is_done_while_the_staff_has_a_game_paused() {
        const DAY: Millis = 24 * 60 * 60 * 1_000;
        let (opponent, house) = (PlayerId::from_entropy([1; 10]), computers::card(Level::First).id.0);
        let wish = NewGame {
            board: BoardName::Grid { width: 5, height: 5 },
            clock: Some(TimeSystem::Simple { period: DAY }),
            color: Colors::White,
            opponent: Some(house),
            ..NewGame::with_preset(Preset::Japanese)
        };
        let mut state = State::new(Settings::new(opponent, wish).unwrap(), 0).unwrap();
        let pass = |turn| Command::Pass { turn, confirm: true };
        for (actor, command) in [(house, Command::Join), (house, pass(0)), (opponent, pass(1))] {
            state.apply(&state.decide(actor, None, &command, 0).unwrap()).unwrap();
        }
        assert!(state.phase() == Phase::Scoring && has_something_to_do(&state));
        state.apply(&state.rule(Ruling::Pause { until: DAY }, 0).unwrap()).unwrap();
        assert!(!has_something_to_do(&state) && Turn::of(&state).is_none());
        state.apply(&state.rule(Ruling::Unpause, 1).unwrap()).unwrap();
        assert!(has_something_to_do(&state));
    }

    #[test]
    fn points_that_are_nobodys_may_cost_the_opponent_alone() {
        let accept = Some(Command::Accept { version: 3 });
        assert_eq!(answer(&[]), accept);
        assert_eq!(answer(&["A1", "B3"]), accept);
        let propose = Some(Command::Propose { version: 3, dead: Vec::new(), neutral: Some(Vec::new()) });
        assert_eq!(answer(&["F1"]), propose);
        assert_eq!(answer(&["A1", "E1", "F1"]), propose);
    }

    /// Whether a colour accepts that these stones alone are dead.
    fn accepts(color: Color, rows: &str, dead: &[&str]) -> bool {
        let topology = Arc::new(Topology::grid(9, 7).unwrap());
        let stones = Stones::parse(&topology, rows).unwrap();
        let board = Board::from_stones(Arc::clone(&topology), &stones).unwrap();
        let game = Game::from_board(board, Preset::Japanese.rules(), Color::Black);
        let dead: Vec<Point> =
            dead.iter().map(|name| topology.point(name.parse().unwrap()).unwrap()).collect();
        let neutral = neutral(&game, &dead);
        answer_of(color, &game, Marks { dead, neutral }) == Some(Command::Accept { version: 3 })
    }

    #[test]
    fn stones_of_its_own_that_are_in_atari_at_a_loss_are_not_given_away() {
        // Three stones of each side are in atari, and whoever takes them loses.
        let rows = "WBWB.WB.B WBWBWBBBB WBWBWBB.B .BWWWBBBB BBWBBBBBB ..WBBBBBB WWW.BBBBB";
        let (white, black) = (["A7", "A6", "A5"], ["D7", "D6", "D5"]);
        assert!(accepts(Color::Black, rows, &[]) && accepts(Color::White, rows, &[]));
        assert!(!accepts(Color::White, rows, &white) && !accepts(Color::Black, rows, &black));
        assert!(accepts(Color::Black, rows, &white) && accepts(Color::White, rows, &black));
    }

    #[test]
    fn stones_whose_life_depends_on_the_first_move_are_what_the_opponent_says() {
        let rows = "WWWWWWW.. WBBBBBW.. WB...BW.. WBBBBBW.. WWWWWWW.. ......... .........";
        let black = ["B6", "C6", "D6", "E6", "F6", "B5", "F5", "B4", "C4", "D4", "E4", "F4"];
        for color in Color::ALL {
            assert!(accepts(color, rows, &[]) && accepts(color, rows, &black), "{color:?}");
        }
    }
}
