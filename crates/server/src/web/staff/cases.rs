//! Reports: brought by players, read and answered by the staff.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use tengen_actions::kit::Actor;
use tengen_actions::staff::{self, By};
use tengen_game::CaseId;
use tengen_protocol::{
    CaseAct, CaseList, CaseReports, NewReport, ProblemCode, ReportAbout, ReportList, Role,
};
use tengen_roles::{Act, ServerAct};
use tengen_store::{CasesFor, PageCursor};

use crate::app::App;
use crate::web::body::{Answer, Body, Fields, Named, answer};
use crate::web::caller::{Acting, Anyone, Viewer};
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::lists::query::{MAYBE_CURSOR, read};
use crate::web::openapi::{Describe, Page, page};
use crate::web::routing::{OpenTo, PUPILS, SUSPENDED, create_with, get_with};

/// How many cases a page has.
const PAGE: u32 = 50;
/// How many of the own reports are shown.
const SHOWN: u32 = 50;

pub(super) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route(
            "/reports",
            get_with(own, |op| op.about("reports", "staff", "One's own reports, and what became of them"))
                .merge(create_with(bring, |op| {
                    op.about("new_report", "staff", "Tells the staff of a player, a name, a game or a record")
                        .answers_text(201, None, "It waits for the staff.")
                        .refuses(&[
                            Code::NotAllowed,
                            Code::Oneself,
                            Code::InvalidReport,
                            Code::NoSuchPlayer,
                            Code::NoSuchGame,
                            Code::NoSuchRecord,
                            Code::NoSuchSanction,
                            Code::AlreadyReported,
                            Code::TooManyReports,
                            Code::WrongClock,
                        ])
                })),
        )
        .open_to(PUPILS | SUSPENDED)
        .api_route(
            "/staff/cases",
            get_with(waiting, |op| {
                op.about(
                    "cases",
                    "staff",
                    "What was reported and waits, the oldest first, reports of the same thing together",
                )
            }),
        )
        .api_route(
            "/staff/cases/{id}",
            get_with(look, |op| {
                op.about("case", "staff", "A case with its reports")
                    .refuses(&[Code::Oneself, Code::EqualOrHigher])
            }),
        )
        .api_route(
            "/staff/cases/{id}/acts",
            create_with(act_on_case, |op| {
                op.about("act_on_case", "staff", "Answers all reports of a case, and writes that down")
                    .answers_text(204, None, "Those who reported it hear of it.")
                    .refuses(&[
                        Code::Oneself,
                        Code::EqualOrHigher,
                        Code::InvalidAct,
                        Code::AlreadyAnswered,
                        Code::WrongClock,
                    ])
            }),
        )
}

async fn own(State(app): State<App>, Viewer(viewer): Viewer) -> Result<Answer<ReportList>, WebError> {
    Ok(answer(ReportList { reports: app.store.reports_of(viewer.player.id.0, None, SHOWN).await? }))
}

async fn bring(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    caller: Anyone,
    Body(wish): Body<NewReport>,
) -> Result<Response, WebError> {
    // A suspended player may answer the staff, and report nothing else.
    let player = match wish.about {
        ReportAbout::Sanction => caller.viewing()?,
        _ => caller.acting()?,
    };
    let actor = Actor { player: player.clone(), client };
    staff::report(&app, &actor, caller.eyes(), &wish).await?;
    Ok((StatusCode::CREATED, [(header::LOCATION, "/api/v1/reports")]).into_response())
}

/// The query of the list. A field without value is as good as none.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Wanted {
    /// The `next` of the page before.
    #[schemars(regex(pattern = MAYBE_CURSOR))]
    after: String,
}

async fn waiting(
    State(app): State<App>,
    acting: Acting,
    Fields(Wanted { after }): Fields<Wanted>,
) -> Result<Page<CaseList>, WebError> {
    acting.may(Act::ToServer(ServerAct::SeeCases))?;
    let after = read::<PageCursor<CaseId>, _>(&after, "after is not a place in the list")?;
    let cases_for =
        CasesFor { viewer: Some(acting.player.id.0), of_staff: acting.role() == Some(Role::Owner) };
    // One more than is shown tells whether there is a next page.
    let mut cases = app.store.waiting_cases(cases_for, after, PAGE + 1).await?;
    let is_last = cases.len() <= PAGE as usize;
    cases.truncate(PAGE as usize);
    let next = cases.last().filter(|_| !is_last);
    let next = next.map(|case| PageCursor { created_at: case.opened_at, id: case.id.0 }.to_string());
    Ok(page(CaseList { cases, next }))
}

async fn look(
    State(app): State<App>,
    acting: Acting,
    Named(id): Named<CaseId>,
) -> Result<Answer<CaseReports>, WebError> {
    Ok(answer(staff::case(&app.store, By::staff(&app, &acting), id).await?))
}

async fn act_on_case(
    State(app): State<App>,
    acting: Acting,
    Named(id): Named<CaseId>,
    Body(act): Body<CaseAct>,
) -> Result<Response, WebError> {
    staff::act_on_case(&app.store, By::staff(&app, &acting), id, &act).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
