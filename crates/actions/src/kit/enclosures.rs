//! Closed classes: pupils see and meet the members of their class alone, and nobody else sees or meets them.
//!
//! A pupil is somebody whose account was made in the class, as long as the class is closed and the owner of the account is in it,
//! and no teacher. The computers of the house are everybody's opponents.

use std::sync::Arc;

use quick_cache::sync::Cache;
use tengen_game::{GameId, GroupId, PlayerId, RecordId};
use tengen_protocol::ProblemCode;
use tengen_store::computers::level_of;
use tengen_store::{Eyes, Store, StoreError, Thing};

use super::error::ActionError;

/// How many games are remembered.
const REMEMBERED: usize = 20_000;

/// What closed classes hide, and from whom; cheap to clone.
#[derive(Debug, Clone)]
pub struct Enclosures {
    store: Store,
    /// The classes within which games are played, of which a game never changes: those that were asked for lately.
    games: Arc<Cache<GameId, Option<GroupId>>>,
}

/// How somebody sees a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// Like everybody.
    Openly,
    /// As one of a class: nobody else may be shown the same.
    Within,
    /// Not at all.
    Not,
}

impl Seen {
    /// Whether it is seen, by whatever right.
    pub fn is_seen(self) -> bool {
        self != Self::Not
    }

    fn if_so(is_so: bool) -> Self {
        if is_so { Self::Within } else { Self::Not }
    }
}

impl Enclosures {
    /// Those of a database.
    pub fn new(store: Store) -> Self {
        Self { store, games: Arc::new(Cache::new(REMEMBERED)) }
    }

    /// Somebody as one who looks.
    pub async fn eyes(&self, player: PlayerId) -> Result<Eyes, StoreError> {
        Ok(Eyes { player: Some(player), enclosed_in: self.store.enclosed_in(player).await? })
    }

    /// How somebody sees a player. An id that is nobody's hides nobody.
    pub async fn player(&self, eyes: Eyes, id: PlayerId) -> Result<Seen, StoreError> {
        if eyes.player == Some(id) || level_of(id).is_some() {
            return Ok(Seen::Openly);
        }
        match (self.store.enclosed_in(id).await?, eyes.enclosed_in) {
            (None, None) => Ok(Seen::Openly),
            // The teacher, and others who came from elsewhere.
            (None, Some(class)) => Ok(Seen::if_so(self.store.is_in_group(class, id).await?)),
            (Some(class), Some(own)) => Ok(Seen::if_so(class == own)),
            (Some(class), None) => {
                let Some(viewer) = eyes.player else { return Ok(Seen::Not) };
                let is_staff = async || Ok::<_, StoreError>(!self.store.roles(viewer).await?.is_empty());
                Ok(Seen::if_so(self.store.is_in_group(class, viewer).await? || is_staff().await?))
            }
        }
    }

    /// How somebody sees a game. One that is not there is not hidden.
    pub async fn game(&self, eyes: Eyes, id: GameId) -> Result<Seen, StoreError> {
        let Some(within) = self.of_game(id).await? else { return Ok(Seen::Openly) };
        if within.is_none() && eyes.enclosed_in.is_none() {
            return Ok(Seen::Openly);
        }
        let Some(viewer) = eyes.player else { return Ok(Seen::Not) };
        if self.store.is_concerned_by(id, viewer).await? {
            return Ok(Seen::Within);
        }
        match within {
            // A socket may be older than the end of a membership, so the table is asked.
            Some(class) if eyes.enclosed_in.is_none_or(|own| own == class) => Ok(Seen::if_so(
                self.store.is_in_group(class, viewer).await? || self.store.is_reported_to(id, viewer).await?,
            )),
            _ => Ok(Seen::Not),
        }
    }

    /// How somebody sees a record: like the player who has brought it. One that is not there is not hidden.
    pub async fn record(&self, eyes: Eyes, id: RecordId) -> Result<Seen, StoreError> {
        match self.store.about_record(id).await? {
            Some(record) => self.player(eyes, record.owner.id.0).await,
            None => Ok(Seen::Openly),
        }
    }

    /// The closed class within which these two play, if either of them is a pupil of one.
    pub async fn of_pair(
        &self,
        one: PlayerId,
        other: Option<PlayerId>,
    ) -> Result<Option<GroupId>, ActionError> {
        let own = self.store.enclosed_in(one).await?;
        let Some(other) = other.filter(|other| level_of(*other).is_none()) else { return Ok(own) };
        let theirs = self.store.enclosed_in(other).await?;
        let meet = match (own, theirs) {
            (None, None) => true,
            // A role on the server is no reason to play with pupils.
            (None, Some(class)) => self.store.is_in_group(class, one).await?,
            (Some(class), None) => self.store.is_in_group(class, other).await?,
            (Some(class), Some(theirs)) => class == theirs,
        };
        if meet { Ok(own.or(theirs)) } else { Err(ProblemCode::NoSuchPlayer.into()) }
    }

    /// How somebody sees a thing. The error of one that is not seen at all is that there is no such thing.
    pub async fn sees(&self, eyes: Eyes, thing: Thing) -> Result<Seen, ActionError> {
        let (seen, none) = match thing {
            Thing::Game(id) => (self.game(eyes, id).await?, ProblemCode::NoSuchGame),
            Thing::Player(id) => (self.player(eyes, id).await?, ProblemCode::NoSuchPlayer),
            Thing::Record(id) => (self.record(eyes, id).await?, ProblemCode::NoSuchRecord),
        };
        if seen.is_seen() { Ok(seen) } else { Err(none.into()) }
    }

    /// Refuses to bring a pupil into a group that is not the class, as if there were no such player.
    pub async fn stays_in_class(&self, group: GroupId, player: PlayerId) -> Result<(), ActionError> {
        match self.store.enclosed_in(player).await? {
            Some(class) if class != group => Err(ProblemCode::NoSuchPlayer.into()),
            _ => Ok(()),
        }
    }

    /// Takes note of a game, of which its class never changes.
    pub fn note(&self, game: GameId, enclosed_in: Option<GroupId>) {
        self.games.insert(game, enclosed_in);
    }

    /// The closed class within which a game is played, if it is; nothing if there is no such game.
    async fn of_game(&self, game: GameId) -> Result<Option<Option<GroupId>>, StoreError> {
        if let Some(known) = self.games.get(&game) {
            return Ok(Some(known));
        }
        let found = self.store.enclosure_of_game(game).await?;
        if let Some(within) = found {
            self.note(game, within);
        }
        Ok(found)
    }
}
