//! Rules as one word: a preset and the differences from it.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use serde_json::{Map, Value};
use tengen_rules::{Preset, Rules};

use crate::RulesShape;

/// A preset with some axes changed: `japanese`, or `chinese,repetition=positional_superko,suicide=allowed`.
/// Axes and their values have the names that they have in JSON.
///
/// ```
/// use tengen_protocol::RulesChoice;
/// use tengen_rules::Suicide;
///
/// let choice: RulesChoice = "chinese,suicide=allowed,pass_stones=true".parse()?;
/// assert_eq!(choice.rules().suicide, Suicide::Allowed);
/// assert_eq!(choice.to_string(), "chinese,pass_stones=true,suicide=allowed");
/// # Ok::<(), tengen_protocol::RulesChoiceError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RulesChoice {
    preset: Preset,
    rules: Rules,
}

impl RulesChoice {
    /// A preset, with the axes of these rules that differ from it.
    pub fn new(preset: Preset, rules: Rules) -> Self {
        Self { preset, rules }
    }

    /// The preset that komi is taken from where a record has none.
    pub fn preset(&self) -> Preset {
        self.preset
    }

    /// The rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }
}

impl From<Preset> for RulesChoice {
    fn from(preset: Preset) -> Self {
        Self { preset, rules: preset.rules() }
    }
}

/// Every axis by name. It goes through the JSON shape of rules, so that an axis that exists there exists
/// here.
fn axes(preset: Preset, rules: &Rules) -> Map<String, Value> {
    match serde_json::to_value(RulesShape::new(preset, rules)) {
        Ok(Value::Object(mut axes)) => {
            axes.remove("preset");
            axes.remove("custom");
            axes
        }
        _ => Map::new(),
    }
}

impl FromStr for RulesChoice {
    type Err = RulesChoiceError;

    fn from_str(text: &str) -> Result<Self, RulesChoiceError> {
        let mut parts = text.split(',').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let preset: Preset = name.parse().map_err(|_| RulesChoiceError::Preset(name.to_owned()))?;
        let mut rules = preset.rules();
        for part in parts {
            let (axis, value) =
                part.split_once('=').ok_or_else(|| RulesChoiceError::NoValue(part.to_owned()))?;
            rules = changed(preset, &rules, axis.trim(), value.trim())?;
        }
        rules.check().map_err(|error| RulesChoiceError::Contradiction(error.to_string()))?;
        Ok(Self { preset, rules })
    }
}

fn changed(preset: Preset, rules: &Rules, axis: &str, value: &str) -> Result<Rules, RulesChoiceError> {
    let mut axes = axes(preset, rules);
    let known = axes.keys().cloned().collect();
    let Some(place) = axes.get_mut(axis) else {
        return Err(RulesChoiceError::Axis { axis: axis.to_owned(), known });
    };
    let wrong = || RulesChoiceError::Value { axis: axis.to_owned(), value: value.to_owned() };
    // Words stay words; numbers and truth values are JSON of their own.
    *place = match place {
        Value::String(_) => Value::String(value.to_owned()),
        _ => serde_json::from_str(value).map_err(|_| wrong())?,
    };
    axes.insert("preset".to_owned(), Value::String(preset.name().to_owned()));
    let shape: RulesShape = serde_json::from_value(Value::Object(axes)).map_err(|_| wrong())?;
    Ok(shape.rules())
}

impl fmt::Display for RulesChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.preset.name())?;
        let usual = self.preset.rules();
        if self.rules == usual {
            return Ok(());
        }
        let usual = axes(self.preset, &usual);
        let mut differing: Vec<_> = axes(self.preset, &self.rules).into_iter().collect();
        differing.retain(|(axis, value)| usual.get(axis) != Some(value));
        differing.sort_by(|one, two| one.0.cmp(&two.0));
        for (axis, value) in differing {
            match value {
                Value::String(word) => write!(f, ",{axis}={word}")?,
                other => write!(f, ",{axis}={other}")?,
            }
        }
        Ok(())
    }
}

/// A text that names no rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RulesChoiceError {
    /// There is no such preset.
    Preset(String),
    /// Two axes contradict each other.
    Contradiction(String),
    /// A part has no `=`.
    NoValue(String),
    /// There is no such axis.
    Axis {
        /// The text that was asked for.
        axis: String,
        /// The axes there are.
        known: Vec<String>,
    },
    /// The axis has no such value.
    Value {
        /// The axis.
        axis: String,
        /// The text that was asked for.
        value: String,
    },
}

impl fmt::Display for RulesChoiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Preset(name) => {
                let known: Vec<_> = Preset::ALL.iter().map(|preset| preset.name()).collect();
                write!(f, "no preset \"{name}\"; there are {}", known.join(", "))
            }
            Self::Contradiction(why) => f.write_str(why),
            Self::NoValue(part) => write!(f, "\"{part}\" is not of the form axis=value"),
            Self::Axis { axis, known } => write!(f, "no axis \"{axis}\"; there are {}", known.join(", ")),
            Self::Value { axis, value } => write!(f, "the axis {axis} has no value \"{value}\""),
        }
    }
}

impl Error for RulesChoiceError {}
