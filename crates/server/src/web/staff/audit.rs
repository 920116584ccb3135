//! The audit log: read, checked and exported by those who run the server.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use schemars::JsonSchema;
use serde::Deserialize;
use tengen_actions::staff::{self, entries, named};
use tengen_audit::{Aside, Broken, Entry, Link};
use tengen_game::PlayerId;
use tengen_protocol::{
    AuditBeside, AuditCheck, AuditLine, AuditPage, AuditSubject, BrokenAudit, EntryAct, ProblemCode,
};
use tengen_roles::{Act, ServerAct};
use tengen_store::{Checked, Entries};

use crate::app::App;
use crate::web::accept::NDJSON;
use crate::web::body::{Answer, Body, Fields, answer, malformed};
use crate::web::caller::Acting;
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::fresh::encode;
use crate::web::lists::query::{MAYBE_ID, MAYBE_LIMIT, read};
use crate::web::openapi::{Describe, Page, page};
use crate::web::routing::{create_with, get_with};

/// How many entries a page has if nothing is said, and at most.
const USUAL: u32 = 50;
const MOST: u32 = 100;
/// How many entries an export reads at once.
const PORTION: u32 = 500;

pub(super) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route(
            "/staff/audit",
            get_with(list, |op| op.about("audit", "staff", "The acts of the staff, the latest first")),
        )
        .api_route(
            "/staff/audit/check",
            get_with(check, |op| {
                op.about("check_audit", "staff", "Whether the audit log was changed, or entries are missing")
            }),
        )
        .api_route(
            "/staff/audit/export",
            get_with(export, |op| {
                op.about("export_audit", "staff", "The whole audit log, an entry a line, the earliest first")
                    .answers::<AuditLine>(200, NDJSON, "The entries, with the reasons that are still there.")
            }),
        )
        .api_route(
            "/staff/audit/acts",
            create_with(act_on_entry, |op| {
                op.about(
                    "act_on_entry",
                    "staff",
                    "Removes the reason that lies beside an entry, and writes that down",
                )
                .answers_text(204, None, "It is gone; the entry stays.")
                .refuses(&[Code::InvalidAct, Code::NoSuchEntry, Code::WrongClock])
            }),
        )
}

/// The query of the log. A field without value is as good as none.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Wanted {
    /// Entries before this number alone.
    #[schemars(regex(pattern = r"^[0-9]{0,18}$"))]
    before: String,
    /// How many at most: 1 to 100, and 50 if nothing is said.
    #[schemars(regex(pattern = MAYBE_LIMIT))]
    limit: String,
    /// What was done to this player alone.
    #[schemars(regex(pattern = MAYBE_ID))]
    player: String,
    /// What this player did alone.
    #[schemars(regex(pattern = MAYBE_ID))]
    actor: String,
}

async fn list(
    State(app): State<App>,
    acting: Acting,
    Fields(wanted): Fields<Wanted>,
) -> Result<Page<AuditPage>, WebError> {
    acting.may(Act::ToServer(ServerAct::ReadAudit))?;
    let before = read::<i64, _>(&wanted.before, "before is not the number of an entry")?;
    let limit = read::<u32, _>(&wanted.limit, "limit is not a number from 1 to 100")?.unwrap_or(USUAL);
    if !(1..=MOST).contains(&limit) {
        return Err(malformed("limit is not a number from 1 to 100"));
    }
    let player = read::<PlayerId, _>(&wanted.player, "player is not an id")?;
    let actor = read::<PlayerId, _>(&wanted.actor, "actor is not an id")?;
    let subject = player.as_ref().map(|player| ("player", player.as_str()));
    // One more than is shown tells whether there is a next page.
    let mut found = app.store.audit(Entries { before, subject, actor }, limit + 1).await?;
    let is_last = found.len() <= limit as usize;
    found.truncate(limit as usize);
    let next = found.last().filter(|_| !is_last).map(|(link, _)| link.entry.seq);
    let entries = entries(found);
    let players = app.store.cards(&named(&entries)).await?;
    Ok(page(AuditPage { entries, players, next }))
}

async fn check(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    acting: Acting,
) -> Result<Answer<AuditCheck>, WebError> {
    acting.may(Act::ToServer(ServerAct::ReadAudit))?;
    let place = app.turns.walks.place(&app.limits, client)?;
    let _turn = place.turn().await?;
    let Checked { entries, head, broken } = app.store.check_audit().await?;
    let broken = broken.map(|Broken { seq, how }| BrokenAudit { seq, how: how.name().to_owned() });
    Ok(answer(AuditCheck { entries, head, broken }))
}

/// Reads on when what was read before has been sent, so that it takes the memory of one portion.
async fn export(
    State(app): State<App>,
    NoApi(client): NoApi<Client>,
    acting: Acting,
) -> Result<Response, WebError> {
    acting.may(Act::ToServer(ServerAct::ReadAudit))?;
    let place = app.turns.walks.place(&app.limits, client)?;
    let portions = stream::try_unfold((app, place, 0), async |(app, place, after)| {
        let portion = app.store.audit_after(after, PORTION).await.map_err(|error| error.to_string())?;
        let Some((last, _)) = portion.last() else { return Ok::<_, String>(None) };
        let last = last.entry.seq;
        let mut lines = Vec::new();
        for (link, beside) in portion {
            let line = encode(&line(link, beside)).map_err(|_| "an entry has no JSON".to_owned())?;
            lines.extend(line);
            lines.push(b'\n');
        }
        Ok(Some((lines, (app, place, last))))
    });
    let name = "attachment; filename=\"audit.ndjson\"";
    let headers = [
        (header::CONTENT_TYPE, NDJSON),
        (header::CONTENT_DISPOSITION, name),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, axum::body::Body::from_stream(portions)).into_response())
}

fn line(link: Link, beside: Option<Aside>) -> AuditLine {
    let Link { entry: Entry { seq, at, actor, kind, subject, facts, aside }, previous, hash } = link;
    let subject = AuditSubject { kind: subject.kind, id: subject.id };
    let beside = beside.map(|Aside { salt, reason }| AuditBeside { salt, reason });
    AuditLine { seq, at, actor, kind, subject, facts, aside, previous, hash, beside }
}

async fn act_on_entry(
    State(app): State<App>,
    acting: Acting,
    Body(act): Body<EntryAct>,
) -> Result<Response, WebError> {
    staff::act_on_entry(&app, &acting, &act).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
