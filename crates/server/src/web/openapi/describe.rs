//! How routes and extractors describe themselves.

use aide::generate::{GenContext, in_context};
use aide::openapi::{
    Header, HeaderStyle, Link, LinkOperation, MediaType, Operation, Parameter, ParameterData,
    ParameterSchemaOrContent, PathStyle, ReferenceOr, RequestBody, Response, SchemaObject, StatusCode,
};
use aide::operation::{ParamLocation, add_parameters, parameters_from_schema, set_body};
use aide::transform::TransformOperation;
use schemars::{JsonSchema, Schema, json_schema};
use serde_json::json;
use tengen_protocol::{Problem, ProblemCode, Text, ToClient, Word};

use super::describing::is_describing;
use super::problems::{CODES, codes_of};
use super::schemas::{self, FRAME, FRAME_V2};
use crate::web::accept::{FORM, JSON, SGF, ZIP};
use crate::web::key::{Again, EXAMPLE, LONGEST_KEY, SHORTEST_OF_SECRETS};

/// The description of a route beyond those of its extractors and its answer.
pub(in crate::web) trait Describe: Sized {
    /// Its name for generated clients, its theme, and a summary.
    fn about(self, id: &str, tag: &str, summary: &str) -> Self;

    /// An answer of this status and media type; several of one status are forms of the same answer.
    fn answers<T: JsonSchema>(self, status: u16, media_type: &str, description: &str) -> Self;

    /// The same for an answer without a JSON shape, or without any content where there is no media type.
    fn answers_text(self, status: u16, media_type: Option<&str>, description: &str) -> Self;

    /// That the answer is a socket, and that any other answer is a problem.
    fn opens_a_socket(self, description: &str) -> Self;

    /// That the answer has a tag, and that a client that shows the tag again gets 304.
    fn tagged(self) -> Self;

    /// That a header leads to the next page.
    fn paged(self) -> Self;

    /// That the request may have a key, and to whom its answer is told again.
    fn keyed(self, again: Again) -> Self;

    /// That these fields of its query are for other operations, and refused here.
    fn without(self, fields: &[&str]) -> Self;

    /// Its refusals beyond those of its extractors.
    fn refuses(self, codes: &[ProblemCode]) -> Self;

    /// Which operations may come next: those whose `id` stands in the answer of this status, at this place.
    fn leads_to(self, status: u16, operations: &[&str], id: &str) -> Self;
}

impl Describe for TransformOperation<'_> {
    fn about(self, id: &str, tag: &str, summary: &str) -> Self {
        self.id(id).tag(tag).summary(summary)
    }

    fn answers<T: JsonSchema>(mut self, status: u16, media_type: &str, description: &str) -> Self {
        if !is_describing() {
            return self;
        }
        let described = in_context(|ctx| carrying::<T>(ctx, media_type, description));
        add_response(self.inner_mut(), status, described);
        self
    }

    fn answers_text(mut self, status: u16, media_type: Option<&str>, description: &str) -> Self {
        let mut described = Response { description: description.to_owned(), ..Response::default() };
        if let Some(media_type) = media_type {
            let content = with_schema(file(media_type));
            described.content.insert(media_type.to_owned(), content);
        }
        add_response(self.inner_mut(), status, described);
        self
    }

    fn opens_a_socket(mut self, description: &str) -> Self {
        let operation = self.inner_mut();
        let from_client = json_schema!({ "$ref": format!("#/components/schemas/{FRAME}") });
        let (to_client, problem) = in_context(|ctx| {
            let problem = carrying::<Problem>(ctx, "application/problem+json", "No socket, and why.");
            (ctx.schema.subschema_for::<ToClient>(), problem)
        });
        // OpenAPI knows no sockets: an answer refers to the shapes of the frames, and these fields say whose they are.
        let to_client_v2 = json_schema!({ "$ref": format!("#/components/schemas/{FRAME_V2}") });
        let frames = json!({
            "from_client": from_client,
            "to_client": to_client,
            "to_client_v2": to_client_v2,
        });
        operation.extensions.insert("x-websocket".to_owned(), frames);
        let mut described = Response { description: description.to_owned(), ..Response::default() };
        let frames = json_schema!({ "anyOf": [from_client, to_client, to_client_v2] });
        described.content.insert(JSON.to_owned(), with_schema(frames));
        add_response(operation, 101, described);
        operation.responses.get_or_insert_default().default = Some(ReferenceOr::Item(problem));
        self
    }

    fn tagged(mut self) -> Self {
        let tag = json_schema!({
            "type": "string",
            "description": "The `ETag` of an earlier answer: if nothing has changed since, the status is 304.",
        });
        let data = parameter("If-None-Match", false, tag);
        let header = Parameter::Header { parameter_data: data, style: HeaderStyle::Simple };
        self.inner_mut().parameters.push(ReferenceOr::Item(header));
        self.answers_text(304, None, "Nothing has changed since the answer with that tag.")
    }

    fn paged(mut self) -> Self {
        let responses = &mut self.inner_mut().responses.get_or_insert_default().responses;
        if let Some(ReferenceOr::Item(response)) = responses.get_mut(&StatusCode::Code(200)) {
            *response = with_link(std::mem::take(response));
        }
        self
    }

    fn keyed(mut self, again: Again) -> Self {
        use ProblemCode as Code;
        const AGAIN: &str = "The sender's own name for the request. Sent again within a day with the same key, the same request makes \
                             nothing twice, and gets the same answer";
        const DRAWN: &str = "Draw it at random for each request, such as a UUID of version 4";
        let (shortest, description) = match again {
            Again::Player => (1, format!("{AGAIN}.")),
            Again::Token => (SHORTEST_OF_SECRETS, format!("{AGAIN}, if it shows the same token. {DRAWN}.")),
            Again::Stranger => (
                SHORTEST_OF_SECRETS,
                format!(
                    "{AGAIN}, if it comes from the same network. {DRAWN}: other keys are good for ten minutes only."
                ),
            ),
        };
        let mut key = json_schema!({
            "type": "string",
            "minLength": shortest,
            "maxLength": LONGEST_KEY,
            "pattern": "^[A-Za-z0-9_-]+$",
            "description": description,
        });
        // Where it keeps a secret, nobody may copy it.
        if again == Again::Player {
            key.insert("examples".to_owned(), json!([EXAMPLE]));
        }
        let data = parameter("Idempotency-Key", false, key);
        let header = Parameter::Header { parameter_data: data, style: HeaderStyle::Simple };
        self.inner_mut().parameters.push(ReferenceOr::Item(header));
        let of_sender: &[Code] = match again {
            Again::Player => &[Code::Unauthenticated, Code::InsufficientScope],
            Again::Token => &[Code::Unauthenticated, Code::InsufficientScope, Code::KeyRefused],
            Again::Stranger => &[Code::KeyRefused],
        };
        self.refuses(of_sender).refuses(&[
            Code::Malformed,
            Code::TooSlow,
            Code::TooLarge,
            Code::KeyReused,
            Code::RequestUnderWay,
            Code::OutcomeUnknown,
            Code::AnswerNotKept,
            Code::TooManyKeys,
        ])
    }

    fn without(mut self, fields: &[&str]) -> Self {
        self.inner_mut().parameters.retain(|parameter| match parameter {
            ReferenceOr::Item(Parameter::Query { parameter_data, .. }) => {
                !fields.contains(&parameter_data.name.as_str())
            }
            _ => true,
        });
        self
    }

    fn refuses(mut self, codes: &[ProblemCode]) -> Self {
        if is_describing() {
            may_refuse(self.inner_mut(), codes);
        }
        self
    }

    fn leads_to(mut self, status: u16, operations: &[&str], id: &str) -> Self {
        let responses = &mut self.inner_mut().responses.get_or_insert_default().responses;
        if let Some(ReferenceOr::Item(response)) = responses.get_mut(&StatusCode::Code(status)) {
            for operation in operations {
                let link = Link {
                    description: None,
                    operation: LinkOperation::OperationId((*operation).to_owned()),
                    request_body: None,
                    parameters: [("id".to_owned(), json!(format!("$response.body#{id}")))].into(),
                    server: None,
                    extensions: [].into(),
                };
                response.links.insert((*operation).to_owned(), ReferenceOr::Item(link));
            }
        }
        self
    }
}

/// Adds a form of the answer with this status.
fn add_response(operation: &mut Operation, status: u16, described: Response) {
    let described = if status == 201 { with_location(described) } else { described };
    let responses = &mut operation.responses.get_or_insert_default().responses;
    match responses.get_mut(&StatusCode::Code(status)) {
        Some(ReferenceOr::Item(known)) => known.content.extend(described.content),
        _ => _ = responses.insert(StatusCode::Code(status), ReferenceOr::Item(described)),
    }
}

/// Notes that an operation may be refused with one of these codes.
pub(in crate::web) fn may_refuse(operation: &mut Operation, codes: &[ProblemCode]) {
    let mut all = codes_of(operation);
    all.extend(
        codes
            .iter()
            .map(|code| code.name().to_owned())
            .filter(|code| !all.contains(code))
            .collect::<Vec<_>>(),
    );
    operation.extensions.insert(CODES.to_owned(), json!(all));
}

/// An answer with content of this shape.
pub(super) fn carrying<T: JsonSchema>(ctx: &mut GenContext, media_type: &str, description: &str) -> Response {
    let schema = ctx.schema.subschema_for::<T>();
    let mut described = Response { description: description.to_owned(), ..Response::default() };
    described.content.insert(media_type.to_owned(), with_schema(schema));
    described
}

/// The same answer with the header that says where what was made is.
pub(super) fn with_location(answer: Response) -> Response {
    with_header(answer, "Location", "Where it is, or the address of the request if it has none of its own.")
}

/// The same answer with the header that leads to the next page.
pub(super) fn with_link(answer: Response) -> Response {
    with_header(answer, "Link", "The next page, if there is one: `<...>; rel=\"next\"` (RFC 8288).")
}

fn with_header(mut answer: Response, name: &str, description: &str) -> Response {
    let schema =
        SchemaObject { json_schema: json_schema!({ "type": "string" }), external_docs: None, example: None };
    let header = Header {
        description: Some(description.to_owned()),
        style: HeaderStyle::Simple,
        required: false,
        deprecated: None,
        format: ParameterSchemaOrContent::Schema(schema),
        example: None,
        examples: [].into(),
        extensions: [].into(),
    };
    answer.headers.insert(name.to_owned(), ReferenceOr::Item(header));
    answer
}

/// The refusals of a body before its content is read.
const BODY_PROBLEMS: &[ProblemCode] =
    &[ProblemCode::Malformed, ProblemCode::TooSlow, ProblemCode::TooLarge, ProblemCode::UnsupportedMediaType];

/// Describes a JSON body, and its refusals.
pub(in crate::web) fn request_body<T: JsonSchema>(
    ctx: &mut GenContext,
    operation: &mut Operation,
    required: bool,
) {
    let schema = schemas::of_body::<T>();
    let mut body = RequestBody { required, ..RequestBody::default() };
    body.content.insert(JSON.to_owned(), with_schema(schema));
    set_body(ctx, operation, body);
    may_refuse(operation, BODY_PROBLEMS);
}

/// The content of a file: records may be in any encoding, so to programs they are bytes, as archives are.
fn file(media_type: &str) -> Schema {
    if [SGF, ZIP].contains(&media_type) {
        json_schema!({ "type": "string", "format": "binary" })
    } else {
        json_schema!({ "type": "string" })
    }
}

/// The content of a file like this one, which is not empty.
fn file_like(media_type: &str, example: &str) -> Schema {
    let mut schema = file(media_type);
    schema.insert("minLength".to_owned(), 1.into());
    schema.insert("examples".to_owned(), json!([example]));
    schema
}

/// Describes a body that is a file, and its refusals.
pub(in crate::web) fn request_file(
    ctx: &mut GenContext,
    operation: &mut Operation,
    media_type: &str,
    example: &str,
) {
    let mut body = RequestBody { required: true, ..RequestBody::default() };
    body.content.insert(media_type.to_owned(), with_schema(file_like(media_type, example)));
    set_body(ctx, operation, body);
    may_refuse(operation, BODY_PROBLEMS);
}

/// Describes that a body may also be a file like this one.
pub(in crate::web) fn may_be_file(operation: &mut Operation, media_type: &str, example: &str) {
    if let Some(ReferenceOr::Item(body)) = &mut operation.request_body {
        body.content.insert(media_type.to_owned(), with_schema(file_like(media_type, example)));
    }
}

/// Describes that a body may also be a form with the file in this part.
pub(in crate::web) fn may_be_form(operation: &mut Operation, part: &str) {
    if let Some(ReferenceOr::Item(body)) = &mut operation.request_body {
        let content = json_schema!({
            "type": "object",
            "properties": { part: { "type": "string", "format": "binary", "description": "The file." } },
            "required": [part],
            "additionalProperties": false,
        });
        body.content.insert(FORM.to_owned(), with_schema(content));
    }
}

/// Describes the fields of a query.
pub(in crate::web) fn query_parameters<T: JsonSchema>(ctx: &mut GenContext, operation: &mut Operation) {
    let parameters = parameters_from_schema(ctx, schemas::of_parameters::<T>(), ParamLocation::Query);
    add_parameters(ctx, operation, parameters);
}

/// Describes a word in the address.
pub(in crate::web) fn path_parameter<T: Word>(ctx: &mut GenContext, operation: &mut Operation, name: &str) {
    let data = parameter(name, true, schemas::of_parameters::<Text<T>>());
    add_parameters(ctx, operation, [Parameter::Path { parameter_data: data, style: PathStyle::Simple }]);
}

fn parameter(name: &str, required: bool, schema: Schema) -> ParameterData {
    let description = schema.get("description").and_then(|text| text.as_str()).map(str::to_owned);
    ParameterData {
        name: name.to_owned(),
        description,
        required,
        deprecated: None,
        format: ParameterSchemaOrContent::Schema(SchemaObject {
            json_schema: schema,
            external_docs: None,
            example: None,
        }),
        example: None,
        examples: [].into(),
        explode: None,
        extensions: [].into(),
    }
}

fn with_schema(schema: Schema) -> MediaType {
    let schema = SchemaObject { json_schema: schema, external_docs: None, example: None };
    MediaType { schema: Some(schema), ..MediaType::default() }
}
