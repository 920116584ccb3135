//! A command as a player sends it, with the colour for which it is.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};
use serde_json::{Map, Value};
use tengen_game::CommandId;
use tengen_rules::Color;

use crate::{Command, Text, gathered};

/// The name of the colour's field.
const COLOR: &str = "color";

/// A command, and the colour for which it is. Both seats of a local game are one person's, so each of its
/// commands has a `color`; in any other game one may have it, and then it is the sender's own.
///
/// ```
/// use tengen_protocol::SentCommand;
/// use tengen_rules::Color;
///
/// let sent: SentCommand =
///     serde_json::from_str(r#"{"type": "play", "id": "c-1", "turn": 4, "at": "Q16", "color": "white"}"#)?;
/// assert_eq!((sent.command.id().as_str(), sent.color), ("c-1", Some(Color::White)));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentCommand {
    /// The colour, if the command names one.
    pub color: Option<Color>,
    /// The command.
    pub command: Command,
}

impl SentCommand {
    /// The command as the game understands it.
    pub fn to_game(&self) -> tengen_game::Command {
        let command = self.command.to_game();
        match self.color {
            Some(color) => tengen_game::Command::By { color, command: Box::new(command) },
            None => command,
        }
    }

    /// The client's own name for the command.
    pub fn id(&self) -> &CommandId {
        self.command.id()
    }
}

impl From<Command> for SentCommand {
    fn from(command: Command) -> Self {
        Self { color: None, command }
    }
}

impl Serialize for SentCommand {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        struct Colored<'a> {
            #[serde(flatten)]
            command: &'a Command,
            #[serde(skip_serializing_if = "Option::is_none")]
            color: Option<Text<Color>>,
        }
        Colored { command: &self.command, color: self.color.map(Text) }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for SentCommand {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut fields: Map<String, Value> = gathered(deserializer)?;
        let color = fields.remove(COLOR).map(Text::<Color>::deserialize).transpose();
        let command = Command::deserialize(Value::Object(fields)).map_err(D::Error::custom)?;
        Ok(Self { color: color.map_err(D::Error::custom)?.map(|color| color.0), command })
    }
}

impl JsonSchema for SentCommand {
    fn schema_name() -> Cow<'static, str> {
        "Command".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = Command::json_schema(generator);
        let mut color = generator.subschema_for::<Text<Color>>();
        let words = "The colour for which the command is: needed in a local game, and the sender's own in any other one.";
        color.insert("description".to_owned(), words.into());
        let kinds = schema.get_mut("oneOf").and_then(Value::as_array_mut);
        for kind in kinds.into_iter().flatten() {
            if let Some(fields) = kind.get_mut("properties").and_then(Value::as_object_mut) {
                fields.insert(COLOR.to_owned(), color.clone().into());
            }
        }
        schema
    }
}
