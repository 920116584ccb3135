//! What the staff does to groups.

use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use tengen_actions::staff;
use tengen_game::GroupId;
use tengen_protocol::{GroupAct, ProblemCode, StaffGroupList};
use tengen_roles::{Act, ServerAct};
use tengen_store::PageCursor;

use crate::app::App;
use crate::web::body::{Body, Fields, Named};
use crate::web::caller::Acting;
use crate::web::error::WebError;
use crate::web::lists::query::{MAYBE_CURSOR, read};
use crate::web::openapi::{Describe, Page, page};
use crate::web::routing::{create_with, get_with};

/// How many groups a page has.
const PAGE: u32 = 50;

pub(super) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route(
            "/staff/groups",
            get_with(list, |op| {
                op.about("all_groups", "staff", "All groups, closed ones and those that have ended as well")
            }),
        )
        .api_route(
            "/staff/groups/{id}/acts",
            create_with(act_on_group, |op| {
                op.about("act_on_group", "staff", "Renames or ends a group, as staff, and writes it down")
                    .answers_text(204, None, "It is done, or was so before.")
                    .refuses(&[Code::InvalidAct, Code::InvalidGroup, Code::WrongClock])
            }),
        )
}

/// The query of the list. A field without value is as good as none.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Wanted {
    /// The `next` of the page before.
    #[schemars(regex(pattern = MAYBE_CURSOR))]
    after: String,
}

async fn list(
    State(app): State<App>,
    acting: Acting,
    Fields(Wanted { after }): Fields<Wanted>,
) -> Result<Page<StaffGroupList>, WebError> {
    acting.may(Act::ToServer(ServerAct::RuleGroups))?;
    let after = read::<PageCursor<GroupId>, _>(&after, "after is not a place in the list")?;
    // One more than is shown tells whether there is a next page.
    let mut groups = app.store.groups_for_staff(after, PAGE + 1).await?;
    let is_last = groups.len() <= PAGE as usize;
    groups.truncate(PAGE as usize);
    let next = groups.last().filter(|_| !is_last).map(|last| &last.group);
    let next = next.map(|group| PageCursor { created_at: group.made_at, id: group.id.0 }.to_string());
    Ok(page(StaffGroupList { groups, next }))
}

async fn act_on_group(
    State(app): State<App>,
    acting: Acting,
    Named(id): Named<GroupId>,
    Body(act): Body<GroupAct>,
) -> Result<Response, WebError> {
    staff::act_on_group(&app, &acting, id, &act).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
