//! Lines on every page: read by everybody, written by owners.

use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tengen_actions::staff;
use tengen_protocol::{AnnouncementAct, AnnouncementList, ProblemCode};

use crate::app::App;
use crate::web::body::{Answer, Body, answer};
use crate::web::caller::Acting;
use crate::web::error::WebError;
use crate::web::openapi::Describe;
use crate::web::routing::{OpenTo, PUPILS, create_with, get_with};

pub(super) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route(
            "/announcements",
            get_with(shown, |op| {
                op.about("announcements", "staff", "The lines that stand on every page at the moment")
                    .open_to(PUPILS)
            }),
        )
        .api_route(
            "/staff/announcements/acts",
            create_with(act, |op| {
                op.about(
                    "act_on_announcements",
                    "staff",
                    "Shows a line on every page, or takes one back, and writes that down",
                )
                .answers_text(204, None, "It is done.")
                .refuses(&[
                    Code::InvalidAct,
                    Code::NoSuchAnnouncement,
                    Code::TooManyAnnouncements,
                    Code::WrongClock,
                ])
            }),
        )
}

async fn shown(State(app): State<App>) -> Answer<AnnouncementList> {
    answer(AnnouncementList { announcements: app.announcements.shown() })
}

async fn act(
    State(app): State<App>,
    acting: Acting,
    Body(act): Body<AnnouncementAct>,
) -> Result<Response, WebError> {
    staff::act_on_announcements(&app, &acting, &act).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
