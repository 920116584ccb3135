//! Lists of games.

use serde_json::{Value, json};

use crate::queries::queries_each;
use crate::rest::Visitor;
use crate::server::{Database, Server, on_both_databases, once};
use crate::table::Table;

on_both_databases! {
    games_are_listed_by_phase_and_player
    pages_stay_in_place_while_games_are_added
    private_games_are_listed_to_their_players
    a_list_shows_what_the_snapshot_says
    a_page_ends_before_it_reads_many_games
}

once! {
    live_games_are_read_when_they_have_changed
    live_games_are_read_together
}

fn ids(list: &Value) -> Vec<String> {
    let games = list["games"].as_array().unwrap();
    games.iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect()
}

async fn new_game(visitor: &Visitor) -> String {
    visitor.new_game(json!({})).await["id"].as_str().unwrap().to_owned()
}

async fn games_are_listed_by_phase_and_player(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let carl = Visitor::guest(&server, "Carl").await;
    let small = json!({"board": {"width": 3, "height": 3}});
    let finished = {
        let mut table = Table::between(ann.clone(), ben.clone(), small.clone()).await;
        table.does("black", json!({"type": "resign"})).await.ok();
        table.game
    };
    let scoring = {
        let mut table = Table::between(ben.clone(), carl.clone(), small.clone()).await;
        table.moves("B2 pass pass").await;
        table.game
    };
    let playing = Table::between(carl.clone(), ann.clone(), small).await.game;
    let open = new_game(&ann).await;

    for (query, expected) in [
        ("", vec![&open, &playing, &scoring, &finished]),
        ("?phase=open", vec![&open]),
        ("?phase=playing", vec![&playing]),
        ("?phase=scoring", vec![&scoring]),
        ("?phase=finished", vec![&finished]),
        ("?phase=playing,scoring", vec![&playing, &scoring]),
        ("?phase=&limit=&cursor=&player=", vec![&open, &playing, &scoring, &finished]),
        (&format!("?player={}", ann.id), vec![&open, &playing, &finished]),
        (&format!("?player={}&phase=finished,open", ann.id), vec![&open, &finished]),
        (&format!("?player={}&phase=open", ben.id), vec![]),
        ("?player=0000000000000000", vec![]),
    ] {
        let list = Visitor::stranger(&server).get(&format!("/games{query}")).await.ok();
        assert_eq!(ids(&list), expected.into_iter().cloned().collect::<Vec<_>>(), "{query}");
        assert_eq!(list["next"], Value::Null, "{query}");
    }
    let of_ben = ann.get(&format!("/players/{}/games?phase=scoring,finished", ben.id)).await.ok();
    assert_eq!(ids(&of_ben), [scoring, finished]);
}

async fn pages_stay_in_place_while_games_are_added(database: Database) {
    let server = Server::start(database).await;
    let ann = Visitor::guest(&server, "Ann").await;
    let mut games = Vec::new();
    for _ in 0..11 {
        games.insert(0, new_game(&ann).await);
    }
    // Games of the same millisecond are in the order of their ids.
    let all = ann.get("/games?limit=100").await.ok();
    let key = |game: &Value| (game["created_at"].as_i64().unwrap(), game["id"].as_str().unwrap().to_owned());
    let keys: Vec<_> = all["games"].as_array().unwrap().iter().map(key).collect();
    assert!(keys.is_sorted_by(|a, b| a > b), "{keys:?}");
    let expected: Vec<String> = keys.into_iter().map(|(_, id)| id).collect();
    assert_eq!(expected.len(), games.len());

    let mut seen = Vec::new();
    let mut path = "/games?limit=3".to_owned();
    loop {
        let page = ann.get(&path).await.ok();
        assert!(page["games"].as_array().unwrap().len() <= 3);
        seen.extend(ids(&page));
        // A newer game moves no page that comes later.
        new_game(&ann).await;
        match page["next"].as_str() {
            Some(cursor) => path = format!("/players/{}/games?limit=3&cursor={cursor}", ann.id),
            None => break,
        }
    }
    assert_eq!(seen, expected);
    assert_eq!(ids(&ann.get("/games").await.ok()).len(), 15);
    assert_eq!(ids(&ann.get("/games?limit=1").await.ok()).len(), 1);
    for _ in 15..22 {
        new_game(&ann).await;
    }
    assert_eq!(ids(&ann.get("/games").await.ok()).len(), 20);
}

async fn private_games_are_listed_to_their_players(database: Database) {
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let (carl, stranger) = (Visitor::guest(&server, "Carl").await, Visitor::stranger(&server));
    let open = ann.new_game(json!({"private": true})).await["id"].as_str().unwrap().to_owned();
    let table = Table::between(ann.clone(), ben.clone(), json!({"private": true})).await;
    for (visitor, expected) in
        [(&ann, vec![&table.game, &open]), (&ben, vec![&table.game]), (&carl, vec![]), (&stranger, vec![])]
    {
        for path in
            ["/games".to_owned(), format!("/games?player={}", ann.id), format!("/players/{}/games", ann.id)]
        {
            let expected: Vec<String> = expected.iter().map(ToString::to_string).collect();
            assert_eq!(ids(&visitor.get(&path).await.ok()), expected, "{path} by {:?}", visitor.name);
        }
        // Everybody with the link may look.
        assert_eq!(visitor.snapshot(&open).await["settings"]["private"], true);
    }
}

async fn a_list_shows_what_the_snapshot_says(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({"board": {"width": 3, "height": 3}, "komi": -0.5})).await;
    table.moves("B2 A1").await;
    for (phase, last_move) in [("playing", json!("A1")), ("scoring", Value::Null), ("finished", Value::Null)]
    {
        let snapshot = table.snapshot().await;
        let shown = table.white.get(&format!("/games?phase={phase}")).await.ok()["games"][0].take();
        for field in [
            "id",
            "seq",
            "phase",
            "created_at",
            "updated_at",
            "settings",
            "creator",
            "players",
            "to_move",
            "waits",
            "result",
        ] {
            assert_eq!(shown[field], snapshot[field], "{field} of a game that is {phase}");
        }
        assert_eq!(shown["move_count"], snapshot["moves"].as_array().unwrap().len(), "{phase}");
        assert_eq!(shown["last_move"], last_move, "{phase}");
        let asked = match phase {
            "playing" => json!({"black": "move", "white": null}),
            "scoring" => json!({"black": "agreement", "white": "agreement"}),
            _ => json!({"black": null, "white": null}),
        };
        assert_eq!(shown["asked"], asked, "{phase}");
        assert_eq!(
            shown["stones"],
            if phase == "finished" { Value::Null } else { snapshot["stones"].clone() }
        );
        match phase {
            "playing" => drop(table.moves("pass pass").await),
            "scoring" => table.agree(json!(["A1"])).await,
            _ => {}
        }
    }
}

async fn a_page_ends_before_it_reads_many_games(database: Database) {
    /// How many live games the lobby knows, and how many a page reads from their logs.
    const KNOWN: usize = 100;
    const READ: usize = 25;
    let server = Server::start(database).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let mut oldest = Table::between(ann.clone(), ben.clone(), json!({})).await;
    for _ in 1..KNOWN + 2 * READ {
        Table::between(ann.clone(), ben.clone(), json!({})).await;
    }
    oldest.moves("Q16 D4").await;
    // A page that has to pass over games says where it stopped, and a reader who goes on from there misses nothing.
    for (query, found) in [("min_moves=2", vec![oldest.game]), ("min_moves=9", Vec::new())] {
        let (mut pages, mut games, mut cursor) = (0, Vec::new(), String::new());
        loop {
            let page = ann.get(&format!("/games?phase=playing&{query}&limit=10&cursor={cursor}")).await.ok();
            games.append(&mut ids(&page));
            pages += 1;
            match page["next"].as_str() {
                Some(next) => next.clone_into(&mut cursor),
                None => break,
            }
        }
        assert_eq!((pages, games), (2, found), "{query}");
    }
}

async fn live_games_are_read_when_they_have_changed() {
    /// How many live games the lobby knows, and how many others there are.
    const KNOWN: usize = 100;
    const OTHERS: usize = 25;
    const LISTS: i64 = 200;
    let server = Server::start(Database::Postgres).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    let mut oldest = Table::between(ann.clone(), ben.clone(), json!({})).await;
    for _ in 1..KNOWN + OTHERS {
        Table::between(ann.clone(), ben.clone(), json!({})).await;
    }
    let known = ann.get(&format!("/games?phase=playing&limit={KNOWN}")).await.ok();
    let others = format!("/games?phase=playing&limit=100&cursor={}", known["next"].as_str().unwrap());
    let list = ann.get(&others).await.ok();
    assert_eq!(ids(&list).len(), OTHERS);
    let of_a_list =
        queries_each(&server, LISTS, async || assert_eq!(ann.get(&others).await.ok(), list)).await;
    assert!(of_a_list < 8, "{of_a_list} queries for one list");
    oldest.moves("Q16").await;
    let list = ann.get(&others).await.ok();
    let games = list["games"].as_array().unwrap();
    let moves: Vec<_> = games.iter().map(|game| game["move_count"].as_u64().unwrap()).collect();
    assert_eq!((moves.len(), moves.iter().sum::<u64>(), moves.last()), (OTHERS, 1, Some(&1)));
}

async fn live_games_are_read_together() {
    const GAMES: usize = 12;
    const LISTS: i64 = 200;
    let server = Server::start(Database::Postgres).await;
    let (ann, ben) = (Visitor::guest(&server, "Ann").await, Visitor::guest(&server, "Ben").await);
    for _ in 0..GAMES {
        Table::between(ann.clone(), ben.clone(), json!({})).await.moves("Q16").await;
    }
    let of_a_list = queries_each(&server, LISTS, async || {
        let list = ann.get("/games?phase=playing&opening=Q16").await.ok();
        assert_eq!(ids(&list).len(), GAMES);
    });
    let of_a_list = of_a_list.await;
    assert!(of_a_list < 12, "{of_a_list} queries for one list");
}
