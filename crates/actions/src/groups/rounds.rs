//! Rounds: the members of a group are paired, and each pair has a game.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;
use tengen_game::{Colors, GroupId, NewGame, PlayerId, Settings};
use tengen_groups::{Standing, pair};
use tengen_limits::Client;
use tengen_protocol::{ColorWish, GroupKind, GroupRole, LARGEST_ROUND, NewRound, ProblemCode, Round};
use tengen_roles::GroupAct;
use tengen_store::{MOST_ROUNDS, NewPair, NewlyPaired, PairKey, RoundMade};

use super::acting::AtHomeActing;
use super::seen_round::seen_round;
use crate::duties::round_games::{make_all, may_meet};
use crate::kit::{ActionError, Parts, after_making, before_making, may_be_paired};
use crate::positions::check_beginning;

/// How many players a round has at most.
const MOST_PLAYERS: usize = 2 * LARGEST_ROUND;

/// Pairs members of a group for a round, and makes a game for each pair.
pub async fn make_round(
    parts: &Parts,
    actor: &AtHomeActing,
    client: Client,
    id: GroupId,
    wish: &NewRound,
) -> Result<Round, ActionError> {
    let kind = actor.group(parts, id, GroupAct::Pair).await?.group.kind;
    parts.clock_is_right()?;
    let settings = settings(wish)?;
    let (pairs, bye) = match &wish.pairs {
        Some(pairs) if wish.players.is_none() => {
            (pairs.iter().map(|pair| (pair.black.0, pair.white.0)).collect(), None)
        }
        Some(_) => return Err(invalid("players")),
        None => proposed(parts, id, kind, wish).await?,
    };
    check(&pairs)?;
    // The leader alone is asked about the position. What is withheld from one of a pair would tell the leader who plays what is like it.
    check_beginning(parts, actor.id(), client, &settings).await?;
    parts.limits.game(actor.id(), client)?;
    // In a class a round is the teacher's work, and in a club a game that somebody offers to two others.
    let offers = (kind == GroupKind::Club).then_some(actor.id());
    let mut new_pairs = Vec::with_capacity(pairs.len());
    for (black, white) in pairs {
        let problem = problem(parts, (client, offers), (black, white)).await.map_err(before_making)?;
        new_pairs.push(NewPair { black, white, problem });
    }
    let under_way = parts.rounds_under_way.begin(id);
    let now = parts.clock.now();
    let new = NewlyPaired { group: id, kind, pairs: &new_pairs, bye, settings: &settings, now };
    let number = match parts.store.add_round(actor.home(), new).await? {
        RoundMade::Done(number) => number,
        RoundMade::Gone => return Err(ProblemCode::NoSuchGroup.into()),
        RoundMade::NotThere => return Err(ProblemCode::NoSuchPlayer.into()),
        RoundMade::NotPlaying(players) => {
            let players: Vec<&str> = players.iter().map(PlayerId::as_str).collect();
            return Err(ProblemCode::NotPlaying.with(json!({"players": players})).into());
        }
        RoundMade::TooMany => {
            return Err(ProblemCode::TooManyRounds.with(json!({"max": MOST_ROUNDS})).into());
        }
    };
    let without_problem = (0..).zip(&new_pairs).filter(|(_, pair)| pair.problem.is_none());
    let left = without_problem.map(|(place, _)| PairKey { group: id, round: number, place }).collect();
    // A teacher who goes away meanwhile leaves nothing undone, and a server that dies leaves jobs.
    let made = tokio::spawn(make_all(parts.clone(), left, under_way));
    made.await.map_err(|error| after_making(ActionError::internal(error)))?;
    let round = parts.store.rounds(id, number + 1, 1).await.map_err(after_making)?.pop();
    let round = round.ok_or_else(|| after_making(ProblemCode::NoSuchGroup))?;
    Ok(seen_round(round, Some(actor.id()), Some(GroupRole::Leader), parts.clock.now()))
}

fn invalid(field: &str) -> ActionError {
    ProblemCode::InvalidRound.with(json!({"field": field, "max": MOST_PLAYERS})).into()
}

/// The settings of each game, of players who stand for the two of a pair: who plays whom, and with which colour, is up to the round.
fn settings(wish: &NewRound) -> Result<Settings, ActionError> {
    let refused = |field: &str| ProblemCode::InvalidSettings.with(json!({"field": field}));
    if wish.settings.opponent.is_some() {
        return Err(refused("opponent").into());
    }
    if wish.settings.color != ColorWish::Random {
        return Err(refused("color").into());
    }
    if wish.settings.local {
        return Err(refused("local").into());
    }
    let [black, white] = [[1; 10], [2; 10]].map(PlayerId::from_entropy);
    let game = NewGame { color: Colors::Black, opponent: Some(white), ..NewGame::from(&wish.settings) };
    Ok(Settings::new(black, game)?)
}

/// Refuses pairs that are none, and too many of them.
fn check(pairs: &[(PlayerId, PlayerId)]) -> Result<(), ActionError> {
    let mut known = BTreeSet::new();
    let mut players = pairs.iter().flat_map(|(black, white)| [black, white]);
    let is_round =
        !pairs.is_empty() && pairs.len() <= LARGEST_ROUND && players.all(|player| known.insert(*player));
    if is_round { Ok(()) } else { Err(invalid("pairs")) }
}

/// Pairs by the results so far: of those who are named, or of whoever takes part.
async fn proposed(
    parts: &Parts,
    id: GroupId,
    kind: GroupKind,
    wish: &NewRound,
) -> Result<(Vec<(PlayerId, PlayerId)>, Option<PlayerId>), ActionError> {
    let players = if let Some(players) = &wish.players {
        players.iter().map(|player| player.0).collect()
    } else {
        // With one more it shows that there are too many.
        let most = u32::try_from(MOST_PLAYERS).unwrap_or(u32::MAX).saturating_add(1);
        parts.store.players_for_round(id, kind, most).await?
    };
    let places: BTreeMap<PlayerId, usize> = players.iter().copied().zip(0..).collect();
    if !(2..=MOST_PLAYERS).contains(&players.len()) || places.len() < players.len() {
        return Err(invalid("players"));
    }
    let (meetings, byes) = parts.store.meetings(id).await?;
    let mut standings = vec![Standing::default(); players.len()];
    let mut met: BTreeMap<(usize, usize), u32> = BTreeMap::new();
    for meeting in meetings {
        let [black, white] = [meeting.black, meeting.white].map(|player| places.get(&player).copied());
        for (place, points, color) in [(black, meeting.points[0], 1), (white, meeting.points[1], -1)] {
            if let Some(place) = place {
                standings[place].points += points;
                standings[place].blacks += color;
            }
        }
        if let (Some(black), Some(white)) = (black, white) {
            *met.entry((black.min(white), black.max(white))).or_insert(0) += 1;
        }
    }
    for place in byes.iter().filter_map(|player| places.get(player)) {
        standings[*place].byes += 1;
        standings[*place].points += 2;
    }
    let times = |one: usize, other: usize| met.get(&(one.min(other), one.max(other))).copied().unwrap_or(0);
    let round = pair(&standings, times);
    let pairs = round.pairs.into_iter().map(|(black, white)| (players[black], players[white])).collect();
    Ok((pairs, round.bye.map(|bye| players[bye])))
}

/// The code of the problem by which a pair gets no game, if there is one: it is known before the round is kept.
async fn problem(
    parts: &Parts,
    by: (Client, Option<PlayerId>),
    pair: (PlayerId, PlayerId),
) -> Result<Option<String>, ActionError> {
    match may_be_offered(parts, by, pair).await {
        Ok(()) => Ok(None),
        Err(error) if error.is_passing() => Err(error),
        Err(error) => Ok(Some(error.of_others().told().code.name().to_owned())),
    }
}

/// Whether a pair may have a game. Where somebody is said to offer it, it is like any offer: nobody gets one from somebody whom a block
/// keeps apart, or more of them than others may offer.
async fn may_be_offered(
    parts: &Parts,
    (client, offers): (Client, Option<PlayerId>),
    (black, white): (PlayerId, PlayerId),
) -> Result<(), ActionError> {
    may_meet(parts, black, white).await?;
    for player in [black, white] {
        may_be_paired(&parts.store, client, player).await?;
    }
    let Some(leader) = offers else { return Ok(()) };
    let offered: Vec<_> = [black, white].into_iter().filter(|player| *player != leader).collect();
    for player in &offered {
        if parts.store.is_blocked_between(leader, *player).await? {
            return Err(ProblemCode::Blocked.into());
        }
    }
    for player in offered {
        parts.limits.offer(client, player)?;
    }
    Ok(())
}
