//! Which stones are taken off before counting.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use tengen_rules::Vertex;

/// Who says which stones are dead at the end of a record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum DeadChoice {
    /// Nobody: all stones are alive.
    #[default]
    None,
    /// The engine: what [`propose_marks`](tengen_rules::propose_marks) proposes, points that are nobody's among it.
    Auto,
    /// The caller: the chains of the stones on these points.
    Points(Vec<Vertex>),
}

impl FromStr for DeadChoice {
    type Err = DeadChoiceError;

    fn from_str(text: &str) -> Result<Self, DeadChoiceError> {
        match text {
            "none" => Ok(Self::None),
            "auto" => Ok(Self::Auto),
            points => {
                let points = points.split(',').map(|point| point.trim().parse());
                points.collect::<Result<_, _>>().map(Self::Points).map_err(|_| DeadChoiceError)
            }
        }
    }
}

/// A text that is neither `none`, `auto` nor points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeadChoiceError;

impl fmt::Display for DeadChoiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("neither none nor auto nor points such as D4,Q16")
    }
}

impl Error for DeadChoiceError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_or_points() {
        assert_eq!("none".parse(), Ok(DeadChoice::None));
        assert_eq!("auto".parse(), Ok(DeadChoice::Auto));
        let points = ["D4", "Q16"].map(|point| point.parse().unwrap()).to_vec();
        assert_eq!("d4, Q16".parse(), Ok(DeadChoice::Points(points)));
        for text in ["", "all", "D4,", "D4 Q16", "I5", "pass"] {
            assert_eq!(text.parse::<DeadChoice>(), Err(DeadChoiceError), "{text:?}");
        }
    }
}
