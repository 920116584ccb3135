//! Every answer and every frame that any test gets is held against the interface as the server itself describes it.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use jsonschema::{Draft, Validator};
use reqwest::Url;
use reqwest::header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, LOCATION, RETRY_AFTER};
use serde_json::{Map, Value, json};
use tokio::sync::OnceCell;

use crate::rest::http;
use crate::server::{Database, Server};

/// Where the document has its shapes.
const SHAPES: &str = "#/components/schemas/";

/// The shapes of an answer by its media type, each in both versions of the protocol.
type Forms = HashMap<String, Vec<Arc<[Validator; 2]>>>;

/// The description, and what was made of it.
pub(crate) struct Interface {
    pub(crate) document: Value,
    /// How answers look: by path, status and media type, whatever the method.
    answers: HashMap<(String, u16), Forms>,
    /// The codes of the problems that answer so.
    codes: HashMap<(String, u16), BTreeSet<String>>,
    /// How the server's frames look in both versions.
    frames: [Validator; 2],
    paths: Vec<String>,
}

static INTERFACE: OnceCell<Interface> = OnceCell::const_new();

/// The interface, as a server of its own describes it: one for members would not describe itself to strangers. All are the same program.
pub(crate) async fn interface() -> &'static Interface {
    INTERFACE
        .get_or_init(async || {
            let server = Server::start(Database::Sqlite).await;
            let client = http().build().unwrap();
            let answer = client.get(format!("{}/api/openapi.json", server.url())).send().await.unwrap();
            assert_eq!(answer.status(), 200);
            Interface::new(serde_json::from_str(&answer.text().await.unwrap()).unwrap())
        })
        .await
}

/// Checks an answer, if it is one of the interface.
pub(crate) async fn check_answer(url: &Url, status: u16, headers: &HeaderMap, body: &[u8]) {
    if url.path().starts_with("/api/v1/") {
        let version =
            url.query_pairs().find(|(name, value)| name == "protocol" && value == "2").map_or(1, |_| 2);
        interface().await.check_answer(url.path(), version, status, headers, body);
    }
}

/// Checks a frame from the server in a version of the protocol, if the interface is known already.
pub(crate) fn check_frame(frame: &Value, version: usize) {
    if let Some(interface) = INTERFACE.get()
        && let Err(error) = interface.frames[version - 1].validate(frame)
    {
        panic!("a frame is not as described: {error} at {}: {frame}", error.instance_path());
    }
}

/// What checks values of a shape of the document. It is given the shapes to which this one leads, and no others: all of them would
/// take a tenth of a second.
pub(crate) fn validator(document: &Value, schema: &Value) -> Validator {
    let mut shapes = Map::new();
    let mut unread = vec![schema];
    while let Some(value) = unread.pop() {
        match value {
            Value::Object(fields) => {
                let name = fields
                    .get("$ref")
                    .and_then(Value::as_str)
                    .and_then(|reference| reference.strip_prefix(SHAPES));
                if let Some(name) = name.filter(|name| !shapes.contains_key(*name)) {
                    let shape = &document["components"]["schemas"][name];
                    shapes.insert(name.to_owned(), shape.clone());
                    unread.push(shape);
                }
                unread.extend(fields.iter().filter(|(name, _)| *name != "examples").map(|(_, value)| value));
            }
            Value::Array(values) => unread.extend(values),
            _ => {}
        }
    }
    let root = json!({"allOf": [schema], "components": {"schemas": shapes}});
    jsonschema::options().with_draft(Draft::Draft202012).build(&root).unwrap()
}

/// A schema in both versions of the protocol. Where an answer depends on the version, it is one of two shapes, and the name of
/// the second one says so.
fn in_both_versions(document: &Value, schema: &Value) -> [Validator; 2] {
    let forms = schema["anyOf"].as_array().filter(|forms| forms.iter().any(is_second));
    [false, true].map(|second| match forms {
        Some(forms) => {
            let of_version: Vec<_> = forms.iter().filter(|form| is_second(form) == second).collect();
            validator(document, &json!({"anyOf": of_version}))
        }
        None => validator(document, schema),
    })
}

fn is_second(form: &Value) -> bool {
    form["$ref"].as_str().is_some_and(|name| name.ends_with("V2"))
}

impl Interface {
    fn new(document: Value) -> Self {
        let mut answers = HashMap::<_, Forms>::new();
        let mut codes = HashMap::<_, BTreeSet<String>>::new();
        // Thousands of answers have few shapes, and each validator takes a megabyte and some milliseconds.
        let mut shapes = HashMap::<String, Arc<[Validator; 2]>>::new();
        for (path, operation) in operations(&document) {
            let answers_by_status = operation["responses"].as_object().unwrap().iter();
            // What any other answer is like is not held against it: every status has to be described.
            for (status, answer) in answers_by_status.filter(|(status, _)| *status != "default") {
                let place = (path.to_owned(), status.parse().unwrap());
                let problems = answer["content"]["application/problem+json"]["examples"].as_object();
                codes
                    .entry(place.clone())
                    .or_default()
                    .extend(problems.into_iter().flatten().map(|(code, _)| code.clone()));
                let forms = answers.entry(place).or_default();
                for (media_type, form) in answer["content"].as_object().into_iter().flatten() {
                    let schema = &form["schema"];
                    let shape = shapes
                        .entry(schema.to_string())
                        .or_insert_with(|| Arc::new(in_both_versions(&document, schema)));
                    forms.entry(media_type.clone()).or_default().push(Arc::clone(shape));
                }
            }
        }
        let frames = ["ToClient", "ToClientV2"]
            .map(|name| validator(&document, &json!({"$ref": format!("{SHAPES}{name}")})));
        let paths = document["paths"].as_object().unwrap().keys().cloned().collect();
        Self { document, answers, codes, frames, paths }
    }

    fn check_answer(&self, path: &str, version: usize, status: u16, headers: &HeaderMap, body: &[u8]) {
        let Some(template) = self.paths.iter().find(|template| fits(template, path)) else {
            assert!(matches!(status, 403 | 404 | 429), "{path} is not described and answers {status}");
            return;
        };
        // Whoever asks for a method that is not there has not read the description.
        if status == 405 {
            return;
        }
        assert!(status != 201 || headers.contains_key(LOCATION), "{template} says not where it is");
        assert!(status != 503 || headers.contains_key(RETRY_AFTER), "{template} says not when");
        let forms = self.answers.get(&(template.clone(), status));
        let forms = forms.unwrap_or_else(|| panic!("{template} answers {status}, which is not described"));
        let media_type = headers.get(CONTENT_TYPE).map_or("", |value| value.to_str().unwrap());
        let media_type = media_type.split(';').next().unwrap().trim();
        if forms.is_empty() || body.is_empty() {
            assert!(body.is_empty(), "{template} answers {status} with a body, which is not described");
            return;
        }
        // What is compressed was the same before, and comes uncompressed to other tests.
        if headers.contains_key(CONTENT_ENCODING) {
            return;
        }
        let shapes = forms.get(media_type);
        let shapes = shapes.unwrap_or_else(|| panic!("{template} answers {status} as {media_type:?}"));
        let values: Vec<Value> = match media_type {
            "application/x-ndjson" => {
                let lines = body.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
                lines.map(|line| serde_json::from_slice(line).unwrap()).collect()
            }
            "application/json" | "application/problem+json" => vec![serde_json::from_slice(body).unwrap()],
            _ => return,
        };
        if media_type == "application/problem+json" {
            let code = values[0]["code"].as_str().unwrap_or_default();
            assert!(
                self.codes[&(template.clone(), status)].contains(code),
                "{template} does not name {code}"
            );
        }
        for value in values {
            let errors: Vec<_> =
                shapes.iter().filter_map(|shape| shape[version - 1].validate(&value).err()).collect();
            let errors: Vec<_> =
                errors.iter().map(|error| format!("{error} at {}", error.instance_path())).collect();
            assert!(errors.len() < shapes.len(), "{template} {status}: {errors:?} in {value}");
        }
    }
}

/// Every operation with its path.
pub(crate) fn operations(document: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let paths = document["paths"].as_object().unwrap();
    paths.iter().flat_map(|(path, item)| item.as_object().unwrap().values().map(|op| (path.as_str(), op)))
}

fn fits(template: &str, path: &str) -> bool {
    let (mut template, mut path) = (template.split('/'), path.split('/'));
    loop {
        match (template.next(), path.next()) {
            (None, None) => return true,
            (Some(parameter), Some(part)) if parameter.starts_with('{') && !part.is_empty() => {}
            (Some(word), Some(part)) if word == part => {}
            _ => return false,
        }
    }
}
