//! The games of a group: those of its members among each other, and those of its rounds.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use tengen_game::GroupId;
use tengen_protocol::{GroupKind, GroupRole};
use tengen_roles::GroupAct;
use tengen_store::GamesOfGroup;

use crate::app::App;
use crate::web::body::{Fields, Named};
use crate::web::caller::{Looking, MaybeCaller};
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::lists::histories::{describe, list_of_group};
use crate::web::lists::query::GameListFields;
use crate::web::openapi::Describe;
use crate::web::routing::get_with;

pub(super) fn router() -> ApiRouter<App> {
    ApiRouter::new().api_route(
        "/groups/{id}/games",
        get_with(list, |op| {
            describe(op.about(
                "games_of_group",
                "groups",
                "The games of a group, newest first, or its whole archive",
            ))
            .without(&["player", "color", "opponent"])
        }),
    )
}

async fn list(
    State(app): State<App>,
    looking: Looking,
    caller: MaybeCaller,
    NoApi(client): NoApi<Client>,
    Named(id): Named<GroupId>,
    Fields(fields): Fields<GameListFields>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    let group = looking.group(&app, id, GroupAct::See).await?.group;
    let for_teacher = group.kind == GroupKind::Class && group.role == Some(GroupRole::Leader);
    let of_group = GamesOfGroup { id, for_member: group.role.is_some(), for_teacher };
    list_of_group(app, (client, caller.eyes()), of_group, &fields, &headers).await
}
