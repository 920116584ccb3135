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
                self.decline(id, Some(misfit.reason())).await;
            } else {
                self.pass_over(id);
            }
            return Ok(());
        }
        let speed = Speed::of(game.settings.clock);
        if !self.places.may_play(creator) {
            if to_me {
                self.waiting.note(id, AbortReason::TooManyGames);
            }
            return Ok(());
        }
        if !self.has_place(speed) {
            if to_me {
                self.waiting.note(id, AbortReason::Busy);
                self.make_room(speed).await;
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
                if to_me {
                    // If it was called off, nobody has to be told.
                    self.decline(id, reason_behind(&error)).await;
                } else {
                    self.pass_over(id);
                }
            }
        }
        Ok(())
    }

    /// Calls an own offer off, if a game so fast can have its place. Its seat is left when the end is heard of, and then the bot
    /// looks again; before, no other one goes.
    async fn make_room(&mut self, speed: Speed) {
        if self.leaving.is_some() {
            return;
        }
        if let Some(offer) = self.places.offer_in_the_way(speed) {
            tracing::info!(game = %offer, "called off, for somebody offers the bot a game");
            // For somebody who has joined in this moment.
            let reason = Some(AbortReason::Busy);
            // An offer that can't be called off now stays, and the other one goes on waiting.
            self.leaving = self.abort(offer, reason).await.is_ok().then_some(offer);
        }
    }

    /// Declines an offer. What can't be declined now, because the server is away, is found by a later look.
    async fn decline(&mut self, game: GameId, reason: Option<AbortReason>) {
        self.waiting.forget(game);
        if !self.abort(game, reason).await.is_err_and(|error| error.is_passing()) {
            self.pass_over(game);
        }
    }

    /// Declines the offers that have waited for a place for long enough.
    pub(super) async fn send_away(&mut self) {
        for (game, reason) in self.waiting.take_over() {
            tracing::info!(%game, %reason, "not joined because there is no place");
            self.decline(game, Some(reason)).await;
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
