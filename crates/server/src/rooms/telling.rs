//! Who hears of what has happened in a room, and when.

use std::sync::Arc;

use tengen_protocol::Event;
use tengen_protocol::view::Audience;

use super::followers::plays;
use super::room::Room;
use super::{RoomError, Rooms, refresh};

impl Room {
    /// Tells everybody of the last event, which is on disk. It is encoded once for the player behind it, who sees the
    /// command's id, and once for all others. Spectators of a delayed game hear of it later.
    pub(super) fn publish(&mut self) -> Result<(), RoomError> {
        let state = self.game.state();
        self.told = Some(state.seq());
        self.shared.house.note_change(self.id, state);
        self.shared.own_games.tell(&self.game)?;
        if state.settings().delay() > 0 {
            self.publish_to_players()?;
            return self.show_delayed();
        }
        self.shown = state.seq();
        self.tell_lobby()?;
        if self.followers.is_empty() {
            return Ok(());
        }
        let (state, actor) = (self.game.state(), self.game.last_actor());
        let event = self.game.event(state.seq(), actor.map_or(Audience::Spectator, Audience::Player))?;
        let for_actor = self.game.encode(&event)?;
        let for_others = match event.command {
            Some(_) => self.game.encode(&Event { command: None, ..event })?,
            None => Arc::clone(&for_actor),
        };
        self.followers.send(|outbox| {
            let own = outbox.player.is_some() && outbox.player == actor;
            Some(if own { &for_actor } else { &for_others })
        });
        Ok(())
    }

    /// Tells the lists of the game as it is. Those that know of it take no harm.
    pub(super) fn tell_lists(&mut self) -> Result<(), RoomError> {
        self.told = Some(self.game.state().seq());
        self.shared.own_games.tell(&self.game)?;
        self.tell_lobby()
    }

    /// Shows a delayed game in the lists: time may have made events visible that nobody has shown before the room opened.
    pub(super) fn show_where_time_shows(&self) {
        if self.game.state().settings().delay() > 0 {
            refresh::show(&self.game, &self.shared.lobby, Some(&self.shared.top));
        }
    }

    pub(super) fn tell_lobby(&self) -> Result<(), RoomError> {
        if self.game.is_public() {
            let summary = self.game.summary()?;
            self.shared.top.changed(&summary);
            self.shared.lobby.changed(summary);
        }
        // Whoever declines a rematch, or takes it back, has told so in the game that was offered.
        if self.game.is_finished()
            && let Some(earlier) = self.game.rematch_of()
        {
            let rooms = Rooms { shared: Arc::clone(&self.shared) };
            tokio::spawn(async move {
                // Should nobody be there to hear of it, the next visitor reads it from the table.
                let _ = rooms.tell_of_rematch(earlier, None).await;
            });
        }
        Ok(())
    }

    /// Tells the number of watching connections, and of their addresses, if one of them has changed.
    pub(super) fn tell_watching(&mut self) -> Result<(), RoomError> {
        let watching = if self.game.is_public() { self.followers.watching(self.game.state()) } else { 0 };
        let addresses = if watching > 0 { self.followers.addresses(self.game.state()) } else { 0 };
        if (watching, addresses) != self.watching {
            self.watching = (watching, addresses);
            self.shared.top.watching(&self.game.summary()?, watching, addresses);
        }
        Ok(())
    }

    /// Sends the newest event of a delayed game to its players.
    fn publish_to_players(&mut self) -> Result<(), RoomError> {
        let state = self.game.state();
        let Some(players) = state.players() else { return Ok(()) };
        for (_, player) in players.iter() {
            let event = self.game.event(state.seq(), Audience::Player(*player))?;
            let delivery = self.game.encode(&event)?;
            self.followers.send(|outbox| (outbox.player == Some(*player)).then_some(&delivery));
        }
        Ok(())
    }

    /// Sends the spectators of a delayed game what they may see by now.
    pub(super) fn show_delayed(&mut self) -> Result<(), RoomError> {
        let visible = self.game.visible(Audience::Spectator);
        if self.game.state().settings().delay() == 0 || self.shown >= visible {
            return Ok(());
        }
        for event in self.game.events(self.shown, Audience::Spectator)? {
            let delivery = self.game.encode(&event)?;
            let state = self.game.state();
            self.followers.send(|outbox| (!plays(state, outbox)).then_some(&delivery));
        }
        self.shown = visible;
        self.tell_lobby()
    }
}
