//! Rulings of the staff: stored and told like the commands of players.

use tengen_game::Ruling;

use super::Room;
use super::answers::Accepted;
use super::course::TRIES;
use crate::RoomError;
use crate::request::Answer;

impl Room {
    /// Carries a ruling out. The answer goes before anybody is told of the event.
    pub(super) async fn rule(&mut self, ruling: Ruling, answer: Answer<u32>) {
        let outcome = self.accept_ruling(ruling).await;
        self.answer(outcome, answer);
    }

    async fn accept_ruling(&mut self, ruling: Ruling) -> Result<Accepted, RoomError> {
        self.course.expect_right_clock()?;
        if self.course.log.is_in_doubt() {
            self.course.settle().await?;
        }
        for _ in 0..TRIES {
            self.course.make_good().await?;
            let event = match self.course.state().rule(ruling, self.shared.clock.now()) {
                Ok(event) => event,
                Err(refusal) if self.course.may_withdraw(&refusal).await? => continue,
                Err(refusal) => return Err(refusal.into()),
            };
            if let Some(accepted) = self.store(event).await? {
                return Ok(accepted);
            }
        }
        Err(RoomError::Gone)
    }
}
