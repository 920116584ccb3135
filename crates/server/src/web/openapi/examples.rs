//! Answers as they may come, made by the same code that makes the real ones: a small game between two guests.

use serde::Serialize;
use serde_json::Value;
use tengen_game::{CommandId, Event as GameEvent, GameId, Millis, PlayerId, Settings, State};
use tengen_protocol::view::{self, Audience, Subject};
use tengen_protocol::{
    BoardAnswer, BoardWish, Event, EventAnswer, EventList, GameList, GameWithEvents, GuestAnswer,
    HouseAnswer, HousePlayer, NewGame, Player, PlayerAnswer, PlayerCard, Presence, ProblemCode, Snapshot,
    Summary, Text, TimeSystemShape,
};
use tengen_rules::BoardName;

use super::problems;
use crate::house;

/// When the game of the examples was made.
const BEGUN: Millis = 1_790_000_000_000;
/// How long each move took.
const PACE: Millis = 20_000;
/// The moves: two stones of Black take one of White's, on a small board.
const MOVES: [&str; 4] = ["B2", "A1", "B1", "C3"];

/// An example of a shape, by its name.
pub(super) fn of(name: &str) -> Option<Value> {
    let game = Example::new()?;
    match name {
        "Snapshot" => json(game.snapshot()),
        "Summary" => json(game.summary()),
        "Event" => json(game.events()?.pop()?),
        "EventAnswer" => json(EventAnswer { event: game.events()?.pop()? }),
        "EventList" => json(EventList { events: game.events()?.split_off(3), seq: game.state.seq() }),
        "GameList" => json(GameList { games: vec![game.summary()], next: None }),
        "GameWithEvents" => json(GameWithEvents { game: game.summary(), events: game.events()? }),
        "GuestAnswer" => json(GuestAnswer { player: ann(), token: "tok_x8Jf0aQ2mVb7".to_owned() }),
        "PlayerAnswer" => json(PlayerAnswer { player: ann() }),
        "HouseAnswer" => {
            let levels = tengen_house::Level::ALL;
            let players =
                levels.map(|level| HousePlayer { level: level.number(), player: house::card(level) });
            json(HouseAnswer { players: players.to_vec() })
        }
        "BoardAnswer" => {
            let name = BoardName::Cylinder { width: 3, height: 2 };
            json(BoardAnswer::new(name, &name.topology().ok()?))
        }
        "Problem" => json(problems::example(ProblemCode::IllegalMove)),
        _ => None,
    }
}

fn json(value: impl Serialize) -> Option<Value> {
    serde_json::to_value(value).ok()
}

fn ann() -> Player {
    Player { id: Text(id_of(1)), name: "Ann".to_owned(), guest: true, created_at: BEGUN }
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
        let ben = PlayerCard { id: Text(id_of(2)), name: "Ben".to_owned(), guest: true };
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

    /// A player's command, and what it leads to.
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

    fn events(&self) -> Option<Vec<Event>> {
        let mut state = State::new(self.settings.clone(), BEGUN).ok()?;
        let mut events = Vec::new();
        for event in &self.log {
            state.apply(event).ok()?;
            events.push(view::event(&self.subject(&state), event, Audience::Spectator));
        }
        Some(events)
    }
}
