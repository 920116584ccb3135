//! Warnings, suspensions and bans: what a player may do no more, what is left, and what the player hears.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{REASON, act, at, entries, grant, is_done, kinds, run_by};
use crate::by_hand::ServerByHand;
use crate::club::Club;
use crate::member::{PASSWORD, at_home, bot, make_owner, member, sign_in, soon};
use crate::rest::{Answer, Visitor};
use crate::server::{Database, Server, now, on_both_databases, once};
use crate::socket::{Ended, Socket};
use crate::stream::{NDJSON, Reader};
use crate::table::Table;

on_both_databases! {
    a_suspended_player_hears_why_and_plays_no_more
    a_suspended_player_keeps_what_is_the_players_own
    the_answer_to_a_suspension_is_heard
    a_suspension_ends_by_itself
    a_ban_lasts_until_it_is_lifted
    bots_are_suspended_with_their_owner
    a_warning_is_shown_until_it_is_read
    games_by_days_stand_still
    a_game_of_two_suspended_players_waits_for_both
    offers_of_a_suspended_player_are_called_off
    a_suspended_moderator_keeps_no_order
    a_suspension_needs_an_end_that_comes
    a_suspended_member_of_a_closed_server_sees_the_own_page_alone
}

once! {
    connections_end_on_each_server
}

const POLICY: Ended = Ended(Some(1008));
const DAY: i64 = 86_400_000;

fn days() -> Value {
    json!({"clock": {"system": "simple", "period": 3 * DAY}})
}

async fn suspend(staff: &Visitor, player: &Visitor, until: i64) -> Answer {
    let wish = json!({
        "act": "suspend", "ground": "stalling", "until": until, "words": "Five games were left.", "reason": REASON,
    });
    act(staff, player, wish).await
}

async fn ban(staff: &Visitor, player: &Visitor) -> Answer {
    act(staff, player, json!({"act": "ban", "ground": "abuse", "reason": REASON})).await
}

async fn lift(staff: &Visitor, player: &Visitor) -> Answer {
    act(staff, player, json!({"act": "lift", "reason": REASON})).await
}

/// A server with an owner, a moderator, and a member.
async fn staffed(database: Database) -> (Server, Visitor, Visitor, Visitor) {
    let (server, ann) = run_by(database).await;
    let (bella, carl) = (member(&server, "Bella").await, member(&server, "Carlotta").await);
    is_done(&grant(&ann, &bella, "moderator").await);
    (server, ann, bella, carl)
}

/// The first frame of a new socket of this player, and the socket.
async fn greeted(server: &Server, visitor: &Visitor) -> (Value, Socket) {
    let mut request = tokio_tungstenite::tungstenite::client::IntoClientRequest::into_client_request(
        crate::socket::url(server),
    )
    .unwrap();
    let bearer = format!("Bearer {}", visitor.token.as_ref().unwrap());
    request.headers_mut().insert("authorization", bearer.parse().unwrap());
    let mut socket = Socket::connect(request).await.unwrap();
    (socket.next().await, socket)
}

/// Reads a socket to its end.
async fn end_of(mut socket: Socket) -> Ended {
    loop {
        if let Err(ended) = socket.read().await {
            return ended;
        }
    }
}

/// Reads a stream to its end.
async fn ends(mut stream: Reader) {
    while stream.line().await.is_some() {}
}

async fn a_suspended_player_hears_why_and_plays_no_more(database: Database) {
    let (server, ann, bella, carl) = staffed(database).await;
    let dora = member(&server, "Dorothea").await;
    let mut table = Table::between(carl.clone(), dora.clone(), json!({})).await;
    table.moves("Q16 D4").await;
    let (mut seen, mut own) = (Socket::open(&server, &dora).await, Socket::open(&server, &carl).await);
    seen.subscribe(&table.game).await;
    own.subscribe(&table.game).await;
    seen.presence(&table.game, |presence| presence["black"]["here"] == true).await;
    let stream = Reader::new(carl.stream(&table.game, "", NDJSON).await);
    let mine = Reader::new(carl.open("/me/stream", NDJSON).await);
    let program = carl.with_token(&["read", "play"]).await;
    let of_program = Socket::open(&server, &program).await;

    let until = now() + DAY;
    is_done(&suspend(&bella, &carl, until).await);
    for socket in [own, of_program] {
        assert_eq!(end_of(socket).await, POLICY);
    }
    ends(stream).await;
    ends(mine).await;
    // The player counts as away.
    seen.presence(&table.game, |presence| presence["black"]["here"] == false).await;
    let sanction = carl.get("/me").await.ok()["sanction"].clone();
    assert_eq!(
        (&sanction["kind"], &sanction["ground"], &sanction["until"], &sanction["words"]),
        (&json!("suspension"), &json!("stalling"), &json!(until), &json!("Five games were left."))
    );
    let told = json!({
        "sanction": sanction["id"], "ground": "stalling", "until": until, "words": "Five games were left.",
    });
    // The socket of one who looks on, which says why.
    for visitor in [&carl, &program] {
        let (hello, mut socket) = greeted(&server, visitor).await;
        assert_eq!((&hello["player"]["id"], &hello["sanction"]), (&json!(carl.id), &sanction));
        socket.subscribe(&table.game).await;
        let play = json!({"type": "play", "id": "again", "turn": 2, "at": "K10"});
        socket.send(json!({"type": "command", "game": table.game, "command": play})).await;
        let problem = socket.next_of("problem").await["problem"].clone();
        assert_eq!((&problem["code"], &problem["params"]), (&json!("suspended"), &told));
        socket.send(json!({"type": "authenticate", "token": visitor.token})).await;
        assert_eq!(socket.next_of("problem").await["problem"]["code"], "suspended");
    }
    let record = format!("/games/{}", table.game);
    for visitor in [&carl, &program] {
        for (path, body) in [
            ("/games", json!({})),
            (&format!("{record}/join"), json!({})),
            (&format!("{record}/rematch"), json!({})),
            (&format!("{record}/commands"), json!({"type": "resign", "id": "x"})),
        ] {
            assert_eq!(visitor.post(path, body).await.refused(403, "suspended"), told, "{path}");
        }
        visitor.bring(b"(;GM[1]FF[4]SZ[9];B[ee])").await.refused(403, "suspended");
    }
    carl.patch("/me", json!({"name": "Carla"})).await.refused(403, "suspended");
    carl.post("/tokens", json!({"name": "x", "scopes": ["play"]})).await.refused(403, "suspended");
    carl.post("/bots", json!({"name": "Robot"})).await.refused(403, "suspended");
    // In the game nothing has happened.
    assert_eq!(dora.snapshot(&table.game).await["phase"], "playing");
    // Once more it is for longer, and both are lifted at once.
    is_done(&suspend(&bella, &carl, until + DAY).await);
    assert_eq!(carl.get("/me").await.ok()["sanction"]["until"], until + DAY);
    is_done(&lift(&bella, &carl).await);
    assert_eq!(carl.get("/me").await.ok()["sanction"], Value::Null);
    table.moves("K10").await;
    // Where nothing is to be lifted, nothing is written down.
    is_done(&lift(&bella, &carl).await);
    assert_eq!(kinds(&ann).await, ["grant", "suspend", "suspend", "lift"]);
    let entry = entries(&ann).await[1].clone();
    assert_eq!(entry["facts"], json!({"ground": "stalling", "until": until + DAY}));
    let history = bella.get(&format!("/staff/players/{}", carl.id)).await.ok();
    let sanctions = history["sanctions"].as_array().unwrap();
    assert_eq!(sanctions.len(), 2);
    assert!(sanctions.iter().all(|sanction| sanction["lifted_at"].is_i64()), "{history}");
}

async fn a_suspended_player_keeps_what_is_the_players_own(database: Database) {
    let (server, _ann, bella, carl) = staffed(database).await;
    is_done(&suspend(&bella, &carl, now() + DAY).await);
    for path in ["/me", "/me/sanctions", "/me/export", "/sessions", "/reports", "/games", "/lobby"] {
        assert_eq!(carl.get(path).await.status, 200, "{path}");
    }
    // The way in is open, and leads to the same.
    let stranger = Visitor::stranger(&server);
    let again = at_home(&stranger, &sign_in(&stranger, "Carlotta", PASSWORD).await);
    assert_eq!(again.get("/me").await.ok()["sanction"]["kind"], "suspension");
    again.post("/games", json!({})).await.refused(403, "suspended");
    is_done(&again.delete("/sessions/current").await);
    // Whoever wants to leave may.
    is_done(&carl.delete("/me").await);
    stranger.get(&format!("/staff/players/{}", carl.id)).await.refused(401, "unauthenticated");
    assert_eq!(bella.get(&format!("/staff/players/{}", carl.id)).await.status, 404);
}

async fn the_answer_to_a_suspension_is_heard(database: Database) {
    let (server, _ann, bella, carl) = staffed(database).await;
    let dora = member(&server, "Dorothea").await;
    is_done(&suspend(&bella, &carl, now() + DAY).await);
    let id = carl.get("/me").await.ok()["sanction"]["id"].clone();
    let answer = json!({"about": "sanction", "id": id, "ground": "other", "words": "My power was out."});
    // Nobody answers for somebody else, and nothing else is reported.
    dora.post("/reports", answer.clone()).await.refused(404, "no_such_sanction");
    let other = json!({"about": "player", "id": dora.id, "ground": "cheating"});
    carl.post("/reports", other).await.refused(403, "suspended");
    let wordless = json!({"about": "sanction", "id": id, "ground": "other", "words": " "});
    carl.post("/reports", wordless).await.refused(422, "invalid_report");
    assert_eq!(carl.post("/reports", answer.clone()).await.status, 201);
    carl.post("/reports", answer).await.refused(409, "already_reported");
    let case = bella.get("/staff/cases").await.ok()["cases"][0].clone();
    assert_eq!((&case["about"], &case["players"][0]["id"]), (&json!("sanction"), &json!(carl.id)));
    let path = format!("/staff/cases/{}", case["id"].as_str().unwrap());
    assert_eq!(bella.get(&path).await.ok()["reports"][0]["words"], "My power was out.");
    is_done(&lift(&bella, &carl).await);
    let words = json!({"act": "answer", "outcome": "acted", "words": "Welcome back.", "reason": REASON});
    is_done(&bella.post(&format!("{path}/acts"), words).await);
    assert_eq!(carl.get("/reports").await.ok()["reports"][0]["answer"]["words"], "Welcome back.");
}

async fn a_suspension_ends_by_itself(database: Database) {
    let by_hand = ServerByHand::start(database).await;
    let server = &by_hand.server;
    let (ann, carl) = (member(server, "Annabel").await, member(server, "Carlotta").await);
    make_owner(server.data(), &ann).await;
    let until = now() + 600_000;
    is_done(&suspend(&ann, &carl, until).await);
    let (hello, socket) = greeted(server, &carl).await;
    assert_eq!(hello["sanction"]["kind"], "suspension");
    by_hand.skip_until(until + 1).await;
    // The socket of one who looks on makes place for one who plays.
    assert_eq!(end_of(socket).await, POLICY);
    let (hello, _socket) = greeted(server, &carl).await;
    assert_eq!(hello.get("sanction"), None);
    carl.new_game(json!({})).await;
    assert_eq!(carl.get("/me").await.ok().get("sanction"), None);
}

async fn a_ban_lasts_until_it_is_lifted(database: Database) {
    let by_hand = ServerByHand::start(database).await;
    let server = &by_hand.server;
    let (ann, carl) = (member(server, "Annabel").await, member(server, "Carlotta").await);
    make_owner(server.data(), &ann).await;
    let table = Table::between(carl.clone(), Visitor::guest(server, "Gustav").await, days()).await;
    is_done(&suspend(&ann, &carl, now() + 3_600_000).await);
    is_done(&ban(&ann, &carl).await);
    assert_eq!(carl.post("/games", json!({})).await.refused(403, "suspended")["until"], Value::Null);
    by_hand.skip(Duration::from_hours(2)).await;
    carl.post("/games", json!({})).await.refused(403, "suspended");
    assert_eq!(carl.snapshot(&table.game).await["phase"], "playing");
    let stranger = Visitor::stranger(server);
    let again = at_home(&stranger, &sign_in(&stranger, "Annabel", PASSWORD).await);
    is_done(&lift(&again, &carl).await);
    carl.new_game(json!({})).await;
}

async fn bots_are_suspended_with_their_owner(database: Database) {
    let (server, _ann, bella, carl) = staffed(database).await;
    let robot = bot(&carl, "Robot of Carl").await;
    let other = bot(&carl, "Other robot").await;
    let (until, later) = (now() + DAY, now() + 2 * DAY);
    let plays = async |player: &Visitor| player.post("/games", json!({})).await.status == 201;
    is_done(&suspend(&bella, &carl, until).await);
    let socket = greeted(&server, &robot).await;
    assert_eq!(socket.0["sanction"]["until"], until);
    assert!(!plays(&robot).await && !plays(&other).await);
    // A bot of its own is suspended for longer than its owner.
    is_done(&suspend(&bella, &robot, later).await);
    assert_eq!(robot.post("/games", json!({})).await.refused(403, "suspended")["until"], later);
    is_done(&lift(&bella, &carl).await);
    assert!(plays(&carl).await && plays(&other).await && !plays(&robot).await);
    is_done(&lift(&bella, &robot).await);
    assert!(plays(&robot).await);
    // The owner's suspension is none of the bot's, so lifting it for the bot alone changes nothing.
    is_done(&suspend(&bella, &carl, until).await);
    is_done(&lift(&bella, &robot).await);
    assert!(!plays(&robot).await);
}

async fn a_warning_is_shown_until_it_is_read(database: Database) {
    let (server, ann, bella, carl) = staffed(database).await;
    let open = Socket::open(&server, &carl).await;
    let wish = json!({"act": "warn", "ground": "abuse", "words": "Be kind.", "reason": REASON});
    is_done(&act(&bella, &carl, wish).await);
    let (hello, _socket) = greeted(&server, &carl).await;
    let warning = hello["sanction"].clone();
    assert_eq!((&warning["kind"], &warning["words"]), (&json!("warning"), &json!("Be kind.")));
    assert_eq!(carl.get("/me").await.ok()["sanction"], warning);
    // It keeps nobody from playing.
    carl.new_game(json!({})).await;
    let path = format!("/me/sanctions/{}/read", warning["id"].as_str().unwrap());
    let read = async |visitor: &Visitor| {
        Answer::read(visitor.request(reqwest::Method::PUT, &format!("/api/v1{path}")).send().await.unwrap())
            .await
    };
    read(&bella).await.refused(404, "no_such_sanction");
    is_done(&read(&carl).await);
    is_done(&read(&carl).await);
    assert_eq!(greeted(&server, &carl).await.0.get("sanction"), None);
    assert!(carl.get("/me/sanctions").await.ok()["sanctions"][0]["read_at"].is_i64());
    assert_eq!(kinds(&ann).await, ["grant", "warn"]);
    drop(open);
}

/// The pause of a game, as soon as it fits.
async fn pause(visitor: &Visitor, game: &str, what: &str, fits: impl Fn(&Value) -> bool) {
    soon(what, async || fits(&visitor.snapshot(game).await["pause"])).await;
}

async fn games_by_days_stand_still(database: Database) {
    let (server, _ann, bella, carl) = staffed(database).await;
    let guest = Visitor::guest(&server, "Gustav").await;
    let slow = Table::between(carl.clone(), guest.clone(), days()).await.game;
    let quick = Table::between(carl.clone(), guest.clone(), json!({})).await.game;
    let until = now() + 2 * DAY;
    is_done(&suspend(&bella, &carl, until).await);
    pause(&guest, &slow, "the game is paused", |pause| pause["until"] == until).await;
    assert_eq!(guest.snapshot(&slow).await["pause"]["color"], Value::Null);
    assert_eq!(guest.snapshot(&quick).await["pause"], Value::Null);
    // A longer suspension lengthens it, to a week at most.
    is_done(&suspend(&bella, &carl, until + 30 * DAY).await);
    let fits = |pause: &Value| {
        pause["until"].as_i64().is_some_and(|until| until > now() + 6 * DAY && until < now() + 8 * DAY)
    };
    pause(&guest, &slow, "the game is paused for a week", fits).await;
    is_done(&lift(&bella, &carl).await);
    pause(&guest, &slow, "the game goes on", Value::is_null).await;
}

async fn a_game_of_two_suspended_players_waits_for_both(database: Database) {
    let (server, _ann, bella, carl) = staffed(database).await;
    let dora = member(&server, "Dorothea").await;
    let game = Table::between(carl.clone(), dora.clone(), days()).await.game;
    let (sooner, later) = (now() + DAY, now() + 3 * DAY);
    is_done(&suspend(&bella, &carl, later).await);
    pause(&bella, &game, "the game is paused", |pause| pause["until"] == later).await;
    is_done(&suspend(&bella, &dora, sooner).await);
    is_done(&lift(&bella, &carl).await);
    pause(&bella, &game, "the game waits for the other one", |pause| pause["until"] == sooner).await;
    is_done(&lift(&bella, &dora).await);
    pause(&bella, &game, "the game goes on", Value::is_null).await;
}

async fn offers_of_a_suspended_player_are_called_off(database: Database) {
    let (server, _ann, bella, carl) = staffed(database).await;
    let guest = Visitor::guest(&server, "Gustav").await;
    let id = |game: &Value| game["id"].as_str().unwrap().to_owned();
    let open = id(&carl.new_game(json!({})).await);
    let offered = id(&guest.new_game(json!({"opponent": carl.id})).await);
    let other = id(&guest.new_game(json!({})).await);
    is_done(&ban(&bella, &carl).await);
    for game in [&open, &offered] {
        soon("the offer is called off", async || bella.snapshot(game).await["phase"] == "finished").await;
    }
    assert_eq!(bella.snapshot(&other).await["phase"], "open");
}

async fn a_suspended_moderator_keeps_no_order(database: Database) {
    let (_server, ann, bella, carl) = staffed(database).await;
    let program = bella.with_token(&["staff"]).await;
    is_done(&suspend(&ann, &bella, now() + DAY).await);
    for staff in [&bella, &program] {
        for path in ["/staff", "/staff/cases", &format!("/staff/players/{}", carl.id)] {
            staff.get(path).await.refused(403, "suspended");
        }
        ban(staff, &carl).await.refused(403, "suspended");
        // Not even oneself.
        lift(staff, &bella).await.refused(403, "suspended");
    }
    is_done(&lift(&ann, &bella).await);
    assert_eq!(bella.get("/staff").await.status, 200);
}

async fn a_suspension_needs_an_end_that_comes(database: Database) {
    let (_server, ann, bella, carl) = staffed(database).await;
    for until in [0, -1, now() - 1, now() + 367 * DAY, i64::MAX] {
        let params = suspend(&bella, &carl, until).await.refused(422, "invalid_act");
        assert_eq!(params["field"], "until");
    }
    let wish = |words: &str, reason: &str| json!({"act": "ban", "ground": "abuse", "words": words, "reason": reason});
    for (words, reason, field) in
        [("a\0b", REASON, "words"), (&"x".repeat(501), REASON, "words"), ("", " ", "reason")]
    {
        let params = act(&bella, &carl, wish(words, reason)).await.refused(422, "invalid_act");
        assert_eq!(params["field"], field);
    }
    for wish in [
        json!({"act": "suspend", "ground": "stalling", "reason": REASON}),
        json!({"act": "suspend", "ground": "envy", "until": now() + DAY, "reason": REASON}),
        json!({"act": "ban", "reason": REASON}),
        json!({"act": "ban", "ground": "abuse", "until": now() + DAY, "reason": REASON}),
    ] {
        act(&bella, &carl, wish).await.refused(400, "malformed");
    }
    assert_eq!(kinds(&ann).await, ["grant"]);
    assert_eq!(carl.get("/me").await.ok().get("sanction"), None);
}

async fn a_suspended_member_of_a_closed_server_sees_the_own_page_alone(database: Database) {
    let club = Club::new(database).await;
    let (server, owner) = (&club.server, &club.member);
    let stranger = Visitor::stranger(server);
    let carl = at_home(&stranger, &crate::member::register(&stranger, "Carlotta").await);
    let game = format!("/games/{}", club.table.game);
    assert_eq!(carl.get(&game).await.status, 200);
    is_done(&ban(owner, &carl).await);
    for path in [&game, "/lobby", "/games", "/house"] {
        carl.get(path).await.refused(403, "suspended");
    }
    for path in ["/me", "/me/sanctions", "/reports", "/sessions"] {
        assert_eq!(carl.get(path).await.status, 200, "{path}");
    }
    assert_eq!(carl.get_page("/account").await.status, 200);
    is_done(&lift(owner, &carl).await);
    assert_eq!(carl.get(&game).await.status, 200);
}

async fn connections_end_on_each_server() {
    let (first, ann) = run_by(Database::Postgres).await;
    let second = at(first.data().clone()).await;
    let carl = member(&first, "Carlotta").await;
    let program = carl.with_token(&["read", "play"]).await;
    let robot = bot(&carl, "Robot of Carl").await;
    let mut open = Vec::new();
    for server in [&first, &second] {
        for visitor in [&carl, &program, &robot] {
            open.push(Socket::open(server, visitor).await);
        }
    }
    let stream = Reader::new(carl.at(&second).open("/me/stream", NDJSON).await);
    let began = Instant::now();
    is_done(&suspend(&ann, &carl, now() + DAY).await);
    for socket in open {
        assert_eq!(end_of(socket).await, POLICY);
    }
    ends(stream).await;
    println!("sockets and streams of a suspended player ended on two servers within {:?}", began.elapsed());
    // Whoever comes back looks on, and is not sent away again.
    let (hello, mut socket) = greeted(&second, &carl).await;
    assert_eq!(hello["sanction"]["kind"], "suspension");
    socket.send(json!({"type": "subscribe", "game": "0000000000000000"})).await;
    assert_eq!(socket.next_of("problem").await["problem"]["code"], "no_such_game");
    is_done(&lift(&ann.at(&second), &carl).await);
    assert_eq!(end_of(socket).await, POLICY);
    for server in [&first, &second] {
        carl.at(server).new_game(json!({})).await;
    }
}
