//! Those who hear of what has happened in a room, and when they hear of it.

use std::sync::Arc;

use tengen_game::{GameId, Millis, PlayerId, State};
use tengen_protocol::view::{self, Audience};
use tengen_protocol::{Presence, Text, ToClient, Version};
use tengen_rules::ByColor;
use tengen_store::Elsewhere;
use tokio::time::{Duration, Instant};

use crate::followers::{Followers, plays};
use crate::recent_events::RecentEvents;
use crate::shared::Shared;
use crate::{ConnectionId, Delivery, LiveGame, Missed, Outbox, RoomError, Watching};

/// The other servers are told at most so often of a player who asks without a connection that stays.
const SEEN: Duration = Duration::from_secs(5);

/// The followers of a game, and how far they and the readers have been told of it.
pub(super) struct Publisher {
    shared: Arc<Shared>,
    id: GameId,
    followers: Followers,
    /// The last events, for followers who speak version 2 of the protocol.
    recent: RecentEvents,
    /// The number of the last event that spectators have been shown.
    shown: u32,
    /// The number of the last event of which this room has told the readers, if there is one.
    told: Option<u32>,
    /// The highest number that another server is known to have stored.
    stored_elsewhere: Option<u32>,
    /// The number up to which everybody was told what the log has, if somebody was told more than that.
    right_up_to: Option<u32>,
    /// The number of watchers at all servers that was told last.
    watching: Watching,
    /// The number of watchers here that other servers were told last.
    watching_here: Watching,
    /// The number of watchers at other servers.
    watching_elsewhere: Watching,
    /// The basis of the last count.
    counted: Option<Counted>,
    /// The players of whom the other servers know that they are here.
    announced: Vec<PlayerId>,
    /// When the other servers were last told of a player who was here for a moment.
    passer_by: Option<(PlayerId, Instant)>,
}

/// The basis of the number of watchers: the connections, the players among them, whether others may watch at all, and the watchers
/// at other servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Counted {
    changes: u64,
    players: Option<ByColor<PlayerId>>,
    public: bool,
    elsewhere: Watching,
}

impl Publisher {
    /// Nobody follows the game yet.
    pub(super) fn new(shared: &Arc<Shared>, game: &LiveGame) -> Self {
        let watching_elsewhere = shared.watched_elsewhere.sum(game.id());
        let mut followers = Followers::new(shared.clock.clone(), Arc::clone(&shared.house));
        followers.watched_elsewhere(watching_elsewhere.connections);
        Self {
            shared: Arc::clone(shared),
            id: game.id(),
            followers,
            watching_here: Watching::default(),
            watching_elsewhere,
            recent: RecentEvents::default(),
            shown: game.visible(Audience::Spectator),
            told: None,
            stored_elsewhere: None,
            right_up_to: None,
            watching: Watching::default(),
            counted: None,
            announced: Vec::new(),
            passer_by: None,
        }
    }

    /// The number of the last event that spectators have been shown.
    pub(super) fn shown(&self) -> u32 {
        self.shown
    }

    /// The number of the last event that an audience has been shown.
    pub(super) fn shown_to(&self, audience: Audience, game: &LiveGame) -> u32 {
        if game.behind(audience) > 0 { self.shown } else { game.state().seq() }
    }

    /// Whether nobody follows the game.
    pub(super) fn is_alone(&self) -> bool {
        self.followers.is_empty()
    }

    /// How many bytes the events take that are kept for followers.
    pub(super) fn bytes(&self) -> usize {
        self.recent.bytes()
    }

    /// Adds a follower.
    pub(super) fn add(&mut self, outbox: Outbox, game: &LiveGame) {
        let version = outbox.version;
        self.followers.add(outbox, game.state());
        if version == Version::V2 {
            self.recent.begin(game);
        }
    }

    /// Forgets a follower.
    pub(super) fn remove(&mut self, connection: ConnectionId, state: &State) {
        self.followers.remove(connection, state);
    }

    /// Forgets followers whose connections are closed.
    pub(super) fn tidy(&mut self, state: &State) {
        self.followers.tidy(state);
    }

    /// Takes note of a player who does something.
    pub(super) fn seen(&mut self, player: PlayerId, state: &State) {
        self.followers.seen(player, state);
        // Programs may ask for a game many times a second, and where no other server is nobody has to know.
        let is_news =
            self.passer_by.is_none_or(|(known, at)| known != player || self.shared.clock.since(at) >= SEEN);
        let concerns_others = self.shared.store.servers().alive > 1 && !self.announced.contains(&player);
        if is_news && concerns_others && state.color_of(player).is_some() {
            self.passer_by = Some((player, self.shared.clock.instant()));
            self.shared.announcer.note(self.id, player, Some(self.shared.clock.now()));
        }
    }

    /// Takes note of what other servers have seen of the players.
    pub(super) fn seen_elsewhere(&mut self, seen: &[(PlayerId, Elsewhere)], state: &State) {
        self.followers.seen_elsewhere(seen, state);
    }

    /// Lets the other servers know which players are here.
    fn announce(&mut self, here: Vec<PlayerId>) {
        for player in here.iter().filter(|player| !self.announced.contains(player)) {
            self.shared.announcer.note(self.id, *player, None);
        }
        for player in self.announced.iter().filter(|player| !here.contains(player)) {
            self.shared.announcer.note(self.id, *player, Some(self.shared.clock.now()));
        }
        self.announced = here;
    }

    /// Since when the opponent of this player has not been there.
    pub(super) fn opponent_gone_since(&self, state: &State, player: PlayerId) -> Option<Millis> {
        self.followers.opponent_gone_since(state, player)
    }

    /// The presence of the players.
    pub(super) fn presence(&self, state: &State) -> Presence {
        self.followers.presence(state)
    }

    /// When to tell again of the presence of the players, if that has changed.
    pub(super) fn tell_at(&self, state: &State) -> Option<Instant> {
        self.followers.tell_at(state)
    }

    /// Tells of the presence of the players, if it is time to.
    pub(super) fn tell_presence(&mut self, state: &State) {
        if self.followers.tell_at(state).is_some_and(|at| at <= self.shared.clock.instant()) {
            self.followers.tell(self.id, state);
        }
    }

    /// Sends some followers a note that is no event.
    pub(super) fn send_note(&mut self, note: &ToClient, to: impl Fn(&Outbox) -> bool) {
        self.followers.send_note(self.id, note, to);
    }

    /// Hands the followers over.
    pub(super) fn take_followers(&mut self) -> Followers {
        let nobody = Followers::new(self.shared.clock.clone(), Arc::clone(&self.shared.house));
        std::mem::replace(&mut self.followers, nobody)
    }

    /// Lets the readers know that nobody watches any more, and the other servers that nobody plays here.
    pub(super) fn forget_watchers(&mut self) {
        self.announce(Vec::new());
        if self.watching.connections > 0 {
            self.shared.readers.unwatched(self.id);
        }
        self.tell_watching_here(Watching::default());
    }

    /// Takes note of the number of those who watch at other servers.
    pub(super) fn watched_elsewhere(&mut self) {
        self.watching_elsewhere = self.shared.watched_elsewhere.sum(self.id);
        self.followers.watched_elsewhere(self.watching_elsewhere.connections);
    }

    /// Tells the other servers how many watch here, if that has changed.
    fn tell_watching_here(&mut self, watching: Watching) {
        if watching != self.watching_here
            && let Some(neighbours) = &self.shared.neighbours
        {
            neighbours.watched(self.id, watching);
        }
        self.watching_here = watching;
    }

    /// Lets all followers know that nothing comes after this number.
    pub(super) fn end(&self, seq: u32) {
        self.followers.end(self.id, seq);
    }

    /// Whether those who know the game up to a number know it as the log has it.
    pub(super) fn has_told_the_log_up_to(&self, seq: u32) -> bool {
        self.right_up_to.is_none_or(|right| seq <= right)
    }

    /// Goes on with a game that was read anew: it is as everybody was told up to a number only. Its followers have to come back.
    pub(super) fn begin_again(&mut self, game: &LiveGame, right_up_to: u32) -> Result<(), RoomError> {
        self.right_up_to = Some(self.right_up_to.map_or(right_up_to, |known| known.min(right_up_to)));
        let misled = self.take_followers();
        misled.end(self.id, right_up_to);
        self.followers.watched_elsewhere(self.watching_elsewhere.connections);
        self.counted = None;
        self.recent = RecentEvents::default();
        self.shown = game.visible(Audience::Spectator);
        self.told = Some(game.state().seq());
        self.shared.readers.stored(game)?;
        self.tell_shown(game)
    }

    /// Takes note of the number up to which another server has stored events.
    pub(super) fn note_stored_elsewhere(&mut self, seq: Option<u32>) {
        self.stored_elsewhere = self.stored_elsewhere.max(seq);
    }

    /// Tells everybody of the last event, which is on disk. Spectators of a delayed game hear of it later.
    pub(super) fn publish(&mut self, game: &LiveGame) -> Result<(), RoomError> {
        let state = game.state();
        self.told = Some(state.seq());
        self.shared.readers.stored(game)?;
        if state.settings().delay() > 0 {
            self.publish_to_players(game)?;
            return self.show_delayed(game);
        }
        self.shown = state.seq();
        self.tell_shown(game)?;
        self.send_last(game, |_| true)
    }

    /// Sends the last event to those who may hear of it now. It is encoded once for all who see the same, and not at all where
    /// nobody listens: in version 1 for the player behind it, who sees the command's id, and for all others; in version 2 for
    /// the player to move, who sees the illegal points, and for all others.
    fn send_last(&mut self, game: &LiveGame, to: impl Fn(&Outbox) -> bool) -> Result<(), RoomError> {
        let (state, actor) = (game.state(), game.last_actor());
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
            let mut event = game.last_event_v1(actor.map_or(Audience::Spectator, Audience::Player))?;
            let command = event.command.take();
            let event = Delivery::of_event(self.id, &event)?;
            if actor_listens {
                for_actor = Some(match command {
                    Some(Text(command)) => event.with_command(&command)?,
                    None => Arc::clone(&event),
                });
            }
            for_others = Some(event);
        }
        let (mut changes, mut for_mover) = (None, None);
        let is_followed = self.followers.any(|outbox| outbox.version == Version::V2);
        if self.recent.keeps_next(is_followed) {
            // Spectators of a delayed game hear of it later, and then it is encoded already.
            changes = Some(self.recent.take_up(game)?);
            if listens(Version::V2, true) {
                for_mover = self.recent.last_for_mover(game)?;
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

    /// Tells the readers of the game as it is, if another server has stored events of which nobody here was told. The room may have
    /// found one in the log when it opened.
    pub(super) fn tell_if_untold(&mut self, game: &LiveGame) -> Result<(), RoomError> {
        if self.told >= self.stored_elsewhere {
            return Ok(());
        }
        self.told = Some(game.state().seq());
        self.shared.readers.stored(game)?;
        self.tell_shown(game)
    }

    /// Shows a delayed game to the readers: time may have made events visible that nobody has shown before the room opened.
    pub(super) fn show_where_time_shows(&self, game: &LiveGame) -> Result<(), RoomError> {
        match game.state().settings().delay() {
            0 => Ok(()),
            _ => self.shared.readers.shown(game),
        }
    }

    fn tell_shown(&self, game: &LiveGame) -> Result<(), RoomError> {
        self.shared.readers.shown(game)?;
        // Whoever declines a rematch, or takes it back, has told so in the game that was offered.
        if game.is_finished()
            && let Some(earlier) = game.rematch_of()
        {
            self.shared.tell_of_withdrawal(earlier);
        }
        Ok(())
    }

    /// Counts the watchers again, if the basis of the count has changed, and tells their number if it has changed.
    pub(super) fn count_watchers(&mut self, game: &LiveGame) -> Result<(), RoomError> {
        let (state, changes, public) = (game.state(), self.followers.changes(), game.is_public());
        let elsewhere = self.watching_elsewhere;
        let counted = Some(Counted { changes, players: state.players(), public, elsewhere });
        if self.counted == counted {
            return Ok(());
        }
        self.counted = counted;
        self.announce(self.followers.players_here(state));
        let connections = self.followers.watching(state);
        let addresses = if connections > 0 { self.followers.addresses(state) } else { 0 };
        let here = Watching { connections, addresses };
        self.tell_watching_here(here);
        let watching = if public { here + elsewhere } else { Watching::default() };
        if watching != self.watching {
            self.watching = watching;
            self.shared.readers.watched(game, watching)?;
        }
        Ok(())
    }

    /// Sends the newest event of a delayed game to its players.
    fn publish_to_players(&mut self, game: &LiveGame) -> Result<(), RoomError> {
        let Some(players) = game.state().players() else { return Ok(()) };
        self.send_last(game, |outbox| players.iter().any(|(_, player)| outbox.player == Some(*player)))
    }

    /// Sends the spectators of a delayed game what they may see by now.
    pub(super) fn show_delayed(&mut self, game: &LiveGame) -> Result<(), RoomError> {
        if game.state().settings().delay() == 0 {
            return Ok(());
        }
        let visible = game.visible(Audience::Spectator);
        if self.shown >= visible {
            return Ok(());
        }
        for version in Version::ALL {
            let state = game.state();
            let watches = |outbox: &Outbox| outbox.version == version && !plays(state, outbox);
            if !self.followers.any(watches) {
                continue;
            }
            let missed = self.missed(game, self.shown, visible, Audience::Spectator, version)?;
            for delivery in missed.encode(self.id)? {
                self.followers.send(|outbox| watches(outbox).then_some(&delivery));
            }
        }
        self.shown = visible;
        self.tell_shown(game)
    }

    /// The events above a number and up to the one that the audience may see: those that are kept, or else those of the log.
    pub(super) fn missed(
        &self,
        game: &LiveGame,
        since: u32,
        visible: u32,
        audience: Audience,
        version: Version,
    ) -> Result<Missed, RoomError> {
        if version == Version::V2
            && let Some(kept) = self.recent.since(since, visible, game, audience)?
        {
            return Ok(Missed::Kept(kept));
        }
        game.event_list_until(visible, since, audience, version).map(Missed::Read)
    }
}
