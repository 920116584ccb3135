//! The connections that follow one game, and what they are told.

use std::collections::HashSet;
use std::sync::Arc;

use tengen_clock::Clock;
use tengen_game::{GameId, Millis, PlayerId};
use tengen_protocol::{Presence, Text, ToClient};
use tengen_rules::Color;
use tengen_store::Elsewhere;
use tokio::time::{Duration, Instant};

use super::attendance::Attendance;
use super::followed::{Followed, color_of};
use super::readers::House;
use super::shared_text::SharedText;
use super::{ConnectionId, Delivery, Outbox};

/// Who is there is told at most so often.
const TELL: Duration = Duration::from_secs(1);

/// The connections that follow one game.
#[derive(Debug)]
pub(super) struct Followers {
    clock: Clock,
    outboxes: Vec<Outbox>,
    /// The number of changes of the set of connections.
    changes: u64,
    attendance: Attendance,
    /// Whose players never leave.
    house: Arc<dyn House>,
    /// What everybody was told last of who is there.
    told: Option<Presence>,
    told_at: Option<Instant>,
    /// How many connections follow the game at other servers that are not those of its players.
    watching_elsewhere: usize,
}

impl Followers {
    /// Nobody yet.
    pub(super) fn new(clock: Clock, house: Arc<dyn House>) -> Self {
        let attendance = Attendance::new(clock.now());
        Self {
            clock,
            outboxes: Vec::new(),
            changes: 0,
            attendance,
            house,
            told: None,
            told_at: None,
            watching_elsewhere: 0,
        }
    }

    /// Whether nobody follows the game.
    pub(super) fn is_empty(&self) -> bool {
        self.outboxes.is_empty()
    }

    /// Whether one of the connections is such.
    pub(super) fn any(&self, is_such: impl Fn(&Outbox) -> bool) -> bool {
        self.outboxes.iter().any(is_such)
    }

    /// Adds a connection, or knows it better now.
    pub(super) fn add(&mut self, outbox: Outbox, game: &impl Followed) {
        self.outboxes.retain(|known| known.is_open() && known.connection != outbox.connection);
        self.outboxes.push(outbox);
        self.changes += 1;
        // A connection that comes back knows the game, but not who is there.
        self.told = None;
        self.take_note(game);
    }

    /// Takes over those who have followed the game elsewhere.
    pub(super) fn adopt(&mut self, mut others: Self, game: &impl Followed) {
        self.outboxes
            .retain(|known| !others.outboxes.iter().any(|other| other.connection == known.connection));
        self.outboxes.append(&mut others.outboxes);
        self.changes += 1;
        self.told = None;
        self.take_note(game);
    }

    /// Forgets a connection.
    pub(super) fn remove(&mut self, connection: ConnectionId, game: &impl Followed) {
        self.keep(|known| known.connection != connection);
        self.take_note(game);
    }

    /// Forgets connections that are closed.
    pub(super) fn tidy(&mut self, game: &impl Followed) {
        self.keep(Outbox::is_open);
        self.take_note(game);
    }

    /// Takes note of a player who does something.
    pub(super) fn seen(&mut self, player: PlayerId, game: &impl Followed) {
        if let Some(color) = color_of(game, player) {
            self.attendance.seen(color, self.clock.now());
        }
    }

    /// Takes note of what other servers have seen of the players, each of whom is among them at most once.
    pub(super) fn seen_elsewhere(&mut self, seen: &[(PlayerId, Elsewhere)], game: &impl Followed) {
        let Some(players) = game.players() else { return };
        for color in Color::ALL {
            let known = seen.iter().find(|(player, _)| *player == players[color]);
            self.attendance.seen_elsewhere(color, known.map(|(_, elsewhere)| *elsewhere).unwrap_or_default());
        }
    }

    /// The players who have a connection here.
    pub(super) fn players_here(&self, game: &impl Followed) -> Vec<PlayerId> {
        let is_here =
            |player: &PlayerId| self.any(|outbox| outbox.is_open() && outbox.player == Some(*player));
        let players = game.players().into_iter().flat_map(|players| [players.black, players.white]);
        players.filter(is_here).collect()
    }

    fn take_note(&mut self, game: &impl Followed) {
        let Some(players) = game.players() else { return };
        let now = self.clock.now();
        for color in Color::ALL {
            let here = self.outboxes.iter().any(|outbox| outbox.player == Some(players[color]));
            self.attendance.connected(color, here, now);
        }
    }

    /// Since when the opponent of this player has not been there.
    pub(super) fn opponent_gone_since(&self, game: &impl Followed, player: PlayerId) -> Option<Millis> {
        let opponent = color_of(game, player)?.opponent();
        self.attendance.gone_since(opponent).filter(|_| !self.is_house(game, opponent))
    }

    fn is_house(&self, game: &impl Followed, color: Color) -> bool {
        game.players().is_some_and(|players| self.house.is_here(players[color]))
    }

    fn keep(&mut self, which: impl Fn(&Outbox) -> bool) {
        let before = self.outboxes.len();
        self.outboxes.retain(which);
        if self.outboxes.len() != before {
            self.changes += 1;
        }
    }

    /// Takes note of how many watch at other servers.
    pub(super) fn watched_elsewhere(&mut self, connections: usize) {
        self.watching_elsewhere = connections;
    }

    /// The number of changes of the set of connections: with the same number they are the same.
    pub(super) fn changes(&self) -> u64 {
        self.changes
    }

    /// How many of them are not those of its players.
    pub(super) fn watching(&self, game: &impl Followed) -> usize {
        self.watchers(game).count()
    }

    /// The number of addresses that these come from: one person can have any number of connections. Those on this machine count as
    /// one address each.
    pub(super) fn addresses(&self, game: &impl Followed) -> usize {
        let mut networks = HashSet::new();
        self.watchers(game)
            .filter(|outbox| outbox.network.is_none_or(|network| networks.insert(network)))
            .count()
    }

    fn watchers(&self, game: &impl Followed) -> impl Iterator<Item = &Outbox> {
        self.outboxes.iter().filter(|outbox| !plays(game, outbox))
    }

    /// Who is there.
    pub(super) fn presence(&self, game: &impl Followed) -> Presence {
        let watching = self.watching(game) + self.watching_elsewhere;
        self.attendance.presence(game, watching, |color| self.is_house(game, color))
    }

    /// When to tell again who is there, if that has changed.
    pub(super) fn tell_at(&self, game: &impl Followed) -> Option<Instant> {
        if self.outboxes.is_empty() || self.told == Some(self.presence(game)) {
            return None;
        }
        Some(self.told_at.map_or_else(|| self.clock.instant(), |told| told + TELL))
    }

    /// Tells everybody who is there.
    pub(super) fn tell(&mut self, id: GameId, game: &impl Followed) {
        let presence = self.presence(game);
        self.told = Some(presence);
        self.told_at = Some(self.clock.instant());
        let note = |presence| ToClient::Presence { game: Text(id), presence };
        if game.is_delayed() {
            self.send_note(id, &note(presence), |outbox| plays(game, outbox));
            self.send_note(id, &note(presence.without_claims()), |outbox| !plays(game, outbox));
        } else {
            self.send_note(id, &note(presence), |_| true);
        }
    }

    /// Tells connections something that is no event.
    pub(super) fn send_note(&mut self, game: GameId, note: &ToClient, to: impl Fn(&Outbox) -> bool) {
        // Shapes made of texts and numbers always encode.
        let frame = SharedText::from(serde_json::to_string(note).unwrap_or_default());
        let delivery = Arc::new(Delivery { game, frame, event: None });
        self.send(|outbox| to(outbox).then_some(&delivery));
    }

    /// Sends each connection what is for it. Who is gone, or too slow, gets nothing more.
    pub(super) fn send<'a>(&mut self, delivery: impl Fn(&Outbox) -> Option<&'a Arc<Delivery>>) {
        let sent = |delivery: &Arc<Delivery>, outbox: &Outbox| outbox.send(Arc::clone(delivery)).is_ok();
        self.keep(|outbox| delivery(outbox).is_none_or(|delivery| sent(delivery, outbox)));
    }

    /// Lets everybody know that nothing comes after this number.
    pub(super) fn end(&self, game: GameId, seq: u32) {
        for outbox in &self.outboxes {
            outbox.end(game, seq);
        }
    }
}

/// Whether a connection is that of a player of the game.
pub(super) fn plays(game: &impl Followed, outbox: &Outbox) -> bool {
    outbox.player.is_some_and(|player| color_of(game, player).is_some())
}
