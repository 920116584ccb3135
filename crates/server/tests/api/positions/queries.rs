//! The queries for a position, and texts that are no position.

use reqwest::Method;
use reqwest::header::{ETAG, IF_NONE_MATCH};
use serde_json::{Value, json};

use super::{games, indexed, resigned, search};
use crate::rest::{Answer, Visitor};
use crate::server::{Database, Server, on_both_databases};
use crate::table::Table;

on_both_databases! {
    a_position_is_asked_for_by_its_stones_or_by_a_game
    what_is_no_position_is_refused
    moves_are_played_before_the_question
    answers_have_tags
    equal_moves_count_together_and_each_game_once
}

fn nine() -> Value {
    json!({"board": {"width": 9, "height": 9}, "rules": "chinese"})
}

async fn a_position_is_asked_for_by_its_stones_or_by_a_game(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let first = resigned(&ann, &ben, nine(), "C3 G7 G3").await;
    // The same with the colours exchanged, turned by a quarter, and the last move mirrored.
    let second = resigned(&ann, &ben, nine(), "pass C7 G3 G7").await;
    // Here White has no stone yet when two moves are made.
    resigned(&ann, &ben, nine(), "C3 pass G7 G3").await;
    let stranger = Visitor::stranger(&server);
    indexed(&stranger, "9x9", 81, 3).await;

    let answer = search(&stranger, &format!("game={first}&move=2")).await;
    assert_eq!(answer["board"], json!({"width": 9, "height": 9, "name": "grid 9x9"}));
    assert_eq!(answer["to_move"], "black");
    let stones = answer["stones"].as_str().unwrap();
    assert_eq!((stones.len(), stones.matches('B').count(), stones.matches('W').count()), (81, 1, 1));
    assert_eq!(answer["games_total"], 2);
    assert_eq!(games(&answer), [second.clone(), first.clone()]);
    // Both played into one of the two free corners.
    let ways = answer["continuations"].as_array().unwrap();
    assert_eq!(ways.len(), 1);
    let way = &ways[0];
    // White gave up in both games; but with the colours exchanged that is a victory of White.
    assert_eq!((&way["games"], &way["black_wins"], &way["white_wins"]), (&json!(2), &json!(1), &json!(1)));
    assert_eq!((&way["at"], &way["alike"]), (&json!("G3"), &json!(["C7"])));
    let [later, own] = [&answer["games"][0], &answer["games"][1]];
    assert_eq!(
        (&own["move_number"], &own["symmetry"], &own["colors_swapped"]),
        (&json!(2), &json!(0), &json!(false))
    );
    assert_eq!((&later["move_number"], &later["colors_swapped"]), (&json!(3), &json!(true)));
    assert_eq!((&own["next"], &later["next"]), (&json!("G3"), &json!("G3")));
    assert_eq!(own["game"]["result"]["text"], "B+R");
    // The symmetry says how to turn the other game.
    let board = stranger.get("/boards/grid%209x9").await.ok();
    let places = &board["symmetries"][usize::try_from(later["symmetry"].as_u64().unwrap()).unwrap()];
    let index =
        |at: &str| board["points"].as_array().unwrap().iter().position(|point| point["at"] == at).unwrap();
    assert_eq!(places[index("C7")].as_u64(), Some(index("C3") as u64));
    assert_eq!(places[index("G3")].as_u64(), Some(index("G7") as u64));
    assert_eq!(places[index("G7")].as_u64(), Some(index("G3") as u64));

    let by_stones = search(&stranger, &format!("board=9x9&stones={stones}&to_move=black")).await;
    assert_eq!(by_stones, answer);
    assert_eq!(search(&stranger, &format!("board=grid+9x9&stones={stones}&to_move=black")).await, answer);
    // Black and White stand alike, so with the other player to move it is the same position with the colours exchanged.
    let other = search(&stranger, &format!("board=9x9&stones={stones}&to_move=white")).await;
    assert_eq!((&other["games_total"], &other["continuations"][0]["black_wins"]), (&json!(2), &json!(1)));
    // One black stone alone is another position when White has passed.
    let one = format!("board=9x9&stones={}B{}", ".".repeat(20), ".".repeat(60));
    assert_eq!(search(&stranger, &format!("{one}&to_move=white")).await["games_total"], 3);
    assert_eq!(search(&stranger, &format!("{one}&to_move=black")).await["games_total"], 1);
    let torus = search(&stranger, &format!("board=torus+9x9&stones={stones}&to_move=black")).await;
    assert_eq!(
        (&torus["games_total"], &torus["continuations"], &torus["next"]),
        (&json!(0), &json!([]), &Value::Null)
    );

    // Without a number: the last position, in which the game ended.
    let end = search(&stranger, &format!("game={first}")).await;
    assert_eq!(end["games_total"], 2);
    assert_eq!(end["continuations"][0]["at"], Value::Null);
    assert_eq!(end["games"][0]["next"], Value::Null);
    // A page at a time.
    let page = search(&stranger, &format!("game={first}&move=0&limit=2")).await;
    assert_eq!((games(&page).len(), &page["games_total"]), (2, &json!(3)));
    let next = page["next"].as_str().unwrap();
    let page = search(&stranger, &format!("game={first}&move=0&limit=2&cursor={next}")).await;
    assert_eq!((games(&page), &page["next"]), (vec![first], &Value::Null));
}

async fn equal_moves_count_together_and_each_game_once(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    for moves in ["C3", "C7", "G3", "G7", "E5", "D3"] {
        resigned(&ann, &ben, nine(), moves).await;
    }
    // One game that is in the same position twice, with White to move, and goes on in two ways.
    let settings = json!({"board": {"width": 9, "height": 9}, "rules": "japanese"});
    let mut table = Table::between(ann.clone(), ben.clone(), settings).await;
    table.moves("E5 pass pass").await;
    table.resumes("black").await.ok();
    assert_eq!(table.to_move(), "white");
    table.moves("G3").await;
    table.does("white", json!({"type": "resign"})).await.ok();
    indexed(&ann, "9x9", 81, 7).await;
    let empty = search(&ann, &format!("board=9x9&stones={}&to_move=black&limit=3", ".".repeat(81))).await;
    let ways = |answer: &Value| {
        let ways = answer["continuations"].as_array().unwrap().iter();
        let way = |way: &Value| {
            (
                way["at"].as_str().unwrap_or("end").to_owned(),
                way["games"].as_u64(),
                way["alike"].as_array().unwrap().len(),
            )
        };
        ways.map(way).collect::<Vec<_>>()
    };
    let expected = |ways: &[(&str, u64, usize)]| {
        ways.iter().map(|(at, games, alike)| ((*at).to_owned(), Some(*games), *alike)).collect::<Vec<_>>()
    };
    assert_eq!(ways(&empty), expected(&[("G7", 4, 3), ("E5", 2, 0), ("G6", 1, 7)]));
    let centre = format!("board=9x9&stones={}B{}&to_move=white", ".".repeat(40), ".".repeat(40));
    let answer = search(&ann, &centre).await;
    assert_eq!((&answer["games_total"], games(&answer).len()), (&json!(2), 2));
    assert_eq!(ways(&answer), expected(&[("G7", 1, 3), ("pass", 1, 0), ("end", 1, 0)]));
}

async fn what_is_no_position_is_refused(database: Database) {
    let server = Server::start(database).await;
    let visitor = Visitor::guest(&server, "Ann").await;
    let open = visitor.new_game(json!({"board": {"width": 3, "height": 3}})).await;
    let game = open["id"].as_str().unwrap();
    let get = async |query: &str| visitor.get(&format!("/positions?{query}")).await;
    for query in [
        "",
        "board=3x3",
        "board=3x3&stones=.........",
        "board=3x3&stones=.........&to_move=red",
        "board=3x3&stones=........&to_move=black",
        "board=3x3&stones=..........&to_move=black",
        "board=3x3&stones=....X....&to_move=black",
        "board=3&stones=.........&to_move=black",
        "board=3x3&stones=.........&to_move=black&limit=0",
        "board=3x3&stones=.........&to_move=black&limit=51",
        "board=3x3&stones=.........&to_move=black&limit=x",
        "board=3x3&stones=.........&to_move=black&cursor=x",
        "board=3x3&stones=.........&to_move=black&cursor=4294967295",
        "board=3x3&stones=.........&to_move=black&cursor=-1",
        "board=3x3&stones=.........&to_move=black&colour=black",
        "board=3x3&stones=.........&to_move=black&move=1",
        &format!("game={game}&to_move=black"),
        &format!("game={game}&move=1"),
        &format!("game={game}&move=-1"),
        &format!("game={game}&move=99999999999999999999999"),
        "move=3",
    ] {
        let params = get(query).await.refused(400, "malformed");
        assert!(params["detail"].is_string(), "{query}");
    }
    get("board=26x26&stones=.&to_move=black").await.refused(404, "no_such_board");
    get("game=nobody").await.refused(404, "no_such_game");
    get("game=4t9x2m8q6w1k5c7v&move=1").await.refused(404, "no_such_game");
    for fine in [".BWBW....", "BWB.W.W.."] {
        get(&format!("board=3x3&stones={fine}&to_move=black")).await.ok();
    }
    let params = get("board=3x3&stones=BW.W.....&to_move=black").await.refused(422, "invalid_position");
    assert_eq!(params["at"], "A3");
    get("board=25x25&stones=").await.refused(400, "malformed");
    // As long as a query can be.
    let largest = format!("board=25x25&stones={}&to_move=white", ".".repeat(625));
    assert_eq!(get(&largest).await.ok()["games_total"], 0);
    assert_eq!(get(&format!("game={game}")).await.ok()["games_total"], 0);
}

async fn moves_are_played_before_the_question(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let game = resigned(&ann, &ben, nine(), "E5 A1 A2 C3 B1 G7").await;
    indexed(&ann, "9x9", 81, 1).await;
    let of_game = search(&ann, &format!("game={game}&move=5")).await;
    // The stone at A1 is taken on the way.
    let moves = "board=9x9&moves=e5,A1,A2,C3,B1";
    let answer = search(&ann, moves).await;
    assert_eq!((&answer["games_total"], &answer["to_move"]), (&json!(1), &json!("white")));
    assert_eq!(answer, of_game);
    // From stones on, out of turn, and with a pass.
    let stones = answer["stones"].as_str().unwrap();
    let later = search(&ann, &format!("board=9x9&stones={stones}&moves=white:G7")).await;
    assert_eq!(later, search(&ann, &format!("game={game}&move=6")).await.clone());
    let twice = search(&ann, "board=9x9&moves=E5,black:A2,white:pass").await;
    assert_eq!(
        (twice["stones"].as_str().unwrap().matches('B').count(), &twice["to_move"]),
        (2, &json!("black"))
    );
    assert_eq!(search(&ann, "board=9x9&moves=E5&to_move=black").await["to_move"], "black");

    let refused = async |query: &str| ann.get(&format!("/positions?board=3x3&{query}")).await;
    for (moves, rule, at) in
        [("B2,B2", "occupied", "B2"), ("D1", "off_board", "D1"), ("A2,pass,B1,A1", "suicide", "A1")]
    {
        let params = refused(&format!("moves={moves}")).await.refused(422, "illegal_move");
        assert_eq!(params, json!({"rule": rule, "at": at}), "{moves}");
    }
    // A move that captures is no suicide, and ko does not matter here.
    assert_eq!(search(&ann, "board=3x3&moves=A2,A1,B1").await["stones"], "...B...B.");
    refused(&format!("moves={}", vec!["pass"; 1_000].join(","))).await.ok();
    for moves in [vec!["pass"; 1_001].join(","), "B2,".to_owned(), "red:B2".to_owned(), "B2;C3".to_owned()] {
        refused(&format!("moves={moves}")).await.refused(400, "malformed");
    }
    ann.get(&format!("/positions?game={game}&moves=E5")).await.refused(400, "malformed");
}

async fn answers_have_tags(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let game = resigned(&ann, &ben, nine(), "C3 G7").await;
    let stranger = Visitor::stranger(&server);
    indexed(&stranger, "9x9", 81, 1).await;
    let path = format!("/api/v1/positions?game={game}&move=1");
    let get = async |visitor: &Visitor, tag: &str| {
        let request = visitor.request(Method::GET, &path).header(IF_NONE_MATCH, tag);
        Answer::read(request.send().await.unwrap()).await
    };
    let answer = get(&stranger, "\"\"").await;
    assert_eq!((answer.status, answer.header("cache-control")), (200, "public, no-cache"));
    let tag = answer.header(ETAG.as_str()).to_owned();
    assert_eq!(get(&ann, &tag).await.header("cache-control"), "private, no-cache");
    let again = get(&stranger, &tag).await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    resigned(&ann, &ben, nine(), "G3 C7").await;
    indexed(&stranger, "9x9", 81, 2).await;
    assert_eq!(get(&stranger, &tag).await.ok()["games_total"], 2);
}
