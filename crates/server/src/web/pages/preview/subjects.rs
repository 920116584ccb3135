//! The subjects of pages, and their descriptions in a few words.

use tengen_game::{GameId, PlayerId, RecordId};
use tengen_pages::Param;
use tengen_protocol::records::{RecordHeadline, RecordedPlayer};
use tengen_protocol::view::Audience;
use tengen_protocol::{BoardShape, Snapshot};
use tengen_rules::Color;

use super::Preview;
use crate::app::App;
use crate::voice::Voice;

/// The picture of pages that are about no game: Tengen's own.
const OWN_PICTURE: &str = "/board.png";

/// The subject of a page.
#[derive(Debug, Clone, Copy)]
pub(in crate::web) enum Subject {
    /// Nothing that anybody would show to others.
    Nothing,
    /// A part of the site: the texts of its name and of its description.
    Part(&'static str, &'static str),
    /// The lesson that the address names.
    Lesson,
    /// The player whom the address names.
    Player,
    /// The game that the address names.
    Game,
    /// The record that the address names.
    Record,
}

impl Subject {
    pub(super) async fn preview(self, app: &App, voice: &Voice, path: &str) -> Option<Preview> {
        let name = path.rsplit('/').next().unwrap_or_default();
        match self {
            Self::Nothing => None,
            Self::Part(title, description) => Some(part(voice, title, description, path)),
            Self::Lesson => Some(lesson(voice, name)),
            Self::Player => player(app, voice, name.parse().ok()?).await,
            Self::Game => {
                let id: GameId = name.parse().ok()?;
                let game = app.rooms.snapshot(id, Audience::Spectator).await.ok()?;
                Some(game_as_spectators_see_it(voice, &game))
            }
            Self::Record => {
                let id: RecordId = name.parse().ok()?;
                let headline = app.store.record_headline(id).await.ok()??;
                Some(record(voice, id, &headline))
            }
        }
    }
}

fn part(voice: &Voice, title: &str, description: &str, path: &str) -> Preview {
    Preview {
        title: voice.say(title, &[]),
        page_title: None,
        description: Some(voice.say(description, &[])),
        path: path.to_owned(),
        picture: Some(OWN_PICTURE.to_owned()),
    }
}

/// A lesson by its name. By another name, or by its number, all lessons.
fn lesson(voice: &Voice, name: &str) -> Preview {
    let said = |what: &str| voice.say_known(&format!("learn.{name}.{what}"));
    match (said("title"), said("about")) {
        (Some(title), Some(about)) => Preview {
            page_title: Some(title.clone()),
            title,
            description: Some(about),
            path: format!("/learn/{name}"),
            picture: Some(OWN_PICTURE.to_owned()),
        },
        _ => part(voice, "learn.title", "learn.description", "/learn"),
    }
}

async fn player(app: &App, voice: &Voice, id: PlayerId) -> Option<Preview> {
    let player = app.store.player(id).await.ok()??;
    let name = voice.player(&(&player).into());
    Some(Preview {
        description: Some(voice.say("preview.player", &[("name", Param::Text(&name))])),
        page_title: Some(name.clone()),
        title: name,
        path: format!("/players/{id}"),
        picture: None,
    })
}

/// A private game names nobody and shows no board.
fn game_as_spectators_see_it(voice: &Voice, game: &Snapshot) -> Preview {
    let path = format!("/games/{}", game.id.0);
    if game.settings.private {
        let title = voice.say("preview.private", &[]);
        return Preview { title, page_title: None, description: None, path, picture: None };
    }
    let called = match (&game.players.black, &game.players.white) {
        (Some(black), Some(white)) => voice.pair(&voice.player(black), &voice.player(white)),
        _ => voice.say("game.waits", &[("name", Param::Text(&voice.player(&game.creator)))]),
    };
    let rules = &game.settings.rules;
    let facts = [
        board(voice, game.settings.board),
        voice.komi(game.settings.komi.0, rules),
        moves(voice, game.moves.len() as u64),
    ];
    Preview {
        title: finished(voice, &called, game.result.as_ref().map(|result| voice.result(result, rules))),
        page_title: Some(called),
        description: Some(facts.join(" · ")),
        // The number makes programs that keep pictures ask again when the position has changed.
        picture: Some(format!("{path}/board.png?seq={}", game.seq)),
        path,
    }
}

fn record(voice: &Voice, id: RecordId, record: &RecordHeadline) -> Preview {
    let named = |player: &RecordedPlayer| player.name.is_some() || player.team.is_some();
    let players = &record.players;
    let called = if named(&players.black) || named(&players.white) {
        voice.pair(
            &recorded_player(voice, &players.black, Color::Black),
            &recorded_player(voice, &players.white, Color::White),
        )
    } else {
        record.name.clone().unwrap_or_else(|| voice.say("record.unnamed", &[]))
    };
    let facts = [record.event.clone(), record.date.clone()].into_iter().flatten();
    let facts = facts.chain([board(voice, record.board), moves(voice, u64::from(record.moves))]);
    let preset = record.preset.map(|preset| preset.0);
    let result = record.result.as_ref().map(|result| voice.recorded_result(result, preset));
    Preview {
        title: finished(voice, &called, result),
        page_title: Some(called),
        description: Some(facts.collect::<Vec<_>>().join(" · ")),
        path: format!("/records/{id}"),
        picture: Some(format!("/records/{id}/board.png")),
    }
}

/// A player's name, with the rank if there is one; a team if no player is named.
fn recorded_player(voice: &Voice, player: &RecordedPlayer, color: Color) -> String {
    let known = player.name.as_ref().or(player.team.as_ref());
    let name = known.cloned().unwrap_or_else(|| voice.color(color));
    match &player.rank {
        Some(rank) => {
            voice.say("record.ranked", &[("name", Param::Text(&name)), ("rank", Param::Text(rank))])
        }
        None => name,
    }
}

fn finished(voice: &Voice, called: &str, result: Option<String>) -> String {
    match result {
        Some(result) => {
            voice.say("preview.finished", &[("game", Param::Text(called)), ("result", Param::Text(&result))])
        }
        None => called.to_owned(),
    }
}

fn board(voice: &Voice, board: BoardShape) -> String {
    voice.board(board.name())
}

fn moves(voice: &Voice, count: u64) -> String {
    voice.say("preview.moves", &[("count", Param::Count(count))])
}
