//! Lists by the settings of games and by their course.

use serde_json::json;
use tengen_testbed::until;

use super::{listed, resigned};
use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases};
use crate::table::Table;

on_both_databases! {
    games_are_found_by_what_was_agreed
    games_are_found_by_players_and_colours
    games_are_found_by_results
    games_are_found_by_their_first_moves
    games_are_found_by_when_they_were_made
    what_does_not_read_is_refused
}

async fn games_are_found_by_what_was_agreed(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let made = async |settings| ann.new_game(settings).await["id"].as_str().unwrap().to_owned();
    let nine = made(json!({"board": {"width": 9, "height": 9}, "rules": "chinese"})).await;
    let torus =
        made(json!({"board": {"name": "torus 9x9"}, "rules": {"preset": "chinese", "resumptions": 1}})).await;
    let handicap = made(json!({"handicap": 4})).await;
    let plain = made(json!({})).await;
    for (query, expected) in [
        ("?size=9x9", vec![&nine]),
        ("?size=grid+9x9", vec![&nine]),
        ("?size=torus%209x9", vec![&torus]),
        ("?size=19x19", vec![&plain, &handicap]),
        ("?size=13x13", vec![]),
        ("?rules=chinese", vec![&torus, &nine]),
        ("?rules=chinese&size=9x9", vec![&nine]),
        ("?rules=aga", vec![]),
        ("?handicap=0", vec![&plain, &torus, &nine]),
        ("?handicap=4", vec![&handicap]),
        ("?handicap=2..9", vec![&handicap]),
        ("?handicap=1..", vec![&handicap]),
        ("?handicap=..3&rules=japanese", vec![&plain]),
        ("?phase=open&size=19x19&handicap=0..3", vec![&plain]),
        ("?phase=finished&size=19x19", vec![]),
    ] {
        let expected: Vec<_> = expected.into_iter().cloned().collect();
        assert_eq!(listed(&ann, query).await, expected, "{query}");
    }
}

async fn games_are_found_by_players_and_colours(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let carl = Visitor::guest(&server, "Carl").await;
    let first = resigned(&ann, &ben, json!({}), "").await;
    let second = resigned(&ben, &ann, json!({}), "").await;
    let third = resigned(&ann, &carl, json!({}), "").await;
    let open = ann.new_game(json!({})).await["id"].as_str().unwrap().to_owned();
    let (ann, ben, carl) = (&ann.id, &ben.id, &carl.id);
    let stranger = Visitor::stranger(&server);
    for (query, expected) in [
        (format!("?player={ann}"), vec![&open, &third, &second, &first]),
        (format!("?player={ann}&color=black"), vec![&third, &first]),
        (format!("?player={ann}&color=white"), vec![&second]),
        (format!("?player={ann}&opponent={ben}"), vec![&second, &first]),
        (format!("?player={ann}&opponent={ben}&color=black"), vec![&first]),
        (format!("?player={ben}&opponent={carl}"), vec![]),
        (format!("?player={ben}&result=black"), vec![&second, &first]),
        (format!("?player={ben}&color=black&result=black"), vec![&second]),
    ] {
        let expected: Vec<_> = expected.into_iter().cloned().collect();
        assert_eq!(listed(&stranger, &query).await, expected, "{query}");
        if let Some((player, rest)) = query.trim_start_matches("?player=").split_once('&') {
            let list = stranger.get(&format!("/players/{player}/games?{rest}")).await.ok();
            let found: Vec<_> = list["games"].as_array().unwrap().iter().map(super::id).collect();
            assert_eq!(found, expected, "{query}");
        }
    }
}

async fn games_are_found_by_results(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let resigned = resigned(&ann, &ben, json!({}), "Q16").await;
    let aborted = {
        let mut table = Table::between(ann.clone(), ben.clone(), json!({})).await;
        table.does("white", json!({"type": "abort"})).await.ok();
        table.game
    };
    let scored = async |komi: f64| {
        let settings = json!({"board": {"width": 3, "height": 3}, "komi": komi, "rules": "chinese"});
        let mut table = Table::between(ann.clone(), ben.clone(), settings).await;
        table.moves("B2 pass pass").await;
        table.agree(json!([])).await;
        table.game
    };
    let (by_black, jigo, by_white) = (scored(0.5).await, scored(9.0).await, scored(9.5).await);
    let playing = Table::between(ann.clone(), ben.clone(), json!({})).await.game;
    for (query, expected) in [
        ("?result=black", vec![&by_black, &resigned]),
        ("?result=white", vec![&by_white]),
        ("?result=jigo", vec![&jigo]),
        ("?result=none", vec![&aborted]),
        ("?result=abort", vec![&aborted]),
        ("?result=score", vec![&by_white, &jigo, &by_black]),
        ("?result=black,score", vec![&by_black]),
        ("?result=black,white,resignation", vec![&resigned]),
        ("?result=resignation,abort", vec![&aborted, &resigned]),
        ("?result=time,absence,no_result", vec![]),
        ("?result=black&phase=playing", vec![]),
        ("?result=&phase=playing", vec![&playing]),
        ("?min_moves=3", vec![&by_white, &jigo, &by_black]),
        ("?min_moves=1&result=resignation", vec![&resigned]),
        ("?min_moves=4", vec![]),
    ] {
        let expected: Vec<_> = expected.into_iter().cloned().collect();
        assert_eq!(listed(&ann, query).await, expected, "{query}");
    }
}

async fn games_are_found_by_their_first_moves(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let short = resigned(&ann, &ben, json!({}), "Q16 D4").await;
    let long_moves = "Q16 D4 Q4 D16 R14 C14 R6 C6 pass K3 O3 F17";
    let long = resigned(&ann, &ben, json!({}), long_moves).await;
    let handicap = resigned(&ann, &ben, json!({"handicap": 2}), "D17 Q3").await;
    let mut table = Table::between(ann.clone(), ben.clone(), json!({})).await;
    table.moves("Q16 D4 Q4").await;
    let live = table.game.clone();
    for (query, expected) in [
        ("?opening=Q16", vec![&live, &long, &short]),
        ("?opening=q16,d4", vec![&live, &long, &short]),
        ("?opening=Q16,D4,Q4", vec![&live, &long]),
        ("?opening=Q16,D4,Q4&phase=finished", vec![&long]),
        ("?opening=Q16,D4,Q4&phase=playing", vec![&live]),
        ("?opening=Q16,D4,Q4,D16,R14,C14,R6,C6,pass,K3", vec![&long]),
        ("?opening=Q1", vec![]),
        ("?opening=D4,Q16", vec![]),
        ("?opening=D17", vec![]),
        ("?opening=white:D17", vec![&handicap]),
        ("?opening=white:D17,black:Q3", vec![&handicap]),
        ("?opening=white:D17,Q3", vec![&handicap]),
        ("?opening=white:Q16", vec![]),
        ("?min_moves=3&phase=playing", vec![&live]),
        ("?min_moves=4&phase=playing", vec![]),
    ] {
        let expected: Vec<_> = expected.into_iter().cloned().collect();
        assert_eq!(listed(&ann, query).await, expected, "{query}");
    }

    // Moves that are taken back were not made; the tenth of a live game is in the table, and goes again.
    table.moves("D16 R14 C14 R6 C6 O3 F17").await;
    let ten = "?opening=Q16,D4,Q4,D16,R14,C14,R6,C6,O3,F17";
    assert_eq!(listed(&ben, ten).await, std::slice::from_ref(&live));
    let turn = table.turn();
    let asked = table.does("white", json!({"type": "undo", "turn": turn})).await.ok();
    table.does("black", json!({"type": "undo_accept", "request": asked["event"]["seq"]})).await.ok();
    assert!(listed(&ben, ten).await.is_empty());
    assert_eq!(listed(&ben, "?opening=Q16,D4,Q4,D16,R14,C14,R6,C6,O3").await, std::slice::from_ref(&live));
    table.moves("K3 K4").await;
    assert!(listed(&ben, ten).await.is_empty());
    assert_eq!(listed(&ben, "?opening=Q16,D4,Q4,D16,R14,C14,R6,C6,O3,K3").await, [live]);
}

async fn games_are_found_by_when_they_were_made(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let mut games = Vec::new();
    for _ in 0..3 {
        let game = ann.new_game(json!({})).await;
        // The next one is made later, by the server's clock.
        until(async || ann.look(&super::id(&game)).await["now"].as_i64() > game["created_at"].as_i64()).await;
        games.push(game);
    }
    let [first, second, third] = [0, 1, 2].map(|index| super::id(&games[index]));
    let at = games[1]["created_at"].as_i64().unwrap();
    for (query, expected) in [
        (format!("?since={at}"), vec![&third, &second]),
        (format!("?until={at}"), vec![&first]),
        (format!("?since={at}&until={}", at + 1), vec![&second]),
        ("?since=2020-01-01".to_owned(), vec![&third, &second, &first]),
        ("?until=2020-01-01T12:00:00%2B02:00".to_owned(), vec![]),
        ("?until=2020-01-01T12:00:00.5Z".to_owned(), vec![]),
    ] {
        let expected: Vec<_> = expected.into_iter().cloned().collect();
        assert_eq!(listed(&ann, &query).await, expected, "{query}");
    }
}

async fn what_does_not_read_is_refused(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    for query in [
        "colour=black",
        "moves=3",
        "phase=over",
        "player=Ann",
        "color=black",
        "opponent=0000000000000000",
        "player=0000000000000000&color=red",
        "size=19",
        "size=19x19x19",
        "rules=chess",
        "handicap=two",
        "handicap=1..2..3",
        "handicap=-1",
        "result=B%2BR",
        "since=yesterday",
        "until=2026-13-01",
        "opening=Q16,,D4",
        "opening=I5",
        "opening=red:Q16",
        "opening=A1,A2,A3,A4,A5,A6,A7,A8,A9,A10,A11",
        "min_moves=-1",
        "cursor=';--",
        "limit=0",
        "limit=101",
        "with=everything",
        "with=events",
    ] {
        let answer = ann.get(&format!("/games?{query}")).await;
        assert!(answer.refused(400, "malformed")["detail"].is_string(), "{query}");
    }
    ann.get(&format!("/players/{0}/games?player={0}", ann.id)).await.refused(400, "malformed");
    let nothing = "phase=&player=&color=&opponent=&rules=&size=&handicap=&result=&since=&until=&opening=&min_moves=&cursor=&limit=&with=";
    assert!(listed(&ann, &format!("?{nothing}")).await.is_empty());
}
