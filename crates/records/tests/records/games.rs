//! Random games under all rules, on all boards, with all clocks, the same ones every time.

use tengen_game::{
    BeginningWish, Colors, Command, CommandId, Event, GameId, Line, NewGame, Phase, PlayerId, Settings,
    State, TimeSystem,
};
use tengen_protocol::view::Subject;
use tengen_protocol::{PlayerCard, PlayerKind, Presence, Text};
use tengen_records::record;
use tengen_rules::{
    Board, BoardName, Color, Game as RulesGame, Preset, Rules, Scoring, SplitMix, Topology, Vertex,
};

pub(crate) const CREATED: i64 = 1_790_000_000_000;

const BOARDS: [&str; 9] = [
    "grid 5x5",
    "grid 9x9",
    "grid 7x4",
    "grid 19x19",
    "grid 25x25",
    "grid 1x3",
    "torus 5x5",
    "hexagon 3",
    "petersen",
];

/// No flag falls within the eight seconds that a move takes here.
const CLOCKS: [Option<TimeSystem>; 7] = [
    None,
    Some(TimeSystem::Absolute { main: 86_400_000 }),
    Some(TimeSystem::Fischer { main: 3_600_000, increment: 12_500, max: TimeSystem::MAX_MAIN }),
    Some(TimeSystem::Fischer { main: 3_600_000, increment: 5_000, max: 7_200_000 }),
    Some(TimeSystem::ByoYomi { main: 20_000, periods: 5, period: 30_000 }),
    Some(TimeSystem::Canadian { main: 20_000, stones: 10, period: 600_000 }),
    Some(TimeSystem::Simple { period: 60_000 }),
];

fn ann() -> PlayerId {
    PlayerId::from_entropy([1; 10])
}

fn ben() -> PlayerId {
    PlayerId::from_entropy([2; 10])
}

fn cards() -> Vec<PlayerCard> {
    let card = |id, name: &str| PlayerCard {
        id: Text(id),
        name: name.to_owned(),
        guest: true,
        kind: PlayerKind::Guest,
    };
    vec![card(ann(), "Ann [1\\2]:"), card(ben(), "囲碁 ]")]
}

/// A game, and how many of its moves were taken back.
pub(crate) struct Game {
    pub(crate) state: State,
    pub(crate) log: Vec<Event>,
    pub(crate) taken_back: usize,
    pub(crate) resumed: usize,
}

impl Game {
    /// How many moves led to the position in which it begins.
    pub(crate) fn led(&self) -> usize {
        self.state.settings().beginning().map_or(0, |beginning| beginning.moves().len())
    }

    pub(crate) fn record(&self, site: Option<&str>) -> String {
        self.record_of(site, self.state.at())
    }

    /// The record, as if the last event had been at that moment.
    pub(crate) fn record_ended_at(&self, at: i64) -> String {
        self.record_of(None, at)
    }

    fn record_of(&self, site: Option<&str>, updated_at: i64) -> String {
        let cards = cards();
        let subject = Subject {
            id: GameId::from_entropy([9; 10]),
            created_at: CREATED,
            updated_at,
            cards: &cards,
            state: &self.state,
            now: self.state.at(),
            behind: 0,
            presence: Presence::default(),
            rematch: None,
        };
        record(&subject, site)
    }
}

/// The settings of the game with this number: all presets with all boards and clocks come about.
fn settings(number: usize) -> Settings {
    let preset = Preset::ALL[number % Preset::ALL.len()];
    let board: BoardName = BOARDS[number / 2 % BOARDS.len()].parse().unwrap();
    let mut rules: Rules = preset.rules();
    if number % 3 == 1 && rules.scoring == Scoring::Area {
        rules.resumptions = 5;
    }
    let wish = |handicap| NewGame {
        board,
        rules,
        handicap,
        color: Colors::Black,
        clock: CLOCKS[number % CLOCKS.len()],
        ..NewGame::with_preset(preset)
    };
    let handicap = [0, 2, 0, 4, 1][number % 5];
    let settings = Settings::new(ann(), wish(handicap)).or_else(|_| Settings::new(ann(), wish(0))).unwrap();
    if number % 4 != 3 {
        return settings;
    }
    let position = position(&settings, &mut SplitMix::new(number as u64));
    Settings::new(ann(), NewGame { position: Some(position), ..wish(0) }).unwrap()
}

/// The position behind up to 30 random moves, of which the first ones are stones that just stand there.
fn position(settings: &Settings, random: &mut SplitMix) -> BeginningWish {
    let topology = settings.topology();
    let mut line = Line::new(RulesGame::new(topology.clone(), *settings.rules(), &[]).unwrap());
    let (standing, moving) = (random.below(15), random.below(15));
    let mut move_on = |line: &mut Line| {
        let at = (random.below(10) > 0).then(|| any_point(topology, random));
        let color = line.to_move()?;
        line.make(Some(color), at).ok().map(|_| (Some(color), at))
    };
    for _ in 0..standing {
        move_on(&mut line);
    }
    let (stones, to_move) = (line.game().board().stones(), line.game().to_move());
    let board = Board::from_stones(topology.clone(), &stones).unwrap();
    let mut line = Line::new(RulesGame::from_board(board, *settings.rules(), to_move));
    let mut moves = Vec::new();
    for _ in 0..moving {
        moves.extend(move_on(&mut line));
    }
    if line.to_move().is_none() {
        moves.clear();
    }
    BeginningWish { stones: stones.to_string(), to_move, moves }
}

/// Plays a game with this number to its end, or for a while.
pub(crate) fn play(number: usize) -> Game {
    let mut random = SplitMix::new(number as u64);
    let settings = settings(number);
    let topology = settings.topology().clone();
    let mut game =
        Game { state: State::new(settings, CREATED).unwrap(), log: Vec::new(), taken_back: 0, resumed: 0 };
    let mut at = CREATED;
    let longest = 20 + random.below(100);
    game.does(ben(), &Command::Join, at);
    for _ in 0..longest {
        at += 1 + i64::try_from(random.below(8_000)).unwrap();
        let state = &game.state;
        match state.phase() {
            Phase::Playing => {
                let (mover, other) =
                    if state.to_move() == Some(Color::Black) { (ann(), ben()) } else { (ben(), ann()) };
                let turn = state.turn();
                match random.below(40) {
                    0 => {
                        game.does(other, &Command::Undo { turn }, at);
                        let request = game.state.seq();
                        let before = game.state.moves().len();
                        game.does(mover, &Command::UndoAccept { request }, at);
                        game.taken_back += before - game.state.moves().len();
                    }
                    1..=4 => game.does(mover, &Command::Pass { turn, confirm: true }, at),
                    5 if state.moves().len() > 30 => game.does(mover, &Command::Resign, at),
                    _ => {
                        let at_point = any_point(&topology, &mut random);
                        game.does(mover, &Command::Play { turn, at: at_point }, at);
                    }
                }
            }
            Phase::Scoring => {
                let version = state.agreement().unwrap().version;
                if random.below(3) == 0 {
                    let before = game.state.seq();
                    game.does(ann(), &Command::Resume { version }, at);
                    game.resumed += usize::from(game.state.seq() > before);
                } else {
                    game.does(ann(), &Command::Accept { version }, at);
                    game.does(ben(), &Command::Accept { version }, at);
                }
            }
            Phase::Open | Phase::Finished => break,
        }
    }
    game
}

fn any_point(topology: &Topology, random: &mut SplitMix) -> Vertex {
    let point = topology.point_at_index(random.below(topology.size())).unwrap();
    topology.vertex(point)
}

impl Game {
    /// A refused command does not happen.
    fn does(&mut self, actor: PlayerId, command: &Command, at: i64) {
        let id: CommandId = format!("c-{}", self.state.seq()).parse().unwrap();
        let id = Some(id).filter(|_| !matches!(command, Command::Join));
        if let Ok(event) = self.state.decide(actor, id, command, at) {
            self.state.apply(&event).unwrap();
            self.log.push(event);
        }
    }
}
