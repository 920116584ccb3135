//! The commands of a socket that are under way: their rooms have them, and have not answered yet.

use std::future::poll_fn;
use std::pin::Pin;
use std::task::Poll;

use tengen_game::{CommandId, GameId};
use tengen_live::{Posted, RoomError};
use tengen_protocol::{Text, ToClient};

use crate::web::error::WebError;

/// How many commands of one socket may be under way. Beyond that messages wait for their turn. It is a small part of the queue of a
/// room, so that it takes many sockets to fill one.
const MOST: usize = 8;

/// The commands of a socket that are under way, the oldest first.
#[derive(Debug, Default)]
pub(super) struct SessionCommands(Vec<UnderWay>);

/// A command that its room has.
#[derive(Debug)]
struct UnderWay {
    game: GameId,
    id: CommandId,
    posted: Posted,
}

impl SessionCommands {
    /// Whether another message may be worked on, which may be a command.
    pub(super) fn has_room(&self) -> bool {
        self.0.len() < MOST
    }

    /// Waits for the answer to a command that its room has.
    pub(in crate::web) fn add(&mut self, game: GameId, id: CommandId, posted: Posted) {
        self.0.push(UnderWay { game, id, posted });
    }

    /// The next answer, if any command is under way.
    pub(in crate::web) async fn next(&mut self) -> Option<ToClient> {
        poll_fn(|context| {
            let mut answered = None;
            for (place, under_way) in self.0.iter_mut().enumerate() {
                if let Poll::Ready(outcome) = Pin::new(&mut under_way.posted).poll(context) {
                    answered = Some((place, outcome));
                    break;
                }
            }
            match answered {
                Some((place, outcome)) => Poll::Ready(Some(self.0.remove(place).answer(outcome))),
                None if self.0.is_empty() => Poll::Ready(None),
                None => Poll::Pending,
            }
        })
        .await
    }

    /// The next answer that is there already. Rooms answer before they tell of an event, so whoever asks here after an event has
    /// come misses no answer that belongs before it.
    pub(super) fn take_ready(&mut self) -> Option<ToClient> {
        let ready =
            |(place, under_way): (usize, &mut UnderWay)| Some((place, under_way.posted.take_ready()?));
        let (place, outcome) = self.0.iter_mut().enumerate().find_map(ready)?;
        Some(self.0.remove(place).answer(outcome))
    }
}

impl UnderWay {
    /// The frame that answers the command.
    fn answer(self, outcome: Result<u32, RoomError>) -> ToClient {
        let (game, id) = (Text(self.game), Text(self.id));
        match outcome {
            Ok(seq) => ToClient::Ack { game, id, seq },
            Err(error) => {
                let problem = WebError::from(error).problem();
                ToClient::Problem { game: Some(game), id: Some(id), problem }
            }
        }
    }
}
