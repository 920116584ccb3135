//! Files as great as those that players share: books of problems, and dictionaries of openings. Members have room for them.

use std::fmt::Write as _;

use flate2::read::GzDecoder;
use reqwest::Method;
use reqwest::header::{ACCEPT_ENCODING, CONTENT_ENCODING};
use serde_json::{Value, json};

use crate::member::member;
use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases, on_sqlite_and_long_on_postgres};

on_both_databases! {
    a_member_brings_a_book_of_problems
}

on_sqlite_and_long_on_postgres! {
    a_member_brings_a_dictionary_of_openings
}

const PROBLEMS: usize = 900;
const NODES: usize = 1 + 7_778 * LINE;
/// So many nodes have the lines of the dictionary.
const LINE: usize = 9;

async fn a_member_brings_a_book_of_problems(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (member(&server, "Annabelinda").await, Visitor::guest(&server, "Ben").await);
    let problem = |number: usize| format!("(;SZ[9]GN[Problem {number}]AB[aa][ba]AW[ab][bb];B[ca];W[cb])\n");
    let book: String = (1..=PROBLEMS).map(problem).collect();
    let refused = ben.bring(book.as_bytes()).await.refused(422, "unreadable_record");
    assert_eq!((&refused["reason"], &refused["line"]), (&json!("too_many_games"), &json!(501)));
    let kept = ann.bring(book.as_bytes()).await.ok()["records"].as_array().unwrap().clone();
    assert_eq!(kept.len(), PROBLEMS);
    // The list shows them in the order of the file, to its end.
    let (mut listed, mut page) = (Vec::new(), "/records?limit=100".to_owned());
    loop {
        let list = ann.get(&page).await.ok();
        listed.extend(list["records"].as_array().unwrap().clone());
        let Some(next) = list["next"].as_str() else { break };
        page = format!("/records?limit=100&cursor={next}");
    }
    assert_eq!(listed, kept);
    let refused = ann.bring("(;SZ[1])".repeat(2_001).as_bytes()).await.refused(422, "unreadable_record");
    assert_eq!(refused["reason"], "too_many_games");
}

/// One game, in which all lines begin at the first node.
fn dictionary() -> String {
    let mut text = "(;SZ[19]".to_owned();
    let letter = |number: usize| char::from(b'a' + u8::try_from(number % 19).unwrap());
    for line in 0..(NODES - 1) / LINE {
        text.push('(');
        for step in 0..LINE {
            let color = ["B", "W"][step % 2];
            let remark = "This is one of the usual ways to go on.";
            let _ = write!(text, ";{color}[{}{}]C[{remark}]", letter(step), letter(line));
        }
        text.push(')');
    }
    text + ")"
}

async fn a_member_brings_a_dictionary_of_openings(database: Database) {
    let server = Server::start(database).await;
    let ann = member(&server, "Annabelinda").await;
    let file = dictionary();
    assert!(file.len() > 3_300_000, "{}", file.len());
    let kept = ann.bring(file.as_bytes()).await.ok()["records"][0].clone();
    assert_eq!(kept["node_count"], NODES);
    let path = format!("/records/{}", kept["id"].as_str().unwrap());
    // A change of one node is answered with all of them, as for any other record.
    let change = json!({"changes": [{"node": NODES - 1, "name": "Seldom played"}]});
    let request = ann.request(Method::PATCH, &format!("/api/v1{path}")).header(ACCEPT_ENCODING, "gzip");
    let answer = request.json(&change).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.headers()[CONTENT_ENCODING], "gzip");
    let packed = answer.bytes().await.unwrap();
    let shown: Value = serde_json::from_reader(GzDecoder::new(&*packed)).unwrap();
    let nodes = shown["nodes"].as_array().unwrap();
    assert_eq!((nodes.len(), &nodes[NODES - 1]["name"]), (NODES, &json!("Seldom played")));
    // Moves are tried beside it.
    let tried = json!({"changes": [{"id": "a", "from": {"node": NODES - 1}, "move": "white:pass"}]});
    ann.patch(&format!("{path}/variations"), tried).await.ok();
    let whole = ann.get(&format!("{path}/sgf")).await;
    assert!(whole.text().ends_with("N[Seldom played]))\n"), "{}", whole.body.len());
}
