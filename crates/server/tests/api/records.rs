//! The record of a game in SGF.

use serde_json::json;

use crate::rest::Visitor;
use crate::server::{Database, Server, on_sqlite_and_long_on_postgres};
use crate::table::{SETTLED, Table};

on_sqlite_and_long_on_postgres! {
    a_record_has_the_settings_the_moves_and_the_result
    a_record_has_the_handicap_stones
    boards_that_sgf_cannot_describe_are_read_back
    names_can_not_leave_their_brackets
    every_result_has_its_text
    changed_rules_and_the_games_address_are_told
}

async fn record(table: &Table) -> String {
    let answer = Visitor::get(&table.white, &format!("/games/{}/sgf", table.game)).await;
    assert_eq!(answer.status, 200);
    assert!(answer.header("content-type").starts_with("application/x-go-sgf"), "{:?}", answer.headers);
    assert!(answer.header("content-disposition").contains(&format!("tengen-{}.sgf", table.game)));
    answer.text().to_owned()
}

/// The value of a property of the root.
pub(crate) fn property<'a>(record: &'a str, name: &str) -> Option<&'a str> {
    let root = record.split("\n;").next().unwrap();
    let (_, rest) = root.split_once(&format!("{name}["))?;
    rest.split(']').next()
}

async fn a_record_has_the_settings_the_moves_and_the_result(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({"board": {"width": 4, "height": 5}})).await;
    table.moves(SETTLED).await;
    let running = record(&table).await;
    for (name, value) in [
        ("GM", Some("1")),
        ("FF", Some("4")),
        ("CA", Some("UTF-8")),
        ("SZ", Some("4:5")),
        ("RU", Some("Japanese")),
        ("KM", Some("6.5")),
        ("PB", Some("Ann")),
        ("PW", Some("Ben")),
        ("HA", None),
        ("PL", None),
        ("RE", None),
    ] {
        assert_eq!(property(&running, name), value, "{name} in {running}");
    }
    assert!(property(&running, "AP").unwrap().starts_with("Tengen:"));
    let date = property(&running, "DT").unwrap();
    assert!(date.len() == 10 && date.starts_with("20"), "{date}");

    table.moves("pass pass").await;
    table.agree(json!(["A1"])).await;
    let finished = record(&table).await;
    assert_eq!(property(&finished, "RE"), Some("W+5.5"));
    let (root, moves) = finished.split_once('\n').unwrap();
    assert!(root.starts_with("(;GM[1]FF[4]"), "{root}");
    let expected = "\
;B[bc]\n;W[cc]\n;B[bd]\n;W[cd]\n;B[bb]\n;W[cb]\n;B[be]\n;W[ce]\n;B[ba]\n;W[ca]\n;B[ac]\n;W[dc]\n;B[]\n;W[ae]\n;B[]\n;W[]\
TB[aa][ab][ad][ae]TW[da][db][dd][de])\n";
    assert_eq!(moves, expected);
}

async fn a_record_has_the_handicap_stones(database: Database) {
    let server = Server::start(database).await;
    let settings = json!({"handicap": 3, "rules": "chinese", "komi": -0.5});
    let mut table = Table::new(&server, settings).await;
    table.moves("Q4 T1").await;
    let record = record(&table).await;
    assert_eq!((property(&record, "SZ"), property(&record, "HA")), (Some("19"), Some("3")));
    assert_eq!((property(&record, "RU"), property(&record, "KM")), (Some("Chinese"), Some("-0.5")));
    assert_eq!(property(&record, "PL"), Some("W"));
    assert!(record.contains("AB[dp][pd][dd]"), "{record}");
    assert!(record.ends_with("\n;W[pp]\n;B[ss])\n"), "{record}");
}

async fn boards_that_sgf_cannot_describe_are_read_back(database: Database) {
    let server = Server::start(database).await;
    for (name, handicap, moves) in [
        // The third stone takes A1 across both seams.
        ("torus 3x3", 0, "A1 A2 B2 B1 pass C1 pass A3 B3 pass pass"),
        ("torus 9x9", 2, "A1 pass pass"),
        ("hexagon 4", 0, "A1 A2 Z2 B1 pass pass"),
        ("petersen", 0, "A1 B1 C1 pass pass"),
    ] {
        let settings =
            json!({"board": {"name": name}, "rules": "chinese", "komi": 0.5, "handicap": handicap});
        let mut table = Table::new(&server, settings).await;
        table.moves(moves).await;
        table.agree(json!([])).await;
        let record = record(&table).await;
        let snapshot = table.snapshot().await;
        // A stranger sees a comment, and neither a size nor stones.
        assert!(record.contains(&format!("]XSZ[{name}]")) && record.contains("cannot describe"), "{record}");
        let known = [";B[", ";W[", "]GM[", "]SZ[", "]HA[", "]AB[", "]TB[", "]TW["];
        assert!(!known.iter().any(|known| record.contains(known)), "{record}");

        let collection = tengen_check::read(record.as_bytes()).unwrap();
        let game = collection.games().next().unwrap();
        let report = tengen_check::check(game, &tengen_check::Options::default()).unwrap();
        assert_eq!(report.board.map(|board| board.0.to_string()).as_deref(), Some(name));
        assert_eq!((&report.illegal, report.agrees), (&None, Some(true)), "{record}");
        assert_eq!(json!(report.stones), snapshot["stones"]);
        assert_eq!(json!(report.prisoners), snapshot["prisoners"]);
        assert_eq!(json!(report.moves), json!(snapshot["moves"].as_array().unwrap().len()));
        assert_eq!(json!(report.score), snapshot["scoring"]["score"]);
        assert_eq!(json!(report.owners), snapshot["scoring"]["owners"]);
    }
}

async fn names_can_not_leave_their_brackets(database: Database) {
    let server = Server::start(database).await;
    let black = Visitor::guest(&server, "a]b\\c;W[aa](").await;
    let white = Visitor::guest(&server, "囲碁 \\").await;
    let table = Table::between(black, white, json!({"rules": "tromp-taylor"})).await;
    let record = record(&table).await;
    assert!(record.contains("PB[a\\]b\\\\c;W[aa\\](]"), "{record}");
    assert!(record.contains("PW[囲碁 \\\\]"), "{record}");
    assert_eq!(property(&record, "RU"), Some("Tromp-Taylor"));
}

async fn every_result_has_its_text(database: Database) {
    let server = Server::start(database).await;
    for (who, what, result) in
        [("white", "resign", "B+R"), ("black", "resign", "W+R"), ("white", "abort", "Void")]
    {
        let mut table = Table::new(&server, json!({"rules": "aga"})).await;
        table.does(who, json!({"type": what})).await.ok();
        assert_eq!(property(&record(&table).await, "RE"), Some(result));
    }
    let settings = json!({"board": {"width": 1, "height": 1}, "rules": "tromp-taylor", "komi": 0});
    let mut table = Table::new(&server, settings).await;
    table.moves("pass pass").await;
    assert_eq!(property(&record(&table).await, "RE"), Some("0"));
    // A game that nobody has joined has a record, too.
    let open = table.black.new_game(json!({})).await;
    let answer = table.black.get(&format!("/games/{}/sgf", open["id"].as_str().unwrap())).await;
    assert_eq!((answer.status, property(answer.text(), "PB")), (200, None));
}

async fn changed_rules_and_the_games_address_are_told(database: Database) {
    let server = Server::with_options(database, &["--public-url", "https://go.example.org/"]).await;
    let settings = json!({"board": {"width": 3, "height": 1}, "rules": {"preset": "chinese", "suicide": "allowed"}, "komi": 0});
    let mut table = Table::new(&server, settings).await;
    // White's first stone is suicide, which these rules allow and the preset does not.
    table.moves("B1 A1").await;
    table.moves("pass pass").await;
    table.agree(json!([])).await;
    let record = record(&table).await;
    assert_eq!(property(&record, "RU"), Some("Chinese"));
    assert_eq!(property(&record, "XRU"), Some("chinese,suicide=allowed"));
    let address = format!("https://go.example.org/games/{}", table.game);
    assert_eq!(property(&record, "PC"), Some(address.as_str()));
    // Without them the record would be of an illegal game.
    for (text, illegal) in [(record.clone(), None), (record.replace("XRU[", "XYZ["), Some("suicide"))] {
        let collection = tengen_check::read(text.as_bytes()).unwrap();
        let options = tengen_check::Options::default();
        let report = tengen_check::check(collection.games().next().unwrap(), &options).unwrap();
        assert_eq!(report.illegal.map(|illegal| illegal.rule), illegal, "{text}");
        let kept =
            table.black.bring(text.as_bytes()).await.ok()["records"][0]["id"].as_str().unwrap().to_owned();
        let nodes = table.black.get(&format!("/records/{kept}")).await.ok()["nodes"].take();
        let told = nodes.as_array().unwrap().iter().find_map(|node| node["move"]["illegal"].as_str());
        assert_eq!(told, illegal, "{text}");
    }
    // Lists tell the same.
    let all =
        table.black.request(reqwest::Method::GET, "/api/v1/games").header("accept", "application/x-go-sgf");
    let all = all.send().await.unwrap().text().await.unwrap();
    assert_eq!(all.trim(), record.trim());
}
