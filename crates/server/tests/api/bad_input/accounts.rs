//! Accounts: names and passwords that can't be, and changes by those who may not make them.

use reqwest::Method;

use super::requests::{get, post, row, with};
use super::stage::Who::{Ann, Looker, Stranger};
use super::{Request, Row};

/// The bodies of registrations, one good but for where it comes from.
const GOOD: &str = r#"{"name": "Dora", "password": "slow river, cold stones"}"#;
const RESERVED: &str = r#"{"name": "Adm1n", "password": "slow river, cold stones"}"#;
const SHORT: &str = r#"{"name": "Dora", "password": "slow"}"#;
const LONG: &str =
    r#"{"name": "Dora, who has a name of more than 32 letters", "password": "slow river, cold stones"}"#;
const UNKNOWN: &str = r#"{"name": "Dora", "password": "slow river, cold stones", "role": "owner"}"#;
const CREDENTIALS: &str = r#"{"name": "Nobody here", "password": "slow river, cold stones"}"#;
const BOTH_WAYS: &str = r#"{"name": "Dora", "password": "slow river, cold stones", "link": "AAAA"}"#;
const SECRET: &str = r#"{"invitation": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}"#;
const LETTER: &str = r#"{"letter": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}"#;
const CONFIRMATION: &str = r#"{"password": "slow river, cold stones"}"#;

pub(super) fn rows() -> Vec<Row> {
    let other = |method, by, path: &str, body| Request { method, ..post(by, path, body) };
    let mut rows = registrations();
    rows.extend([
        row(
            "a sign-in by nobody's name",
            post(Stranger, "/api/v1/sessions", CREDENTIALS),
            401,
            "wrong_credentials",
        ),
        row("a sign-in in two ways at once", post(Stranger, "/api/v1/sessions", BOTH_WAYS), 400, "malformed"),
        row(
            "a sign-in by a letter nobody wrote",
            post(Stranger, "/api/v1/sessions", LETTER),
            404,
            "no_such_link",
        ),
        row(
            "the player of a letter nobody wrote",
            post(Stranger, "/api/v1/mail-links/player", LETTER),
            404,
            "no_such_link",
        ),
        row(
            "a mail address that nobody has shown",
            post(Stranger, "/api/v1/mail-confirmations", LETTER),
            404,
            "no_such_link",
        ),
        row(
            "a letter from a server that sends none",
            post(Stranger, "/api/v1/mail-links", r#"{"mail": "dora@example.org"}"#),
            403,
            "no_mail",
        ),
        row(
            "a guest who confirms",
            post(Ann, "/api/v1/sessions/current", CONFIRMATION),
            403,
            "account_needed",
        ),
        row(
            "a guest who changes",
            other(Method::PATCH, Ann, "/api/v1/me", r#"{"name": "Dora"}"#),
            403,
            "account_needed",
        ),
        row(
            "a stranger who changes",
            other(Method::PATCH, Stranger, "/api/v1/me", r#"{"name": "Dora"}"#),
            401,
            "unauthenticated",
        ),
        row(
            "a program that changes its player",
            other(Method::PATCH, Looker, "/api/v1/me", r#"{"name": "Dora"}"#),
            403,
            "own_token_needed",
        ),
        row(
            "a guest with an authenticator",
            post(Ann, "/api/v1/me/authenticator", "{}"),
            403,
            "account_needed",
        ),
        row(
            "a guest with recovery codes",
            post(Ann, "/api/v1/me/recovery-codes", "{}"),
            403,
            "account_needed",
        ),
        row("a guest who invites", post(Ann, "/api/v1/invitations", "{}"), 403, "not_allowed"),
        row("a guest who looks at invitations", get(Ann, "/api/v1/invitations"), 403, "not_allowed"),
        row("an invitation by nobody", post(Stranger, "/api/v1/invitations", "{}"), 401, "unauthenticated"),
        row(
            "an invitation that nobody has made",
            post(Stranger, "/api/v1/invitations/look", SECRET),
            404,
            "no_such_invitation",
        ),
        row("a search for nobody", get(Stranger, "/api/v1/players?name="), 400, "malformed"),
        row("a search by something else", get(Stranger, "/api/v1/players?mail=dora"), 400, "malformed"),
    ]);
    rows
}

fn registrations() -> Vec<Row> {
    let register = |by, body: &str| post(by, "/api/v1/accounts", body);
    vec![
        row("an account with a word of the server", register(Stranger, RESERVED), 422, "name_refused"),
        row("an account with a long name", register(Stranger, LONG), 422, "invalid_name"),
        row("an account with a short password", register(Stranger, SHORT), 422, "password_refused"),
        row("an account with a role", register(Stranger, UNKNOWN), 400, "malformed"),
        row("an account by a program", register(Looker, GOOD), 403, "own_token_needed"),
        row(
            "an account from a foreign page",
            with(register(Stranger, GOOD), "origin", "https://example.org"),
            403,
            "foreign_origin",
        ),
    ]
}
