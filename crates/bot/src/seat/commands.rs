//! The commands of a seat, and its conclusions from refusals.

use tengen_client::Error;
use tengen_game::AbortReason;
use tengen_protocol::{ClaimWish, Command, ProblemCode, Text};

use super::{Desk, Seat};
use crate::decision::{Wish, proposed_neutral};

impl Seat {
    /// Sends a command and takes note of the server's answer.
    pub(super) async fn send(&mut self, wish: Wish) -> Result<(), Error> {
        let command = self.command(&wish);
        let outcome = self.session.commands().send(self.game, command).await;
        let error = match outcome {
            Ok(seq) => {
                tracing::debug!(game = %self.game, ?wish, seq, "accepted");
                (self.wait_for, self.refusals) = (seq, 0);
                if matches!(wish, Wish::Propose(_)) {
                    let turn = self.table.turn();
                    let before = if self.memory.proposed.0 == turn { self.memory.proposed.1 } else { 0 };
                    self.memory.proposed = (turn, before + 1);
                }
                return Ok(());
            }
            Err(error) => error,
        };
        if error.problem().is_none() {
            return Err(error);
        }
        self.refusals += 1;
        self.learn(&wish, &error);
        Ok(())
    }

    /// The consequence of a refusal for the bot's next step.
    fn learn(&mut self, wish: &Wish, error: &Error) {
        let turn = self.table.turn();
        match (error.code(), wish) {
            (Some(ProblemCode::IllegalMove), _) => {
                // The engine has other rules; the server's word counts.
                tracing::error!(game = %self.game, %error, ?wish, "an illegal move: the bot resigns");
                self.memory.gives_up = true;
            }
            (Some(ProblemCode::PassNeedsConfirmation), _) => {
                let asked_before = self.memory.confirms == Some(turn);
                tracing::info!(game = %self.game, %error, "a pass that has to be confirmed");
                self.memory.confirms = Some(turn);
                // The engine may know how to take the dead stones first; if it passes again, the pass stands.
                if let Desk::Here(course) = &mut self.desk
                    && !asked_before
                {
                    course.play_to_the_end();
                    self.memory.chosen = None;
                }
            }
            (Some(ProblemCode::InvalidMarks | ProblemCode::NoProposalsLeft), _) => {
                tracing::warn!(game = %self.game, %error, "the others' marks are accepted");
                self.memory.yields = Some(turn);
            }
            // Servers of earlier releases know no reasons.
            (Some(ProblemCode::Malformed), Wish::CallOff) => self.memory.no_reasons = true,
            (Some(ProblemCode::StaleVersion), Wish::Resume | Wish::Propose(_) | Wish::Accept) => {
                self.held = true;
            }
            (_, Wish::Resume) => {
                tracing::warn!(game = %self.game, %error, "play does not go on; the marks are accepted");
                self.memory.yields = Some(turn);
            }
            // The server knows something that is still on its way to the bot.
            _ => {
                tracing::debug!(game = %self.game, %error, ?wish, "refused");
                self.held = true;
            }
        }
    }

    fn command(&mut self, wish: &Wish) -> Command {
        let (id, turn) = (Text(self.ids.next()), self.table.turn());
        let version = self.table.scoring().map_or(0, |marks| marks.version);
        match wish {
            Wish::Play(at) => Command::Play { id, turn, at: Text(*at) },
            Wish::Pass { confirm } => Command::Pass { id, turn, confirm: *confirm },
            Wish::Resign => Command::Resign { id },
            Wish::Propose(dead) => Command::Propose {
                id,
                version,
                dead: dead.iter().copied().map(Text).collect(),
                neutral: self.table.scoring().map(proposed_neutral),
            },
            Wish::Accept => Command::Accept { id, version },
            Wish::Resume => Command::Resume { id, version },
            Wish::AnswerUndo { request, accept: true } => Command::UndoAccept { id, request: *request },
            Wish::AnswerUndo { request, accept: false } => Command::UndoReject { id, request: *request },
            Wish::CallOff => {
                let reason = (!self.memory.no_reasons).then_some(Text(AbortReason::NoMove));
                Command::Abort { id, reason }
            }
            Wish::GiveClock => Command::GiveClock { id },
            Wish::Claim { win } => {
                Command::Claim { id, outcome: if *win { ClaimWish::Win } else { ClaimWish::Abort } }
            }
        }
    }
}
