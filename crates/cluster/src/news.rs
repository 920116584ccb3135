//! The shapes of news. `docs/operations/databases.md` lists them.

use serde::{Deserialize, Serialize};
use tengen_archive::StoredEvent;
use tengen_game::{CommandId, CommandRef, GameId, Millis, PlayerId};
use tengen_protocol::{Moved, Rematch, Text};

/// One line of a message. A kind or a member that this release does not know is passed over, so that servers of different releases
/// can follow each other.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "news", rename_all = "snake_case")]
pub(crate) enum News {
    /// An event was stored.
    Event(Box<EventNews>),
    /// There is a new game.
    Game(GameNews),
    /// A game is offered after another one, or it is offered no more.
    Rematch { game: Text<GameId>, rematch: Option<Rematch> },
    /// So many watch a game at the server that tells so. It is told again every ten seconds.
    Watching { game: Text<GameId>, connections: usize, addresses: usize },
    /// Players of these games have come or gone. The database says who.
    Attended { games: Vec<Text<GameId>> },
    /// A token is good for nothing any more; or its player may do something else since a moment, and only what was opened with it before
    /// ends.
    Revoked {
        token: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        changed_at: Option<Millis>,
    },
    /// Something of a later release.
    #[serde(other)]
    Unknown,
}

/// How the line of an event begins, as this release writes it.
const EVENT: &str = r#"{"news":"event","#;

impl News {
    /// Reads a line.
    ///
    /// # Errors
    ///
    /// When it does not read.
    pub(crate) fn read(line: &str) -> serde_json::Result<Self> {
        // Nearly all lines are of events. A kind that may stand anywhere in a line costs a copy of all that stands there.
        if line.starts_with(EVENT) {
            return serde_json::from_str(line).map(Self::Event);
        }
        serde_json::from_str(line)
    }
}

/// An event that was stored.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct EventNews {
    /// The game.
    pub(crate) game: Text<GameId>,
    /// Who plays.
    pub(crate) players: Vec<Text<PlayerId>>,
    /// Whether lists may show the game, now or later.
    pub(crate) public: bool,
    /// The row of the event.
    pub(crate) event: Row,
    /// The same for lists, if it was a move in a game that a list shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) moved: Option<Moved>,
}

/// A new game.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct GameNews {
    /// The game.
    pub(crate) game: Text<GameId>,
    /// Who made it, and to whom it is offered.
    pub(crate) players: Vec<Text<PlayerId>>,
    /// Whether lists may show the game, now or later.
    pub(crate) public: bool,
}

/// An event as a row of the log, column by column.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Row {
    seq: u32,
    v: u32,
    at: Millis,
    actor: Option<Text<PlayerId>>,
    command: Option<Command>,
    body: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct Command {
    id: Text<CommandId>,
    fingerprint: u64,
}

impl From<StoredEvent> for Row {
    fn from(event: StoredEvent) -> Self {
        let StoredEvent { seq, v, at, actor, command, body } = event;
        let command = command.map(|CommandRef { id, fingerprint }| Command { id: Text(id), fingerprint });
        Self { seq, v, at, actor: actor.map(Text), command, body }
    }
}

impl From<Row> for StoredEvent {
    fn from(row: Row) -> Self {
        let Row { seq, v, at, actor, command, body } = row;
        let command = command.map(|Command { id, fingerprint }| CommandRef { id: id.0, fingerprint });
        Self { seq, v, at, actor: actor.map(|actor| actor.0), command, body }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn written(news: &News) -> Value {
        serde_json::to_value(news).unwrap()
    }

    #[test]
    fn the_line_of_an_event_reads_in_any_order_of_its_members() {
        let game = Text(GameId::from_entropy([1; 10]));
        let event = StoredEvent { seq: 3, v: 4, at: 7, actor: None, command: None, body: "{}".to_owned() };
        let news =
            EventNews { game, players: Vec::new(), public: true, event: event.clone().into(), moved: None };
        let line = serde_json::to_string(&News::Event(Box::new(news))).unwrap();
        assert!(line.starts_with(EVENT), "{line}");
        let turned =
            format!(r#"{},"news":"event"}}"#, &line.replacen(EVENT, "{", 1)[..line.len() - EVENT.len()]);
        for line in [line.replacen(EVENT, r#"{"news":"event","later":[1],"#, 1), line, turned] {
            let Ok(News::Event(read)) = News::read(&line) else { panic!("{line}") };
            assert_eq!((read.game.0, StoredEvent::from(read.event)), (game.0, event.clone()), "{line}");
        }
        assert!(matches!(News::read(r#"{"news":"eventually"}"#), Ok(News::Unknown)));
        assert!(News::read(r#"{"news":"event","game":"1"}"#).is_err());
    }

    #[test]
    fn news_are_as_operators_are_told() {
        let (game, ann) = (Text(GameId::from_entropy([1; 10])), Text(PlayerId::from_entropy([2; 10])));
        let command = CommandRef { id: "m1".parse().unwrap(), fingerprint: u64::MAX };
        let event = StoredEvent {
            seq: 3,
            v: 4,
            at: 1_790_000_000_000,
            actor: Some(ann.0),
            command: Some(command),
            body: r#"{"type":"resigned","color":"black"}"#.to_owned(),
        };
        let row = Row::from(event.clone());
        let news = News::Event(Box::new(EventNews {
            game,
            players: vec![ann],
            public: true,
            event: row,
            moved: None,
        }));
        let mut told = json!({
            "news": "event", "game": game.0.to_string(), "players": [ann.0.to_string()], "public": true,
            "event": {
                "seq": 3, "v": 4, "at": 1_790_000_000_000_i64, "actor": ann.0.to_string(),
                "command": {"id": "m1", "fingerprint": u64::MAX},
                "body": "{\"type\":\"resigned\",\"color\":\"black\"}",
            },
        });
        assert_eq!(written(&news), told);
        let moved = json!({
            "id": game.0.to_string(), "seq": 3, "updated_at": 1_790_000_000_000_i64, "to_move": "white", "move_count": 2,
            "stones": [{"at": 72, "is": "B"}], "last_move": "Q16", "waits": null,
            "asked": {"black": null, "white": "move"},
        });
        told["moved"] = moved.clone();
        let News::Event(read) = serde_json::from_value(told).unwrap() else { panic!("no event") };
        assert_eq!(serde_json::to_value(&read.moved).unwrap(), moved);
        assert_eq!(StoredEvent::from(read.event), event);

        let news = News::Game(GameNews { game, players: vec![ann], public: false });
        let told = json!({"news": "game", "game": game.0.to_string(), "players": [ann.0.to_string()], "public": false});
        assert_eq!(written(&news), told);
        let told = json!({"news": "watching", "game": game.0.to_string(), "connections": 3, "addresses": 2});
        assert_eq!(written(&News::Watching { game, connections: 3, addresses: 2 }), told);
        let offer = Some(Rematch { game, by: ann });
        let told = json!({
            "news": "rematch", "game": game.0.to_string(),
            "rematch": {"game": game.0.to_string(), "by": ann.0.to_string()},
        });
        assert_eq!(written(&News::Rematch { game, rematch: offer }), told);
        assert_eq!(
            written(&News::Attended { games: vec![game] }),
            json!({"news": "attended", "games": [game.0.to_string()]})
        );
        assert_eq!(
            written(&News::Revoked { token: "ab".to_owned(), changed_at: None }),
            json!({"news": "revoked", "token": "ab"})
        );
        assert_eq!(
            written(&News::Revoked { token: "ab".to_owned(), changed_at: Some(7) }),
            json!({"news": "revoked", "token": "ab", "changed_at": 7})
        );
    }

    #[test]
    fn what_a_later_release_tells_is_passed_over() {
        let later = json!({"news": "weather", "degrees": 21});
        assert!(matches!(serde_json::from_value(later), Ok(News::Unknown)));
        let more = json!({"news": "revoked", "token": "ab", "why": "lost"});
        assert!(
            matches!(serde_json::from_value(more), Ok(News::Revoked { token, changed_at: None }) if token == "ab")
        );
        assert!(serde_json::from_value::<News>(json!({"news": "revoked"})).is_err());
    }
}
