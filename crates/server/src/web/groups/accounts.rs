//! Accounts that a teacher makes for a class, and the printed cards by which pupils come in.

use std::collections::BTreeSet;

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use tengen_actions::groups::done;
use tengen_actions::people::names::of_member;
use tengen_actions::people::new_codes;
use tengen_audit::Kind;
use tengen_credentials::ShortCode;
use tengen_entropy as entropy;
use tengen_game::{GroupId, PlayerId};
use tengen_groups::{Row, name_fault};
use tengen_protocol::{
    Card, CardList, GroupKind, LARGEST_CLASS, NewCards, PlayerCard, PlayerKind, ProblemCode, Refused, Text,
};
use tengen_roles::{FellowAct, GroupAct};
use tengen_store::{
    AccountsMade, CardHashes, CardsChanged, ClassAccountWish, GroupChanged, MOST_ACCOUNTS, NameWish, Noted,
};

use super::fellows::Fellows;
use super::names_body::{LONGEST_LIST, NamesBody};
use crate::app::App;
use crate::qr;
use crate::web::accept::JSON;
use crate::web::body::{Named, OptionalBody};
use crate::web::caller::AtHomeActing;
use crate::web::client::Client;
use crate::web::error::{WebError, after_making, before_making};
use crate::web::openapi::{Created, Describe};
use crate::web::pages::site;
use crate::web::routing::{create_guarded_secret_with, delete_with};

pub(super) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    const TOLD: &str = "The cards; their secrets are told now and never again.";
    ApiRouter::new()
        .api_route(
            "/groups/{id}/accounts",
            create_guarded_secret_with(make, still_leading, |op| {
                op.about(
                    "new_accounts",
                    "groups",
                    "Makes accounts for a class, each with a card by which its pupil comes in",
                )
                .answers::<CardList>(201, JSON, TOLD)
                .refuses(&[
                    Code::NotAClass,
                    Code::GroupFull,
                    Code::InvalidAccounts,
                    Code::WrongClock,
                ])
            })
            .layer(DefaultBodyLimit::max(LONGEST_LIST)),
        )
        .api_route(
            "/groups/{id}/cards",
            create_guarded_secret_with(renew, still_leading, |op| {
                op.about(
                    "new_cards",
                    "groups",
                    "New cards in place of those of before, for some pupils or all",
                )
                .answers::<CardList>(201, JSON, TOLD)
                .refuses(&[
                    Code::NotAClass,
                    Code::NoSuchPlayer,
                    Code::EqualOrHigher,
                    Code::OwnWayIn,
                    Code::InvalidAccounts,
                    Code::Oneself,
                    Code::WrongClock,
                ])
            })
            .merge(delete_with(revoke_all, |op| {
                op.about("revoke_cards", "groups", "Revokes all cards of a class")
                    .answers_text(
                        204,
                        None,
                        "They are good for nothing, and what was begun by them has ended.",
                    )
                    .refuses(&[Code::NotAClass, Code::WrongClock])
            })),
        )
        .api_route(
            "/groups/{id}/cards/{player}",
            delete_with(revoke, |op| {
                op.about("revoke_card", "groups", "Revokes the card of a pupil")
                    .answers_text(204, None, "It is good for nothing, and what was begun by it has ended.")
                    .refuses(&[
                        Code::NotAClass,
                        Code::EqualOrHigher,
                        Code::OwnWayIn,
                        Code::Oneself,
                        Code::WrongClock,
                    ])
            }),
        )
}

async fn make(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    actor: AtHomeActing,
    headers: HeaderMap,
    Named(id): Named<GroupId>,
    body: NamesBody,
) -> Result<Response, WebError> {
    actor.group(&app, id, GroupAct::MakeAccounts).await.map_err(before_making)?;
    let rows = body.rows()?;
    let names = wishes(&rows)?;
    app.limits.rare_act(client)?;
    app.clock_is_right()?;
    let (mut accounts, mut cards) = (Vec::new(), Vec::new());
    let new = new_cards(&app, client, names.len()).await.map_err(before_making)?;
    for (name, (secrets, card)) in names.into_iter().zip(new) {
        let player = entropy::player_id().map_err(before_making)?;
        let pupil =
            PlayerCard { id: Text(player), name: name.name.clone(), guest: false, kind: PlayerKind::Member };
        accounts.push(ClassAccountWish { player, name, card });
        cards.push((pupil, secrets));
    }
    let players: Vec<_> = accounts.iter().map(|account| account.player.as_str()).collect();
    let noted = noted(&app, &actor, Kind::MakeAccounts, &id, &players);
    match app.store.make_class_accounts(Some(actor.home()), id, &accounts, &noted).await? {
        AccountsMade::Done => printed(&app, &headers, id, cards).map_err(after_making),
        AccountsMade::NamesTaken(places) => {
            let line = |place: usize| rows.get(place).map(|row| row.line);
            let taken = places.into_iter().filter_map(line);
            let rows = taken.map(|line| json!({"line": line, "code": ProblemCode::NameTaken.name()}));
            Err(refused_rows(&rows.collect::<Vec<_>>()))
        }
        AccountsMade::Not(GroupChanged::Full) => {
            // Whichever of the two bounds it is.
            let group = app.store.group(id, None).await?;
            let is_large = group.is_some_and(|seen| seen.group.members as usize + rows.len() > LARGEST_CLASS);
            let max = if is_large { LARGEST_CLASS } else { MOST_ACCOUNTS as usize };
            Err(ProblemCode::GroupFull.with(json!({"max": max})).into())
        }
        AccountsMade::Not(changed) => {
            done(changed, GroupKind::Class, 0)?;
            Err(ProblemCode::NoSuchGroup.into())
        }
    }
}

/// Refuses to tell cards again to somebody who may not make any in the class any more.
fn still_leading<'r>(
    parts: &'r mut Parts,
    _: &'r Bytes,
    app: &'r App,
) -> BoxFuture<'r, Result<(), WebError>> {
    async move {
        let actor = AtHomeActing::from_request_parts(parts, app).await?;
        let Named(id) = Named::<GroupId>::from_request_parts(parts, app).await?;
        actor.group(app, id, GroupAct::MakeAccounts).await?;
        Ok(())
    }
    .boxed()
}

/// The names of the rows, or what is wrong with each row that has none.
fn wishes(rows: &[Row]) -> Result<Vec<NameWish>, WebError> {
    let (mut names, mut wrong) = (Vec::new(), Vec::new());
    for Row { line, name } in rows {
        let Some(name) = name else {
            wrong.push(json!({"line": line, "code": ProblemCode::Malformed.name()}));
            continue;
        };
        if let Some(fault) = name_fault(name) {
            wrong
                .push(json!({"line": line, "code": ProblemCode::NameRefused.name(), "reason": fault.name()}));
            continue;
        }
        match of_member(name) {
            Ok(name) => names.push(name),
            Err(unfit) => {
                let refused = Refused::from(unfit);
                let mut row = json!({"line": line, "code": refused.code.name()});
                if let Some(reason) = refused.params.get("reason") {
                    row["reason"] = reason.clone();
                }
                wrong.push(row);
            }
        }
    }
    if wrong.is_empty() { Ok(names) } else { Err(refused_rows(&wrong)) }
}

fn refused_rows(rows: &[Value]) -> WebError {
    ProblemCode::InvalidAccounts.with(json!({"rows": rows})).into()
}

/// An act on accounts of a class, as the log has it.
fn noted<'n>(app: &App, actor: &AtHomeActing, kind: Kind, id: &'n GroupId, players: &[&str]) -> Noted<'n> {
    app.noted(actor.id(), kind, ("group", id.as_str()), json!({"players": players}), None)
}

/// The two secrets of a card: that of its picture, and the short one that is typed.
struct Secrets {
    secret: String,
    short: ShortCode,
}

/// The secrets of so many new cards, each with what is kept of them.
async fn new_cards(app: &App, client: Client, count: usize) -> Result<Vec<(Secrets, CardHashes)>, WebError> {
    let mut cards = Vec::with_capacity(count);
    for (short, code) in new_codes(app, client, count).await? {
        let secret = entropy::token()?;
        let kept = CardHashes { secret: entropy::token_hash(&secret), code: Some(code) };
        cards.push((Secrets { secret, short }, kept));
    }
    Ok(cards)
}

/// The answer with cards whose secrets are told now.
fn printed(
    app: &App,
    headers: &HeaderMap,
    group: GroupId,
    cards: Vec<(PlayerCard, Secrets)>,
) -> Result<Response, WebError> {
    let origin = site::origin(&app.options, headers).ok_or(ProblemCode::NotFound)?;
    let card = |(player, Secrets { secret, short }): (PlayerCard, Secrets)| {
        let address = format!("{origin}/card#{secret}");
        let code = qr::svg(&address).map_err(WebError::internal)?;
        let (short_code, short_address) = (short.to_string(), format!("{origin}/c"));
        Ok(Card { player, secret, address, code, short_code, short_address })
    };
    let cards = cards.into_iter().map(card).collect::<Result<_, WebError>>()?;
    let location = format!("/api/v1/groups/{group}/members");
    Ok(Created { location, content: CardList { cards } }.into_response())
}

async fn renew(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    actor: AtHomeActing,
    headers: HeaderMap,
    Named(id): Named<GroupId>,
    OptionalBody(wish): OptionalBody<NewCards>,
) -> Result<Response, WebError> {
    actor.group(&app, id, GroupAct::MakeAccounts).await.map_err(before_making)?;
    let pupils = match wish.players {
        None => app.store.ruled_accounts(id).await.map_err(before_making)?,
        Some(players) => named(&app, &actor, id, players).await.map_err(before_making)?,
    };
    app.clock_is_right()?;
    let (mut cards, mut hashes) = (Vec::new(), Vec::new());
    let new = new_cards(&app, client, pupils.len()).await?;
    for (pupil, (secrets, card)) in pupils.into_iter().zip(new) {
        hashes.push((pupil.id.0, Some(card)));
        cards.push((pupil, secrets));
    }
    change(&app, &actor, Kind::MakeCards, id, &hashes).await?;
    printed(&app, &headers, id, cards).map_err(after_making)
}

/// Those of these players to whom one may give new cards, each once: all of them, or nobody.
async fn named(
    app: &App,
    actor: &AtHomeActing,
    id: GroupId,
    players: Vec<Text<PlayerId>>,
) -> Result<Vec<PlayerCard>, WebError> {
    if players.is_empty() || players.len() > LARGEST_CLASS {
        return Err(ProblemCode::InvalidAccounts.with(json!({"max": LARGEST_CLASS})).into());
    }
    let (mut pupils, mut known) = (Vec::new(), BTreeSet::new());
    for player in players {
        let (_, fellow) = actor.fellow(app, id, player.0, FellowAct::RuleAccount).await?;
        if known.insert(player.0) {
            pupils.push(fellow.card);
        }
    }
    Ok(pupils)
}

async fn revoke_all(
    State(app): State<App>,
    actor: AtHomeActing,
    Named(id): Named<GroupId>,
) -> Result<Response, WebError> {
    actor.group(&app, id, GroupAct::MakeAccounts).await?;
    app.clock_is_right()?;
    let pupils = app.store.ruled_accounts(id).await?;
    let cards: Vec<_> = pupils.into_iter().map(|pupil| (pupil.id.0, None)).collect();
    change(&app, &actor, Kind::RevokeCards, id, &cards).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn revoke(
    State(app): State<App>,
    actor: AtHomeActing,
    Fellows { group, player }: Fellows,
) -> Result<Response, WebError> {
    actor.fellow(&app, group, player, FellowAct::RuleAccount).await?;
    app.clock_is_right()?;
    change(&app, &actor, Kind::RevokeCards, group, &[(player, None)]).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Takes cards away, and gives new ones where there are secrets. Nothing is done, and nothing written down, where there are no pupils.
async fn change(
    app: &App,
    actor: &AtHomeActing,
    kind: Kind,
    id: GroupId,
    cards: &[(PlayerId, Option<CardHashes>)],
) -> Result<(), WebError> {
    if cards.is_empty() {
        return Ok(());
    }
    let players: Vec<_> = cards.iter().map(|(player, _)| player.as_str()).collect();
    let noted = noted(app, actor, kind, &id, &players);
    match app.store.change_cards(actor.home(), id, cards, &noted).await? {
        CardsChanged::Done { ended } => {
            for hash in ended {
                app.tokens.revoke_everywhere(&hash);
            }
            Ok(())
        }
        CardsChanged::Gone => Err(ProblemCode::NoSuchGroup.into()),
        CardsChanged::OwnWayIn(_) => Err(ProblemCode::OwnWayIn.into()),
    }
}
