//! Classes and clubs: founded, joined and left, the accounts of a class and its cards, and what is refused.

mod accounts;
mod cards;
mod consent;
mod enclosed;
mod far_down;
mod games;
mod invitations;
mod joining;
mod keys;
mod order;
mod rights;
mod rounds;
mod staff;
mod stored_rounds;
mod tasks;

use reqwest::header::CONTENT_TYPE;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::member::{make_owner, member};
use crate::rest::{Answer, Visitor};
use crate::server::{Data, Database, Server};

/// A server with an owner, Annabel, and a teacher, Theodora, who has a class.
struct School {
    server: Server,
    owner: Visitor,
    teacher: Visitor,
    class: String,
}

async fn at(data: Data) -> Server {
    Server::on(data, "127.0.0.1:0".parse().unwrap(), &[]).await
}

impl School {
    async fn open(database: Database) -> Self {
        let mut first = Server::start(database).await;
        let (owner, teacher) = (member(&first, "Annabel").await, member(&first, "Theodora").await);
        first.stop().await;
        make_owner(first.data(), &owner).await;
        let server = at(first.data().clone()).await;
        let (owner, teacher) = (owner.at(&server), teacher.at(&server));
        let class = id(&found(&owner, json!({"kind": "class", "name": "4 b", "leader": teacher.id})).await);
        Self { server, owner, teacher, class }
    }

    fn path(&self, rest: &str) -> String {
        format!("/groups/{}{rest}", self.class)
    }

    /// Makes accounts, and answers their cards.
    async fn pupils(&self, names: &[&str]) -> Vec<Value> {
        cards(&self.teacher.post(&self.path("/accounts"), json!({"names": names})).await)
    }

    /// Comes in by a card.
    async fn pupil(&self, card: &Value) -> Visitor {
        let stranger = Visitor::stranger(&self.server);
        crate::member::at_home(&stranger, &by_card(&stranger, card).await)
    }
}

async fn found(visitor: &Visitor, wish: Value) -> Value {
    let answer = visitor.post("/groups", wish).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    let group = answer.ok();
    assert_eq!(answer.header("location"), format!("/api/v1/groups/{}", id(&group)));
    group
}

/// A new club.
pub(crate) async fn club(visitor: &Visitor, joining: &str) -> String {
    id(&found(visitor, json!({"kind": "club", "name": "Go in town", "joining": joining})).await)
}

/// Has a leader invite somebody to a group, who agrees.
async fn bring_in(leader: &Visitor, group: &str, player: &Visitor) {
    leader.post(&format!("/groups/{group}/members"), json!({"player": player.id})).await.ok();
    is_done(&player.post(&format!("/me/group-invitations/{group}"), json!({"accept": true})).await);
}

/// Has members of a club say that they take part in its rounds.
pub(crate) async fn take_part(group: &str, players: &[&Visitor]) {
    for player in players {
        let own = format!("/groups/{group}/members/{}", player.id);
        is_done(&player.patch(&own, json!({"plays": true})).await);
    }
}

#[track_caller]
fn id(value: &Value) -> String {
    value["id"].as_str().unwrap().to_owned()
}

#[track_caller]
fn cards(answer: &Answer) -> Vec<Value> {
    assert_eq!((answer.status, answer.header("cache-control")), (201, "no-store"), "{}", answer.text());
    answer.ok()["cards"].as_array().unwrap().clone()
}

async fn by_card(stranger: &Visitor, card: &Value) -> Answer {
    stranger.post("/sessions", json!({"card": card["secret"]})).await
}

/// A request with a table.
fn asked_with(visitor: &Visitor, path: &str) -> RequestBuilder {
    let request = visitor.request(Method::POST, &format!("/api/v1{path}"));
    request.header(CONTENT_TYPE, "text/csv; charset=utf-8")
}

async fn table(visitor: &Visitor, path: &str, list: &[u8]) -> Answer {
    Answer::read(asked_with(visitor, path).body(list.to_vec()).send().await.unwrap()).await
}

#[track_caller]
fn is_done(answer: &Answer) {
    assert_eq!(answer.status, 204, "{}", answer.text());
}

/// The names of the members, with their roles.
async fn members(visitor: &Visitor, group: &str) -> Vec<(String, String)> {
    let list = visitor.get(&format!("/groups/{group}/members?limit=100")).await.ok();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let members = list["members"].as_array().unwrap().iter();
    members.map(|member| (text(&member["player"]["name"]), text(&member["role"]))).collect()
}
