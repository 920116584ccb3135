//! The shapes of answers and of requests as JSON Schema, as they are generated from the types.

use std::cell::RefCell;

use aide::generate::in_context;
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, transform_subschemas};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value};

/// The shape of a frame from a client, by its name among the shapes.
pub(super) const FRAME: &str = "FromClient";

/// The shape of a frame to a client of version 2, by its name among the shapes.
pub(super) const FRAME_V2: &str = "ToClientV2";

/// Where shapes that are sent are referred to, until they are [merged](super::sent::merge) with those that are answered.
const SENT: &str = "/components/sent";

thread_local! {
    /// What generates the shapes of bodies, which are read: more may be left out in a request than is ever left out in an answer.
    /// Like the notes of `aide` it belongs to the thread on which a document is written.
    static BODIES: RefCell<SchemaGenerator> = RefCell::new(settings().into_generator());
}

/// How shapes are described: in the dialect of JSON Schema that OpenAPI 3.1 speaks.
fn settings() -> SchemaSettings {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.meta_schema = None);
    settings
        .with_transform(RecursiveTransform(say_the_most))
        .with_transform(RecursiveTransform(tell_the_default))
}

/// Sets up how shapes are described: answers as they are written, and requests as they are read.
pub(super) fn begin() {
    let answers = settings().for_serialize();
    let answers = answers.with(|settings| settings.definitions_path = "/components/schemas".into());
    in_context(|ctx| ctx.schema = answers.into_generator());
    let bodies = settings().for_deserialize().with(|settings| settings.definitions_path = SENT.into());
    BODIES.set(bodies.into_generator());
}

/// The shape of a body or a frame: a reference to one of those that [`sent`] gives in the end.
pub(super) fn of_body<T: JsonSchema>() -> Schema {
    BODIES.with_borrow_mut(SchemaGenerator::subschema_for::<T>)
}

/// All shapes of bodies and frames.
pub(super) fn sent() -> Map<String, Value> {
    BODIES.with_borrow_mut(|bodies| bodies.take_definitions(true))
}

/// The fields of an address and of its query, in one piece: each is a parameter by itself.
pub(super) fn of_parameters<T: JsonSchema>() -> Schema {
    let settings = settings().for_deserialize().with(|settings| settings.inline_subschemas = true);
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.remove("$defs");
    schema
}

/// Says how large a number may be where its format alone tells, which is no part of what is checked.
fn say_the_most(schema: &mut Schema) {
    if schema.get("format").is_some_and(|format| format == "uint32") && schema.get("maximum").is_none() {
        schema.insert("maximum".to_owned(), u32::MAX.into());
    }
}

/// Tells in words what is meant where a field of several forms is left out: generators of clients give up such a field, since
/// they can't say of which form its default is. That nothing is meant goes without saying.
fn tell_the_default(schema: &mut Schema) {
    if schema.get("anyOf").is_none() {
        return;
    }
    let Some(default) = schema.remove("default").filter(|default| !default.is_null()) else { return };
    let text = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    let text = format!("{text} Left out, it is `{default}`.");
    schema.insert("description".to_owned(), Value::String(text.trim_start().to_owned()));
}

/// Refers to another shape wherever a schema refers to a shape by its name.
pub(super) fn refer_to_another(schema: &mut Schema, name: &str, other: &str) {
    let [from, to] = [name, other].map(|name| format!("#/components/schemas/{name}"));
    if schema.get("$ref").and_then(Value::as_str) == Some(from.as_str()) {
        schema.insert("$ref".to_owned(), Value::String(to));
    }
    transform_subschemas(&mut |inner: &mut Schema| refer_to_another(inner, name, other), schema);
}
