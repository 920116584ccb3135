//! The rules that a new game asks for, as JSON.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use tengen_game::Settings;
use tengen_rules::{
    Button, Dead, HandicapBonus, LongCycle, Placement, Preset, Repetition, ResumeFirst, Rules, Scoring,
    Suicide, Tax, Ties,
};

use crate::Text;

/// Rules by the name of a preset, `"japanese"`, or as a preset with some axes changed,
/// `{"preset": "japanese", "scoring": "area"}`.
///
/// ```
/// use tengen_protocol::RulesWish;
/// use tengen_rules::{Preset, Suicide};
///
/// let wish: RulesWish = serde_json::from_str(r#"{"preset": "chinese", "suicide": "allowed"}"#)?;
/// assert_eq!((wish.preset, wish.rules.suicide), (Preset::Chinese, Suicide::Allowed));
/// assert!(serde_json::from_str::<RulesWish>(r#"{"preset": "chinese", "suicid": "allowed"}"#).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RulesWish {
    /// The preset.
    pub preset: Preset,
    /// Its rules with the changes.
    pub rules: Rules,
}

impl From<Preset> for RulesWish {
    fn from(preset: Preset) -> Self {
        Self { preset, rules: preset.rules() }
    }
}

macro_rules! changes {
    ($($axis:ident: $kind:ty),* ; $($(#[$attribute:meta])* $plain:ident: $plain_kind:ty),*) => {
        #[derive(Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        struct Changes {
            preset: Text<Preset>,
            $(#[serde(skip_serializing_if = "Option::is_none")] $axis: Option<Text<$kind>>,)*
            $($(#[$attribute])* #[serde(skip_serializing_if = "Option::is_none")] $plain: Option<$plain_kind>,)*
        }

        impl From<Changes> for RulesWish {
            fn from(changes: Changes) -> Self {
                let Self { preset, rules } = Self::from(changes.preset.0);
                let rules = Rules {
                    $($axis: changes.$axis.map_or(rules.$axis, |value| value.0),)*
                    $($plain: changes.$plain.unwrap_or(rules.$plain),)*
                };
                Self { preset, rules }
            }
        }

        impl Serialize for RulesWish {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let usual = self.preset.rules();
                if self.rules == usual {
                    return Text(self.preset).serialize(serializer);
                }
                let mut changes = serializer.serialize_map(None)?;
                changes.serialize_entry("preset", &Text(self.preset))?;
                $(if self.rules.$axis != usual.$axis {
                    changes.serialize_entry(stringify!($axis), &Text(self.rules.$axis))?;
                })*
                $(if self.rules.$plain != usual.$plain {
                    changes.serialize_entry(stringify!($plain), &self.rules.$plain)?;
                })*
                changes.end()
            }
        }
    };
}

changes! {
    repetition: Repetition, long_cycle: LongCycle, suicide: Suicide, scoring: Scoring, tax: Tax, dead: Dead,
    resume_first: ResumeFirst, handicap_bonus: HandicapBonus, placement: Placement, button: Button, ties: Ties;
    pass_stones: bool, white_passes_last: bool,
    #[schemars(range(max = Settings::MAX_RESUMPTIONS))]
    resumptions: u8
}

impl JsonSchema for RulesWish {
    fn schema_name() -> Cow<'static, str> {
        "RulesWish".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let (name, changes) =
            (generator.subschema_for::<Text<Preset>>(), generator.subschema_for::<Changes>());
        json_schema!({
            "description": "Rules by the name of a preset, or as a preset with some axes changed.",
            "anyOf": [name, changes],
            "examples": ["japanese", {"preset": "japanese", "scoring": "area"}],
        })
    }
}

impl<'de> Deserialize<'de> for RulesWish {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NameOrChanges;

        impl<'de> Visitor<'de> for NameOrChanges {
            type Value = RulesWish;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a preset, or an object with one")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<RulesWish, E> {
                name.parse().map(<RulesWish as From<Preset>>::from).map_err(E::custom)
            }

            fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<RulesWish, A::Error> {
                Changes::deserialize(MapAccessDeserializer::new(fields)).map(RulesWish::from)
            }
        }

        deserializer.deserialize_any(NameOrChanges)
    }
}
