//! Members: strangers and guests who have registered, and their bots.

use std::time::Duration;

use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use tengen_testbed::until;
use tokio::time::timeout;

use crate::rest::{Answer, Visitor};
use crate::server::{Data, Server};
use crate::tamper::tamper;

/// What everybody here signs in with.
pub(crate) const PASSWORD: &str = "seven black stones";

/// How long something may take that comes within seconds on a machine that is busy with others.
const PATIENCE: Duration = Duration::from_mins(1);

/// Asks for an account.
pub(crate) async fn register(visitor: &Visitor, name: &str) -> Answer {
    visitor.post("/accounts", json!({"name": name, "password": PASSWORD})).await
}

/// A new member with this name.
pub(crate) async fn member(server: &Server, name: &str) -> Visitor {
    let stranger = Visitor::stranger(server);
    at_home(&stranger, &register(&stranger, name).await)
}

/// Signs in.
pub(crate) async fn sign_in(stranger: &Visitor, name: &str, password: &str) -> Answer {
    stranger.post("/sessions", json!({"name": name, "password": password})).await
}

/// The player whom an answer names, with the token that it tells.
#[track_caller]
pub(crate) fn at_home(visitor: &Visitor, answer: &Answer) -> Visitor {
    assert_eq!((answer.status, answer.header("cache-control")), (201, "no-store"), "{}", answer.text());
    let told = answer.ok();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let mut player = visitor.with_secret(told["token"].as_str().unwrap());
    (player.id, player.name) = (text(&told["player"]["id"]), text(&told["player"]["name"]));
    player
}

/// A new bot of a member.
pub(crate) async fn bot(owner: &Visitor, name: &str) -> Visitor {
    let answer = owner.post("/bots", json!({"name": name})).await;
    assert_eq!((answer.status, answer.header("cache-control")), (201, "no-store"), "{}", answer.text());
    let made = answer.ok();
    assert_eq!((&made["player"]["kind"], &made["player"]["guest"]), (&json!("bot"), &json!(false)));
    let mut bot = owner.with_secret(made["secret"].as_str().unwrap());
    (bot.id, bot.name) = (made["player"]["id"].as_str().unwrap().to_owned(), name.to_owned());
    bot
}

/// How games show a member.
pub(crate) fn card(member: &Visitor) -> Value {
    json!({"id": member.id, "name": member.name, "guest": false, "kind": "member"})
}

/// The name by which the server shows a player.
pub(crate) async fn name_of(stranger: &Visitor, id: &str) -> String {
    let profile = stranger.get(&format!("/players/{id}")).await.ok();
    profile["player"]["name"].as_str().unwrap().to_owned()
}

/// Waits for what comes within seconds.
pub(crate) async fn soon(what: &str, fits: impl AsyncFn() -> bool) {
    timeout(PATIENCE, until(fits)).await.unwrap_or_else(|_| panic!("it does not come that {what}"));
}

/// Lets a player run the server.
pub(crate) async fn make_owner(data: &Data, player: &Visitor) {
    let grant =
        format!("INSERT INTO grants (player_id, role, granted_at) VALUES ('{}', 'owner', 1)", player.id);
    tamper(data, &grant).await;
}

/// The texts that a query of one column answers.
pub(crate) async fn texts(data: &Data, query: &str) -> Vec<String> {
    let query = AssertSqlSafe(query.to_owned());
    if let Some(url) = data.database_url() {
        let mut connection = PgConnection::connect(url).await.unwrap();
        return sqlx::query_scalar(query).fetch_all(&mut connection).await.unwrap();
    }
    let file = format!("sqlite://{}", data.directory().join("tengen.sqlite").display());
    let mut connection = SqliteConnection::connect(&file).await.unwrap();
    sqlx::query_scalar(query).fetch_all(&mut connection).await.unwrap()
}
