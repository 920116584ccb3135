//! The interface as the server describes it: whether it is whole, and whether its examples fit its shapes.

use std::collections::{BTreeSet, HashMap};

use serde_json::{Value, json};
use tengen_protocol::{Command, FromClient, NewGame, ProblemCode};

use crate::described::{interface, operations, validator};
use crate::rest::Visitor;
use crate::server::{Database, Server, once};

/// The key that the document shows.
const EXAMPLE: &str = "8e03978e-40d5-43dd-bc93-6894a57f9324";
const TEXTS: &str = include_str!("../../../../static/text/en/api.json");

once! {
    every_operation_says_what_it_is
    whatever_makes_something_takes_a_key
    every_reference_leads_somewhere
    every_shape_is_referred_to
    generators_of_clients_can_read_every_shape
    every_problem_is_described_with_an_example
    examples_are_what_the_shapes_say
    what_may_be_sent_is_what_is_read
    the_page_to_read_it_is_there
}

async fn document() -> (Server, &'static Value) {
    let server = Server::start(Database::Sqlite).await;
    let document = &interface().await.document;
    (server, document)
}

async fn every_operation_says_what_it_is() {
    let (_server, document) = document().await;
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    assert_eq!(document["info"]["license"], json!({"name": "MIT", "identifier": "MIT"}));
    assert_eq!(document["servers"], json!([{"url": "/"}]));
    let mut ids = BTreeSet::new();
    for (path, operation) in operations(document) {
        assert!(ids.insert(operation["operationId"].as_str().unwrap()), "{path}");
        assert!(!operation["summary"].as_str().unwrap().is_empty(), "{path}");
        assert_eq!(operation["tags"].as_array().unwrap().len(), 1, "{path}");
        // The page of the interface has a heading for it.
        let heading = format!("\"api.tag.{}\"", operation["tags"][0].as_str().unwrap());
        assert!(TEXTS.contains(&heading), "{path}: no text {heading}");
        // Also where no token is needed.
        assert!(operation["security"].as_array().is_some_and(|ways| !ways.is_empty()), "{path}");
        let good =
            operation["responses"].as_object().unwrap().keys().filter(|status| status.as_str() < "300");
        assert!(good.count() > 0, "{path} has no good answer");
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            assert!(
                parameter["description"].as_str().is_some_and(|text| !text.is_empty()),
                "{path} {parameter}"
            );
        }
    }
}

/// The operations by POST that take no key, and why.
const WITHOUT_KEY: [(&str, &str); 21] = [
    ("answer_group_invitation", "answers once: what it wants is so, or the invitation is gone"),
    ("answer_join_request", "answers once: what it wants is so, or the request is gone"),
    ("begin_sign_in", "begins a sign-in, which is good for minutes and once"),
    ("carried_player", "looks"),
    ("command", "has an id of its own"),
    ("confirm_mail", "takes a link, which is good once"),
    ("confirm_session", "signs in"),
    ("end_sign_in", "signs in"),
    ("estimate_position", "looks"),
    ("export_member", "looks"),
    ("follow_shared_variations", "looks"),
    ("join", "takes a seat, which somebody has once"),
    ("look_at_invitation", "looks"),
    ("look_at_shared_variations", "looks"),
    ("new_passkey_challenge", "begins a sign-in, which is good for minutes and once"),
    ("new_session", "signs in"),
    ("player_of_letter", "looks"),
    ("replayed", "says what is so"),
    ("search_members", "looks"),
    ("send_link", "sends a letter and tells nobody whether it does"),
    ("try_move", "looks"),
];

async fn whatever_makes_something_takes_a_key() {
    let (_server, document) = document().await;
    let codes = |operation: &Value, code: &str| {
        operation["x-problem-codes"].as_array().unwrap().iter().any(|named| named == code)
    };
    let mut without = BTreeSet::new();
    for item in document["paths"].as_object().unwrap().values() {
        let Some(operation) = item.get("post") else { continue };
        let id = operation["operationId"].as_str().unwrap();
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        let keys: Vec<_> = parameters.filter(|parameter| parameter["name"] == "Idempotency-Key").collect();
        if keys.is_empty() {
            assert!(codes(operation, "key_refused"), "{id} passes a key over");
            without.insert(id);
        } else {
            assert!(codes(operation, "key_reused") && codes(operation, "answer_not_kept"), "{id}");
            // Where the answer tells a secret, the key has to be one that nobody guesses, or copies out of the document.
            let schema = &keys[0]["schema"];
            let keeps_a_secret = codes(operation, "key_refused");
            let (shortest, example) = if keeps_a_secret { (16, Value::Null) } else { (1, json!([EXAMPLE])) };
            assert_eq!((&schema["minLength"], &schema["examples"]), (&json!(shortest), &example), "{id}");
            if ["new_guest", "register", "new_token", "new_accounts"].contains(&id) {
                assert!(keeps_a_secret, "{id}");
            }
        }
    }
    let listed: BTreeSet<_> = WITHOUT_KEY.iter().map(|(id, _)| *id).collect();
    assert_eq!(without, listed);
    assert!(WITHOUT_KEY.iter().all(|(_, why)| !why.is_empty()));
}

async fn every_reference_leads_somewhere() {
    fn references<'a>(value: &'a Value, found: &mut BTreeSet<&'a str>) {
        match value {
            Value::Object(fields) => {
                found.extend(fields.get("$ref").and_then(Value::as_str));
                fields.values().for_each(|value| references(value, found));
            }
            Value::Array(values) => values.iter().for_each(|value| references(value, found)),
            _ => {}
        }
    }
    let (_server, document) = document().await;
    let mut found = BTreeSet::new();
    references(document, &mut found);
    assert!(found.len() > 20, "{found:?}");
    for reference in found {
        let target = reference.strip_prefix('#').and_then(|pointer| document.pointer(pointer));
        assert!(target.is_some(), "{reference}");
    }
}

/// Every schema of a document and everything inside it with its place, outside of fields that only some programs know.
fn everything<'a>(place: String, value: &'a Value, found: &mut Vec<(String, &'a Value)>) {
    let inner: Vec<(String, &Value)> = match value {
        Value::Object(fields) => {
            let known = fields.iter().filter(|(name, _)| !name.starts_with("x-") && *name != "examples");
            known.map(|(name, value)| (format!("{place}/{name}"), value)).collect()
        }
        Value::Array(values) => {
            values.iter().enumerate().map(|(number, value)| (format!("{place}/{number}"), value)).collect()
        }
        _ => return,
    };
    found.push((place, value));
    for (place, value) in inner {
        everything(place, value, found);
    }
}

async fn every_shape_is_referred_to() {
    let (_server, document) = document().await;
    let mut found = Vec::new();
    everything(String::new(), document, &mut found);
    for name in document["components"]["schemas"].as_object().unwrap().keys() {
        let (own, reference) =
            (format!("/components/schemas/{name}/"), format!("#/components/schemas/{name}"));
        let refers = |(place, value): &(String, &Value)| {
            value["$ref"] == *reference && !format!("{place}/").starts_with(&own)
        };
        assert!(found.iter().any(refers), "nothing refers to {name}");
    }
}

async fn generators_of_clients_can_read_every_shape() {
    let (_server, document) = document().await;
    let mut found = Vec::new();
    everything(String::new(), document, &mut found);
    let (mut forms, mut objects, mut words) = (0, 0, 0);
    for (place, value) in found {
        // A default of one of several forms is given up with the field, and that of nothing is no value.
        let default = value.get("default");
        assert!(value["anyOf"].is_null() || default.is_none(), "{place}");
        assert!(default.is_none_or(|default| !default.is_null()), "{place}");
        // Shapes are not put together in place.
        assert!(value["allOf"].is_null(), "{place}");
        let all = [&value["oneOf"], &value["anyOf"]].into_iter().filter_map(|forms| forms.as_array());
        for each in all {
            forms += each.len();
            assert!(each.len() > 1, "{place}: one form");
            // Words are a list.
            assert!(!each.iter().all(|form| form["const"].is_string()), "{place}");
        }
        words += usize::from(value["enum"].is_array() && value["type"] == "string");
        // Every object has a name: it stands among the shapes, and nowhere else.
        if value["properties"].is_object() && value["type"] == "object" {
            objects += 1;
            let name = place.strip_prefix("/components/schemas/");
            assert!(name.is_some_and(|name| !name.contains('/')), "{place}");
        }
    }
    assert!(
        forms > 50 && objects > 200 && words > 20,
        "{forms} forms, {objects} objects, {words} lists of words"
    );
}

async fn every_problem_is_described_with_an_example() {
    let (_server, document) = document().await;
    let mut described = BTreeSet::new();
    let mut shapes = HashMap::new();
    for (path, operation) in operations(document) {
        for (status, answer) in operation["responses"].as_object().unwrap() {
            let Some(problem) = answer["content"].get("application/problem+json") else { continue };
            let schema = &problem["schema"];
            let shape = shapes.entry(schema.to_string()).or_insert_with(|| validator(document, schema));
            for (code, example) in problem["examples"].as_object().into_iter().flatten() {
                described.insert(code.as_str());
                assert!(shape.is_valid(&example["value"]), "{path} {example}");
                assert_eq!(example["value"]["status"].to_string(), *status, "{path} {code}");
            }
        }
    }
    // The first two are answered outside the interface, the third on the socket, and the last stands in a round.
    let elsewhere = ["not_found", "method_not_allowed", "unsupported_frame", "not_made"];
    let all: BTreeSet<_> = ProblemCode::ALL.iter().map(|code| code.name()).collect();
    assert_eq!(all.difference(&described).copied().collect::<BTreeSet<_>>(), BTreeSet::from(elsewhere));
}

async fn examples_are_what_the_shapes_say() {
    let (_server, document) = document().await;
    let mut count = 0;
    for (name, shape) in document["components"]["schemas"].as_object().unwrap() {
        let checked = validator(document, &json!({"$ref": format!("#/components/schemas/{name}")}));
        for example in shape["examples"].as_array().into_iter().flatten() {
            count += 1;
            let result = checked.validate(example);
            assert!(result.is_ok(), "{name}: {:?}", result.map_err(|error| error.to_string()));
        }
    }
    assert!(count > 15, "only {count} examples");
    // Whatever an operation answers as a whole.
    for (path, operation) in operations(document) {
        for (media_type, form) in good_answers(operation) {
            let Some(name) = form["schema"]["$ref"].as_str().and_then(|name| name.split('/').next_back())
            else {
                continue;
            };
            let shape = &document["components"]["schemas"][name];
            // `GameLine` is one of two shapes, which have examples.
            let has_example = shape["examples"].is_array() || shape["anyOf"].is_array();
            assert!(has_example, "{path}: {name} as {media_type} has no example");
        }
    }
}

/// The forms of the answers that are no problems.
fn good_answers(operation: &Value) -> impl Iterator<Item = (&String, &Value)> {
    let answers = operation["responses"].as_object().unwrap().iter();
    let good = answers.filter(|(status, _)| status.as_str() < "300");
    good.flat_map(|(_, answer)| answer["content"].as_object().into_iter().flatten())
}

async fn what_may_be_sent_is_what_is_read() {
    let (_server, document) = document().await;
    let frame = |value: Value| serde_json::from_value::<FromClient>(value).is_ok();
    let command = |value: Value| serde_json::from_value::<Command>(value).is_ok();
    let wish = |value: Value| serde_json::from_value::<NewGame>(value).is_ok();
    let game = "4t9x2m8q6w1k5c7v";
    let bodies = |path: &str| {
        let body = &document["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"];
        validator(document, body)
    };
    let (frames, commands, wishes) = (
        validator(document, &json!({"$ref": "#/components/schemas/FromClient"})),
        bodies("/api/v1/games/{id}/commands"),
        bodies("/api/v1/games"),
    );
    for value in [
        json!({"type": "play", "id": "c-1", "turn": 3, "at": "q16"}),
        json!({"type": "play", "id": "c-1", "turn": 3, "at": "I1"}),
        json!({"type": "play", "id": "c-1", "turn": 3}),
        json!({"type": "play", "id": "c 1", "turn": 3, "at": "Q16"}),
        json!({"type": "play", "id": "c-1", "turn": -3, "at": "Q16"}),
        json!({"type": "pass", "id": "c-1", "turn": 3}),
        json!({"type": "pass", "id": "c-1", "turn": 3, "confirm": true}),
        json!({"type": "pass", "id": "c-1", "turn": 3, "confirmed": true}),
        json!({"type": "propose", "id": "c-1", "version": 1, "dead": ["A1", "B2"]}),
        json!({"type": "propose", "id": "c-1", "version": 1, "dead": "A1"}),
        json!({"type": "claim", "id": "c-1", "outcome": "win"}),
        json!({"type": "claim", "id": "c-1", "outcome": "jigo"}),
        json!({"type": "dance", "id": "c-1"}),
        json!("resign"),
    ] {
        assert_eq!(commands.is_valid(&value), command(value.clone()), "{value}");
        let inside = json!({"type": "command", "game": game, "command": value});
        assert_eq!(frames.is_valid(&inside), frame(inside.clone()), "{inside}");
    }
    for value in [
        json!({"type": "subscribe", "game": game}),
        json!({"type": "subscribe", "game": game, "since": 3}),
        json!({"type": "subscribe", "game": game, "since": "3"}),
        json!({"type": "subscribe", "game": "x"}),
        json!({"type": "subscribe_lobby"}),
        json!({"type": "subscribe_lobby", "since": 3}),
        json!({"type": "authenticate", "token": "t"}),
        json!({"type": "authenticate"}),
    ] {
        assert_eq!(frames.is_valid(&value), frame(value.clone()), "{value}");
    }
    for value in [
        json!({}),
        json!({"board": {"width": 9, "height": 9}, "komi": 5.5}),
        json!({"board": {"width": 9, "height": 9}, "komi": 5.3}),
        json!({"board": {"width": 9}}),
        json!({"board": {"name": "torus 9x9"}}),
        json!({"board": {"name": "torus 9x9", "width": 9}}),
        json!({"rules": "chinese"}),
        json!({"rules": "klingon"}),
        json!({"rules": {"preset": "chinese", "suicide": "allowed"}}),
        json!({"rules": {"preset": "chinese", "suicid": "allowed"}}),
        json!({"clock": {"system": "byo-yomi", "main": 600_000, "periods": 3, "period": 30_000}}),
        json!({"clock": {"system": "byo-yomi", "main": 600_000}}),
        json!({"clock": {"system": "fischer", "main": 600_000, "increment": 5_000}}),
        json!({"clock": null, "color": "black", "private": true, "opponent": null}),
        json!({"comi": 5.5}),
    ] {
        assert_eq!(wishes.is_valid(&value), wish(value.clone()), "{value}");
    }
}

async fn the_page_to_read_it_is_there() {
    let server = Server::start(Database::Sqlite).await;
    let stranger = Visitor::stranger(&server);
    let page = stranger.get_page("/api").await;
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    let document = stranger.get_page("/api/openapi.json").await;
    assert_eq!((document.status, document.header("content-type")), (200, "application/json"));
    let tag = document.header("etag").to_owned();
    let again = stranger.request(reqwest::Method::GET, "/api/openapi.json").header("if-none-match", tag);
    assert_eq!(again.send().await.unwrap().status(), 304);
}
