//! The problems of an operation: every code that it may answer, by status.

use std::collections::BTreeMap;

use aide::openapi::{Example, MediaType, Operation, ReferenceOr, Response, SchemaObject, StatusCode};
use schemars::json_schema;
use serde_json::{Value, json};
use tengen_protocol::{Problem, ProblemCode};

/// Where an operation keeps its codes. Generated clients may read them, too.
pub(super) const CODES: &str = "x-problem-codes";
/// The problems that may answer any request; the last one where it is about a game.
const ALWAYS: &[ProblemCode] = &[
    ProblemCode::MembersOnly,
    ProblemCode::Suspended,
    ProblemCode::NotInClass,
    ProblemCode::TooManyRequests,
    ProblemCode::Internal,
    ProblemCode::Unavailable,
    ProblemCode::LaterRelease,
];

/// The codes that an operation has named so far.
pub(super) fn codes_of(operation: &Operation) -> Vec<String> {
    let codes = operation.extensions.get(CODES).and_then(Value::as_array);
    codes.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Writes an operation's codes as its answers, with an example of each.
pub(super) fn write(operation: &mut Operation) {
    let named = codes_of(operation);
    let is_named = |code: &ProblemCode| named.iter().any(|name| name == code.name()) || ALWAYS.contains(code);
    let mut by_status = BTreeMap::<u16, Vec<ProblemCode>>::new();
    for code in ProblemCode::ALL.iter().copied().filter(is_named) {
        by_status.entry(code.status()).or_default().push(code);
    }
    let all: Vec<_> = by_status.values().flatten().map(|code| code.name()).collect();
    operation.extensions.insert(CODES.to_owned(), json!(all));
    let responses = &mut operation.responses.get_or_insert_default().responses;
    for (status, codes) in by_status {
        responses.insert(StatusCode::Code(status), ReferenceOr::Item(response(&codes)));
    }
}

fn response(codes: &[ProblemCode]) -> Response {
    let lines: Vec<_> = codes.iter().map(|code| format!("`{}`: {}", code.name(), code.title())).collect();
    // One shape for all of them: generators of clients would make a type for each list of codes.
    let schema = json_schema!({ "$ref": "#/components/schemas/Problem" });
    let mut content = MediaType {
        schema: Some(SchemaObject { json_schema: schema, external_docs: None, example: None }),
        ..MediaType::default()
    };
    for code in codes {
        let value = serde_json::to_value(example(*code)).ok();
        let example = Example { summary: Some(code.title().to_owned()), value, ..Example::default() };
        content.examples.insert(code.name().to_owned(), ReferenceOr::Item(example));
    }
    let mut response = Response { description: lines.join("\n\n"), ..Response::default() };
    response.content.insert("application/problem+json".to_owned(), content);
    response
}

/// A problem as it may be answered.
pub(super) fn example(code: ProblemCode) -> Problem {
    use ProblemCode as Code;
    code.with(match code {
        Code::Malformed => json!({"detail": "limit is not a number from 1 to 100"}),
        Code::UnknownProtocol => json!({"versions": [1, 2]}),
        Code::NotYourTurn => json!({"to_move": "white"}),
        Code::WrongPhase => json!({"phase": "scoring"}),
        Code::StaleTurn => json!({"turn": 5}),
        Code::StaleVersion => json!({"version": 4}),
        Code::TooLateToAbort => json!({"moves": 2}),
        Code::TooLarge => json!({"limit_bytes": tengen_protocol::MAX_MESSAGE_BYTES}),
        Code::NoSuchNode => json!({"node": "n-2", "missing": "n-1"}),
        Code::NoSuchPlace | Code::NodeDiffers => json!({"node": "n-1"}),
        Code::TreeFull => json!({"max": 5_000, "max_bytes": 1_048_576}),
        Code::TooManyShares => json!({"max": 100, "max_bytes": 16_777_216}),
        Code::InvalidNode => json!({"node": "n-1", "field": "marks"}),
        Code::IllegalMove => json!({"rule": "ko", "at": "E5"}),
        Code::OpponentNotAway => json!({"claimable_at": 1_790_000_212_000_i64}),
        Code::ClockTooSoon => json!({"clock_givable_at": 1_790_000_961_000_i64}),
        Code::InvalidSettings => json!({"field": "handicap", "min": 0, "max": 9}),
        Code::TooManyRecords => json!({"max": 1_000, "max_bytes": 67_108_864}),
        Code::UnreadableRecord => {
            json!({"line": 3, "column": 14, "reason": "syntax", "detail": "a property without a value"})
        }
        Code::InvalidName | Code::TooManyTokens | Code::TooManySessions => json!({"max": 32}),
        Code::TollNeeded => json!({"challenge": "p1Vt5w", "bits": 18}),
        Code::RenamedLately => json!({"from": 1_792_592_000_000_i64}),
        Code::GroupFull => json!({"max": 200}),
        Code::TooManyJoinRequests | Code::TooManyGroupInvitations => json!({"max": 60}),
        Code::InvalidTask => json!({"field": "times", "min": 1, "max": 20}),
        Code::NotPlaying => json!({"players": ["8k2q4w7m1x9c3v5b"]}),
        Code::InvalidRound => json!({"field": "players", "max": 200}),
        Code::InvalidGroup => json!({"field": "name", "min": 1, "max": 60}),
        Code::InvalidAccounts => json!({"rows": [{"line": 3, "code": "name_taken"}]}),
        Code::TooManyBots => json!({"max": 10}),
        Code::TooManyInvitations | Code::TooManyTasks => json!({"max": 100}),
        Code::PasswordRefused => json!({"reason": "too_short", "min": 10}),
        Code::TermsNotAgreed => json!({"version": "q1w2e3r4t5z6u7i8"}),
        Code::InvalidPreferences => json!({"max": 32, "max_word": 64, "max_text": 256}),
        Code::InvalidInvitation => json!({"field": "places", "min": 1, "max": 1_000}),
        Code::NameRefused => json!({"reason": "reserved"}),
        Code::InvalidToken => json!({"field": "scopes"}),
        Code::InvalidReport => json!({"field": "words", "min": 0, "max": 1_000}),
        Code::TooManyReports | Code::TooManyRounds => json!({"max": 20}),
        Code::InvalidAct => json!({"field": "reason", "min": 1, "max": 500}),
        Code::SignInAgain => json!({"within_ms": 300_000}),
        Code::Suspended => json!({
            "sanction": "3v5b9c7m1x8k2q4w",
            "ground": "stalling",
            "until": 1_790_086_400_000_i64,
            "words": "Five games were left this week.",
        }),
        Code::InsufficientScope => json!({"scope": "play"}),
        Code::InvalidMarks | Code::InvalidPosition => json!({"at": "D1"}),
        Code::PassNeedsConfirmation => json!({"dead": ["D1", "D2"]}),
        Code::TooManyRequests => json!({"retry_after_ms": 1_200}),
        Code::RecordsFull => json!({"max_bytes": 8_589_934_592_u64}),
        Code::SharesFull => json!({"max_bytes": 1_073_741_824}),
        Code::WrongClock => json!({"ahead_ms": -3_600_000}),
        Code::DutyDown => json!({"duty": "journal"}),
        Code::TooManySubscriptions => json!({"max": 400}),
        Code::TooManyOpenGames
        | Code::TooManyComputerGames
        | Code::TooManyAnnouncements
        | Code::TooManyGroups => {
            json!({"max": 5})
        }
        Code::TooManyUnfinishedGames | Code::ListFull => json!({"max": 500}),
        Code::AnswerNotKept => json!({"status": 201, "location": "/api/v1/records"}),
        Code::TooManyKeys => json!({"max": tengen_store::MOST_KEYS}),
        _ => Value::Null,
    })
    .into()
}
