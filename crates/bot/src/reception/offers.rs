//! Offers: those of others, which are taken or declined, and the bot's own.

use tengen_client::Error;
use tengen_game::{AbortReason, GameId};
use tengen_protocol::{BoardWish, NewGame, ProblemCode, RulesWish, Summary, Text};
use tengen_rules::{BoardName, Preset};

use super::Reception;
use crate::fits::Speed;

impl Reception {
    /// Takes an offer that was made just now, or declines it. One for which there is no place waits for a while.
    pub(super) async fn hear_of_offer(&mut self, game: &Summary) {
        if !self.is_known(game.id.0)
            && let Err(error) = self.consider(game, true).await
        {
            tracing::warn!(game = %game.id.0, %error, "the offer waits for the next look");
        }
    }

    /// Joins a game if it fits and there is a place; an offer to the bot alone that does not fit is declined.
    pub(super) async fn consider(&mut self, game: &Summary, to_me: bool) -> Result<(), Error> {
        let (id, creator) = (game.id.0, game.creator.id.0);
        if let Err(misfit) = self.wanted.check(creator, &game.settings) {
            tracing::info!(game = %id, by = game.creator.name, "not joined because of {misfit}");
            if to_me {
                self.decline(id, misfit.reason()).await;
            } else {
                self.pass_over(id);
            }
            return Ok(());
        }
        if !self.places.may_play(creator) {
            if to_me {
                tracing::info!(game = %id, by = game.creator.name, "not joined: there are games enough with this player");
                self.decline(id, AbortReason::TooManyGames).await;
            }
            return Ok(());
        }
        if !self.has_place(Speed::of(game.settings.clock)) {
            if to_me {
                self.waiting.note(id);
            }
            return Ok(());
        }
        match self.client.join(id).await {
            Ok(snapshot) => {
                tracing::info!(game = %id, opponent = game.creator.name, "joined");
                self.waiting.forget(id);
                self.sit_down(snapshot);
            }
            Err(error)
                if error.is_passing()
                    || error.problem().is_none()
                    || error.code() == Some(ProblemCode::InsufficientScope) =>
            {
                return Err(error);
            }
            Err(error) => {
                tracing::debug!(game = %id, %error, "not joined");
                match reason_behind(&error).filter(|_| to_me) {
                    Some(reason) => self.decline(id, reason).await,
                    // Somebody else was faster, or it was called off.
                    None => self.pass_over(id),
                }
            }
        }
        Ok(())
    }

    /// Declines an offer. What can't be declined now, because the server is away, is found by a later look.
    async fn decline(&mut self, game: GameId, reason: AbortReason) {
        if !self.abort(game, Some(reason)).await.is_err_and(|error| error.is_passing()) {
            self.pass_over(game);
        }
    }

    /// Declines the offers that have waited for a place for long enough.
    pub(super) async fn send_away(&mut self) {
        for game in self.waiting.take_over() {
            tracing::info!(%game, "not joined because there is no place");
            self.decline(game, AbortReason::Busy).await;
        }
    }

    /// Offers a game, with the next size and rules.
    pub(super) async fn offer(&mut self) -> Result<(), Error> {
        let turn = usize::try_from(self.created).unwrap_or(0);
        let sizes = &self.options.sizes;
        let side = sizes.get(turn % sizes.len().max(1)).map_or(19, |size| usize::from(*size));
        let rules = &self.options.rules;
        let preset = rules.get(turn % rules.len().max(1)).copied().unwrap_or(Preset::Japanese);
        let wish = NewGame {
            board: BoardWish(BoardName::Grid { width: side, height: side }),
            rules: RulesWish::from(preset),
            color: self.options.color.into(),
            clock: self.options.clock.0,
            opponent: self.options.opponent.map(Text),
            ..NewGame::default()
        };
        let snapshot = self.client.create_game(&wish).await?;
        self.created += 1;
        tracing::info!(game = %snapshot.id.0, size = side, rules = %preset, "offered");
        self.sit_down(snapshot);
        Ok(())
    }
}

/// Why the server does not let the bot take an offer, where that is to be told to whoever has made it.
fn reason_behind(error: &Error) -> Option<AbortReason> {
    match error.code()? {
        ProblemCode::TooManyUnfinishedGames => Some(AbortReason::Busy),
        ProblemCode::NoBots => Some(AbortReason::NoBots),
        ProblemCode::Blocked => Some(AbortReason::Player),
        _ => None,
    }
}
