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
            let answered = self.first(|posted| match Pin::new(posted).poll(context) {
                Poll::Ready(outcome) => Some(outcome),
                Poll::Pending => None,
            });
            match answered {
                Some(answer) => Poll::Ready(Some(answer)),
                None if self.0.is_empty() => Poll::Ready(None),
                None => Poll::Pending,
            }
        })
        .await
    }

    /// The next answer that is there already. Rooms answer before they tell of an event, so whoever asks here after an event has
    /// come misses no answer that belongs before it.
    pub(super) fn take_ready(&mut self) -> Option<ToClient> {
        self.first(Posted::take_ready)
    }

    /// The first answer there is. Only the oldest command of each game is asked for it: a room may answer two while the first has
    /// been asked and the second has not, and their answers keep their order.
    fn first(
        &mut self,
        mut answer: impl FnMut(&mut Posted) -> Option<Result<u32, RoomError>>,
    ) -> Option<ToClient> {
        for place in 0..self.0.len() {
            let (older, rest) = self.0.split_at_mut(place);
            let Some(under_way) = rest.first_mut() else { break };
            if older.iter().all(|other| other.game != under_way.game)
                && let Some(outcome) = answer(&mut under_way.posted)
            {
                return Some(self.0.remove(place).answer(outcome));
            }
        }
        None
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

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use tokio::sync::oneshot;

    use super::*;

    type Room = oneshot::Sender<Result<u32, RoomError>>;

    fn post(commands: &mut SessionCommands, game: GameId, id: &str) -> Room {
        let (room, posted) = oneshot::channel();
        commands.add(game, id.parse().unwrap(), posted.into());
        room
    }

    /// The name of the command that is answered.
    fn named(answer: Option<ToClient>) -> Option<String> {
        match answer? {
            ToClient::Ack { id, .. } => Some(id.0.to_string()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn answers_of_one_game_keep_their_order() {
        let [one, other] = [1, 2].map(|bits| GameId::from_entropy([bits; 10]));
        let mut commands = SessionCommands::default();
        let [first, second] = ["first", "second"].map(|id| post(&mut commands, one, id));
        let elsewhere = post(&mut commands, other, "elsewhere");
        second.send(Ok(2)).unwrap();
        assert!(commands.next().now_or_never().is_none());
        assert_eq!(named(commands.take_ready()), None);
        elsewhere.send(Ok(9)).unwrap();
        assert_eq!(named(commands.take_ready()).as_deref(), Some("elsewhere"));
        first.send(Ok(1)).unwrap();
        for id in ["first", "second"] {
            assert_eq!(named(commands.next().now_or_never().unwrap()).as_deref(), Some(id));
        }
        assert_eq!(commands.next().now_or_never(), Some(None));
    }
}
