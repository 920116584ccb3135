//! The way from a page of a list to the next one as a header, `Link` (RFC 8288): the same as `next` in its body, for programs that know
//! lists and not this interface.

use axum::extract::{OriginalUri, Request};
use axum::http::{HeaderValue, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tengen_protocol::records::RecordList;
use tengen_protocol::{
    AuditPage, CaseList, GameList, GroupList, GroupMemberList, MemberList, PositionAnswer, RoundList,
    StaffGroupList, TaskList,
};
use url::form_urlencoded::{Serializer, parse};

/// A page of a list.
pub(super) trait Listed {
    /// The field of the query that says where a page begins.
    const FIELD: &'static str;

    /// Where the next page begins, if there is one.
    fn next_place(&self) -> Option<String>;
}

macro_rules! listed {
    ($($list:ty: $field:literal)*) => {
        $(impl Listed for $list {
            const FIELD: &'static str = $field;

            fn next_place(&self) -> Option<String> {
                self.next.as_ref().map(ToString::to_string)
            }
        })*
    };
}

listed! {
    AuditPage: "before"
    CaseList: "after"
    GameList: "cursor"
    GroupList: "cursor"
    GroupMemberList: "cursor"
    MemberList: "after"
    PositionAnswer: "cursor"
    RecordList: "cursor"
    RoundList: "before"
    StaffGroupList: "after"
    TaskList: "cursor"
}

/// Where the next page begins, on its way to [`link`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NextPage {
    field: &'static str,
    place: String,
}

/// The page after this one, if there is one.
pub(super) fn after<L: Listed>(list: &L) -> Option<NextPage> {
    list.next_place().map(|place| NextPage { field: L::FIELD, place })
}

/// Notes the next page beside the answer with the one before it.
pub(super) fn noted(next: Option<NextPage>, answer: impl IntoResponse) -> Response {
    let mut answer = answer.into_response();
    if let Some(next) = next {
        answer.extensions_mut().insert(next);
    }
    answer
}

/// Writes the header: the address that was asked for, with the place of the next page.
pub(super) async fn link(request: Request, next: Next) -> Response {
    // Routers below a prefix see the address without it.
    let whole = request.extensions().get::<OriginalUri>().map(|OriginalUri(whole)| whole.clone());
    let asked = whole.unwrap_or_else(|| request.uri().clone());
    let mut answer = next.run(request).await;
    if let Some(page) = answer.extensions_mut().remove::<NextPage>()
        && let Ok(link) = HeaderValue::from_str(&page.link(&asked))
    {
        answer.headers_mut().insert(header::LINK, link);
    }
    answer
}

impl NextPage {
    fn link(&self, asked: &Uri) -> String {
        let query = asked.query().unwrap_or_default().as_bytes();
        let others = parse(query).filter(|(name, _)| name != self.field);
        let mut fields = Serializer::new(String::new());
        let query = fields.extend_pairs(others).append_pair(self.field, &self.place).finish();
        format!("<{}?{query}>; rel=\"next\"", asked.path())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_page_is_asked_for_in_the_same_words() {
        let page = NextPage { field: "cursor", place: "17-a b".to_owned() };
        for (asked, expected) in [
            ("/api/v1/games", "</api/v1/games?cursor=17-a+b>; rel=\"next\""),
            (
                "/api/v1/games?result=black&cursor=3&name=%E5%A4%A9%3E&limit=2",
                "</api/v1/games?result=black&name=%E5%A4%A9%3E&limit=2&cursor=17-a+b>; rel=\"next\"",
            ),
        ] {
            assert_eq!(page.link(&asked.parse().unwrap()), expected);
        }
    }
}
