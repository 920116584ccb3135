//! The staff: rights, acts, the audit log, and tokens for acts of the staff.

mod acts;
mod announcements;
mod audit;
mod cases;
mod changes;
mod games;
mod leaving;
mod members;
mod networks;
mod rights;
mod sanctions;
mod sequences;
mod tokens;
mod voided;

use serde_json::{Value, json};

use crate::member::{make_owner, member};
use crate::rest::{Answer, Visitor};
use crate::server::{Data, Database, Server};

const ANYWHERE: &str = "127.0.0.1:0";
const REASON: &str = "because the club has decided so";

/// A server with an owner, and the one who runs it.
async fn run_by(database: Database) -> (Server, Visitor) {
    let mut first = Server::start(database).await;
    let ann = member(&first, "Annabel").await;
    first.stop().await;
    make_owner(first.data(), &ann).await;
    let server = at(first.data().clone()).await;
    let ann = ann.at(&server);
    (server, ann)
}

async fn at(data: Data) -> Server {
    Server::on(data, ANYWHERE.parse().unwrap(), &[]).await
}

async fn act(visitor: &Visitor, player: &Visitor, wish: Value) -> Answer {
    visitor.post(&format!("/staff/players/{}/acts", player.id), wish).await
}

async fn grant(visitor: &Visitor, player: &Visitor, role: &str) -> Answer {
    act(visitor, player, json!({"act": "grant", "role": role, "reason": REASON})).await
}

async fn revoke(visitor: &Visitor, player: &Visitor, role: &str) -> Answer {
    act(visitor, player, json!({"act": "revoke", "role": role, "reason": REASON})).await
}

async fn rename(visitor: &Visitor, player: &Visitor, name: &str) -> Answer {
    act(visitor, player, json!({"act": "rename", "name": name, "reason": REASON})).await
}

#[track_caller]
fn is_done(answer: &Answer) {
    assert_eq!(answer.status, 204, "{}", answer.text());
}

async fn roles(player: &Visitor) -> Value {
    player.get("/me").await.ok()["account"]["roles"].clone()
}

/// The entries of the log, the latest first.
async fn entries(owner: &Visitor) -> Vec<Value> {
    owner.get("/staff/audit?limit=100").await.ok()["entries"].as_array().unwrap().clone()
}

/// The kinds of the entries, the earliest first.
async fn kinds(owner: &Visitor) -> Vec<String> {
    let entries = entries(owner).await;
    entries.iter().rev().map(|entry| entry["kind"].as_str().unwrap().to_owned()).collect()
}

/// Whether the whole log holds.
async fn holds(owner: &Visitor) -> bool {
    owner.get("/staff/audit/check").await.ok()["broken"].is_null()
}
