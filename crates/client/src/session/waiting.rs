//! Commands that wait for an answer.

use tengen_game::{CommandId, GameId};
use tengen_protocol::{Command, FromClient, Problem, Text};
use tokio::sync::oneshot;

use crate::Error;

/// A command and who waits for its answer.
#[derive(Debug)]
struct Waiting {
    game: GameId,
    command: Command,
    answer: oneshot::Sender<Result<u32, Error>>,
}

/// All of them, in the order in which they were sent.
#[derive(Debug, Default)]
pub(crate) struct WaitingCommands(Vec<Waiting>);

impl WaitingCommands {
    /// How many may wait; more are not taken.
    const MOST: usize = 1024;

    /// Keeps a command until it is answered, and answers its frame.
    pub(crate) fn add(
        &mut self,
        game: GameId,
        command: Command,
        answer: oneshot::Sender<Result<u32, Error>>,
    ) -> FromClient {
        let frame = FromClient::Command { game: Text(game), command: command.clone().into() };
        self.0.push(Waiting { game, command, answer });
        frame
    }

    /// Whether another one may come.
    pub(crate) fn has_room(&mut self) -> bool {
        self.0.len() < Self::MOST || {
            self.forget_dropped();
            self.0.len() < Self::MOST
        }
    }

    /// The frames of all that somebody still waits for.
    pub(crate) fn again(&mut self) -> Vec<FromClient> {
        self.forget_dropped();
        let frame = |waiting: &Waiting| FromClient::Command {
            game: Text(waiting.game),
            command: waiting.command.clone().into(),
        };
        self.0.iter().map(frame).collect()
    }

    /// A command was accepted.
    pub(crate) fn accepted(&mut self, game: GameId, id: &CommandId, seq: u32) {
        self.answer(game, id, Ok(seq));
    }

    /// A command was refused for good.
    pub(crate) fn refused(&mut self, game: GameId, id: &CommandId, problem: Problem) {
        self.answer(game, id, Err(problem.into()));
    }

    fn answer(&mut self, game: GameId, id: &CommandId, outcome: Result<u32, Error>) {
        let found = self.0.iter().position(|waiting| waiting.game == game && waiting.command.id() == id);
        if let Some(index) = found {
            // Who has stopped waiting needs no answer.
            let _ = self.0.remove(index).answer.send(outcome);
        }
    }

    fn forget_dropped(&mut self) {
        self.0.retain(|waiting| !waiting.answer.is_closed());
    }
}
