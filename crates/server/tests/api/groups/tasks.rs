//! Tasks of a class: games that count for them, records that are replayed, and what is refused.

use serde_json::{Value, json};

use super::{School, bring_in, club, found, id, is_done};
use crate::by_hand::ServerByHand;
use crate::member::member;
use crate::rest::{Answer, Visitor};
use crate::server::{Database, now, on_both_databases};
use crate::table::Table;
use crate::tamper::{numbers, tamper};

on_both_databases! {
    games_count_for_a_task_as_they_are
    the_earliest_games_of_a_member_are_looked_at
    games_of_elsewhere_count_and_stay_private
    a_record_is_replayed
    a_record_goes_with_the_one_who_has_brought_it
    the_time_of_a_task_passes
    a_task_is_taken_back_and_ends_with_the_class
    no_task_is_like_this
    a_class_has_so_many_tasks
}

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;
/// So many games of a member in a colour are looked at, however large the class is.
const LOOKED_AT: u64 = 500;
/// So many join a class with two pupils.
const NEWCOMERS: u64 = 300;
/// Ten moves on a board of 9x9.
const TEN: &str = "C3 G7 C7 G3 E5 E3 E7 C5 G5 D4";
const RECORD: &str = "(;GM[1]FF[4]SZ[9]PB[Hon Inbo]PW[Gokichi];B[ee];W[cc];B[gg])";

async fn set(teacher: &Visitor, class: &str, work: Value) -> Value {
    set_until(teacher, class, work, now() + 7 * DAY).await
}

async fn set_until(teacher: &Visitor, class: &str, work: Value, until: i64) -> Value {
    let wish = json!({"work": work, "words": "  Take your time. ", "until": until});
    let answer = teacher.post(&format!("/groups/{class}/tasks"), wish).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    answer.ok()
}

async fn tasks(visitor: &Visitor, class: &str) -> Vec<Value> {
    let list = visitor.get(&format!("/groups/{class}/tasks")).await.ok();
    list["tasks"].as_array().unwrap().clone()
}

/// How far somebody is with the latest task.
async fn mine(visitor: &Visitor, class: &str) -> (u64, bool) {
    let mine = &tasks(visitor, class).await[0]["mine"];
    (mine["times"].as_u64().unwrap(), mine["done"].as_bool().unwrap())
}

async fn play(black: &Visitor, white: &Visitor, side: u8, moves: &str, end: &str) -> String {
    let settings = json!({"board": {"width": side, "height": side}, "private": true});
    let mut table = Table::between(black.clone(), white.clone(), settings).await;
    table.moves(moves).await;
    table.does("black", json!({"type": end})).await.ok();
    table.game
}

/// A class with two pupils.
/// A local game of these moves, which is given up.
async fn alone(player: &Visitor, moves: &str) {
    let wish = json!({"board": {"width": 9, "height": 9}, "local": true});
    let game = player.new_game(wish).await["id"].as_str().unwrap().to_owned();
    let colors = ["black", "white"].into_iter().cycle();
    for ((turn, at), color) in moves.split_whitespace().enumerate().zip(colors) {
        let play = json!({"type": "play", "id": format!("c-{turn}"), "turn": turn, "at": at, "color": color});
        player.command(&game, play).await.ok();
    }
    player.command(&game, json!({"type": "resign", "id": "r", "color": "black"})).await.ok();
}

async fn class_of_two(database: Database) -> (School, Visitor, Visitor) {
    let school = School::open(database).await;
    let made = school.pupils(&["Ulrike", "Viktor"]).await;
    let (one, other) = (school.pupil(&made[0]).await, school.pupil(&made[1]).await);
    (school, one, other)
}

async fn bring_record(visitor: &Visitor) -> String {
    let answer = visitor.bring(RECORD.as_bytes()).await.ok();
    id(&answer["records"][0])
}

async fn games_count_for_a_task_as_they_are(database: Database) {
    let (school, ulrike, viktor) = class_of_two(database).await;
    let before = play(&ulrike, &viktor, 9, TEN, "resign").await;
    let work = json!({"kind": "games", "times": 2, "board": "grid 9x9"});
    let task = set(&school.teacher, &school.class, work.clone()).await;
    assert_eq!(
        (&task["work"], &task["words"], &task["record"]),
        (&work, &json!("Take your time."), &Value::Null)
    );
    assert_eq!((&task["mine"], &task["class"]), (&Value::Null, &json!({"done": 0, "members": 2})));
    assert_eq!(tasks(&school.teacher, &school.class).await, std::slice::from_ref(&task));
    assert_eq!(mine(&ulrike, &school.class).await, (0, false), "{before} was over before");
    assert_eq!(tasks(&ulrike, &school.class).await[0]["class"], Value::Null);
    // Too short, called off, and on another board.
    play(&ulrike, &viktor, 9, "C3 G7", "resign").await;
    play(&ulrike, &viktor, 9, "", "abort").await;
    play(&ulrike, &viktor, 13, TEN, "resign").await;
    assert_eq!(mine(&ulrike, &school.class).await, (0, false));
    // With both colours nobody does a task.
    alone(&ulrike, TEN).await;
    assert_eq!(mine(&ulrike, &school.class).await, (0, false));
    let first = play(&ulrike, &viktor, 9, TEN, "resign").await;
    assert_eq!(
        (mine(&ulrike, &school.class).await, mine(&viktor, &school.class).await),
        ((1, false), (1, false))
    );
    let second = play(&viktor, &ulrike, 9, TEN, "resign").await;
    assert_eq!(mine(&ulrike, &school.class).await, (2, true));
    play(&viktor, &ulrike, 9, TEN, "resign").await;
    assert_eq!(mine(&ulrike, &school.class).await, (2, true));
    let path = school.path(&format!("/tasks/{}", id(&task)));
    let table = school.teacher.get(&path).await.ok();
    assert_eq!(table["task"]["class"], json!({"done": 2, "members": 2}));
    let rows = table["members"].as_array().unwrap();
    let mut names: Vec<_> = rows.iter().map(|row| row["player"]["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, ["Ulrike", "Viktor"]);
    for row in rows {
        assert_eq!(row["progress"], json!({"times": 2, "done": true}));
        assert_eq!((&row["games"], &row["replayed_at"]), (&json!([first, second]), &Value::Null));
    }
    // The owner declares one void that counted: the one behind it takes its place, and then there is none.
    let mark = async |act: &str, game: &str| {
        let act = json!({"act": act, "reason": "It was a test."});
        is_done(&school.owner.post(&format!("/staff/games/{game}/acts"), act).await);
    };
    mark("void", &first).await;
    assert_eq!(mine(&viktor, &school.class).await, (2, true));
    mark("void", &second).await;
    assert_eq!(mine(&viktor, &school.class).await, (1, false));
    assert_eq!(tasks(&school.teacher, &school.class).await[0]["class"]["done"], 0);
    mark("restore", &first).await;
    assert_eq!(mine(&viktor, &school.class).await, (2, true));
    // A pupil has no table, and a stranger no list.
    ulrike.get(&path).await.refused(403, "not_allowed");
    Visitor::stranger(&school.server).get(&path).await.refused(404, "no_such_group");
}

async fn the_earliest_games_of_a_member_are_looked_at(database: Database) {
    let (mut school, ulrike, viktor) = class_of_two(database).await;
    let work = json!({"kind": "games", "times": 1, "board": "grid 9x9"});
    let task = set(&school.teacher, &school.class, work).await;
    let game = play(&ulrike, &viktor, 9, TEN, "resign").await;
    assert_eq!(mine(&ulrike, &school.class).await, (1, true));
    school.server.stop().await;
    // One of them has played very many before, on another board.
    let (many, newcomer) = numbers(database, NEWCOMERS);
    let (numbers, number) = numbers(database, LOOKED_AT);
    let (teacher, set_at) = (school.teacher.id.clone(), task["set_at"].clone());
    let earlier = |from: u64, to: u64| {
        format!(
            "{numbers} INSERT INTO games (id, creator, created_at, private, settings, phase, black, white, seq, move_count, result,
                                               updated_at, board, rules, handicap, winner, ended_by, opening)
             SELECT {number}, creator, {set_at}, private, settings, phase, black, '{teacher}', seq, move_count, result,
                    updated_at, 'grid 7x7', rules, handicap, winner, ended_by, opening
             FROM games, numbers WHERE id = '{game}' AND n BETWEEN {from} AND {to}"
        )
    };
    tamper(school.server.data(), &earlier(1, LOOKED_AT - 1)).await;
    // And very many join the class.
    let join = format!(
        "{many} INSERT INTO players (id, name, guest, created_at, kind, named)
         SELECT {newcomer}, 'Pupil ' || {newcomer}, FALSE, {set_at}, 'member', TRUE FROM numbers;
         {many} INSERT INTO group_members (group_id, player_id, role, joined_at, made_here)
         SELECT '{class}', {newcomer}, 'member', {set_at}, FALSE FROM numbers;",
        class = school.class,
    );
    tamper(school.server.data(), &join).await;
    school.server.start_again().await;
    let [ulrike, viktor] = [&ulrike, &viktor].map(|one| one.at(&school.server));
    assert_eq!(mine(&ulrike, &school.class).await, (1, true), "what is done stays done");
    school.server.stop().await;
    tamper(school.server.data(), &earlier(LOOKED_AT, LOOKED_AT)).await;
    school.server.start_again().await;
    let [ulrike, viktor, teacher] = [&ulrike, &viktor, &school.teacher].map(|one| one.at(&school.server));
    assert_eq!(mine(&ulrike, &school.class).await, (0, false));
    assert_eq!(mine(&viktor, &school.class).await, (1, true));
    // Whoever looks sees the same.
    let all = NEWCOMERS + 2;
    assert_eq!(tasks(&teacher, &school.class).await[0]["class"], json!({"done": 1, "members": all}));
    let table = teacher.get(&school.path(&format!("/tasks/{}", id(&task)))).await.ok();
    let games: Vec<_> = table["members"].as_array().unwrap().iter().map(|row| &row["games"]).collect();
    assert!(games.contains(&&json!([])) && games.contains(&&json!([game])), "{games:?}");
}

async fn games_of_elsewhere_count_and_stay_private(database: Database) {
    let school = School::open(database).await;
    let (carl, dora) = (member(&school.server, "Carlotta").await, member(&school.server, "Dorothea").await);
    bring_in(&school.teacher, &school.class, &carl).await;
    let task = set(&school.teacher, &school.class, json!({"kind": "games", "times": 1})).await;
    play(&carl, &dora, 9, TEN, "resign").await;
    assert_eq!(mine(&carl, &school.class).await, (1, true));
    let table = school.teacher.get(&school.path(&format!("/tasks/{}", id(&task)))).await.ok();
    assert_eq!(table["members"][0]["progress"], json!({"times": 1, "done": true}));
    assert_eq!(table["members"][0]["games"], json!([]), "it is private, and no matter of the class");
    // The teacher has nothing to do.
    play(&school.teacher, &dora, 9, TEN, "resign").await;
    assert_eq!(tasks(&school.teacher, &school.class).await[0]["class"], json!({"done": 1, "members": 1}));
}

async fn a_record_is_replayed(database: Database) {
    let (school, ulrike, viktor) = class_of_two(database).await;
    let record = bring_record(&school.teacher).await;
    let task = set(&school.teacher, &school.class, json!({"kind": "replay", "record": record})).await;
    assert_eq!(task["record"]["players"]["black"]["name"], "Hon Inbo");
    let path = school.path(&format!("/tasks/{}", id(&task)));
    let replayed = async |visitor: &Visitor| visitor.post(&format!("{path}/replayed"), json!({})).await;
    assert_eq!(replayed(&ulrike).await.ok()["mine"], json!({"times": 1, "done": true}));
    let at = |table: &Value, player: &Visitor| {
        let mut rows = table["members"].as_array().unwrap().iter();
        rows.find(|row| row["player"]["id"] == json!(player.id)).unwrap()["replayed_at"].clone()
    };
    let table = school.teacher.get(&path).await.ok();
    let first = at(&table, &ulrike);
    assert!(first.is_i64(), "{table}");
    assert_eq!(table["task"]["class"], json!({"done": 1, "members": 2}));
    assert_eq!(at(&table, &viktor), Value::Null);
    // Twice is once.
    replayed(&ulrike).await.ok();
    assert_eq!(at(&school.teacher.get(&path).await.ok(), &ulrike), first);
    replayed(&school.teacher).await.refused(403, "not_allowed");
    replayed(&member(&school.server, "Dorothea").await).await.refused(404, "no_such_group");
    // Nobody says of games that they were played.
    let games = set(&school.teacher, &school.class, json!({"kind": "games", "times": 1})).await;
    let said = viktor.post(&school.path(&format!("/tasks/{}/replayed", id(&games))), json!({})).await;
    assert_eq!(said.ok()["mine"], json!({"times": 0, "done": false}));
    // A record that is gone leaves its task.
    is_done(&school.teacher.delete(&format!("/records/{record}")).await);
    let left = tasks(&ulrike, &school.class).await;
    assert_eq!((&left[1]["work"]["record"], &left[1]["record"]), (&json!(record), &Value::Null));
    assert_eq!(left[1]["mine"]["done"], true);
    replayed(&viktor).await.refused(404, "no_such_record");
    // Whoever leaves for good is forgotten.
    let answer = ulrike.delete("/me").await;
    assert_eq!(answer.status, 204, "{}", answer.text());
    assert_eq!(school.teacher.get(&path).await.ok()["task"]["class"], json!({"done": 0, "members": 1}));
}

async fn a_record_goes_with_the_one_who_has_brought_it(database: Database) {
    let (school, ulrike, _) = class_of_two(database).await;
    let carl = member(&school.server, "Carlotta").await;
    bring_in(&school.teacher, &school.class, &carl).await;
    let record = bring_record(&carl).await;
    let task = set(&school.teacher, &school.class, json!({"kind": "replay", "record": record})).await;
    ulrike.get(&format!("/records/{record}")).await.ok();
    is_done(&carl.delete(&school.path(&format!("/members/{}", carl.id))).await);
    // Pupils of a closed class do not see the record any more.
    ulrike.get(&format!("/records/{record}")).await.refused(404, "no_such_record");
    assert_eq!(tasks(&ulrike, &school.class).await[0]["record"], Value::Null);
    let path = school.path(&format!("/tasks/{}/replayed", id(&task)));
    ulrike.post(&path, json!({})).await.refused(404, "no_such_record");
    bring_in(&school.teacher, &school.class, &carl).await;
    assert_eq!(ulrike.post(&path, json!({})).await.ok()["mine"]["done"], true);
}

async fn the_time_of_a_task_passes(database: Database) {
    let by_hand = ServerByHand::start(database).await;
    let server = &by_hand.server;
    let [ann, carl, dora] =
        [member(server, "Annabel").await, member(server, "Carlotta").await, member(server, "Dorothea").await];
    crate::admin::done(server.data(), &["owner", &ann.id]).await;
    let class = id(&found(&ann, json!({"kind": "class", "name": "4 b"})).await);
    for player in [&carl, &dora] {
        bring_in(&ann, &class, player).await;
    }
    let record = bring_record(&ann).await;
    let until = now() + HOUR;
    let replay = set_until(&ann, &class, json!({"kind": "replay", "record": record}), until).await;
    by_hand.pass_until(now() + 1).await;
    set_until(&ann, &class, json!({"kind": "games", "times": 3}), until).await;
    play(&carl, &dora, 9, TEN, "resign").await;
    // One that was made in time counts also when it ends later.
    let settings = json!({"board": {"width": 9, "height": 9}});
    let mut late = Table::between(carl.clone(), dora.clone(), settings).await;
    late.moves(TEN).await;
    by_hand.skip_until(until + 1).await;
    late.does("black", json!({"type": "resign"})).await.ok();
    play(&carl, &dora, 9, TEN, "resign").await;
    assert_eq!(mine(&carl, &class).await, (2, false));
    let path = format!("/groups/{class}/tasks/{}/replayed", id(&replay));
    carl.post(&path, json!({})).await.refused(409, "task_over");
    assert_eq!(tasks(&carl, &class).await[1]["mine"], json!({"times": 0, "done": false}));
}

async fn a_task_is_taken_back_and_ends_with_the_class(database: Database) {
    let (school, ulrike, _) = class_of_two(database).await;
    let record = bring_record(&school.teacher).await;
    let work = json!({"kind": "replay", "record": record});
    let path = async || {
        let task = set(&school.teacher, &school.class, work.clone()).await;
        let path = school.path(&format!("/tasks/{}", id(&task)));
        ulrike.post(&format!("{path}/replayed"), json!({})).await.ok();
        path
    };
    let (first, second) = (path().await, path().await);
    ulrike.delete(&first).await.refused(403, "not_allowed");
    is_done(&school.teacher.delete(&first).await);
    school.teacher.delete(&first).await.refused(404, "no_such_task");
    school.teacher.get(&first).await.refused(404, "no_such_task");
    ulrike.post(&format!("{first}/replayed"), json!({})).await.refused(404, "no_such_task");
    assert_eq!(tasks(&ulrike, &school.class).await.len(), 1);
    // A task of another class is none of this one.
    let other = id(&found(&school.owner, json!({"kind": "class", "name": "4 c"})).await);
    let elsewhere = second.replace(&school.class, &other);
    school.owner.get(&elsewhere).await.refused(404, "no_such_task");
    school.owner.delete(&elsewhere).await.refused(404, "no_such_task");
    is_done(&school.teacher.delete(&school.path("")).await);
    school.teacher.get(&second).await.refused(404, "no_such_group");
}

async fn no_task_is_like_this(database: Database) {
    let (school, ulrike, _) = class_of_two(database).await;
    let path = school.path("/tasks");
    let wish = |work: Value, words: &str, until: i64| json!({"work": work, "words": words, "until": until});
    let games = json!({"kind": "games", "times": 1});
    let soon = now() + DAY;
    let refused = async |wish: Value, field: &str| {
        let params = school.teacher.post(&path, wish).await.refused(422, "invalid_task");
        assert_eq!(params["field"], field, "{params}");
    };
    for times in [0, 21, 4_000_000_000_u32] {
        refused(wish(json!({"kind": "games", "times": times}), "", soon), "times").await;
    }
    refused(wish(json!({"kind": "games", "times": 1, "board": "grid 200x200"}), "", soon), "board").await;
    refused(wish(games.clone(), &"x".repeat(501), soon), "words").await;
    refused(wish(games.clone(), "a\u{7}", soon), "words").await;
    for until in [0, now() - 1, now() + 185 * DAY, i64::MAX, i64::MIN] {
        refused(wish(games.clone(), "", until), "until").await;
    }
    for work in [
        json!({"kind": "games"}),
        json!({"kind": "games", "times": -1}),
        json!({"kind": "games", "times": 1, "board": "square"}),
        json!({"kind": "games", "times": 1, "record": "0000000000000000"}),
        json!({"kind": "replay", "record": "no"}),
        json!({"kind": "problems"}),
    ] {
        school.teacher.post(&path, wish(work, "", soon)).await.refused(400, "malformed");
    }
    // A record that nobody of the class has brought, and one that nobody has.
    let dora = member(&school.server, "Dorothea").await;
    for record in [bring_record(&dora).await, "0000000000000000".to_owned()] {
        let work = json!({"kind": "replay", "record": record});
        school.teacher.post(&path, wish(work, "", soon)).await.refused(404, "no_such_record");
    }
    // Any member may have brought it.
    let record = bring_record(&ulrike).await;
    set(&school.teacher, &school.class, json!({"kind": "replay", "record": record})).await;
    let club = club(&dora, "open").await;
    dora.post(&format!("/groups/{club}/tasks"), wish(games, "", soon)).await.refused(409, "not_a_class");
    dora.get(&format!("/groups/{club}/tasks")).await.refused(409, "not_a_class");
    school.teacher.get(&format!("{path}?cursor=x")).await.refused(400, "malformed");
    school.teacher.get(&format!("{path}/no")).await.refused(404, "no_such_task");
}

async fn a_class_has_so_many_tasks(database: Database) {
    let school = School::open(database).await;
    let path = school.path("/tasks");
    let wish = json!({"work": {"kind": "games", "times": 1}, "until": now() + DAY});
    for _ in 0..100 {
        assert_eq!(school.teacher.post(&path, wish.clone()).await.status, 201);
    }
    assert_eq!(school.teacher.post(&path, wish).await.refused(409, "too_many_tasks")["max"], 100);
    let (mut pages, mut known, mut next) = (0, Vec::new(), String::new());
    loop {
        let page: Answer = school.teacher.get(&format!("{path}?cursor={next}")).await;
        let page = page.ok();
        known.extend(page["tasks"].as_array().unwrap().iter().map(id));
        pages += 1;
        match page["next"].as_str() {
            Some(cursor) => cursor.clone_into(&mut next),
            None => break,
        }
    }
    let count = known.len();
    known.sort();
    known.dedup();
    assert_eq!((pages, count, known.len()), (10, 100, 100));
}
