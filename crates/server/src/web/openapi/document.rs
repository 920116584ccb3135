//! The parts of the document that belong to no single route.

use aide::generate::in_context;
use aide::openapi::{
    Components, License, MediaType, OpenApi, Operation, Parameter, ParameterData, ParameterSchemaOrContent,
    ReferenceOr, SchemaObject, SecurityRequirement, SecurityScheme, Server,
};
use aide::transform::TransformOpenApi;
use schemars::Schema;
use serde_json::Value;
use tengen_protocol::{EventV2, FromClient, Problem, ProblemCode, ToClient};

use super::describe::may_refuse;
use super::named::Names;
use super::schemas::FRAME_V2;
use super::sent::{self, ReadDifferently};
use super::simple::simplify;
use super::{account_examples, examples, group_examples, problems, schemas, staff_examples};
use crate::web::permission::OPEN_TO;

/// The name of the way to say who is asking.
pub(super) const TOKEN: &str = "token";

/// The interface in a few words.
pub(super) fn about(api: TransformOpenApi<'_>) -> TransformOpenApi<'_> {
    // Described here, so that they are among the shapes even where no route names them.
    in_context(|ctx| {
        ctx.schema.subschema_for::<Problem>();
        ctx.schema.subschema_for::<ToClient>();
        ctx.schema.subschema_for::<EventV2>();
    });
    api.title("Tengen")
        .summary("A server for the game of Go")
        .version(env!("CARGO_PKG_VERSION"))
        .description(
            "Everything that a page, a bot or an archive may do. Bodies are JSON in UTF-8; times are integer \
             milliseconds, moments since 1970-01-01T00:00Z. A field that is not described here is refused in requests; \
             answers may grow new fields. Errors are `application/problem+json` with a stable `code`.",
        )
        .security_scheme(
            TOKEN,
            SecurityScheme::Http {
                scheme: "bearer".to_owned(),
                bearer_format: None,
                description: Some(
                    "The token that `POST /api/v1/guests` answers; or a personal access token with the scope that an \
                     operation names."
                        .to_owned(),
                ),
                extensions: [].into(),
            },
        )
}

/// Completes the descriptions of the routes.
pub(super) fn finish(api: &mut OpenApi) {
    api.info.license =
        Some(License { name: "MIT".to_owned(), identifier: Some("MIT".to_owned()), ..License::default() });
    // Paths are those of the server that answers this document.
    api.servers = vec![Server { url: "/".to_owned(), ..Server::default() }];
    // The frames are described even where no route names them.
    schemas::of_body::<FromClient>();
    let components = api.components.get_or_insert_with(Components::default);
    // The frames of both versions differ in their events alone.
    if let Some(frame) = components.schemas.get("ToClient") {
        let mut frame = frame.clone();
        schemas::refer_to_another(&mut frame.json_schema, "Event", "EventV2");
        components.schemas.insert(FRAME_V2.to_owned(), frame);
    }
    let shapes = components.schemas.drain(..);
    let mut shapes = shapes.map(|(name, shape)| (name, Value::from(shape.json_schema))).collect();
    let read = sent::merge(&mut shapes, schemas::sent());
    shapes.values_mut().for_each(simplify);
    let mut names = Names::of(shapes);
    for path in api.paths.iter_mut().flat_map(|paths| paths.paths.values_mut()) {
        if let ReferenceOr::Item(path) = path {
            let changes = [&mut path.post, &mut path.put, &mut path.delete, &mut path.patch];
            for operation in changes.into_iter().flatten() {
                may_refuse(operation, &[ProblemCode::ForeignOrigin]);
            }
            let all = [&mut path.get, &mut path.post, &mut path.put, &mut path.delete, &mut path.patch];
            for operation in all.into_iter().flatten() {
                complete(operation, &read, &mut names);
            }
        }
    }
    let described = names.shapes().into_iter().filter_map(|(name, shape)| {
        let mut shape = Schema::try_from(shape).ok()?;
        tidy(&mut shape);
        let example = examples::of(&name)
            .or_else(|| account_examples::of(&name))
            .or_else(|| staff_examples::of(&name))
            .or_else(|| group_examples::of(&name));
        if let Some(example) = example {
            shape.insert("examples".to_owned(), Value::Array(vec![example]));
        }
        Some((name, SchemaObject { json_schema: shape, external_docs: None, example: None }))
    });
    components.schemas = described.collect();
    components.schemas.sort_keys();
}

fn complete(operation: &mut Operation, read: &ReadDifferently, names: &mut Names) {
    operation.extensions.shift_remove(OPEN_TO);
    problems::write(operation);
    // Where nobody reads a token, none is needed, which has to be said: an empty requirement.
    if operation.security.is_empty() {
        operation.security.push(SecurityRequirement::default());
    }
    let id = operation.operation_id.clone().unwrap_or_default();
    let mut finish = |content: &mut MediaType| {
        let Some(shape) = &mut content.schema else { return };
        let mut value = Value::from(std::mem::take(&mut shape.json_schema));
        read.lead(&mut value);
        simplify(&mut value);
        names.of_operation(&id, &mut value);
        // A shape stays an object or a boolean.
        shape.json_schema = Schema::try_from(value).unwrap_or_default();
        tidy(&mut shape.json_schema);
    };
    if let Some(ReferenceOr::Item(body)) = &mut operation.request_body {
        body.content.values_mut().for_each(&mut finish);
    }
    let responses = operation.responses.iter_mut();
    let answers = responses.flat_map(|all| all.responses.values_mut().chain(&mut all.default));
    for answer in answers {
        if let ReferenceOr::Item(answer) = answer {
            answer.content.values_mut().for_each(&mut finish);
        }
    }
    for parameter in &mut operation.parameters {
        let ReferenceOr::Item(parameter) = parameter else { continue };
        if let ParameterSchemaOrContent::Schema(shape) = &mut data_of(parameter).format {
            let mut value = Value::from(std::mem::take(&mut shape.json_schema));
            simplify(&mut value);
            shape.json_schema = Schema::try_from(value).unwrap_or_default();
        }
    }
}

fn data_of(parameter: &mut Parameter) -> &mut ParameterData {
    match parameter {
        Parameter::Query { parameter_data, .. }
        | Parameter::Header { parameter_data, .. }
        | Parameter::Path { parameter_data, .. }
        | Parameter::Cookie { parameter_data, .. } => parameter_data,
    }
}

/// Makes a text for users of the interface from a comment for readers of the code.
fn tidy(schema: &mut Schema) {
    schemars::transform::transform_subschemas(&mut tidy, schema);
    if let Some(text) = schema.get("description").and_then(Value::as_str).map(plain) {
        schema.insert("description".to_owned(), Value::String(text));
    }
}

/// The text without examples in Rust and without links into the code.
fn plain(text: &str) -> String {
    let text = text.split("```").next().unwrap_or_default().trim_end();
    let (mut plain, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, link)) = rest.split_once("[`") {
        plain.push_str(before);
        let Some((word, after)) = link.split_once("`]") else {
            plain.push_str("[`");
            rest = link;
            continue;
        };
        plain.push('`');
        plain.push_str(word);
        plain.push('`');
        rest = match after.strip_prefix('(').and_then(|target| target.split_once(')')) {
            Some((_, after)) => after,
            None => after,
        };
    }
    plain.push_str(rest);
    plain
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn readers_see_no_code() {
        assert_eq!(plain("See [`PROTOCOL`](crate::PROTOCOL), or [`Text`]."), "See `PROTOCOL`, or `Text`.");
        assert_eq!(plain("A move.\n\n```\nlet x = 1;\n```"), "A move.");
        assert_eq!(plain("A list [`0, 1]"), "A list [`0, 1]");
    }
}
