//! Closed classes: a pupil sees and meets the members of the class alone, and is looked for by every route.

use reqwest::Method;
use serde_json::{Value, json};
use tengen_testbed::until;

use super::{School, bring_in, club, id, is_done};
use crate::member::{bot, member};
use crate::rest::{Answer, Visitor};
use crate::server::{Database, now, on_both_databases};
use crate::socket::Socket;

on_both_databases! {
    nobody_outside_finds_a_pupil
    no_address_of_the_interface_tells_of_a_pupil
    a_pupil_finds_nobody_outside
    pupils_play_within_their_class
    a_pupil_gets_nothing_at_other_addresses
    sockets_know_of_the_class
    a_class_that_is_closed_hides_its_pupils_at_once
    what_was_begun_before_is_no_way_in
}

const REASON: &str = "because the club has decided so";
const SMALL: &str = r#"{"board": {"width": 9, "height": 9}, "color": "black"}"#;

/// Two pupils, a game between them, and a member who is not in the class, with a public game.
struct Scene {
    school: School,
    pupils: [Visitor; 2],
    /// The game of the pupils.
    within: String,
    outside: Visitor,
    /// A public game of the member outside, which waits for an opponent.
    public: String,
}

fn small() -> Value {
    serde_json::from_str(SMALL).unwrap()
}

async fn new_game(black: &Visitor, opponent: Option<&Visitor>) -> String {
    let mut wish = small();
    if let Some(opponent) = opponent {
        wish["opponent"] = json!(opponent.id);
    }
    let game = black.new_game(wish).await["id"].as_str().unwrap().to_owned();
    if let Some(opponent) = opponent {
        opponent.join(&game).await.ok();
    }
    game
}

impl Scene {
    async fn of(database: Database) -> Self {
        let school = School::open(database).await;
        let cards = school.pupils(&["Ulrike", "Viktor"]).await;
        let pupils = [school.pupil(&cards[0]).await, school.pupil(&cards[1]).await];
        let within = new_game(&pupils[0], Some(&pupils[1])).await;
        let outside = member(&school.server, "Outsider").await;
        let public = new_game(&outside, None).await;
        Self { school, pupils, within, outside, public }
    }
}

async fn names_found(visitor: &Visitor, beginning: &str) -> Vec<String> {
    let found = visitor.get(&format!("/players?name={beginning}")).await.ok();
    let players = found["players"].as_array().unwrap().iter();
    players.map(|player| player["name"].as_str().unwrap().to_owned()).collect()
}

async fn ids(visitor: &Visitor, path: &str) -> Vec<String> {
    let list = visitor.get(path).await.ok();
    let games = list["games"].as_array().unwrap().iter();
    games.map(|game| game["id"].as_str().unwrap().to_owned()).collect()
}

/// A page, as its status.
async fn page(visitor: &Visitor, path: &str) -> u16 {
    visitor.request(Method::GET, path).header("accept", "text/html").send().await.unwrap().status().as_u16()
}

async fn nobody_outside_finds_a_pupil(database: Database) {
    let Scene { school, pupils: [ulrike, viktor], within, outside, .. } = Scene::of(database).await;
    let record = "(;GM[1]FF[4]SZ[9]PB[Ann]PW[Ben];B[ee])";
    let brought =
        ulrike.request(Method::POST, "/api/v1/records").header("content-type", "application/x-go-sgf");
    let brought = crate::rest::Answer::read(brought.body(record).send().await.unwrap()).await.ok();
    let record = brought["records"][0]["id"].as_str().unwrap().to_owned();
    let stranger = Visitor::stranger(&school.server);
    for visitor in [&outside, &stranger] {
        for path in ["", "/games", "/results"] {
            visitor.get(&format!("/players/{}{path}", ulrike.id)).await.refused(404, "no_such_player");
        }
        for path in ["", "/events", "/sgf"] {
            visitor.get(&format!("/games/{within}{path}")).await.refused(404, "no_such_game");
        }
        visitor.get(&format!("/positions?game={within}")).await.refused(404, "no_such_game");
        for path in ["", "/sgf"] {
            visitor.get(&format!("/records/{record}{path}")).await.refused(404, "no_such_record");
        }
        // An address may be written in other letters.
        let (first, rest) = (within.as_bytes()[0], &within[1..]);
        visitor.get(&format!("/games/%{first:02x}{rest}")).await.refused(404, "no_such_game");
        for path in ["/games", "/lobby", "/top", "/games?phase=playing"] {
            assert!(!visitor.get(path).await.text().contains("Ulrike"), "{path}");
        }
        assert!(ids(visitor, &format!("/games?player={}", ulrike.id)).await.is_empty());
        assert_eq!(names_found(visitor, "Ulri").await, Vec::<String>::new());
        visitor.get(&school.path("/members")).await.refused(404, "no_such_group");
        for path in
            [format!("/players/{}", ulrike.id), format!("/games/{within}"), format!("/records/{record}")]
        {
            assert_eq!(page(visitor, &path).await, 404, "{path}");
        }
        for path in [
            format!("/games/{within}/board.png"),
            format!("/records/{record}/board.png"),
            format!("/games/{within}/qr.svg"),
        ] {
            assert_eq!(visitor.request(Method::GET, &path).send().await.unwrap().status(), 404, "{path}");
        }
    }
    // Nor does anybody do anything with a pupil, or in the game.
    let wish = json!({"opponent": ulrike.id});
    outside.post("/games", wish.clone()).await.refused(404, "no_such_player");
    // Not the staff either, which looks and does not play.
    school.owner.post("/games", wish).await.refused(404, "no_such_player");
    for act in ["follow", "block"] {
        let path = format!("/api/v1/players/{}/{act}", ulrike.id);
        let answer = outside.request(Method::PUT, &path).send().await.unwrap();
        crate::rest::Answer::read(answer).await.refused(404, "no_such_player");
    }
    outside.join(&within).await.refused(404, "no_such_game");
    outside.command(&within, json!({"type": "resign", "id": "r"})).await.refused(404, "no_such_game");
    outside.post(&format!("/games/{within}/rematch"), json!({})).await.refused(404, "no_such_game");
    let club = club(&outside, "open").await;
    let wish = json!({"player": ulrike.id});
    outside.post(&format!("/groups/{club}/members"), wish).await.refused(404, "no_such_player");
    for (about, id, code) in [
        ("player", &ulrike.id, "no_such_player"),
        ("name", &ulrike.id, "no_such_player"),
        ("game", &within, "no_such_game"),
        ("record", &record, "no_such_record"),
    ] {
        let wish = json!({"about": about, "id": id, "ground": "abuse"});
        outside.post("/reports", wish).await.refused(404, code);
    }
    // The class sees all of it, and the teacher's answers are for no cache that others share.
    for visitor in [&school.teacher, &viktor] {
        assert_eq!(visitor.get(&format!("/players/{}", ulrike.id)).await.ok()["player"]["name"], "Ulrike");
        assert_eq!(visitor.look(&within).await["phase"], "playing");
        assert_eq!(names_found(visitor, "Ulri").await, ["Ulrike"]);
        assert_eq!(visitor.get(&format!("/records/{record}")).await.status, 200);
        let results = visitor.get(&format!("/players/{}/results", ulrike.id)).await;
        assert_eq!(results.header("cache-control"), "private, no-cache");
        assert_eq!(page(visitor, &format!("/players/{}", ulrike.id)).await, 200);
    }
    // The staff sees the player, and the game when it was reported.
    assert_eq!(school.owner.get(&format!("/players/{}", ulrike.id)).await.status, 200);
    school.owner.get(&format!("/games/{within}")).await.refused(404, "no_such_game");
    let wish = json!({"about": "game", "id": within, "ground": "abuse"});
    assert_eq!(viktor.post("/reports", wish).await.status, 201);
    assert_eq!(school.owner.look(&within).await["phase"], "playing");
    outside.get(&format!("/games/{within}")).await.refused(404, "no_such_game");
}

/// The addresses of all that can be read, with the ids of a game, a player, a group and a task in them.
async fn readable(visitor: &Visitor, [game, player, group, task]: [&str; 4]) -> Vec<String> {
    let described = visitor.request(Method::GET, "/api/openapi.json").send().await.unwrap();
    let described: Value = described.json().await.unwrap();
    let paths = described["paths"].as_object().unwrap().iter();
    let read =
        paths.filter(|(path, operations)| operations.get("get").is_some() && !path.ends_with("/stream"));
    let named = read.map(|(path, _)| {
        let id = if path.contains("/games/") {
            game
        } else if path.contains("/groups/") {
            group
        } else {
            player
        };
        let path = path.replace("{id}", id).replace("{player}", player).replace("{task}", task);
        let path = path.replace("{name}", "9x9");
        assert!(!path.contains('{'), "{path}");
        path
    });
    named.filter(|path| !path.ends_with("/ws")).collect()
}

/// The secret of a link to somebody's tree beside a game.
async fn link(visitor: &Visitor, game: &str) -> String {
    let node = json!({"id": "a", "from": {"move": 0, "event": 0}, "words": "Go in town, 4 b"});
    visitor.patch(&format!("/games/{game}/variations"), json!({"changes": [node]})).await.ok();
    let made = visitor.post(&format!("/games/{game}/variations/share"), json!({"grows": true})).await;
    made.json()["secret"].as_str().unwrap().to_owned()
}

/// The tree that a link shows.
async fn look(visitor: &Visitor, secret: &str) -> Answer {
    visitor.post("/shared/look", json!({"secret": secret})).await
}

async fn no_address_of_the_interface_tells_of_a_pupil(database: Database) {
    let Scene { school, pupils: [ulrike, viktor], within, outside, public } = Scene::of(database).await;
    let wish = json!({"work": {"kind": "games", "times": 1}, "until": now() + 60_000});
    let task = id(&school.teacher.post(&school.path("/tasks"), wish).await.ok());
    let table = school.teacher.get(&school.path(&format!("/tasks/{task}"))).await;
    assert!(table.text().contains("Ulrike"), "{}", table.text());
    let of_class = readable(&outside, [&within, &ulrike.id, &school.class, &task]).await;
    assert!(of_class.len() > 40, "{of_class:?}");
    let stranger = Visitor::stranger(&school.server);
    for path in &of_class {
        for visitor in [&outside, &stranger] {
            let text = visitor.request(Method::GET, path).send().await.unwrap().text().await.unwrap();
            for word in ["Ulrike", "Viktor", "4 b", viktor.id.as_str()] {
                assert!(!text.contains(word), "{path} tells of {word}: {text}");
            }
        }
    }
    let link_within = link(&school.teacher, &within).await;
    for visitor in [&outside, &stranger] {
        look(visitor, &link_within).await.refused(404, "no_such_share");
    }
    assert_eq!(look(&school.teacher, &link_within).await.status, 200);
    let link_outside = link(&school.owner, &public).await;
    assert_eq!(look(&school.teacher, &link_outside).await.status, 200);
    look(&ulrike, &link_outside).await.refused(404, "no_such_share");
    let club = club(&outside, "open").await;
    for path in readable(&ulrike, [&public, &outside.id, &club, &task]).await {
        let text = ulrike.request(Method::GET, &path).send().await.unwrap().text().await.unwrap();
        for word in ["Outsider", "Annabel", "Go in town"] {
            assert!(!text.contains(word), "{path} tells of {word}: {text}");
        }
    }
}

async fn a_pupil_finds_nobody_outside(database: Database) {
    let Scene { school, pupils: [ulrike, _], within, outside, public } = Scene::of(database).await;
    let other = new_game(&outside, Some(&school.owner)).await;
    for game in [&public, &other] {
        ulrike.get(&format!("/games/{game}")).await.refused(404, "no_such_game");
        assert_eq!(page(&ulrike, &format!("/games/{game}")).await, 404);
    }
    ulrike.join(&public).await.refused(404, "no_such_game");
    ulrike.get(&format!("/players/{}", outside.id)).await.refused(404, "no_such_player");
    assert_eq!(page(&ulrike, &format!("/players/{}", outside.id)).await, 404);
    ulrike.post("/games", json!({"opponent": outside.id})).await.refused(404, "no_such_player");
    assert_eq!(names_found(&ulrike, "Outs").await, Vec::<String>::new());
    assert_eq!(names_found(&ulrike, "Theo").await, ["Theodora"]);
    for path in ["/games", "/games?phase=playing", "/games?phase=open"] {
        assert_eq!(ids(&ulrike, path).await.iter().filter(|id| **id != within).count(), 0, "{path}");
    }
    assert_eq!(ids(&ulrike, "/games").await, [within.as_str()]);
    assert!(ids(&ulrike, &format!("/games?player={}", outside.id)).await.is_empty());
    for path in ["/lobby", "/top"] {
        assert!(ulrike.get(path).await.ok()["games"].as_array().unwrap().is_empty(), "{path}");
    }
    // That of others has the game before long.
    until(async || !outside.get("/lobby").await.ok()["games"].as_array().unwrap().is_empty()).await;
    assert!(ulrike.get("/lobby").await.ok()["games"].as_array().unwrap().is_empty());
    let club = club(&outside, "open").await;
    ulrike.get(&format!("/groups/{club}")).await.refused(404, "no_such_group");
    ulrike.post(&format!("/groups/{club}/members"), json!({})).await.refused(404, "no_such_group");
    let groups = ulrike.get("/groups").await.ok();
    assert_eq!(groups["groups"].as_array().unwrap().len(), 1);
    assert_eq!(groups["groups"][0]["id"], json!(school.class));
    // The teacher is of the class, and computers are everybody's opponents.
    assert_eq!(ulrike.get(&format!("/players/{}", school.teacher.id)).await.status, 200);
    let house = ulrike.get("/house").await.ok();
    let computer = house["players"][0]["player"]["id"].as_str().unwrap().to_owned();
    assert_eq!(ulrike.get(&format!("/players/{computer}")).await.status, 200);
    let game = ulrike.post("/games", json!({"opponent": computer, "board": {"width": 9, "height": 9}})).await;
    assert_eq!(game.status, 201, "{}", game.text());
    let game = game.ok()["id"].as_str().unwrap().to_owned();
    assert_eq!(school.teacher.look(&game).await["settings"]["private"], Value::Bool(true));
    outside.get(&format!("/games/{game}")).await.refused(404, "no_such_game");
}

async fn pupils_play_within_their_class(database: Database) {
    let Scene { school, pupils: [ulrike, viktor], within, outside, .. } = Scene::of(database).await;
    // Whatever the wish says, nobody else sees the game.
    assert_eq!(viktor.look(&within).await["settings"]["private"], Value::Bool(true));
    // So it is with the teacher, in rounds, and once more.
    let taught = new_game(&school.teacher, Some(&ulrike)).await;
    let wish = json!({"pairs": [{"black": ulrike.id, "white": viktor.id}]});
    let round = school.teacher.post(&school.path("/rounds"), wish).await.ok();
    let paired = round["pairs"][0]["game"].as_str().unwrap().to_owned();
    is_ended(&ulrike, &within).await;
    let again = ulrike.post(&format!("/games/{within}/rematch"), json!({})).await.ok();
    let again = again["id"].as_str().unwrap().to_owned();
    for game in [&taught, &paired, &again] {
        outside.get(&format!("/games/{game}")).await.refused(404, "no_such_game");
        assert_eq!(viktor.look(game).await["settings"]["private"], Value::Bool(true));
    }
    // All of them are in the list of the class, and its rounds tell the pupils of each other's games.
    let listed = ids(&viktor, &school.path("/games")).await;
    assert_eq!(listed.len(), 4, "{listed:?}");
    let seen = school.teacher.get(&school.path("/rounds")).await.ok();
    assert_eq!(seen["rounds"][0]["pairs"][0]["game"], json!(paired));
    // A game that waits for anybody waits for the class.
    let open = new_game(&ulrike, None).await;
    outside.join(&open).await.refused(404, "no_such_game");
    viktor.join(&open).await.ok();
    // When the class has ended, the games are their players'.
    is_done(&school.teacher.delete(&school.path("")).await);
    school.teacher.get(&format!("/games/{paired}")).await.refused(404, "no_such_game");
    assert_eq!(school.teacher.look(&taught).await["phase"], "playing");
}

async fn is_ended(player: &Visitor, game: &str) {
    player.command(game, json!({"type": "resign", "id": "r-1"})).await.ok();
}

async fn a_pupil_gets_nothing_at_other_addresses(database: Database) {
    let Scene { school: _school, pupils: [ulrike, _], .. } = Scene::of(database).await;
    ulrike.get("/positions?moves=Q16").await.refused(403, "not_in_class");
    // The rules are no secret.
    let tried = json!({"board": {"width": 9, "height": 9}, "rules": "japanese", "move": "E5"});
    assert_eq!(ulrike.post("/positions/play", tried).await.ok()["to_move"], "white");
    ulrike.get("/bots").await.refused(403, "not_in_class");
    ulrike.post("/bots", json!({"name": "Robota"})).await.refused(403, "not_in_class");
    ulrike.post("/groups", json!({"kind": "club", "name": "Away"})).await.refused(403, "not_in_class");
    ulrike.get("/staff").await.refused(403, "not_in_class");
    // The own things are there.
    for path in ["/me", "/me/export", "/sessions", "/tokens", "/reports", "/rules", "/me/follows"] {
        assert_eq!(ulrike.get(path).await.status, 200, "{path}");
    }
}

async fn sockets_know_of_the_class(database: Database) {
    let Scene { school, pupils: [ulrike, viktor], within, outside, public } = Scene::of(database).await;
    let mut socket = Socket::open(&school.server, &outside).await;
    socket.send(json!({"type": "subscribe", "game": within})).await;
    assert_eq!(socket.next_of("problem").await["problem"]["code"], "no_such_game");
    let resign = json!({"type": "resign", "id": "r"});
    socket.send(json!({"type": "command", "game": within, "command": resign})).await;
    assert_eq!(socket.next_of("problem").await["problem"]["code"], "no_such_game");
    let mut socket = Socket::open(&school.server, &ulrike).await;
    socket.send(json!({"type": "subscribe", "game": public})).await;
    assert_eq!(socket.next_of("problem").await["problem"]["code"], "no_such_game");
    socket.send(json!({"type": "subscribe_lobby"})).await;
    assert!(socket.next_of("lobby").await["games"].as_array().unwrap().is_empty());
    for player in [&viktor, &school.teacher] {
        let mut socket = Socket::open(&school.server, player).await;
        socket.send(json!({"type": "subscribe", "game": within})).await;
        assert_eq!(socket.next_of("snapshot").await["game"], json!(within));
    }
}

async fn a_class_that_is_closed_hides_its_pupils_at_once(database: Database) {
    let Scene { school, pupils: [ulrike, _], within, outside, public } = Scene::of(database).await;
    school.teacher.patch(&school.path(""), json!({"joining": "request"})).await.ok();
    assert_eq!(outside.get(&format!("/players/{}", ulrike.id)).await.status, 200);
    assert_eq!(ulrike.look(&public).await["phase"], "open");
    // Games stay where they were made.
    outside.get(&format!("/games/{within}")).await.refused(404, "no_such_game");
    let mut socket = Socket::open(&school.server, &ulrike).await;
    socket.send(json!({"type": "subscribe", "game": public})).await;
    assert_eq!(socket.next_of("snapshot").await["game"], json!(public));
    school.teacher.patch(&school.path(""), json!({"joining": "closed"})).await.ok();
    // What is open ends, and is opened anew with other eyes.
    assert_eq!(socket.ended().await.0, Some(1008));
    ulrike.get(&format!("/games/{public}")).await.refused(404, "no_such_game");
    outside.get(&format!("/players/{}", ulrike.id)).await.refused(404, "no_such_player");
    // A pupil who is a teacher now is a pupil no more.
    is_done(
        &school
            .teacher
            .patch(&school.path(&format!("/members/{}", ulrike.id)), json!({"role": "leader"}))
            .await,
    );
    assert_eq!(outside.get(&format!("/players/{}", ulrike.id)).await.status, 200);
    let until = now() + 3_600_000;
    let wish = json!({"act": "suspend", "ground": "abuse", "until": until, "reason": REASON});
    is_done(&school.owner.post(&format!("/staff/players/{}/acts", ulrike.id), wish).await);
    ulrike.post("/games", small()).await.refused(403, "suspended");
}

async fn what_was_begun_before_is_no_way_in(database: Database) {
    let Scene { school, pupils: [ulrike, viktor], outside, .. } = Scene::of(database).await;
    school.teacher.patch(&school.path(""), json!({"joining": "request"})).await.ok();
    let (theirs, hers) = (new_game(&outside, None).await, new_game(&ulrike, None).await);
    let [open, asked] = [club(&outside, "open").await, club(&outside, "request").await];
    for group in [&open, &asked] {
        ulrike.post(&format!("/groups/{group}/members"), json!({})).await.ok();
    }
    let robot = bot(&ulrike, "Robot of Ulrike").await;
    assert_eq!(outside.get(&format!("/players/{}", robot.id)).await.status, 200);
    school.teacher.patch(&school.path(""), json!({"joining": "closed"})).await.ok();
    outside.join(&hers).await.refused(404, "no_such_game");
    ulrike.join(&theirs).await.refused(404, "no_such_game");
    // Others of the class do not meet her there either: the game is everybody's to see.
    viktor.join(&hers).await.refused(404, "no_such_game");
    // She is in no other group any more, and nobody invites her to one.
    let listed = outside.get(&format!("/groups/{open}/members")).await;
    assert!(!listed.text().contains("Ulrike"), "{}", listed.text());
    let requests = outside.get(&format!("/groups/{asked}/requests")).await.ok();
    assert!(requests["requests"].as_array().unwrap().is_empty());
    let wish = json!({"player": ulrike.id});
    let led = club(&school.teacher, "open").await;
    school.teacher.post(&format!("/groups/{led}/members"), wish).await.refused(404, "no_such_player");
    // A bot is where its owner is.
    outside.get(&format!("/players/{}", robot.id)).await.refused(404, "no_such_player");
    robot.get(&format!("/players/{}", outside.id)).await.refused(404, "no_such_player");
    robot.join(&theirs).await.refused(404, "no_such_game");
    assert_eq!(viktor.get(&format!("/players/{}", robot.id)).await.status, 200);
    // A member who is taken out sees the class no more, also by what is open.
    let taught = new_game(&ulrike, Some(&viktor)).await;
    let guest = member(&school.server, "Carlotta").await;
    bring_in(&school.teacher, &school.class, &guest).await;
    let mut socket = Socket::open(&school.server, &guest).await;
    socket.send(json!({"type": "subscribe", "game": taught})).await;
    assert_eq!(socket.next_of("snapshot").await["game"], json!(taught));
    is_done(&school.teacher.delete(&school.path(&format!("/members/{}", guest.id))).await);
    assert_eq!(socket.ended().await.0, Some(1008));
    guest.get(&format!("/games/{taught}")).await.refused(404, "no_such_game");
}
