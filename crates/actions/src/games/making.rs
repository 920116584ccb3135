//! New games: the one way in which a game comes to be, whoever wishes for it.

use tengen_entropy as entropy;
use tengen_game::{Aids, GameId, GroupId, NewGame, Patience, PlayerId, Settings};
use tengen_limits::Kind;
use tengen_live::{House, LiveGame};
use tengen_protocol::{Player, PlayerCard, Presence, ProblemCode, Rematch, Snapshot, Text, Version};
use tengen_store::computers::level_of;
use tengen_store::{GameRow, PairKey};

use super::joining::{kept_out, sit_down};
use super::no_bots;
use crate::kit::{ActionError, Actor, Leave, Parts, after_making, before_making};
use crate::positions::check_beginning;

/// From where a new game comes.
#[derive(Debug)]
pub(crate) enum Origin {
    /// A player has made it, and has the leave for it.
    Player(Leave),
    /// It is that of a pair of a round.
    Pair(PairKey),
}

/// Makes a game as a player wishes for it. In a local game the player sits down.
pub async fn make(parts: &Parts, actor: &Actor, wish: NewGame) -> Result<Snapshot, ActionError> {
    let row = wished(parts, actor, helped(wish), None).await.map_err(before_making)?;
    let made = open(parts, actor, row).await?;
    made.ok_or_else(|| ActionError::internal("an id was drawn twice"))
}

/// The wish for a game, which has both aids in a local game and against a computer of the server, unless it says
/// otherwise. Games know no computers.
fn helped(wish: NewGame) -> NewGame {
    let patience = Patience::of(wish.clock.as_ref());
    let alone = wish.local || wish.opponent.and_then(level_of).is_some();
    NewGame { aids: wish.aids.or(Aids::usual(&patience, alone)).into(), ..wish }
}

/// The game that a player wishes for, after another one if it is a rematch, if there may be one.
pub(super) async fn wished(
    parts: &Parts,
    actor: &Actor,
    wish: NewGame,
    rematch_of: Option<GameId>,
) -> Result<GameRow, ActionError> {
    parts.limits.game(actor.id(), actor.client)?;
    let enclosed_in = parts.enclosures.of_pair(actor.id(), wish.opponent).await?;
    let row = GameRow { rematch_of, ..row(parts, actor.id(), wish, enclosed_in)? };
    check_beginning(parts, actor.id(), actor.client, &row.settings).await?;
    Ok(row)
}

/// The row of a new game, which is in no list of all games if it is played within a closed class.
pub(crate) fn row(
    parts: &Parts,
    creator: PlayerId,
    wish: NewGame,
    enclosed_in: Option<GroupId>,
) -> Result<GameRow, ActionError> {
    let wish = NewGame { private: wish.private || enclosed_in.is_some(), ..wish };
    let settings = Settings::new(creator, wish)?;
    Ok(GameRow {
        id: entropy::game_id()?,
        created_at: parts.clock.now(),
        settings,
        rematch_of: None,
        enclosed_in,
    })
}

/// Keeps a new game of a player and tells of it, if there may be one. Answers nothing if it was not kept,
/// because it is a rematch and there is one.
pub(super) async fn open(
    parts: &Parts,
    actor: &Actor,
    row: GameRow,
) -> Result<Option<Snapshot>, ActionError> {
    let (opponent, leave) = admit(parts, actor, &row).await.map_err(before_making)?;
    let (id, rematch_of, is_local) = (row.id, row.rematch_of, row.settings.local());
    let players = (&actor.player, opponent.as_ref());
    let Some(game) = keep(parts, players, row, Origin::Player(leave)).await? else { return Ok(None) };
    if let Some(earlier) = rematch_of {
        let offer = Rematch { game: Text(id), by: actor.player.id };
        parts.rooms.tell_of_rematch(earlier, Some(offer)).await.map_err(after_making)?;
    }
    if is_local {
        return sit_down(parts, actor, id).await.map(Some).map_err(after_making);
    }
    let snapshot = game.snapshot(actor.audience(), Presence::default(), Version::V1);
    snapshot.map(Some).map_err(after_making)
}

/// The opponent whom a new game names, and the leave to have it.
async fn admit(parts: &Parts, actor: &Actor, row: &GameRow) -> Result<(Option<Player>, Leave), ActionError> {
    let client = actor.client;
    parts.clock_is_right()?;
    let opponent = match row.settings.opponent() {
        Some(opponent) => Some(parts.store.player(opponent).await?.ok_or(ProblemCode::NoSuchPlayer)?),
        None => None,
    };
    no_bots::check_new(&row.settings, &actor.player, opponent.as_ref())?;
    if let Some(opponent) = row.settings.opponent().filter(|opponent| level_of(*opponent).is_none()) {
        if parts.store.is_blocked_between(actor.id(), opponent).await? {
            return Err(ProblemCode::Blocked.into());
        }
        parts.limits.offer(client, opponent)?;
    }
    let leave = parts.new_games.leave(&parts.store, &parts.limits, client, &row.settings).await;
    let leave = leave.inspect_err(|error| kept_out(parts, client, error))?;
    if row.settings.opponent().is_some_and(|opponent| parts.house.is_here(opponent)) {
        if parts.house.is_busy(&parts.limits) {
            parts.limits.keep_out(client, Kind::Work);
            return Err(ProblemCode::ComputerBusy.into());
        }
        parts.house.begin(row.settings.creator(), client);
    }
    Ok((opponent, leave))
}

/// Keeps a new game of its creator and of the opponent whom it names, and tells of it. Answers nothing if it was
/// not kept, because there is one already: a rematch, or that of a pair.
pub(crate) async fn keep(
    parts: &Parts,
    (creator, opponent): (&Player, Option<&Player>),
    row: GameRow,
    origin: Origin,
) -> Result<Option<LiveGame>, ActionError> {
    let mut game = LiveGame::new(parts.clock.clone(), row.clone(), PlayerCard::from(creator))?;
    if let Some(opponent) = opponent {
        game = game.with_card(PlayerCard::from(opponent));
    }
    let parts = parts.clone();
    // A client that goes away meanwhile leaves no game of which nobody is told.
    let kept = tokio::spawn(async move {
        let due = game.state().due();
        let is_new = match &origin {
            Origin::Player(_) => parts.store.add_game(&row, due, parts.house.job(game.state())).await?,
            Origin::Pair(key) => parts.store.add_game_of_pair(*key, &row, due).await?,
        };
        if !is_new {
            return Ok(None);
        }
        parts.enclosures.note(row.id, row.enclosed_in);
        if let Origin::Player(leave) = origin {
            leave.made(row.id);
        }
        parts.rooms.tell_of_new(&game).map_err(after_making)?;
        Ok(Some(game))
    });
    kept.await.map_err(ActionError::internal)?
}
