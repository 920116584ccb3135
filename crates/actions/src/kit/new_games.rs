//! How many games a player may have that are not over, and an address: guests are free, so neither alone is a bound.
//!
//! The games of a player are counted in the table. The games of an address are known to this process only, for a day; of several
//! servers each has a part of that limit.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::json;
use tengen_game::{GameId, PlayerId, Settings};
use tengen_limits::{Client, Limits};
use tengen_protocol::ProblemCode;
use tengen_store::computers::level_of;
use tengen_store::{Store, Unfinished};
use tokio::sync::OwnedMutexGuard;
use tokio::time::Instant;

use super::error::ActionError;

/// The games that a player may have.
const OF_PLAYER: Most = Most { open: 5, against_the_computer: 5 };
/// The games that all players of an address may have together.
const OF_ADDRESS: Most = Most { open: 20, against_the_computer: 20 };
/// How many games of any kind that are not over a player may have.
const UNFINISHED: u32 = 500;
/// With how many of these nobody is paired for another round: whoever is paired by others keeps room for games of the own choice.
const UNFINISHED_WHEN_PAIRED: u32 = 250;
/// How many addresses are remembered, those that have made a game last.
const ADDRESSES: usize = 10_000;
/// How many games are remembered of an address, the newest.
const REMEMBERED: usize = 500;
/// How long the games of an address are remembered after the last of them was made.
const REMEMBER: Duration = Duration::from_hours(24);

/// So many games there may be at once.
#[derive(Debug, Clone, Copy)]
struct Most {
    /// With a seat that anybody may take.
    open: u32,
    against_the_computer: u32,
}

/// The games that each address has made of late; cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct NewGames(Arc<Mutex<HashMap<IpAddr, Made>>>);

#[derive(Debug)]
struct Made {
    games: Arc<tokio::sync::Mutex<Vec<GameId>>>,
    last: Instant,
}

/// Leave to make a game. Others of the same address wait until it is made, so that no two take the last place.
#[derive(Debug)]
pub(crate) struct Leave(Option<OwnedMutexGuard<Vec<GameId>>>);

impl Leave {
    /// Takes note that the game was made.
    pub(crate) fn made(self, game: GameId) {
        if let Some(mut games) = self.0 {
            let surplus = (games.len() + 1).saturating_sub(REMEMBERED);
            games.drain(..surplus);
            games.push(game);
        }
    }
}

impl NewGames {
    /// Leave to make a game with these settings. Clients on this machine need none.
    pub(crate) async fn leave(
        &self,
        store: &Store,
        limits: &Limits,
        client: Client,
        settings: &Settings,
    ) -> Result<Leave, ActionError> {
        if client.is_near() {
            return Ok(Leave(None));
        }
        let mut made = self.of(client.network()).lock_owned().await;
        let own = store.unfinished_of(settings.creator(), UNFINISHED).await?;
        check_all(&own, UNFINISHED)?;
        OF_PLAYER.check(&own, settings)?;
        let theirs = store.unfinished_among(&made).await?;
        made.retain(|game| theirs.iter().any(|unfinished| unfinished.game == *game));
        OF_ADDRESS.part_by(limits).check(&theirs, settings)?;
        Ok(Leave(Some(made)))
    }

    /// Forgets addresses that have made no game for long.
    pub fn tidy(&self) {
        self.lock().retain(|_, made| made.last.elapsed() < REMEMBER);
    }

    fn of(&self, network: IpAddr) -> Arc<tokio::sync::Mutex<Vec<GameId>>> {
        let (mut all, now) = (self.lock(), Instant::now());
        if all.len() >= ADDRESSES
            && !all.contains_key(&network)
            && let Some((oldest, _)) = all.iter().min_by_key(|(_, made)| made.last)
        {
            let oldest = *oldest;
            all.remove(&oldest);
        }
        let made = all.entry(network).or_insert_with(|| Made { games: Arc::default(), last: now });
        made.last = now;
        Arc::clone(&made.games)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<IpAddr, Made>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a player may take a seat in another game.
pub(crate) async fn may_join(store: &Store, client: Client, player: PlayerId) -> Result<(), ActionError> {
    check_up_to(store, client, player, UNFINISHED).await
}

/// Whether a player may be paired for another game by the leader of a group.
pub(crate) async fn may_be_paired(
    store: &Store,
    client: Client,
    player: PlayerId,
) -> Result<(), ActionError> {
    check_up_to(store, client, player, UNFINISHED_WHEN_PAIRED).await
}

async fn check_up_to(store: &Store, client: Client, player: PlayerId, most: u32) -> Result<(), ActionError> {
    if client.is_near() { Ok(()) } else { check_all(&store.unfinished_of(player, most).await?, most) }
}

fn check_all(games: &[Unfinished], most: u32) -> Result<(), ActionError> {
    if games.len() >= most as usize {
        Err(too_many(ProblemCode::TooManyUnfinishedGames, most))
    } else {
        Ok(())
    }
}

fn is_computer(opponent: Option<PlayerId>) -> bool {
    opponent.is_some_and(|player| level_of(player).is_some())
}

impl Most {
    /// The part of it that one of several servers has: none of them knows what an address has made at the others.
    fn part_by(self, limits: &Limits) -> Self {
        Self {
            open: limits.part_of(self.open),
            against_the_computer: limits.part_of(self.against_the_computer),
        }
    }

    /// Whether there may be another game with these settings beside others.
    fn check(self, games: &[Unfinished], settings: &Settings) -> Result<(), ActionError> {
        let count = |kind: fn(&Unfinished) -> bool| games.iter().filter(|game| kind(game)).count();
        let opponent = settings.opponent();
        if is_computer(opponent) {
            let against = count(|game| is_computer(game.opponent));
            if against >= self.against_the_computer as usize {
                return Err(too_many(ProblemCode::TooManyComputerGames, self.against_the_computer));
            }
        } else if opponent.is_none()
            && !settings.local()
            && count(|game| game.open && game.opponent.is_none()) >= self.open as usize
        {
            return Err(too_many(ProblemCode::TooManyOpenGames, self.open));
        }
        Ok(())
    }
}

/// So many there may be.
fn too_many(code: ProblemCode, max: u32) -> ActionError {
    code.with(json!({"max": max})).into()
}

#[cfg(test)]
mod tests {
    use tengen_game::NewGame;
    use tengen_house::Level;
    use tengen_rules::Preset;
    use tengen_store::computers::player_of;

    use super::*;

    fn games(count: u8, open: bool, opponent: Option<PlayerId>) -> Vec<Unfinished> {
        let game = |number| Unfinished { game: GameId::from_entropy([number; 10]), open, opponent };
        (0..count).map(game).collect()
    }

    fn settings(opponent: Option<PlayerId>) -> Settings {
        let wish = NewGame { opponent, ..NewGame::with_preset(Preset::Japanese) };
        Settings::new(PlayerId::from_entropy([200; 10]), wish).unwrap()
    }

    fn is_refused(outcome: Result<(), ActionError>, code: ProblemCode, max: u32) -> bool {
        outcome.is_err_and(|error| error.told() == code.with(json!({"max": max})))
    }

    #[test]
    fn each_kind_of_game_is_counted_by_itself() {
        let (computer, friend) = (Some(player_of(Level::First)), Some(PlayerId::from_entropy([201; 10])));
        let [anybody, against, offered] = [None, computer, friend].map(settings);
        let open = games(5, true, None);
        assert!(is_refused(OF_PLAYER.check(&open, &anybody), ProblemCode::TooManyOpenGames, 5));
        assert!(OF_PLAYER.check(&open, &against).is_ok() && OF_PLAYER.check(&open, &offered).is_ok());
        assert!(OF_PLAYER.check(&open[1..], &anybody).is_ok());
        assert!(OF_PLAYER.check(&games(50, false, None), &anybody).is_ok(), "those have begun");
        assert!(OF_PLAYER.check(&games(50, true, friend), &anybody).is_ok(), "those are offered to somebody");
        for is_open in [true, false] {
            let played = games(5, is_open, computer);
            let refused = OF_PLAYER.check(&played, &against);
            assert!(is_refused(refused, ProblemCode::TooManyComputerGames, 5));
            assert!(
                OF_PLAYER.check(&played, &anybody).is_ok() && OF_ADDRESS.check(&played, &against).is_ok()
            );
        }
    }

    #[test]
    fn the_addresses_of_long_ago_are_forgotten() {
        let all = NewGames::default();
        let address = |number: u32| IpAddr::from(number.to_be_bytes());
        let count = u32::try_from(ADDRESSES).unwrap() + 2;
        for number in 0..count {
            all.of(address(number));
        }
        let known = all.lock();
        assert_eq!(known.len(), ADDRESSES);
        assert!((2..count).all(|number| known.contains_key(&address(number))));
    }

    #[test]
    fn five_hundred_games_are_not_over() {
        let mut games: Vec<Unfinished> = games(250, false, None).into_iter().cycle().take(500).collect();
        let code = ProblemCode::TooManyUnfinishedGames;
        assert!(is_refused(check_all(&games, UNFINISHED), code, 500));
        games.pop();
        assert!(check_all(&games, UNFINISHED).is_ok());
        assert!(is_refused(check_all(&games, UNFINISHED_WHEN_PAIRED), code, 250));
    }
}
