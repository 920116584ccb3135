//! Reports: brought by players, read and answered by the staff.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use tengen_actions::kit::fitting;
use tengen_actions::staff::because;
use tengen_audit::Kind;
use tengen_entropy as entropy;
use tengen_game::{CaseId, GameId, PlayerId, RecordId, SanctionId};
use tengen_protocol::{
    Case, CaseAct, CaseList, CaseReports, Ground, LONGEST_REASON, LONGEST_REPORT, NewReport, Player,
    PlayerKind, ProblemCode, Refused, ReportAbout, ReportList, Role,
};
use tengen_roles::{Act, Actor, Concerned, Proof, ServerAct, may};
use tengen_store::{CasesFor, Eyes, NewlyReported, PageCursor, Reported, Thing};

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
/// How much one person may report within a day.
const MOST: u32 = 20;

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
    // Whoever reports shows no more than whoever plays.
    let actor = Actor::Player { kind: player.kind, role: None, proof: Proof::Session { fresh: false } };
    may(actor, Act::ToServer(ServerAct::Report))?;
    let words = words_of(&wish)?;
    app.limits.rare_act(client)?;
    app.clock_is_right()?;
    let reporter = player.id.0;
    let concerned = concerned(&app, caller.eyes(), reporter, &wish).await?;
    let new = NewlyReported {
        reporter,
        about: wish.about,
        subject: &wish.id,
        concerned,
        ground: wish.ground,
        words,
        event: wish.event,
        case: entropy::case_id()?,
        at: app.clock.now(),
    };
    match app.store.report(&new, MOST).await? {
        Reported::Done => Ok((StatusCode::CREATED, [(header::LOCATION, "/api/v1/reports")]).into_response()),
        Reported::Before | Reported::Enough => Err(ProblemCode::AlreadyReported.into()),
        Reported::TooMany => Err(ProblemCode::TooManyReports.with(json!({"max": MOST})).into()),
    }
}

/// The words of a report that says something.
fn words_of(wish: &NewReport) -> Result<&str, Refused> {
    let invalid = |params| ProblemCode::InvalidReport.with(params);
    let least = usize::from(wish.ground == Ground::Other);
    let words = fitting(&wish.words, least..=LONGEST_REPORT)
        .ok_or_else(|| invalid(json!({"field": "words", "min": least, "max": LONGEST_REPORT})))?;
    if wish.event.is_some() && wish.about != ReportAbout::Game
        || wish.event.is_some_and(|event| event > 1_000_000)
    {
        return Err(invalid(json!({"field": "event"})));
    }
    Ok(words)
}

/// The people whom a report concerns, if there is such a thing. Whoever knows the id of a game may look at it, and so report it.
async fn concerned(
    app: &App,
    eyes: Eyes,
    reporter: PlayerId,
    wish: &NewReport,
) -> Result<[Option<PlayerId>; 2], WebError> {
    let NewReport { about, id, .. } = wish;
    let people = match about {
        ReportAbout::Player | ReportAbout::Name => {
            let id: PlayerId = id.parse().map_err(|_| ProblemCode::NoSuchPlayer)?;
            app.enclosures.sees(eyes, Thing::Player(id)).await?;
            let player = app.store.player(id).await?.ok_or(ProblemCode::NoSuchPlayer)?;
            if matches!(player.kind, PlayerKind::Computer | PlayerKind::Deleted) {
                return Err(ProblemCode::NoSuchPlayer.into());
            }
            let person = behind(app, &player).await?;
            if person == reporter {
                return Err(ProblemCode::Oneself.into());
            }
            [Some(person), None]
        }
        ReportAbout::Record => {
            let id: RecordId = id.parse().map_err(|_| ProblemCode::NoSuchRecord)?;
            app.enclosures.sees(eyes, Thing::Record(id)).await?;
            let owner = app.store.about_record(id).await?.ok_or(ProblemCode::NoSuchRecord)?.owner.id.0;
            if owner == reporter {
                return Err(ProblemCode::Oneself.into());
            }
            [Some(owner), None]
        }
        ReportAbout::Sanction => {
            let id: SanctionId = id.parse().map_err(|_| ProblemCode::NoSuchSanction)?;
            let sanction = app.store.sanction_of(reporter, id).await?;
            sanction.ok_or(ProblemCode::NoSuchSanction)?;
            [Some(reporter), None]
        }
        ReportAbout::Game => {
            let id: GameId = id.parse().map_err(|_| ProblemCode::NoSuchGame)?;
            app.enclosures.sees(eyes, Thing::Game(id)).await?;
            let mut people = app.store.people_of_game(id).await?.ok_or(ProblemCode::NoSuchGame)?;
            for person in people.iter_mut().filter_map(Option::as_mut) {
                if let Some(player) = app.store.player(*person).await? {
                    *person = behind(app, &player).await?;
                }
            }
            // The one who reports is among them: others may report the same game, and nobody reads that of one's own.
            people
        }
    };
    Ok(people)
}

/// The person behind a player: the owner of a bot.
async fn behind(app: &App, player: &Player) -> Result<PlayerId, WebError> {
    let owner = match player.kind {
        PlayerKind::Bot => app.store.owner_of(player.id.0).await?.map(|owner| owner.id.0),
        _ => None,
    };
    Ok(owner.unwrap_or(player.id.0))
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

/// The case, if the actor may see it.
async fn seen(app: &App, acting: &Acting, id: CaseId) -> Result<Case, WebError> {
    // Whoever has no right learns nothing of the case.
    acting.may(Act::SeeCase(Concerned { is_actor: false, has_role: false }))?;
    let case = app.store.case(id).await?.ok_or(ProblemCode::NoSuchCase)?;
    let mut concerned = Concerned { is_actor: false, has_role: false };
    for player in &case.players {
        concerned.is_actor |= player.id == acting.player.id;
        concerned.has_role |= !app.store.roles(player.id.0).await?.is_empty();
    }
    acting.may(Act::SeeCase(concerned))?;
    Ok(case)
}

async fn look(
    State(app): State<App>,
    acting: Acting,
    Named(id): Named<CaseId>,
) -> Result<Answer<CaseReports>, WebError> {
    let case = seen(&app, &acting, id).await?;
    Ok(answer(CaseReports { case, reports: app.store.reports_of_case(id).await? }))
}

async fn act_on_case(
    State(app): State<App>,
    acting: Acting,
    Named(id): Named<CaseId>,
    Body(CaseAct::Answer { outcome, words, reason }): Body<CaseAct>,
) -> Result<Response, WebError> {
    let case = seen(&app, &acting, id).await?;
    app.clock_is_right()?;
    let field = json!({"field": "words", "min": 0, "max": LONGEST_REASON});
    let words = fitting(&words, 0..=LONGEST_REASON).ok_or_else(|| ProblemCode::InvalidAct.with(field))?;
    let noted = app.noted(
        acting.player.id.0,
        Kind::AnswerCase,
        ("case", id.as_str()),
        json!({"about": case.about, "subject": case.subject, "outcome": outcome}),
        because(&reason)?,
    );
    if app.store.answer_case(id, outcome, words, &noted).await? {
        Ok(StatusCode::NO_CONTENT.into_response())
    } else {
        Err(ProblemCode::AlreadyAnswered.into())
    }
}
