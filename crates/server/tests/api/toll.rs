//! Where very many register, the next one pays with some work of the own machine.

use futures_util::future::join_all;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::member::{PASSWORD, at_home, register, sign_in};
use crate::rest::{Answer, Visitor};
use crate::server::{Database, Server, on_sqlite_and_long_on_postgres};

on_sqlite_and_long_on_postgres! {
    in_a_flood_each_registration_is_paid_for
}

/// So many register within ten minutes without a task.
const CALM: usize = 60;

async fn register_for(stranger: &Visitor, name: &str, challenge: &str, answer: &str) -> Answer {
    let toll = json!({"challenge": challenge, "answer": answer});
    stranger.post("/accounts", json!({"name": name, "password": PASSWORD, "toll": toll})).await
}

/// Whether an answer fits a challenge.
fn fits(challenge: &str, answer: &str, bits: u32) -> bool {
    let hash = Sha256::digest(format!("{challenge}:{answer}"));
    u32::from_be_bytes(hash[..4].try_into().unwrap()).leading_zeros() >= bits
}

/// What a page does.
fn pay(challenge: &str, bits: u32) -> String {
    (0..=u32::MAX).map(|number| format!("{number:x}")).find(|answer| fits(challenge, answer, bits)).unwrap()
}

async fn in_a_flood_each_registration_is_paid_for(database: Database) {
    let server = Server::start(database).await;
    let server = &server;
    let stranger = Visitor::stranger(server);
    let calm = (0..CALM).map(|number| async move {
        register(&Visitor::stranger(server), &format!("Member of a class {number}")).await
    });
    for answer in join_all(calm).await {
        assert_eq!(answer.status, 201, "{}", answer.text());
    }
    let task = async || {
        let params = register(&stranger, "Annabel").await.refused(403, "toll_needed");
        let bits = u32::try_from(params["bits"].as_u64().unwrap()).unwrap();
        (params["challenge"].as_str().unwrap().to_owned(), bits)
    };
    let ((first, bits), (second, _)) = (task().await, task().await);
    assert_eq!(bits, 18);
    assert_ne!(first, second);
    // A guest pays, too.
    let guest = Visitor::guest(server, "Bella").await;
    register(&guest, "Bella").await.refused(403, "toll_needed");
    // What was not done, or is for another task, or an invented one, is no answer.
    let paid = tokio::task::block_in_place(|| pay(&first, bits));
    let unpaid = (0..100).map(|number| format!("no {number}")).find(|no| !fits(&first, no, bits)).unwrap();
    for (challenge, answer) in [
        (&*first, &*unpaid),
        (&*first, ""),
        (&*first, &*"x".repeat(64)),
        ("", &*paid),
        ("AAAA", &*paid),
        (&first[1..], &*paid),
    ] {
        register_for(&stranger, "Annabel", challenge, answer).await.refused(403, "toll_needed");
    }
    // It lets one in, and once.
    let ann = at_home(&stranger, &register_for(&stranger, "Annabel", &first, &paid).await);
    assert_eq!(ann.get("/me").await.ok()["player"]["kind"], "member");
    let again = register_for(&stranger, "Carla", &first, &paid).await.refused(403, "toll_needed");
    assert_ne!(again["challenge"], Value::from(first));
    // Whoever is a member already pays nothing.
    assert_eq!(sign_in(&stranger, "Annabel", PASSWORD).await.status, 201);
    // Nobody pays for a name or a password that is refused.
    let paid = tokio::task::block_in_place(|| pay(&second, bits));
    register_for(&stranger, "admin", &second, &paid).await.refused(422, "name_refused");
    let toll = json!({"challenge": second, "answer": paid});
    let weak = json!({"name": "Carla", "password": "password1234", "toll": toll});
    stranger.post("/accounts", weak).await.refused(422, "password_refused");
    assert_eq!(register_for(&stranger, "Carla", &second, &paid).await.status, 201);
}
