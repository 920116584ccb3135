//! Trees that are shown to others: who may show one, and when.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tengen_entropy as entropy;
use tengen_game::{GameId, Phase, PlayerId, RecordId, ShareId};
use tengen_live::LiveGame;
use tengen_protocol::view::Audience;
use tengen_protocol::{NewShare, ProblemCode, Share, ShareAnswer, ShareList, ShareWith};
use tengen_store::{NewSharing, Shared, Sharing, TreeOf};

use super::asked::too_many_shares;
use super::changing::TRIES;
use super::freezing::{Frozen, freeze};
use crate::app::App;
use crate::web::accept::JSON;
use crate::web::body::{Answer, Body, Named, answer};
use crate::web::caller::{Caller, Viewer};
use crate::web::client::Client;
use crate::web::error::{WebError, before_making};
use crate::web::openapi::{Created, Describe};
use crate::web::routing::{create_secret_with, delete_with, get_with};

pub(super) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    let refused = &[Code::NothingToShare, Code::TooManyShares, Code::SharesFull];
    let of_game = &[Code::NotDuringTheGame, Code::NotAPlayer];
    let told = "The showing; the secret of a link is told now and never again.";
    ApiRouter::new()
        .api_route(
            "/games/{id}/variations/share",
            create_secret_with(share_of_game, |op| {
                op.about("share_variations", "trying", "Shows one's own tree beside a game to others")
                    .answers::<ShareAnswer>(201, JSON, told)
                    .refuses(refused)
                    .refuses(of_game)
                    .leads_to(201, &["end_share"], "/share/id")
            })
            .merge(get_with(shares_of_game, |op| {
                op.about("shares", "trying", "The showings of one's own tree beside a game, the newest first")
            })),
        )
        .api_route(
            "/records/{id}/variations/share",
            create_secret_with(share_of_record, |op| {
                op.about(
                    "share_record_variations",
                    "trying",
                    "Shows one's own tree beside a record to others",
                )
                .answers::<ShareAnswer>(201, JSON, told)
                .refuses(refused)
                .refuses(&[Code::NotAPlayer])
                .leads_to(201, &["end_share"], "/share/id")
            })
            .merge(get_with(shares_of_record, |op| {
                op.about(
                    "record_shares",
                    "trying",
                    "The showings of one's own tree beside a record, the newest first",
                )
            })),
        )
        .api_route(
            "/shares/{id}",
            delete_with(end, |op| {
                op.about("end_share", "trying", "Ends a showing of one's own tree").answers_text(
                    204,
                    None,
                    "Nobody sees it any more.",
                )
            }),
        )
}

/// Whether everybody has seen how a game ended, spectators with their delay.
pub(super) fn is_over_for_all(game: &LiveGame) -> bool {
    let seen = game.seen_log(Audience::Spectator).len();
    game.state().phase() == Phase::Finished && seen >= game.state().seq() as usize
}

/// Whether a player plays in a game, or is to.
pub(super) fn plays(game: &LiveGame, player: PlayerId) -> bool {
    game.participants().any(|participant| participant == player)
}

/// The opponent of a player in a game that is over.
pub(super) fn opponent_after(game: &LiveGame, player: PlayerId) -> Result<PlayerId, ProblemCode> {
    let opponent = game.participants().find(|participant| *participant != player);
    let opponent = opponent.filter(|_| plays(game, player)).ok_or(ProblemCode::NotAPlayer)?;
    if game.state().phase() == Phase::Finished { Ok(opponent) } else { Err(ProblemCode::NotDuringTheGame) }
}

async fn share_of_game(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Caller(player): Caller,
    Named(id): Named<GameId>,
    Body(wish): Body<NewShare>,
) -> Result<Response, WebError> {
    let (player, with) = (player.id.0, wish.with);
    let refused = app.rooms.read(id, move |game| {
        let plays = plays(game, player);
        match with {
            ShareWith::Opponent if !plays => Some(ProblemCode::NotAPlayer),
            // Both have seen the end at once.
            ShareWith::Opponent if game.state().phase() != Phase::Finished => {
                Some(ProblemCode::NotDuringTheGame)
            }
            // Spectators, whom the players may be, see no tree of a player before they have seen the end.
            ShareWith::Link if plays && !is_over_for_all(game) => Some(ProblemCode::NotDuringTheGame),
            ShareWith::Opponent | ShareWith::Link => None,
        }
    });
    if let Some(code) = refused.await.map_err(before_making)? {
        return Err(code.into());
    }
    share(&app, client, (player, TreeOf::Game(id)), &wish).await
}

async fn share_of_record(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    Caller(player): Caller,
    Named(id): Named<RecordId>,
    Body(wish): Body<NewShare>,
) -> Result<Response, WebError> {
    app.store.about_record(id).await.map_err(before_making)?.ok_or(ProblemCode::NoSuchRecord)?;
    if wish.with == ShareWith::Opponent {
        // Nobody is the opponent in a record.
        return Err(ProblemCode::NotAPlayer.into());
    }
    share(&app, client, (player.id.0, TreeOf::Record(id)), &wish).await
}

async fn share(
    app: &App,
    client: Client,
    (owner, of): (PlayerId, TreeOf),
    wish: &NewShare,
) -> Result<Response, WebError> {
    app.limits.command(client)?;
    let secret = match wish.with {
        ShareWith::Link => Some(entropy::token().map_err(before_making)?),
        ShareWith::Opponent => None,
    };
    let hash = secret.as_deref().map(entropy::token_hash);
    let (id, at) = (entropy::share_id().map_err(before_making)?, app.clock.now());
    let mut counted = 0;
    let new = NewSharing { owner, of, id, hash: hash.as_deref(), snapshot: None, at };
    match keep(app, client, new, wish.grows, &mut counted).await {
        Ok(share) => {
            let location = format!("/api/v1/shares/{id}");
            Ok(Created { location, content: ShareAnswer { share, secret } }.into_response())
        }
        Err(error) => {
            // Nothing was stored.
            app.shares.give_back(counted).await;
            Err(error)
        }
    }
}

/// Keeps a new showing of a tree as it grows or, by a snapshot, as it is. Tells how many bytes of that were counted.
async fn keep(
    app: &App,
    client: Client,
    new: NewSharing<'_>,
    grows: bool,
    counted: &mut u64,
) -> Result<Share, WebError> {
    for _ in 0..TRIES {
        let frozen = if grows {
            None
        } else {
            let frozen = freeze(app, client, (new.owner, new.of), counted).await;
            Some(frozen.map_err(before_making)?)
        };
        let snapshot = frozen.as_ref().map(Frozen::snapshot);
        match app.store.share_variations(NewSharing { snapshot, ..new }).await? {
            Sharing::Done(share) => return Ok(share),
            Sharing::NoTree => return Err(ProblemCode::NothingToShare.into()),
            Sharing::TooMany => return Err(too_many_shares().into()),
            Sharing::Stale => {}
        }
    }
    // It was changed all the time. Nothing is shown, and the client may send it again.
    Err(before_making(ProblemCode::Unavailable))
}

async fn shares_of_game(
    State(app): State<App>,
    Viewer(viewer): Viewer,
    Named(id): Named<GameId>,
) -> Result<Answer<ShareList>, WebError> {
    let player = viewer.player.id.0;
    let opponent = app.rooms.read(id, move |game| opponent_after(game, player).ok()).await?;
    let opponent_shows = match opponent {
        Some(opponent) => app.store.shows_to_opponent(opponent, id, app.clock.now()).await?,
        None => false,
    };
    let shares = list(&app, player, TreeOf::Game(id)).await?;
    Ok(answer(ShareList { shares, opponent_shows }))
}

async fn shares_of_record(
    State(app): State<App>,
    Viewer(viewer): Viewer,
    Named(id): Named<RecordId>,
) -> Result<Answer<ShareList>, WebError> {
    app.store.about_record(id).await?.ok_or(ProblemCode::NoSuchRecord)?;
    let shares = list(&app, viewer.player.id.0, TreeOf::Record(id)).await?;
    Ok(answer(ShareList { shares, opponent_shows: false }))
}

async fn list(app: &App, owner: PlayerId, of: TreeOf) -> Result<Vec<Share>, WebError> {
    let shares = app.store.shares(owner, Some(of)).await?;
    Ok(shares.into_iter().map(|Shared { share, .. }| share).collect())
}

async fn end(
    State(app): State<App>,
    Caller(player): Caller,
    Named(id): Named<ShareId>,
) -> Result<Response, WebError> {
    if app.store.end_share(player.id.0, id).await? {
        Ok(StatusCode::NO_CONTENT.into_response())
    } else {
        Err(ProblemCode::NoSuchShare.into())
    }
}
