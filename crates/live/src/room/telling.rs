//! Who hears of what has happened in a room, and when.

use tengen_protocol::view::{self, Audience};
use tengen_protocol::{Event, Version};

use super::Room;
use crate::followers::plays;
use crate::{Delivery, Outbox, RoomError, Watching};

impl Room {
    /// Tells everybody of the last event, which is on disk. Spectators of a delayed game hear of it later.
    pub(super) fn publish(&mut self) -> Result<(), RoomError> {
        let state = self.game.state();
        self.told = Some(state.seq());
        self.shared.readers.stored(&self.game)?;
        if state.settings().delay() > 0 {
            self.publish_to_players()?;
            return self.show_delayed();
        }
        self.shown = state.seq();
        self.tell_shown()?;
        self.send_last(|_| true)
    }

    /// Sends the last event to those who may hear of it now. It is encoded once for all who see the same, and not at all where
    /// nobody listens: in version 1 for the player behind it, who sees the command's id, and for all others; in version 2 for
    /// the player to move, who sees the illegal points, and for all others.
    fn send_last(&mut self, to: impl Fn(&Outbox) -> bool) -> Result<(), RoomError> {
        let (state, actor) = (self.game.state(), self.game.last_actor());
        let mover = view::mover(state);
        let knows_more = |outbox: &Outbox| {
            let more = match outbox.version {
                Version::V1 => actor,
                Version::V2 => mover,
            };
            outbox.player.is_some() && outbox.player == more
        };
        let listens = |version, more| {
            self.followers.any(|outbox| outbox.version == version && knows_more(outbox) == more && to(outbox))
        };
        let (actor_listens, others_listen) = (listens(Version::V1, true), listens(Version::V1, false));
        let (mut for_actor, mut for_others) = (None, None);
        if actor_listens || others_listen {
            let event = self.game.event(state.seq(), actor.map_or(Audience::Spectator, Audience::Player))?;
            if actor_listens {
                for_actor = Some(Delivery::of_event(self.id, &event)?);
            }
            if others_listen {
                for_others = Some(Delivery::of_event(self.id, &Event { command: None, ..event })?);
            }
        }
        let (mut changes, mut for_mover) = (None, None);
        let is_followed = self.followers.any(|outbox| outbox.version == Version::V2);
        if self.recent.keeps_next(is_followed) {
            // Spectators of a delayed game hear of it later, and then it is encoded already.
            changes = Some(self.recent.take_up(&self.game)?);
            if listens(Version::V2, true) {
                for_mover = self.recent.last_for_mover(&self.game)?;
            }
        }
        let for_mover = for_mover.or_else(|| changes.clone());
        self.followers.send(|outbox| match (outbox.version, knows_more(outbox)) {
            _ if !to(outbox) => None,
            (Version::V1, true) => for_actor.as_ref(),
            (Version::V1, false) => for_others.as_ref(),
            (Version::V2, true) => for_mover.as_ref(),
            (Version::V2, false) => changes.as_ref(),
        });
        Ok(())
    }

    /// Tells the readers of the game as it is. Those that know of it take no harm.
    pub(super) fn tell_readers(&mut self) -> Result<(), RoomError> {
        self.told = Some(self.game.state().seq());
        self.shared.readers.stored(&self.game)?;
        self.tell_shown()
    }

    /// Shows a delayed game to the readers: time may have made events visible that nobody has shown before the room opened.
    pub(super) fn show_where_time_shows(&self) -> Result<(), RoomError> {
        match self.game.state().settings().delay() {
            0 => Ok(()),
            _ => self.shared.readers.shown(&self.game),
        }
    }

    fn tell_shown(&self) -> Result<(), RoomError> {
        self.shared.readers.shown(&self.game)?;
        // Whoever declines a rematch, or takes it back, has told so in the game that was offered.
        if self.game.is_finished()
            && let Some(earlier) = self.game.rematch_of()
        {
            self.shared.tell_of_withdrawal(earlier);
        }
        Ok(())
    }

    /// Tells the number of watching connections, and of their addresses, if one of them has changed.
    pub(super) fn tell_watching(&mut self) -> Result<(), RoomError> {
        let state = self.game.state();
        let connections = if self.game.is_public() { self.followers.watching(state) } else { 0 };
        let addresses = if connections > 0 { self.followers.addresses(state) } else { 0 };
        let watching = Watching { connections, addresses };
        if watching != self.watching {
            self.watching = watching;
            self.shared.readers.watched(&self.game, watching)?;
        }
        Ok(())
    }

    /// Sends the newest event of a delayed game to its players.
    fn publish_to_players(&mut self) -> Result<(), RoomError> {
        let Some(players) = self.game.state().players() else { return Ok(()) };
        self.send_last(|outbox| players.iter().any(|(_, player)| outbox.player == Some(*player)))
    }

    /// Sends the spectators of a delayed game what they may see by now.
    pub(super) fn show_delayed(&mut self) -> Result<(), RoomError> {
        let visible = self.game.visible(Audience::Spectator);
        if self.game.state().settings().delay() == 0 || self.shown >= visible {
            return Ok(());
        }
        for version in Version::ALL {
            let state = self.game.state();
            let watches = |outbox: &Outbox| outbox.version == version && !plays(state, outbox);
            if !self.followers.any(watches) {
                continue;
            }
            for delivery in self.missed(self.shown, Audience::Spectator, version)?.encode(self.id)? {
                self.followers.send(|outbox| watches(outbox).then_some(&delivery));
            }
        }
        self.shown = visible;
        self.tell_shown()
    }
}
