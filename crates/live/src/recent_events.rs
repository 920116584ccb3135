//! The last events of a game in version 2 of the protocol, encoded once for its followers and for those who come back.

use std::collections::VecDeque;
use std::sync::Arc;

use tengen_protocol::view::{self, Audience};
use tengen_protocol::{EventV2, StateAfter};

use super::delivery::Delivery;
use super::error::RoomError;
use super::live_game::LiveGame;

/// How many events are kept.
const KEPT: usize = 20;
/// How many bytes they may take together.
const KEPT_BYTES: usize = 16 * 1024;

/// The last events of a game, without a gap, as they are for everybody but the player to move.
#[derive(Debug, Default)]
pub(super) struct RecentEvents {
    kept: VecDeque<Arc<Delivery>>,
    bytes: usize,
    /// The last of them by itself: the player to move is told more of it.
    last: Option<EventV2>,
    /// A state, and the number of the event that left it: the changes of the next event are those from there.
    standing: Option<(u32, StateAfter)>,
    /// How many events have been kept since somebody followed the game.
    unheard: usize,
}

impl RecentEvents {
    /// Takes note of the state from which the next event leads on, because somebody follows the game now.
    pub(super) fn begin(&mut self, game: &LiveGame) {
        let seq = game.state().seq();
        if self.standing.as_ref().is_none_or(|(known, _)| *known != seq) {
            self.standing = Some((seq, view::standing(game.state())));
        }
    }

    /// Whether the next event is to be kept: somebody follows the game in this version, or did so a few events ago and may come
    /// back. Who does not come back in time is forgotten, and so is everything that was kept.
    pub(super) fn keeps_next(&mut self, is_followed: bool) -> bool {
        self.unheard = if is_followed { 0 } else { self.unheard + 1 };
        if !is_followed && (self.standing.is_none() || self.unheard > KEPT) {
            *self = Self::default();
            return false;
        }
        true
    }

    /// Encodes the last event of the game and keeps it.
    pub(super) fn take_up(&mut self, game: &LiveGame) -> Result<Arc<Delivery>, RoomError> {
        let seq = game.state().seq();
        let before = match self.standing.take() {
            Some((known, before)) if known + 1 == seq => before,
            _ => game.standing_after(seq.saturating_sub(1))?,
        };
        let (event, after) = game.last_event_v2(&before)?;
        let delivery = Delivery::of_event_v2(game.id(), &event)?;
        if self.kept.back().and_then(|kept| kept.seq()).is_none_or(|kept| kept + 1 != seq) {
            self.kept.clear();
            self.bytes = 0;
        }
        self.bytes += delivery.frame.len();
        self.kept.push_back(Arc::clone(&delivery));
        while self.kept.len() > KEPT || self.bytes > KEPT_BYTES {
            let Some(oldest) = self.kept.pop_front() else { break };
            self.bytes -= oldest.frame.len();
        }
        (self.standing, self.last) = (Some((seq, after)), Some(event));
        Ok(delivery)
    }

    /// The last event as it is for the player to move; nothing if that player is told no more of it than others. A player who
    /// was there for the events before knows the illegal points of this turn, unless the turn is new.
    pub(super) fn last_for_mover(&self, game: &LiveGame) -> Result<Option<Arc<Delivery>>, RoomError> {
        let Some(event) = self.last.as_ref().filter(|event| event.changed.ends_illegal_points()) else {
            return Ok(None);
        };
        let mover = view::mover(game.state()).map_or(Audience::Spectator, Audience::Player);
        with_illegal_points(event, game, mover)
    }

    /// The events above a number, if they are kept, for an audience that may see the game up to another number.
    pub(super) fn since(
        &self,
        since: u32,
        until: u32,
        game: &LiveGame,
        audience: Audience,
    ) -> Result<Option<Vec<Arc<Delivery>>>, RoomError> {
        let ends = self.kept.front().zip(self.kept.back());
        let Some((Some(first), Some(last))) = ends.map(|(first, last)| (first.seq(), last.seq())) else {
            return Ok(None);
        };
        if since >= until || since + 1 < first || until > last {
            return Ok(None);
        }
        let is_asked_for =
            |delivery: &&Arc<Delivery>| delivery.seq().is_some_and(|seq| (since + 1..=until).contains(&seq));
        let mut events: Vec<_> = self.kept.iter().filter(is_asked_for).cloned().collect();
        if until == game.state().seq()
            && let Some(event) = &self.last
            && let Some(more) = with_illegal_points(event, game, audience)?
        {
            events.pop();
            events.push(more);
        }
        Ok(Some(events))
    }

    /// How many bytes the events take.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }
}

/// The last event of a game with the illegal points, if this audience is told any.
fn with_illegal_points(
    event: &EventV2,
    game: &LiveGame,
    audience: Audience,
) -> Result<Option<Arc<Delivery>>, RoomError> {
    let illegal = view::illegal_for(game.state(), audience);
    if illegal.is_empty() {
        return Ok(None);
    }
    let mut event = event.clone();
    event.changed.illegal = illegal;
    Delivery::of_event_v2(game.id(), &event).map(Some)
}

#[cfg(test)]
mod tests {
    use tengen_clock::Clock;
    use tengen_game::{Command, Event, GameId, Moment, NewGame, PlayerId, Settings, State};
    use tengen_protocol::{Version, VersionedEventList};
    use tengen_rules::{BoardName, Preset};
    use tengen_store::GameRow;

    use super::*;
    use crate::Missed;

    fn players() -> [PlayerId; 2] {
        [1, 2].map(|number| PlayerId::from_entropy([number; 10]))
    }

    fn settings() -> Settings {
        let board = BoardName::Grid { width: 5, height: 5 };
        Settings::new(players()[0], NewGame { board, ..NewGame::with_preset(Preset::Japanese) }).unwrap()
    }

    /// A game that ends in a ko, after passes that make it longer.
    fn log() -> Vec<Event> {
        let mut state = State::new(settings(), 0).unwrap();
        let mut log = vec![state.decide(players()[1], None, &Command::Join, Moment::at(0)).unwrap()];
        state.apply(&log[0]).unwrap();
        let moves = "B5 C5 A4 D4 B3 C3 E1 pass D1 pass C1 pass B1 pass A1 pass E2 pass C2 pass A2 pass C4 B4";
        for (turn, at) in (0..).zip(moves.split(' ')) {
            let command = match at {
                "pass" => Command::Pass { turn, confirm: true },
                at => Command::Play { turn, at: at.parse().unwrap() },
            };
            let actor = players()[usize::try_from(turn % 2).unwrap()];
            let event = state.decide(actor, None, &command, Moment::at(i64::from(turn))).unwrap();
            state.apply(&event).unwrap();
            log.push(event);
        }
        log
    }

    fn game(log: &[Event]) -> LiveGame {
        let id = GameId::from_entropy([3; 10]);
        let row = GameRow { id, created_at: 0, settings: settings(), rematch_of: None, enclosed_in: None };
        LiveGame::replay(Clock::system(), row, Vec::new(), log.to_vec()).unwrap()
    }

    fn texts(deliveries: &[Arc<Delivery>]) -> Vec<&str> {
        deliveries.iter().map(|delivery| delivery.frame.as_str()).collect()
    }

    #[test]
    fn the_kept_events_are_those_of_the_log() {
        let log = log();
        let mut recent = RecentEvents::default();
        recent.begin(&game(&log[..1]));
        for count in 2..=log.len() {
            let game = game(&log[..count]);
            recent.take_up(&game).unwrap();
            assert!(recent.bytes() <= KEPT_BYTES && recent.kept.len() <= KEPT);
            let seq = u32::try_from(count).unwrap();
            for audience in
                [Audience::Spectator, Audience::Player(players()[0]), Audience::Player(players()[1])]
            {
                for since in 0..seq {
                    let kept = recent.since(since, seq, &game, audience).unwrap();
                    let is_kept = since > 0 && (seq - since) as usize <= KEPT;
                    assert_eq!(kept.is_some(), is_kept, "{since} of {seq}");
                    let list = game.event_list(since, audience, Version::V2).unwrap();
                    assert!(matches!(list, VersionedEventList::V2(_)));
                    let read = Missed::Read(list).encode(game.id()).unwrap();
                    if let Some(kept) = kept {
                        assert_eq!(texts(&kept), texts(&read), "{since} of {seq} for {audience:?}");
                    }
                }
                assert!(recent.since(seq, seq, &game, audience).unwrap().is_none(), "nothing is missed");
            }
        }
        // Spectators of a delayed game may see a part of them.
        let game = game(&log);
        let seq = u32::try_from(log.len()).unwrap();
        let seen = recent.since(seq - 4, seq - 2, &game, Audience::Spectator).unwrap().unwrap();
        assert_eq!(seen.iter().filter_map(|delivery| delivery.seq()).collect::<Vec<_>>(), [seq - 3, seq - 2]);
        // The last move has made a ko, which everybody is told, and the player to move among the illegal points, too.
        let for_mover = recent.last_for_mover(&game).unwrap().unwrap();
        let others = recent.since(seq - 1, seq, &game, Audience::Spectator).unwrap().unwrap();
        assert!(texts(&others)[0].contains(r#""ko":"C4""#) && !texts(&others)[0].contains("illegal"));
        assert!(for_mover.frame.as_str().contains(r#""illegal":[{"at":"C4","rule":"ko"}]"#), "{for_mover:?}");
    }

    #[test]
    fn whoever_is_away_for_a_few_events_finds_them() {
        let log = log();
        let mut recent = RecentEvents::default();
        assert!(!recent.keeps_next(false), "nobody has ever followed the game");
        recent.begin(&game(&log[..2]));
        for (count, is_followed) in [(3, true), (4, false), (5, false), (6, true), (7, false)] {
            assert!(recent.keeps_next(is_followed), "{count}");
            recent.take_up(&game(&log[..count])).unwrap();
        }
        let now = game(&log[..7]);
        let kept = recent.since(2, 7, &now, Audience::Spectator).unwrap().unwrap();
        let read = Missed::Read(now.event_list(2, Audience::Spectator, Version::V2).unwrap());
        assert_eq!(texts(&kept), texts(&read.encode(now.id()).unwrap()));
        // One event has come since then while nobody was there.
        for event in 2..=KEPT {
            assert!(recent.keeps_next(false), "{event}");
        }
        assert!(!recent.keeps_next(false));
        assert!(recent.bytes() == 0 && recent.since(2, 7, &now, Audience::Spectator).unwrap().is_none());
        assert!(!recent.keeps_next(false) && recent.keeps_next(true));
    }

    #[test]
    fn a_gap_ends_what_was_kept() {
        let log = log();
        let mut recent = RecentEvents::default();
        for count in [2, 3, 4, 7, 8] {
            recent.take_up(&game(&log[..count])).unwrap();
        }
        let game = game(&log[..8]);
        let since = |since| recent.since(since, 8, &game, Audience::Spectator).unwrap();
        assert!((0..6).all(|number| since(number).is_none()));
        assert_eq!(since(6).map(|events| events.len()), Some(2));
        let read = Missed::Read(game.event_list(6, Audience::Spectator, Version::V2).unwrap());
        assert_eq!(texts(&since(6).unwrap()), texts(&read.encode(game.id()).unwrap()));
    }
}
