//! Estimates of the score, and the games that forbid them.

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};
use tengen_testbed::pause;
use tokio::time::timeout;

use crate::by_hand::ServerByHand;
use crate::rest::{Answer, Visitor};
use crate::server::{Database, Server, on_sqlite_and_long_on_postgres};
use crate::table::Table;

on_sqlite_and_long_on_postgres! {
    a_position_is_estimated
    a_position_of_a_game_is_estimated_with_its_komi
    bad_questions_are_refused
    players_get_none_of_what_is_like_their_game
    nobody_gets_the_positions_of_a_game_without_estimates
    positions_that_were_taken_back_are_withheld_too
    passes_make_no_opening
    a_delayed_game_withholds_only_the_positions_that_spectators_see
    one_player_gets_so_many_a_minute
    questions_of_an_address_that_rests_are_not_the_players
    whoever_hangs_up_has_had_the_work
}

const SECRET: &str = "not_during_the_game";

async fn ask(visitor: &Visitor, question: Value) -> Answer {
    visitor.post("/positions/estimate", question).await
}

/// A board of nine lines with two walls, for Black to move.
fn wall() -> Value {
    json!({"board": {"width": 9, "height": 9}, "komi": 0.5, "stones": "...B.W...".repeat(9), "to_move": "black"})
}

/// A game on five lines; from its third move on its positions count.
fn small(aids: &Value) -> Value {
    json!({"board": {"width": 5, "height": 5}, "rules": "chinese", "komi": 7.5, "aids": aids})
}

fn without() -> Value {
    small(&json!({}))
}

/// A position by its stones, with Black to move.
fn stones(stones: &str) -> Value {
    json!({"board": {"width": 5, "height": 5}, "stones": stones})
}

async fn a_position_is_estimated(database: Database) {
    let server = Server::start(database).await;
    let stranger = Visitor::stranger(&server);
    let answer = ask(&stranger, wall()).await.ok();
    let owners: Vec<i64> =
        answer["owners"].as_array().unwrap().iter().map(|owner| owner.as_i64().unwrap()).collect();
    assert_eq!(owners.len(), 81);
    let of_column = |column: usize| owners.iter().skip(column).step_by(9).sum::<i64>() / 9;
    assert!(of_column(0) > 50 && of_column(3) > 50, "{owners:?}");
    assert!(of_column(5) < -50 && of_column(8) < -50, "{owners:?}");
    let number = |field: &str| answer[field].as_f64().unwrap();
    assert!((30.0..46.0).contains(&number("black")) && number("doubt") > 0.0, "{answer}");
    assert!(number("black") + number("white") <= 81.5);
    // The same again, and with more for White.
    assert_eq!(ask(&stranger, wall()).await.ok(), answer);
    let mut question = wall();
    question["komi"] = json!(-20);
    let less = ask(&stranger, question).await.ok();
    assert!(less["white"].as_f64().unwrap() < number("white") - 10.0, "{less}");
    // Whose turn it is matters, other boards have estimates too, and komi is that of the rules.
    let torus = json!({"board": {"name": "torus 4x4"}, "rules": "chinese", "stones": "B...............", "to_move": "white"});
    let torus = ask(&Visitor::guest(&server, "Gustav").await, torus).await.ok();
    assert_eq!(torus["owners"].as_array().unwrap().len(), 16);
    assert!(torus["white"].as_f64().unwrap() >= 7.5);
}

async fn a_position_of_a_game_is_estimated_with_its_komi(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, small(&json!({"estimate": true}))).await;
    table.moves("C3 B2 C4 B4 C2").await;
    let now = ask(&table.black, json!({"game": table.game})).await.ok();
    let shown = json!({"board": {"width": 5, "height": 5}, "komi": 7.5, "stones": table.snapshot().await["stones"], "to_move": "white"});
    assert_eq!(ask(&table.white, shown).await.ok(), now);
    let before = ask(&Visitor::stranger(&server), json!({"game": table.game, "at": 0})).await.ok();
    assert_ne!(before, now);
    let beyond = ask(&table.black, json!({"game": table.game, "at": 6})).await;
    beyond.refused(400, "malformed");
}

async fn bad_questions_are_refused(database: Database) {
    let server = Server::start(database).await;
    let stranger = Visitor::stranger(&server);
    let five = json!({"width": 5, "height": 5});
    for (question, status, code) in [
        (json!({}), 400, "malformed"),
        (json!({"board": five}), 400, "malformed"),
        (json!({"board": five, "stones": "B"}), 400, "malformed"),
        (json!({"board": five, "stones": ".".repeat(25), "at": 1}), 400, "malformed"),
        (json!({"board": five, "stones": ".".repeat(25), "game": "0000000000000000"}), 400, "malformed"),
        (json!({"game": "0000000000000000", "komi": 0}), 400, "malformed"),
        (json!({"game": "0000000000000000"}), 404, "no_such_game"),
        (json!({"board": {"width": 26, "height": 5}, "stones": ""}), 422, "invalid_settings"),
        (json!({"board": five, "stones": ".".repeat(25), "komi": 700}), 422, "invalid_settings"),
        (json!({"board": five, "stones": format!("BW...B{}", ".".repeat(19))}), 200, ""),
        (json!({"board": five, "stones": format!("BW...W{}", ".".repeat(19))}), 422, "invalid_position"),
        (json!({"board": five, "stones": ".".repeat(25), "moves": "A1"}), 400, "malformed"),
    ] {
        let answer = ask(&stranger, question.clone()).await;
        match status {
            200 => drop(answer.ok()),
            _ => drop(answer.refused(status, code)),
        }
    }
}

async fn players_get_none_of_what_is_like_their_game(database: Database) {
    let server = Server::start(database).await;
    let mut table = Table::new(&server, json!({"board": {"width": 9, "height": 9}})).await;
    let bystander = Visitor::guest(&server, "Gustav").await;
    let program = table.black.with_token(&["read"]).await;
    table.moves("C3 G7 G3 C7 E5 E3 E7 C5 G5 B4 H6 F8 D8 H2").await;
    // Its first three stones are gone, and there are two others: five changes, one more than a few.
    let rows = [
        "B........",
        "...B.W...",
        "..W.B....",
        ".......B.",
        "..W.B.B..",
        ".W.......",
        "....W....",
        ".......W.",
        "........W",
    ];
    let like = json!({"board": {"width": 9, "height": 9}, "to_move": "black", "stones": rows.concat()});
    for player in [&table.black, &table.white, &program] {
        let refused = ask(player, like.clone()).await.refused(403, SECRET);
        assert_eq!(refused, json!({"reason": "position", "game": table.game}));
        ask(player, json!({"game": table.game})).await.refused(403, SECRET);
        // What has nothing of it is free, and so is its opening.
        ask(player, wall()).await.ok();
        ask(player, json!({"game": table.game, "at": 8})).await.ok();
        ask(player, stones(&".".repeat(25))).await.ok();
    }
    ask(&bystander, like.clone()).await.ok();
    // A game with estimates beside it changes nothing.
    let helped = Table::between(table.black, bystander, small(&json!({"estimate": true}))).await;
    ask(&helped.black, like.clone()).await.refused(403, SECRET);
    ask(&helped.white, like.clone()).await.ok();
    // After the end there are estimates again, of that game as well.
    let resign = json!({"type": "resign", "id": "resigning-1"});
    helped.black.command(&table.game, resign).await.ok();
    ask(&helped.black, like).await.ok();
    ask(&table.white, json!({"game": table.game})).await.ok();
}

async fn nobody_gets_the_positions_of_a_game_without_estimates(database: Database) {
    let server = Server::start(database).await;
    let stranger = Visitor::stranger(&server);
    let mut table = Table::new(&server, without()).await;
    table.moves("A5 E1").await;
    // Two moves are an opening.
    ask(&stranger, stones("B.......................W")).await.ok();
    ask(&stranger, json!({"game": table.game})).await.ok();
    table.moves("B5 C3").await;
    ask(&stranger, json!({"game": table.game})).await.refused(403, SECRET);
    ask(&stranger, json!({"game": table.game, "at": 3})).await.refused(403, SECRET);
    ask(&stranger, json!({"game": table.game, "at": 2})).await.ok();
    for position in [
        "BB......................W",
        // Turned, mirrored, and with the colours exchanged.
        "W......................BB",
        "B....B..................W",
        "WW......................B",
        "B......................WW",
        // After the fourth move.
        "BB..........W...........W",
        // With one more.
        "BB....B.................W",
    ] {
        for to_move in ["black", "white"] {
            let mut question = stones(position);
            question["to_move"] = json!(to_move);
            ask(&stranger, question).await.refused(403, SECRET);
        }
    }
    // Another position, also by a stone that was moved on so small a board, and another player.
    ask(&stranger, stones("BB.....................W.")).await.ok();
    ask(&stranger, stones("......B.B........W.......")).await.ok();
    let wider = json!({"board": {"width": 6, "height": 5}, "stones": format!("BB....{}W", ".".repeat(23))});
    ask(&stranger, wider).await.ok();
    // A line more, at whichever edge, and joined edges make no other position.
    for (board, position) in [
        (json!({"width": 6, "height": 5}), format!("BB....{}W.", ".".repeat(22))),
        (json!({"width": 6, "height": 5}), format!(".BB...{}W", ".".repeat(23))),
        (json!({"width": 5, "height": 6}), format!("BB{}W.....", ".".repeat(22))),
        (json!({"name": "cylinder 5x5"}), format!("BB{}W", ".".repeat(22))),
        (json!({"name": "torus 5x5"}), format!("BB{}W", ".".repeat(22))),
    ] {
        ask(&stranger, json!({"board": board, "stones": position})).await.refused(403, SECRET);
    }
    ask(&stranger, json!({"board": {"width": 7, "height": 5}, "stones": format!("BB{}W..", ".".repeat(30))}))
        .await
        .ok();
    let gustav = Visitor::guest(&server, "Gustav").await;
    ask(&gustav, stones("BB......................W")).await.refused(403, SECRET);
    // A grid on its side is the same board.
    let mut wide = Table::new(&server, json!({"board": {"width": 4, "height": 3}})).await;
    wide.moves("A3 D3").await;
    for (width, height, position) in [(4, 3, "B..W........"), (3, 4, "B........W..")] {
        let question = json!({"board": {"width": width, "height": height}, "stones": position});
        ask(&stranger, question).await.refused(403, SECRET);
    }
    table.does("black", json!({"type": "resign"})).await.ok();
    ask(&stranger, stones("BB......................W")).await.ok();
    ask(&stranger, json!({"game": table.game})).await.ok();
}

async fn positions_that_were_taken_back_are_withheld_too(database: Database) {
    let server = Server::start(database).await;
    let stranger = Visitor::stranger(&server);
    let mut table = Table::new(&server, without()).await;
    table.moves("A5 E1 B5").await;
    // A question reads no more of a game than what came after the question before.
    ask(&stranger, stones("BB......................W")).await.refused(403, SECRET);
    table.moves("C3").await;
    let asked = table.does("white", json!({"type": "undo", "turn": table.turn()})).await.ok();
    let request = &asked["event"]["seq"];
    table.does("black", json!({"type": "undo_accept", "request": request})).await.ok();
    table.moves("D3").await;
    for position in ["BB..........W...........W", "BB...........W..........W"] {
        ask(&stranger, stones(position)).await.refused(403, SECRET);
    }
}

async fn passes_make_no_opening(database: Database) {
    let server = Server::start(database).await;
    let stranger = Visitor::stranger(&server);
    let mut table = Table::new(&server, without()).await;
    table.moves("A5 pass E1 pass B5 pass").await;
    // Six moves have set three stones of one colour.
    ask(&stranger, stones("BB......................B")).await.refused(403, SECRET);
    for free in [".........................", "B........................", "B.......................B"] {
        ask(&stranger, stones(free)).await.ok();
    }
    // Nor do those that led to where a game began.
    let position = json!({"stones": ".".repeat(25), "to_move": "black", "moves": "pass,pass,pass"});
    let wish = json!({"board": {"width": 5, "height": 5}, "rules": "chinese", "komi": 7.5, "aids": {}, "position": position});
    let mut begun = Table::new(&server, wish).await;
    begun.moves("C3").await;
    ask(&stranger, stones("............B............")).await.ok();
    ask(&stranger, stones("............W............")).await.ok();
}

async fn a_delayed_game_withholds_only_the_positions_that_spectators_see(database: Database) {
    let by_hand = ServerByHand::start(database).await;
    let server = &by_hand.server;
    let stranger = Visitor::stranger(server);
    let mut wish = without();
    wish["delay"] = json!(60_000);
    let mut table = Table::new(server, wish).await;
    table.moves("A5 E1 B5").await;
    let mut quiet = Table::new(
        server,
        json!({"board": {"width": 6, "height": 6}, "rules": "chinese", "aids": {}, "delay": 60_000}),
    )
    .await;
    quiet.moves("A6 F1 B6 E1").await;
    let of_quiet = |rows: &str| json!({"board": {"width": 6, "height": 6}, "stones": rows});
    ask(&stranger, of_quiet("BB................................WW")).await.ok();
    let position = || stones("BB......................W");
    // A refusal would tell what nobody may see yet.
    ask(&stranger, position()).await.ok();
    ask(&table.black, position()).await.refused(403, SECRET);
    by_hand.pass(Duration::from_secs(31)).await;
    table.moves("C3 D2 D4 B2").await;
    quiet.moves("C3 D2 D4 B2").await;
    let next = || stones("BB......W...W...B.B.....W");
    ask(&stranger, position()).await.ok();
    by_hand.pass(Duration::from_secs(30)).await;
    ask(&stranger, position()).await.refused(403, SECRET);
    ask(&stranger, next()).await.ok();
    by_hand.pass(Duration::from_secs(31)).await;
    ask(&stranger, next()).await.refused(403, SECRET);
    // Nobody has asked for positions of the other game meanwhile: what came late is all seen, and what was seen before stays so.
    for position in ["BB.............B....B....W.W......WW", "BB................................WW"] {
        ask(&stranger, of_quiet(position)).await.refused(403, SECRET);
    }
}

async fn one_player_gets_so_many_a_minute(database: Database) {
    // The address may have all the work that it wants.
    let options = ["--limit-loopback", "--processor-percent-per-address", "10000"];
    let server = Server::with_options(database, &options).await;
    let gustav = Visitor::guest(&server, "Gustav").await;
    let began = Instant::now();
    let mut answered = 0;
    let last = loop {
        let answer = ask(&gustav, wall()).await;
        if answer.status != 200 {
            break answer;
        }
        answered += 1;
        // Every two seconds there is room for another one.
        assert!(answered <= 31 + began.elapsed().as_secs() / 2, "{answered} in {:?}", began.elapsed());
    };
    last.refused(429, "too_many_requests");
    assert!(answered >= 30, "{answered}");
}

async fn questions_of_an_address_that_rests_are_not_the_players(database: Database) {
    let options = ["--limit-loopback", "--trust-forwarded-for", "--processor-percent-per-address", "1"];
    let server = Server::with_options(database, &options).await;
    let gustav = Visitor::guest(&server, "Gustav").await;
    let ask_from = async |address: &str, komi: u32| {
        let mut question = wall();
        question["komi"] = json!(komi);
        let request = gustav.request(Method::POST, "/api/v1/positions/estimate");
        let request = request.header("x-forwarded-for", address).json(&question);
        Answer::read(request.send().await.unwrap()).await
    };
    // Each estimate makes the address rest longer, and at last for so long that nothing of it is over when the questions are.
    let mut komi = 0;
    loop {
        let answer = ask_from("203.0.113.7", komi).await;
        if answer.status == 200 {
            komi += 1;
            assert!(komi < 20, "much work was done for one address");
            continue;
        }
        let rest = answer.refused(429, "too_many_requests")["retry_after_ms"].as_u64().unwrap();
        if rest >= 20_000 {
            break;
        }
        pause(Duration::from_millis(rest), "the address rests").await;
    }
    for _ in 0..40 {
        ask_from("203.0.113.7", komi).await.refused(429, "too_many_requests");
    }
    ask_from("203.0.113.8", komi).await.ok();
}

async fn whoever_hangs_up_has_had_the_work(database: Database) {
    let options = ["--limit-loopback", "--processor-percent-per-address", "1"];
    let server = Server::with_options(database, &options).await;
    let stranger = Visitor::stranger(&server);
    ask(&stranger, wall()).await.ok();
    for komi in 1.. {
        let mut question = wall();
        question["komi"] = json!(komi);
        let _ = timeout(Duration::from_millis(50), ask(&stranger, question)).await;
        pause(Duration::from_millis(500), "work is counted when it is done, also if nobody waits for it")
            .await;
        // The first position is known, so this is no work.
        let again = ask(&stranger, wall()).await;
        if again.status != 200 {
            again.refused(429, "too_many_requests");
            return;
        }
        assert!(komi < 40, "nothing was counted");
    }
}
