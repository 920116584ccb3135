//! A line of moves in a request: one text with commas, or a list with a text for each move. In an answer it
//! is one text.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserializer, Error, SeqAccess, Visitor};

use crate::{LONGEST_LINE_TEXT, ONE_MOVE, Text, Word, WrittenMoves};

/// The most moves in a list, whose texts are longer than one text of the same moves: a message has room for
/// as many, whatever they are.
const LONGEST_LIST: usize = 1_000;

/// Reads a line as one text.
pub(crate) fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    struct Line;

    impl<'de> Visitor<'de> for Line {
        type Value = String;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("moves with commas between them, or a list of moves")
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
            Ok(text.to_owned())
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut moves: A) -> Result<String, A::Error> {
            let (mut line, mut count) = (String::new(), 0);
            while let Some(one) = moves.next_element::<Cow<'de, str>>()? {
                count += 1;
                if count > LONGEST_LIST || line.len() + one.len() >= LONGEST_LINE_TEXT {
                    return Err(A::Error::custom(format_args!("more than {LONGEST_LIST} moves in the list")));
                }
                if one.is_empty() || one.contains(',') {
                    return Err(A::Error::custom("each text of the list is one move"));
                }
                if !line.is_empty() {
                    line.push(',');
                }
                line.push_str(&one);
            }
            Ok(line)
        }
    }

    deserializer.deserialize_any(Line)
}

/// Reads a line as moves.
pub(crate) fn moves<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Text<WrittenMoves>, D::Error> {
    text(deserializer)?.parse().map(Text).map_err(D::Error::custom)
}

/// The moves of a position, in the schema.
pub(crate) struct Moves;

impl JsonSchema for Moves {
    fn schema_name() -> Cow<'static, str> {
        WrittenMoves::NAME.into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let text = WrittenMoves::schema();
        if generator.contract().is_deserialize() { or_list(&text) } else { text }
    }
}

/// The line of a move that is tried, in the schema.
pub(crate) struct TriedLine;

impl JsonSchema for TriedLine {
    fn schema_name() -> Cow<'static, str> {
        "TriedLine".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let text = json_schema!({
            "type": "string",
            "maxLength": LONGEST_LINE_TEXT,
            "pattern": "^[A-Za-z0-9:, ]*$",
            "examples": ["Q16,D4"],
        });
        or_list(&text)
    }
}

fn or_list(text: &Schema) -> Schema {
    let one =
        json_schema!({ "type": "string", "pattern": format!("^{ONE_MOVE}$"), "examples": ["white:Q16"] });
    json_schema!({ "anyOf": [text, { "type": "array", "maxItems": LONGEST_LIST, "items": one }] })
}
