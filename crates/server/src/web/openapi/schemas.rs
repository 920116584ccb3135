//! The shapes of answers and of requests as JSON Schema.

use aide::generate::in_context;
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, transform_subschemas};
use schemars::{JsonSchema, Schema, json_schema};
use serde_json::Value;

/// The shape of a frame from a client, by its name among the shapes.
pub(super) const FRAME: &str = "FromClient";

/// The shape of a frame to a client of version 2, by its name among the shapes.
pub(super) const FRAME_V2: &str = "ToClientV2";

/// Sets up how shapes are described: as they are written, in the dialect of JSON Schema that OpenAPI 3.1 speaks.
pub(super) fn begin() {
    let settings = SchemaSettings::draft2020_12().for_serialize().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let settings = settings.with_transform(RecursiveTransform(tell_the_default));
    in_context(|ctx| ctx.schema = settings.into_generator());
}

/// What may be sent: as it is read, where more may be left out than is ever left out in an answer. It stands in one piece,
/// since shapes that go both ways are read and written differently; [`refer`] takes out what has a name.
pub(super) fn of_request<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft2020_12().for_deserialize().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings
        .with_transform(RecursiveTransform(say_the_most))
        .with_transform(RecursiveTransform(tell_the_default))
        .into_generator()
        .into_root_schema_for::<T>();
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

/// Refers to a shape by its name wherever a schema contains it.
pub(super) fn refer(schema: &mut Schema, name: &str, shape: &Schema) {
    if without_words(schema) == without_words(shape) {
        let words = schema.get("description").filter(|text| shape.get("description") != Some(*text)).cloned();
        *schema = json_schema!({ "$ref": format!("#/components/schemas/{name}") });
        if let Some(words) = words {
            schema.insert("description".to_owned(), words);
        }
    } else {
        transform_subschemas(&mut |inner: &mut Schema| refer(inner, name, shape), schema);
    }
}

/// Refers to another shape wherever a schema refers to a shape by its name.
pub(super) fn refer_to_another(schema: &mut Schema, name: &str, other: &str) {
    let [from, to] = [name, other].map(|name| format!("#/components/schemas/{name}"));
    if schema.get("$ref").and_then(Value::as_str) == Some(from.as_str()) {
        schema.insert("$ref".to_owned(), Value::String(to));
    }
    transform_subschemas(&mut |inner: &mut Schema| refer_to_another(inner, name, other), schema);
}

/// A schema without its own title and description.
fn without_words(schema: &Schema) -> Schema {
    let mut schema = schema.clone();
    schema.remove("title");
    schema.remove("description");
    schema
}
