//! Lines on every page: read by everybody, written by owners.

use std::collections::BTreeMap;

use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tengen_actions::kit::aside;
use tengen_actions::staff::reasoned;
use tengen_audit::Kind;
use tengen_entropy as entropy;
use tengen_game::Millis;
use tengen_pages::Language;
use tengen_protocol::{
    Announcement, AnnouncementAct, AnnouncementList, LONGEST_ANNOUNCEMENT, ProblemCode, Text,
};
use tengen_roles::{Act, ServerAct};
use tengen_store::Noted;

use crate::announcements::{MOST, beside, readable};
use crate::app::App;
use crate::web::body::{Answer, Body, answer};
use crate::web::caller::Acting;
use crate::web::error::WebError;
use crate::web::openapi::Describe;
use crate::web::routing::{OpenTo, PUPILS, create_with, get_with};

/// For how long one is shown at most, in milliseconds: a year.
const LONGEST: Millis = 366 * 86_400_000;

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
    acting.may(Act::ToServer(ServerAct::Announce))?;
    app.clock_is_right()?;
    let (actor, at) = (acting.player.id.0, app.clock.now());
    let noted = |kind, subject, facts: Value, aside| {
        let (actor, subject_kind) = (Some(actor), "announcement");
        Noted { actor, kind, subject_kind, subject, facts, aside, at }
    };
    match act {
        AnnouncementAct::Announce { texts, until, reason } => {
            let texts = lines(&texts)?;
            if until <= at || until > at + LONGEST {
                let field = json!({"field": "until", "min": at, "max": at + LONGEST});
                return Err(ProblemCode::InvalidAct.with(field).into());
            }
            let id = entropy::announcement_id()?;
            // The lines are words that somebody wrote: they stand beside the entry with the reason, and may have to be removed.
            let beside = aside(&beside(&texts, reasoned(&reason)?))?;
            let noted = noted(Kind::Announce, id.as_str(), json!({"until": until}), beside);
            let new = Announcement { id: Text(id), texts, until, created_at: at };
            if !app.store.announce(&new, MOST, &noted).await? {
                return Err(ProblemCode::TooManyAnnouncements.with(json!({"max": MOST})).into());
            }
        }
        AnnouncementAct::TakeBack { id, reason } => {
            let noted =
                noted(Kind::TakeAnnouncementBack, id.0.as_str(), json!({}), aside(reasoned(&reason)?)?);
            if !app.store.take_announcement_back(id.0, &noted).await? {
                return Err(ProblemCode::NoSuchAnnouncement.into());
            }
        }
    }
    app.announcements.read(&app.store).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// The lines that can be read, or the problem that there are none.
fn lines(texts: &BTreeMap<String, String>) -> Result<BTreeMap<String, String>, WebError> {
    let invalid = || {
        let languages = Language::ALL.map(Language::tag);
        ProblemCode::InvalidAct
            .with(json!({"field": "texts", "min": 1, "max": LONGEST_ANNOUNCEMENT, "languages": languages}))
    };
    Ok(readable(texts).ok_or_else(invalid)?)
}
