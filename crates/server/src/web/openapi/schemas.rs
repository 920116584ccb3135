//! The shapes of answers and of requests as JSON Schema.

use aide::generate::in_context;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};

/// Sets up how shapes are described: as they are written, in the dialect of JSON Schema that OpenAPI 3.1 speaks.
pub(super) fn begin() {
    let settings = SchemaSettings::draft2020_12().for_serialize().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    in_context(|ctx| ctx.schema = settings.into_generator());
}

/// What may be sent: as it is read, where more may be left out than is ever left out in an answer. It stands in one piece,
/// since shapes that go both ways are read and written differently.
pub(super) fn of_request<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft2020_12().for_deserialize().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings
        .with_transform(RecursiveTransform(say_the_most))
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
