//! Many clients of one network, as each customer of a provider of IPv6 has them.

use reqwest::Method;
use serde_json::json;

use crate::rest::{Answer, Visitor};
use crate::server::{Database, Server, on_sqlite_and_long_on_postgres};

on_sqlite_and_long_on_postgres! {
    guests_of_one_network_are_bounded_however_many_clients_it_has
}

async fn guests_of_one_network_are_bounded_however_many_clients_it_has(database: Database) {
    let options = ["--limit-loopback", "--trust-forwarded-for", "--guests-per-minute", "1"];
    let server = Server::with_options(database, &options).await;
    let stranger = Visitor::stranger(&server);
    let come = async |address: String| {
        let request = stranger.request(Method::POST, "/api/v1/guests").header("x-forwarded-for", address);
        Answer::read(request.json(&json!({"name": "Eve"})).send().await.unwrap()).await
    };
    // Each is a client of its own. Meanwhile the network gets another guest every four seconds.
    let mut refused = 0;
    for number in 0..100 {
        let answer = come(format!("2001:db8:1:{number:x}00::1")).await;
        if answer.status == 429 {
            answer.refused(429, "too_many_requests");
            refused += 1;
        } else {
            assert_eq!(answer.status, 201, "{}", answer.text());
        }
    }
    assert!((40..=84).contains(&refused), "{refused} of 100 were refused");
    assert_eq!(come("2001:db8:2::1".to_owned()).await.status, 201);
    // A network that can be one household's has less.
    let mut few = 0;
    for number in 0..40 {
        few += u32::from(come(format!("2001:db8:3:{number:x}::1")).await.status == 201);
    }
    assert!((4..16).contains(&few), "{few} of 40 came");
}
