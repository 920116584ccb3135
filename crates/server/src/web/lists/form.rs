//! The forms of an export, and how games are written in each.

use tengen_game::PlayerId;
use tengen_lists::{Entry, UnplayedLog};
use tengen_protocol::view::Audience;
use tengen_protocol::{GameLine, GameWithEvents, GameWithEventsV2, Summary, Version};

use super::archive::Archive;
use crate::web::accept::{NDJSON, SGF, ZIP};
use crate::web::error::WebError;
use crate::web::fresh::encode;

/// How an export shows games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// One line of JSON each, as lists show them.
    Summaries,
    /// The same, each with all its events.
    Events(Version),
    /// Records one after the other, which is one collection.
    Collection,
    /// Files of an archive.
    Archive,
    /// The same of all that belongs to a player, each game also with all its events.
    Own,
}

impl Form {
    pub(super) const fn media_type(self) -> &'static str {
        match self {
            Self::Summaries | Self::Events(_) => NDJSON,
            Self::Collection => SGF,
            Self::Archive | Self::Own => ZIP,
        }
    }

    /// What browsers should call the file.
    pub(super) const fn disposition(self) -> &'static str {
        match self {
            Self::Summaries | Self::Events(_) => "inline",
            Self::Collection => "attachment; filename=\"tengen-games.sgf\"",
            Self::Archive => "attachment; filename=\"tengen-games.zip\"",
            Self::Own => "attachment; filename=\"tengen-my-data.zip\"",
        }
    }

    /// How many games of the list are in memory at once.
    pub(super) const fn page(self) -> u32 {
        match self {
            Self::Summaries => 200,
            Self::Collection | Self::Archive | Self::Own | Self::Events(_) => 50,
        }
    }
}

/// What is needed to write a portion.
pub(super) struct Writing {
    pub(super) form: Form,
    /// The address under which the server is known.
    pub(super) site: Option<String>,
    pub(super) archive: Option<Box<Archive>>,
    /// The player whose own data they are, who sees more than spectators.
    pub(super) owner: Option<PlayerId>,
    /// Whether nothing comes behind the portion.
    pub(super) is_last: bool,
}

impl Writing {
    /// The text of some games, or of an archive what belongs to them.
    pub(super) fn write(&mut self, games: Vec<Entry>, logs: Vec<UnplayedLog>) -> Result<Vec<u8>, WebError> {
        let mut text = Vec::new();
        if self.form == Form::Summaries {
            for entry in games {
                text.append(&mut encode(&GameLine::Summary(entry.summary))?);
                text.push(b'\n');
            }
            return Ok(text);
        }
        for (entry, log) in games.into_iter().zip(logs) {
            let game = match log.replay() {
                Ok(game) => game,
                // One damaged log must not hide all other games.
                Err(error) if error.is_of_one_game() => continue,
                Err(error) => return Err(error.into()),
            };
            // A list is the same for everybody, and so is what comes with it.
            let audience = self.owner.map_or(Audience::Spectator, Audience::Player);
            // With its events a game has the moves that led to its beginning, too.
            let settings = game.state().settings().into();
            let summary = Summary { settings, ..entry.summary };
            let site = self.site.as_deref();
            match (&mut self.archive, self.form) {
                (Some(archive), Form::Own) => {
                    let (id, made_at) = (game.id(), game.created_at());
                    let record = game.record(audience, site)?;
                    archive.add_file(&format!("games/tengen-{id}.sgf"), made_at, record.as_bytes())?;
                    let events = game.events_v2(0, audience)?;
                    let line = GameLine::WithEventsV2(GameWithEventsV2 { game: summary, events });
                    archive.add_file(&format!("games/tengen-{id}.json"), made_at, &encode(&line)?)?;
                }
                (Some(archive), _) => archive.add(&game, &game.record(audience, site)?)?,
                (None, Form::Events(version)) => {
                    let line = match version {
                        Version::V1 => GameLine::WithEvents(GameWithEvents {
                            game: summary,
                            events: game.events(0, audience)?,
                        }),
                        Version::V2 => GameLine::WithEventsV2(GameWithEventsV2 {
                            game: summary,
                            events: game.events_v2(0, audience)?,
                        }),
                    };
                    text.append(&mut encode(&line)?);
                    text.push(b'\n');
                }
                (None, _) => {
                    text.extend_from_slice(game.record(audience, site)?.as_bytes());
                    text.push(b'\n');
                }
            }
        }
        if let Some(archive) = &mut self.archive {
            if self.is_last {
                archive.finish()?;
            }
            text = archive.take();
        }
        Ok(text)
    }
}
