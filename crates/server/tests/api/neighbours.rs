//! Many clients of one network, as each customer of a provider of IPv6 has them.

use reqwest::Method;
use serde_json::{Value, json};

use crate::member::{PASSWORD, member};
use crate::rest::{Answer, Visitor};
use crate::server::{Database, Server, on_sqlite_and_long_on_postgres};

on_sqlite_and_long_on_postgres! {
    guests_of_one_network_are_bounded_however_many_clients_it_has
}

/// So many clients ask for a guest each, until one of them is refused. Meanwhile the network gets another guest every second or two: a
/// machine that needs a minute and a half for them all would let all of them in.
const CLIENTS: u32 = 100;
/// So many are let in at once of a /56, and of a /48, by the usual options.
const AT_ONCE: [u32; 2] = [24, 25];

/// The address of a client of the /48 in which all clients have a /56, or of the one in which each has one of its own.
fn neighbour(number: u32, apart: bool) -> String {
    if apart { format!("2001:db8:2:{number:x}00::1") } else { format!("2001:db8:1:{number:x}::1") }
}

async fn guests_of_one_network_are_bounded_however_many_clients_it_has(database: Database) {
    let server = Server::with_options(database, &["--limit-loopback", "--trust-forwarded-for"]).await;
    let ann = member(&server, "Ann").await;
    let stranger = Visitor::stranger(&server);
    let post = async |path: &str, wish: Value, address: String| {
        let request = stranger.request(Method::POST, path).header("x-forwarded-for", address);
        Answer::read(request.json(&wish).send().await.unwrap()).await
    };
    let come = async |address| post("/api/v1/guests", json!({"name": "Eve"}), address).await;
    for (apart, at_once) in [false, true].into_iter().zip(AT_ONCE) {
        // Each is a client of its own.
        let mut came = 0;
        for number in 0..CLIENTS {
            let answer = come(neighbour(number, apart)).await;
            if answer.status == 429 {
                answer.refused(429, "too_many_requests");
                break;
            }
            assert_eq!(answer.status, 201, "{}", answer.text());
            came += 1;
        }
        assert!((at_once..CLIENTS).contains(&came), "{came} of {CLIENTS} came");
        // Whoever is a member comes in all the same, also where nobody is let in as a guest.
        let home = neighbour(CLIENTS, apart);
        let wish = json!({"name": ann.name, "password": PASSWORD});
        let session = post("/api/v1/sessions", wish, home.clone()).await;
        assert_eq!(session.status, 201, "{}", session.text());
        let letter = post("/api/v1/sessions/link/player", json!({"link": "nothing"}), home.clone()).await;
        letter.refused(404, "no_such_link");
        // And does there what members do.
        let club = json!({"kind": "club", "name": format!("Club of {at_once}")});
        let founding = ann.request(Method::POST, "/api/v1/groups").header("x-forwarded-for", home);
        let founded = Answer::read(founding.json(&club).send().await.unwrap()).await;
        assert_eq!(founded.status, 201, "{}", founded.text());
    }
    assert_eq!(come("2001:db8:3::1".to_owned()).await.status, 201);
}
