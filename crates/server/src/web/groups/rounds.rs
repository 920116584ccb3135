//! Rounds: the members of a group are paired, and each pair has a game.

use std::collections::{BTreeMap, BTreeSet};

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use tengen_entropy as entropy;
use tengen_game::{Colors, Command, GameId, GroupId, Moment, NewGame, PlayerId, Settings};
use tengen_groups::{Standing, pair};
use tengen_live::Sent;
use tengen_protocol::{
    ColorWish, GroupKind, GroupRole, LARGEST_ROUND, NewRound, Player, ProblemCode, Round, RoundList,
};
use tengen_roles::GroupAct;
use tengen_store::{GameRow, MOST_ROUNDS, NewlyPaired, RoundMade, SeesGames};

use super::acting::{AtHomeActing, Looking};
use crate::app::App;
use crate::new_games::may_be_paired;
use crate::web::accept::JSON;
use crate::web::body::{Body, Fields, Named};
use crate::web::client::Client;
use crate::web::enclosed::class_of;
use crate::web::error::{WebError, after_making};
use crate::web::games::game::{keep, within};
use crate::web::lists::query::read;
use crate::web::openapi::{Created, Describe, Page, page};
use crate::web::people::clock_is_right;
use crate::web::routing::{create_with, get_with};
use crate::web::suspended::suspended;
use crate::web::trying::estimable::check_beginning;

/// How many rounds a page has.
const PAGE: u32 = 10;
/// How many players a round has at most.
const MOST_PLAYERS: usize = 2 * LARGEST_ROUND;

pub(super) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new().api_route(
        "/groups/{id}/rounds",
        get_with(list, |op| op.about("rounds", "groups", "The rounds of a group, the latest first")).merge(
            create_with(make, |op| {
                op.about("new_round", "groups", "Pairs members for a round, and makes a game for each pair")
                    .answers::<Round>(201, JSON, "The round. A pair whose game could not be made says why.")
                    .refuses(&[
                        Code::InvalidRound,
                        Code::InvalidSettings,
                        Code::InvalidPosition,
                        Code::IllegalMove,
                        Code::NotDuringTheGame,
                        Code::NoSuchPlayer,
                        Code::NotPlaying,
                        Code::TooManyRounds,
                        Code::WrongClock,
                    ])
            }),
        ),
    )
}

/// The query of the list. A field without value is as good as none.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Wanted {
    /// The `next` of the page before.
    #[schemars(regex(pattern = r"^[0-9]{0,9}$"))]
    before: String,
}

async fn list(
    State(app): State<App>,
    looking: Looking,
    Named(id): Named<GroupId>,
    Fields(Wanted { before }): Fields<Wanted>,
) -> Result<Page<RoundList>, WebError> {
    let group = looking.group(&app, id, GroupAct::See).await?.group;
    let before = read::<u32, _>(&before, "before is not the number of a round")?.unwrap_or(u32::MAX);
    let viewer = looking.player().map(|player| player.id.0);
    let sees = match group.role {
        Some(GroupRole::Leader) => SeesGames::All,
        Some(GroupRole::Member) => SeesGames::Within,
        None => SeesGames::Public,
    };
    // One more than is shown tells whether there is a next page.
    let mut rounds = app.store.rounds(id, before, (viewer, sees), PAGE + 1).await?;
    let is_last = rounds.len() <= PAGE as usize;
    rounds.truncate(PAGE as usize);
    let next = rounds.last().filter(|_| !is_last).map(|round| round.number);
    Ok(page(RoundList { rounds, next }))
}

async fn make(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    actor: AtHomeActing,
    Named(id): Named<GroupId>,
    Body(wish): Body<NewRound>,
) -> Result<Response, WebError> {
    let kind = actor.group(&app, id, GroupAct::Pair).await?.group.kind;
    clock_is_right(&app)?;
    let (game, settings) = game_wish(&wish)?;
    let (pairs, bye) = match &wish.pairs {
        Some(pairs) if wish.players.is_none() => {
            (pairs.iter().map(|pair| (pair.black.0, pair.white.0)).collect(), None)
        }
        Some(_) => return Err(invalid("players")),
        None => proposed(&app, id, kind, &wish).await?,
    };
    check(&pairs)?;
    // The leader alone is asked about the position. What is withheld from one of a pair would tell the leader who plays what is like it.
    check_beginning(&app, actor.id(), client, &settings).await?;
    app.limits.game(actor.id(), client)?;
    let now = app.clock.now();
    let new = NewlyPaired { group: id, kind, pairs: &pairs, bye, now };
    let number = match app.store.add_round(actor.home(), new).await? {
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
    // A teacher who goes away meanwhile leaves no half of a round.
    let (server, viewer) = (app.clone(), actor.id());
    // In a class a round is the teacher's work, and in a club a game that somebody offers to two others.
    let offers = (kind == GroupKind::Club).then_some(viewer);
    let made = tokio::spawn(async move {
        let mut problems = Vec::new();
        for (place, (black, white)) in (0u32..).zip(pairs) {
            let made = begin(&server, (client, offers), (black, white), &game).await;
            let kept = match made {
                Ok(game) => {
                    server.store.set_game_of_pair((id, number, place), game).await.map_err(WebError::from)
                }
                Err(error) => Err(error),
            };
            problems.push(kept.err().map(|error| error.of_others().problem().code));
        }
        problems
    });
    let problems = made.await.map_err(|error| WebError::Internal(error.to_string()))?;
    let rounds = app.store.rounds(id, number + 1, (Some(viewer), SeesGames::All), 1).await;
    let round = rounds.map_err(after_making)?.pop();
    let mut round = round.ok_or_else(|| after_making(ProblemCode::NoSuchGroup))?;
    for (pair, problem) in round.pairs.iter_mut().zip(problems) {
        pair.problem = problem;
    }
    // The list that begins with it.
    let location = format!("/api/v1/groups/{id}/rounds?before={}", number + 1);
    Ok(Created { location, content: round }.into_response())
}

fn invalid(field: &str) -> WebError {
    ProblemCode::InvalidRound.with(json!({"field": field, "max": MOST_PLAYERS})).into()
}

/// The wish for each game, and the settings of one. Who plays whom, and with which colour, is up to the round.
fn game_wish(wish: &NewRound) -> Result<(NewGame, Settings), WebError> {
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
    let game = NewGame { color: Colors::Black, ..NewGame::from(&wish.settings) };
    // What can't be the settings of a game is said before anything is kept.
    let [black, white] = [[1; 10], [2; 10]].map(PlayerId::from_entropy);
    let settings = Settings::new(black, NewGame { opponent: Some(white), ..game.clone() })?;
    Ok((game, settings))
}

/// Refuses pairs that are none, and too many of them.
fn check(pairs: &[(PlayerId, PlayerId)]) -> Result<(), WebError> {
    let mut known = BTreeSet::new();
    let mut players = pairs.iter().flat_map(|(black, white)| [black, white]);
    let is_round =
        !pairs.is_empty() && pairs.len() <= LARGEST_ROUND && players.all(|player| known.insert(*player));
    if is_round { Ok(()) } else { Err(invalid("pairs")) }
}

/// Pairs by the results so far: of those who are named, or of whoever takes part.
async fn proposed(
    app: &App,
    id: GroupId,
    kind: GroupKind,
    wish: &NewRound,
) -> Result<(Vec<(PlayerId, PlayerId)>, Option<PlayerId>), WebError> {
    let players = if let Some(players) = &wish.players {
        players.iter().map(|player| player.0).collect()
    } else {
        // With one more it shows that there are too many.
        let most = u32::try_from(MOST_PLAYERS).unwrap_or(u32::MAX).saturating_add(1);
        app.store.players_for_round(id, kind, most).await?
    };
    let places: BTreeMap<PlayerId, usize> = players.iter().copied().zip(0..).collect();
    if !(2..=MOST_PLAYERS).contains(&players.len()) || places.len() < players.len() {
        return Err(invalid("players"));
    }
    let (meetings, byes) = app.store.meetings(id).await?;
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

/// Makes the game of a pair and seats both; otherwise there is none. Where somebody is said to offer it, it is like any offer:
/// nobody gets one from somebody whom a block keeps apart, or more of them than others may offer.
async fn begin(
    app: &App,
    (client, offers): (Client, Option<PlayerId>),
    (black, white): (PlayerId, PlayerId),
    wish: &NewGame,
) -> Result<GameId, WebError> {
    for player in [black, white] {
        if let Some(sanction) = app.store.sanction_in_force(player, app.clock.now()).await? {
            return Err(suspended(&sanction));
        }
        may_be_paired(&app.store, client, player).await?;
    }
    let to_whom = |player: &PlayerId| offers.is_some_and(|leader| leader != *player);
    let offered: Vec<_> = [black, white].into_iter().filter(to_whom).collect();
    let mut who_meet = vec![(black, white)];
    if let Some(leader) = offers {
        who_meet.extend(offered.iter().map(|player| (leader, *player)));
    }
    for (one, other) in who_meet {
        if app.store.is_blocked_between(one, other).await? {
            return Err(ProblemCode::Blocked.into());
        }
    }
    for player in offered {
        app.limits.offer(client, player)?;
    }
    let [creator, opponent] = [player(app, black).await?, player(app, white).await?];
    let enclosed_in = class_of(app, black, Some(white)).await?;
    let settings =
        Settings::new(black, within(enclosed_in, NewGame { opponent: Some(white), ..wish.clone() }))?;
    let id = entropy::game_id()?;
    let row = GameRow { id, created_at: app.clock.now(), settings, rematch_of: None, enclosed_in };
    let kept = keep(app, &creator, Some(&opponent), row, None).await?;
    kept.ok_or_else(|| WebError::Internal("an id was drawn twice".to_owned()))?;
    let moment = Moment { lot: entropy::lot()?, ..Moment::at(app.clock.now()) };
    let send = |actor, command| Sent { actor, id: None, command, moment, answers: None };
    if let Err(error) = app.rooms.command(id, send(white, Command::Join)).await {
        // A game in which one of the two does not sit is none of a round.
        let _ = app.rooms.command(id, send(black, Command::Abort { reason: None })).await;
        return Err(error.into());
    }
    Ok(id)
}

async fn player(app: &App, id: PlayerId) -> Result<Player, WebError> {
    Ok(app.store.player(id).await?.ok_or(ProblemCode::NoSuchPlayer)?)
}
