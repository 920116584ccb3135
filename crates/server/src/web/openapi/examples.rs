//! Answers as they may come, made by the same code that makes the real ones: a small game between two guests.

use serde::Serialize;
use serde_json::{Value, json};
use tengen_game::{
    CommandId, Event as GameEvent, GameId, Millis, PlayerId, RecordId, SessionId, Settings, ShareId, State,
    TokenId,
};
use tengen_protocol::records::{RecordAnswer, RecordList, RecordReading, RecordSummary, RecordsAnswer};
use tengen_protocol::view::{self, Audience, Subject};
use tengen_protocol::{
    AccessToken, BoardAnswer, BoardShape, BoardWish, CarryAnswer, Continuation, EstimateWish, Event,
    EventAnswer, EventList, EventListV2, EventV2, GameList, GameWithEvents, GameWithEventsV2, GuestAnswer,
    HouseAnswer, HousePlayer, LobbyLine, LookAtShared, NewGame, NewShare, NewTokenAnswer, NewVariations,
    OwnLine, OwnNews, Player, PlayerAnswer, PlayerCard, PlayerKind, PlayerResults, PositionAnswer,
    PositionGame, Presence, ProblemCode, ResultCount, RulesAnswer, Scope, Session, SessionList, Share,
    ShareAnswer, ShareList, ShareWith, SharedVariations, Snapshot, Summary, Text, TimeSystemShape, TokenList,
    TopGame, TopLine, TryMove, VariationChange, VariationChanges, Variations, VariationsChanged,
};
use tengen_records::{read_file, show};
use tengen_rules::{BoardName, Color};
use tengen_store::computers;

use super::problems;

/// When the game of the examples was made.
pub(super) const BEGUN: Millis = 1_790_000_000_000;
/// How long each move took.
const PACE: Millis = 20_000;
/// The moves: two stones of Black take one of White's, on a small board.
const MOVES: [&str; 4] = ["B2", "A1", "B1", "C3"];

/// A record with a variation and a mark.
const SGF: &[u8] = b"(;GM[1]FF[4]SZ[5]PB[Ann]PW[Ben]RE[B+R];B[cc](;W[cb]TR[bb]C[Too close.])(;W[dd];B[cd]))";

/// An example of a shape, by its name.
pub(super) fn of(name: &str) -> Option<Value> {
    let game = Example::new()?;
    match name {
        "Snapshot" => shown(game.snapshot()),
        "Summary" => shown(game.summary()),
        "Event" => shown(game.events()?.pop()?),
        "EventAnswer" => shown(EventAnswer { event: game.events()?.pop()? }),
        "EventList" => shown(EventList { events: game.events()?.split_off(3), seq: game.state.seq() }),
        "EventV2" => shown(game.events_v2()?.pop()?),
        "EventListV2" => shown(EventListV2 { events: game.events_v2()?.split_off(3), seq: game.state.seq() }),
        "GameWithEventsV2" => shown(GameWithEventsV2 { game: game.summary(), events: game.events_v2()? }),
        "GameList" => shown(GameList { games: vec![game.summary()], next: None }),
        "GameWithEvents" => shown(GameWithEvents { game: game.summary(), events: game.events()? }),
        "GuestAnswer" => shown(GuestAnswer { player: ann(), token: "tok_x8Jf0aQ2mVb7".to_owned() }),
        "PlayerAnswer" => shown(PlayerAnswer { player: ann() }),
        "HouseAnswer" => {
            let levels = tengen_house::Level::ALL;
            let players =
                levels.map(|level| HousePlayer { level: level.number(), player: computers::card(level) });
            shown(HouseAnswer { players: players.to_vec() })
        }
        "BoardAnswer" => {
            let name = BoardName::Cylinder { width: 3, height: 2 };
            shown(BoardAnswer::new(name, &name.topology().ok()?))
        }
        "NewTokenAnswer" => {
            shown(NewTokenAnswer { token: token(), secret: "tengen_x8Jf0aQ2mVb7".to_owned() })
        }
        "CarryAnswer" => {
            let secret = "q0fZJtYV6mXkz2dO".to_owned();
            let address = format!("https://go.example.org/welcome#{secret}");
            shown(CarryAnswer { secret, address, code: "<svg ...>".to_owned(), expires_at: BEGUN + 600_000 })
        }
        "SessionList" => shown(SessionList { sessions: vec![session()] }),
        "TokenList" => shown(TokenList { tokens: vec![token()] }),
        "LobbyLine" => shown(LobbyLine::Lobby { seq: 7, games: vec![game.summary()] }),
        "OwnLine" => {
            shown(OwnLine { seq: BEGUN + PACE, news: OwnNews::Started { game: Box::new(game.summary()) } })
        }
        "TopLine" => {
            shown(TopLine::Top { seq: 7, games: vec![TopGame { watching: 3, game: game.summary() }] })
        }
        "RecordSummary" => shown(record()?.0),
        "RecordReading" => {
            let RecordSummary { id, created_at, headline } = record()?.0;
            shown(RecordReading { id, created_at, headline, words: None })
        }
        "RecordsAnswer" => shown(RecordsAnswer {
            records: vec![record()?.0],
            warnings: Vec::new(),
            more_warnings: 0,
            refused: Vec::new(),
        }),
        "RecordList" => shown(RecordList { records: vec![record()?.0], next: None }),
        "RecordAnswer" => shown(record()?.1),
        "PlayerResults" => shown(results()),
        "PositionAnswer" => shown(game.position()?),
        "Tried" => shown(tengen_trying::try_move(&tried()?).ok()?),
        "TryMove" => shown(tried()?),
        "Variations" => shown(tree()?),
        "NewVariations" => shown(NewVariations { nodes: tree()?.nodes }),
        "VariationNode" => shown(tree()?.nodes.first()?),
        "VariationChange" => shown(VariationChange::from(tree()?.nodes.pop()?)),
        "VariationChanges" => shown(VariationChanges {
            changes: tree()?.nodes.into_iter().map(VariationChange::from).collect(),
        }),
        "VariationsChanged" => {
            let captured = [("n-1".to_owned(), vec![Text("C2".parse().ok()?)])].into();
            shown(VariationsChanged { revision: 1, behind: 0, captured })
        }
        "LookAtShared" => {
            shown(LookAtShared { secret: "q0fZJtYV6mXkz2dOq0fZJtYV6mXkz2dOq0fZJtYV6mX".to_owned().into() })
        }
        "NewShare" => shown(NewShare { grows: true, with: ShareWith::Link }),
        "ShareAnswer" => {
            let secret = Some("q0fZJtYV6mXkz2dOq0fZJtYV6mXkz2dOq0fZJtYV6mX".to_owned());
            shown(ShareAnswer { share: share(), secret })
        }
        "ShareList" => shown(ShareList { shares: vec![share()], opponent_shows: true }),
        "SharedVariations" => shown(SharedVariations {
            owner: game.summary().creator,
            game: Some(game.summary().id),
            record: None,
            grows: true,
            created_at: BEGUN,
            tree: tree()?,
        }),
        "EstimateWish" => shown(estimate_wish()?),
        "Estimated" => {
            Some(json!({"owners": [64, 12, -31, 88, 25, -70], "black": 2.9, "white": 2.2, "doubt": 1.7}))
        }
        "RulesAnswer" => {
            let mut rules = RulesAnswer::new();
            rules.presets.truncate(1);
            shown(rules)
        }
        "Health" => Some(json!({"status": "ok"})),
        "Problem" => shown(problems::example(ProblemCode::IllegalMove)),
        _ => None,
    }
}

/// What a player has won and lost with Black on a large board.
fn results() -> PlayerResults {
    let count = ResultCount {
        board: Text(BoardName::Grid { width: 19, height: 19 }),
        color: Text(Color::Black),
        won: 12,
        lost: 9,
        drawn: 0,
        no_result: 1,
    };
    PlayerResults { results: vec![count], complete: true }
}

/// The line of a stone that takes another one.
fn tried() -> Option<TryMove> {
    let question = json!({"board": {"width": 4, "height": 3}, "rules": "japanese", "moves": "B3,C3,A2,D2,B1,C1,C2", "move": "B2"});
    serde_json::from_value(question).ok()
}

/// A tree of a move that takes a stone, and of a note behind it.
fn tree() -> Option<Variations> {
    let tree = json!({"revision": 1, "nodes": [
        {"id": "n-1", "from": {"move": 7, "event": 8}, "move": "black:B2", "captured": ["C2"], "order": 0},
        {"id": "n-2", "parent": "n-1", "marks": {"triangle": ["B2"]}, "words": "White has to answer elsewhere.", "order": 1},
    ]});
    serde_json::from_value(tree).ok()
}

/// A link to a tree as it is at each moment.
fn share() -> Share {
    let id = Text(ShareId::from_entropy([7; 10]));
    Share { id, with: ShareWith::Link, grows: true, created_at: BEGUN, revision: None }
}

/// A wish for an estimate of a position.
fn estimate_wish() -> Option<EstimateWish> {
    let wish = json!({"board": {"width": 3, "height": 2}, "rules": "chinese", "komi": 0.5, "stones": "B..B.W", "to_move": "white"});
    serde_json::from_value(wish).ok()
}

pub(super) fn shown(value: impl Serialize) -> Option<Value> {
    serde_json::to_value(value).ok()
}

pub(super) fn ann() -> Player {
    let id = id_of(1);
    Player { id: Text(id), name: "Ann".to_owned(), guest: true, kind: PlayerKind::Guest, created_at: BEGUN }
}

fn session() -> Session {
    Session {
        id: Text(SessionId::from_entropy([6; 10])),
        device: Some("Firefox · Android".to_owned()),
        created_at: BEGUN,
        last_used_at: BEGUN + PACE,
        current: true,
    }
}

pub(super) fn token() -> AccessToken {
    AccessToken {
        id: Text(TokenId::from_entropy([4; 10])),
        name: "My bot".to_owned(),
        scopes: vec![Scope::Read, Scope::Play],
        created_at: BEGUN,
        expires_at: None,
        last_used_at: Some(BEGUN + PACE),
    }
}

/// A record that somebody brought: its entry in lists, and the whole.
fn record() -> Option<(RecordSummary, RecordAnswer)> {
    let (id, created_at) = (Text(RecordId::from_entropy([5; 10])), BEGUN);
    let kept = read_file(SGF).ok()?.records.pop()?;
    let shown = show(&kept.sgf).ok()?;
    let owner = PlayerCard::from(&ann());
    let summary = RecordSummary { id, created_at, headline: kept.headline };
    let (encoding, ascii) = (Some(summary.headline.encoding.clone()), summary.headline.ascii);
    Some((summary, RecordAnswer { id, created_at, owner, revision: 0, encoding, ascii, shown }))
}

fn id_of(number: u8) -> PlayerId {
    PlayerId::from_entropy([number; 10])
}

/// The game of the examples.
struct Example {
    state: State,
    log: Vec<GameEvent>,
    settings: Settings,
    cards: [PlayerCard; 2],
}

impl Example {
    fn new() -> Option<Self> {
        let id = id_of(2);
        let ben = PlayerCard { id: Text(id), name: "Ben".to_owned(), guest: true, kind: PlayerKind::Guest };
        let cards = [PlayerCard::from(&ann()), ben];
        let wish = NewGame {
            board: BoardWish(BoardName::Grid { width: 3, height: 3 }),
            color: tengen_protocol::ColorWish::Black,
            clock: Some(TimeSystemShape::Fischer { main: 300_000, increment: 5_000, max: 600_000 }),
            ..NewGame::default()
        };
        let settings = Settings::new(cards[0].id.0, (&wish).into()).ok()?;
        let state = State::new(settings.clone(), BEGUN).ok()?;
        let mut game = Self { state, log: Vec::new(), settings, cards };
        game.happen(1, &tengen_game::Command::Join)?;
        for (turn, at) in (0..).zip(MOVES) {
            let play = tengen_game::Command::Play { turn, at: at.parse().ok()? };
            game.happen(usize::try_from(turn % 2).ok()?, &play)?;
        }
        Some(game)
    }

    /// A player's command, and its consequences.
    fn happen(&mut self, player: usize, command: &tengen_game::Command) -> Option<()> {
        let at = BEGUN + PACE * (Millis::from(self.state.seq()) + 1);
        let id: CommandId = format!("c-{}", self.state.seq()).parse().ok()?;
        let event = self.state.decide(self.cards[player].id.0, Some(id), command, at).ok()?;
        self.state.apply(&event).ok()?;
        self.log.push(event);
        Some(())
    }

    fn subject<'a>(&'a self, state: &'a State) -> Subject<'a> {
        let now = BEGUN + PACE * (Millis::from(state.seq()) + 1);
        Subject {
            id: GameId::from_entropy([3; 10]),
            created_at: BEGUN,
            updated_at: now - PACE,
            cards: &self.cards,
            state,
            now,
            behind: 0,
            presence: Presence::default(),
            rematch: None,
        }
    }

    fn snapshot(&self) -> Snapshot {
        view::snapshot(&self.subject(&self.state))
    }

    fn summary(&self) -> Summary {
        view::summary(&self.subject(&self.state))
    }

    /// The position after the first move, and this game as the only one that was in it.
    fn position(&self) -> Option<PositionAnswer> {
        let earlier = self.state.position_after(1)?;
        let next = Continuation {
            at: Some(MOVES[1].to_owned()),
            alike: ["C1", "A3", "C3"].into_iter().filter_map(|at| at.parse().ok()).map(Text).collect(),
            games: 1,
            black_wins: 1,
            white_wins: 0,
            jigo: 0,
        };
        let game = PositionGame {
            game: self.summary(),
            move_number: 1,
            symmetry: 0,
            colors_swapped: false,
            next: Some(MOVES[1].to_owned()),
        };
        let topology = self.settings.topology();
        Some(PositionAnswer {
            board: BoardShape::new(self.settings.board(), topology),
            stones: earlier.stones.to_string(),
            to_move: Text(earlier.to_move),
            games_total: 1,
            continuations: vec![next],
            games: vec![game],
            next: None,
        })
    }

    fn events(&self) -> Option<Vec<Event>> {
        let mut state = State::new(self.settings.clone(), BEGUN).ok()?;
        let mut events = Vec::new();
        for event in &self.log {
            state.apply(event).ok()?;
            events.push(view::event(&self.subject(&state), event, Audience::Spectator));
        }
        Some(events)
    }

    fn events_v2(&self) -> Option<Vec<EventV2>> {
        let mut state = State::new(self.settings.clone(), BEGUN).ok()?;
        let mut before = view::standing(&state);
        let mut events = Vec::new();
        for event in &self.log {
            state.apply(event).ok()?;
            let after = view::standing(&state);
            events.push(view::event_v2(&self.subject(&state), event, &before, &after));
            before = after;
        }
        Some(events)
    }
}
