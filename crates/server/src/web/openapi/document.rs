//! The parts of the document that belong to no single route.

use aide::generate::in_context;
use aide::openapi::{
    Components, License, OpenApi, Operation, ReferenceOr, SchemaObject, SecurityRequirement, SecurityScheme,
    Server,
};
use aide::transform::TransformOpenApi;
use schemars::Schema;
use serde_json::Value;
use tengen_protocol::{EventV2, FromClient, Problem, ProblemCode, SentCommand, ToClient, TryMove};

use super::describe::may_refuse;
use super::schemas::{FRAME, FRAME_V2};
use super::{account_examples, examples, group_examples, problems, schemas, staff_examples};

/// The name of the way to say who is asking.
pub(super) const TOKEN: &str = "token";

/// The shapes that come in a frame or by themselves, by their names among the shapes.
fn in_frames() -> [(&'static str, Schema); 2] {
    [("Command", schemas::of_request::<SentCommand>()), ("TryMove", schemas::of_request::<TryMove>())]
}

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
    let components = api.components.get_or_insert_with(Components::default);
    let in_frames = in_frames();
    let mut frame = schemas::of_request::<FromClient>();
    for (name, shape) in &in_frames {
        schemas::refer(&mut frame, name, shape);
    }
    // The frames of both versions differ in their events alone.
    if let Some(frame) = components.schemas.get("ToClient") {
        let mut frame = frame.clone();
        schemas::refer_to_another(&mut frame.json_schema, "Event", "EventV2");
        components.schemas.insert(FRAME_V2.to_owned(), frame);
    }
    for (name, shape) in in_frames.iter().cloned().chain([(FRAME, frame)]) {
        let shape = SchemaObject { json_schema: shape, external_docs: None, example: None };
        components.schemas.insert(name.to_owned(), shape);
    }
    for (name, shape) in &mut components.schemas {
        tidy(&mut shape.json_schema);
        if let Some(example) = examples::of(name)
            .or_else(|| account_examples::of(name))
            .or_else(|| staff_examples::of(name))
            .or_else(|| group_examples::of(name))
        {
            shape.json_schema.insert("examples".to_owned(), Value::Array(vec![example]));
        }
    }
    components.schemas.sort_keys();
    for path in api.paths.iter_mut().flat_map(|paths| paths.paths.values_mut()) {
        if let ReferenceOr::Item(path) = path {
            let changes = [&mut path.post, &mut path.put, &mut path.delete, &mut path.patch];
            for operation in changes.into_iter().flatten() {
                may_refuse(operation, &[ProblemCode::ForeignOrigin]);
            }
            let all = [&mut path.get, &mut path.post, &mut path.put, &mut path.delete, &mut path.patch];
            for operation in all.into_iter().flatten() {
                complete(operation, &in_frames);
            }
        }
    }
}

fn complete(operation: &mut Operation, in_frames: &[(&str, Schema)]) {
    problems::write(operation);
    // Where nobody reads a token, none is needed, which has to be said: an empty requirement.
    if operation.security.is_empty() {
        operation.security.push(SecurityRequirement::default());
    }
    if let Some(ReferenceOr::Item(body)) = &mut operation.request_body {
        body.description = body.description.as_deref().map(plain);
        for content in body.content.values_mut() {
            if let Some(shape) = &mut content.schema {
                for (name, named) in in_frames {
                    schemas::refer(&mut shape.json_schema, name, named);
                }
                tidy(&mut shape.json_schema);
            }
        }
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
