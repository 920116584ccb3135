//! The list of the members, and what an owner takes along of one of them.

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::response::Response;
use schemars::JsonSchema;
use serde::Deserialize;
use tengen_actions::people::known_of;
use tengen_actions::staff::{By, note_export};
use tengen_game::{Millis, PlayerId};
use tengen_mail::{LONGEST_ADDRESS, MailAddress};
use tengen_protocol::{MemberExport, MemberList, MemberState, PlayerName, ProblemCode, Role};
use tengen_roles::{Act, ServerAct};
use tengen_store::{MemberCursor, MembersFilter, MembersFor};

use crate::app::App;
use crate::web::accept::ZIP;
use crate::web::body::{Answer, Body, Fields, Named, answer, malformed};
use crate::web::caller::Acting;
use crate::web::client::Client;
use crate::web::error::WebError;
use crate::web::fresh::encode;
use crate::web::lists::export::Export;
use crate::web::lists::looking::look;
use crate::web::lists::query::read;
use crate::web::openapi::{Describe, Page, page};
use crate::web::routing::{get_with, post_with};

/// How many members a page has.
const PAGE: u32 = 50;

/// Patterns of fields of the query; each may be without a value.
const MAYBE_ROLE: &str = "^(owner|moderator)?$";
const MAYBE_STATE: &str = "^(active|suspended|banned)?$";
const MAYBE_MOMENT: &str = "^([0-9]{1,15})?$";
/// The place of a member: a moment or a text in hexadecimal, and the id.
const MAYBE_PLACE: &str = "^(([0-9]{1,19}|x([0-9a-f]{2}){0,1024})\\.[0-9a-hjkmnp-tv-z]{16})?$";

pub(super) fn router() -> ApiRouter<App> {
    use ProblemCode as Code;
    ApiRouter::new()
        .api_route(
            "/staff/members",
            get_with(list, |op| {
                op.about("members", "staff", "The members: all of them, or those whom a search finds")
            }),
        )
        .api_route(
            "/staff/members/search",
            post_with(search, |op| {
                op.about(
                    "search_members",
                    "staff",
                    "The members whom a search by mail addresses finds; nothing is changed",
                )
            }),
        )
        .api_route(
            "/staff/players/{id}/export",
            post_with(export, |op| {
                op.about(
                    "export_member",
                    "staff",
                    "Everything that the server keeps of a member, for an owner, and writes it down",
                )
                .answers_text(200, Some(ZIP), "The archive that the member gets by `GET /me/export`.")
                .refuses(&[
                    Code::Oneself,
                    Code::EqualOrHigher,
                    Code::NotAMember,
                    Code::NotDuringTheGame,
                    Code::InvalidAct,
                    Code::WrongClock,
                ])
            }),
        )
}

/// The query of the list. A field without value is as good as none.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Wanted {
    /// The beginning of the name, in any case and width, with any marks and blanks.
    #[schemars(length(max = PlayerName::MAX))]
    name: String,
    /// Those with this role.
    #[schemars(regex(pattern = MAYBE_ROLE))]
    role: String,
    /// Those who may play (`active`), who may not until a moment (`suspended`), or not any more (`banned`).
    #[schemars(regex(pattern = MAYBE_STATE))]
    state: String,
    /// Those of whom nothing shows that they were there at this moment, in milliseconds, or later.
    #[schemars(regex(pattern = MAYBE_MOMENT))]
    unseen_since: String,
    /// The `next` of the page before.
    #[schemars(regex(pattern = MAYBE_PLACE))]
    after: String,
}

/// The body of `POST /staff/members/search`. A field without value is as good as none.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct MemberSearch {
    /// The beginning of the mail address; letters of ASCII in any case.
    #[schemars(length(max = LONGEST_ADDRESS))]
    mail: String,
    /// The beginning of the name, as in the list.
    #[serde(default)]
    #[schemars(length(max = PlayerName::MAX))]
    name: String,
    /// Those with this role.
    #[serde(default)]
    #[schemars(regex(pattern = MAYBE_ROLE))]
    role: String,
    /// Whether they may play, as in the list.
    #[serde(default)]
    #[schemars(regex(pattern = MAYBE_STATE))]
    state: String,
    /// Those of whom nothing shows that they were there at this moment, in milliseconds, or later.
    #[serde(default)]
    #[schemars(regex(pattern = MAYBE_MOMENT))]
    unseen_since: String,
    /// The `next` of the page before.
    #[serde(default)]
    #[schemars(regex(pattern = MAYBE_PLACE))]
    after: String,
}

impl MemberSearch {
    /// The beginning of the address, and what a search in the list may say as well.
    fn parts(self) -> (String, Wanted) {
        let Self { mail, name, role, state, unseen_since, after } = self;
        (mail, Wanted { name, role, state, unseen_since, after })
    }
}

impl Wanted {
    /// What these fields and the beginning of a mail address say, which may be empty.
    fn filter(&self, mail: &str) -> Result<MembersFilter, WebError> {
        let name = read::<PlayerName, _>(&self.name, "name is not the beginning of a name")?;
        if mail.chars().count() > LONGEST_ADDRESS {
            return Err(malformed("mail is not the beginning of a mail address"));
        }
        let mail = Some(mail.trim()).filter(|mail| !mail.is_empty()).map(mail_key);
        Ok(MembersFilter {
            name: name.map(|name| name.as_str().to_owned()),
            mail,
            role: word(&self.role, &Role::ALL, Role::name, "role is neither owner nor moderator")?,
            state: word(
                &self.state,
                &MemberState::ALL,
                MemberState::name,
                "state is none of active, suspended and banned",
            )?,
            unseen_since: moment(&self.unseen_since)?,
        })
    }
}

/// The one of these that a field names, if it names one.
fn word<T: Copy>(
    text: &str,
    all: &[T],
    name: fn(T) -> &'static str,
    fault: &'static str,
) -> Result<Option<T>, WebError> {
    if text.is_empty() {
        return Ok(None);
    }
    let known = all.iter().copied().find(|each| name(*each) == text);
    Ok(Some(known.ok_or_else(|| malformed(fault))?))
}

fn moment(text: &str) -> Result<Option<Millis>, WebError> {
    let fault = "unseen_since is not a moment";
    if text.bytes().all(|byte| byte.is_ascii_digit()) { read(text, fault) } else { Err(malformed(fault)) }
}

/// The beginning of an address as addresses are compared. None has a zero, and Postgres takes none.
fn mail_key(text: &str) -> String {
    MailAddress::key_beginning(text).replace('\0', "\u{fffd}")
}

async fn list(
    State(app): State<App>,
    acting: Acting,
    NoApi(client): NoApi<Client>,
    Fields(wanted): Fields<Wanted>,
) -> Result<Page<MemberList>, WebError> {
    acting.may(Act::ToServer(ServerAct::SeeMembers))?;
    found(&app, &acting, client, "", &wanted).await.map(page)
}

/// A search by mail addresses is no query: addresses of the interface are written into logs.
async fn search(
    State(app): State<App>,
    acting: Acting,
    NoApi(client): NoApi<Client>,
    Body(search): Body<MemberSearch>,
) -> Result<Answer<MemberList>, WebError> {
    acting.may(Act::ToServer(ServerAct::SeeMails))?;
    let (mail, wanted) = search.parts();
    found(&app, &acting, client, &mail, &wanted).await.map(answer)
}

/// A page of what somebody finds who may see the list.
async fn found(
    app: &App,
    acting: &Acting,
    client: Client,
    mail: &str,
    wanted: &Wanted,
) -> Result<MemberList, WebError> {
    let filter = wanted.filter(mail)?;
    let sees_mails = acting.may(Act::ToServer(ServerAct::SeeMails)).is_ok();
    let members_for = if sees_mails { MembersFor::Owners } else { MembersFor::Moderators };
    let fault = "after is not a place in this list";
    let after = read::<MemberCursor, _>(&wanted.after, fault)?;
    if after.as_ref().is_some_and(|after| !filter.takes(after)) {
        return Err(malformed(fault));
    }
    let (store, now) = (app.store.clone(), app.clock.now());
    let looking = async move { store.members(&filter, members_for, after.as_ref(), PAGE, now).await };
    let (members, next) = look(app, client, looking).await?;
    Ok(MemberList { members, next: next.as_ref().map(ToString::to_string) })
}

async fn export(
    State(app): State<App>,
    acting: Acting,
    NoApi(client): NoApi<Client>,
    Named(id): Named<PlayerId>,
    Body(MemberExport { reason }): Body<MemberExport>,
) -> Result<Response, WebError> {
    let by = By::staff(&app, &acting).because(&reason);
    let player = note_export(&app.store, by, id).await?;
    let known =
        encode(&known_of(&app.store, Some(&app.ways), &player, None, Some(acting.player.id.0)).await?)?;
    Export::everything(app, id, known, client).await
}
