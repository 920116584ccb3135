//! Enums whose values have stable names, and the error for a name nobody has.

use std::error::Error;
use std::fmt;

/// A name that belongs to no value of the wanted kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownName {
    kind: &'static str,
}

impl UnknownName {
    pub(crate) const fn new(kind: &'static str) -> Self {
        Self { kind }
    }

    /// The kind of name that was looked for: "color", "repetition", "preset", ...
    pub fn kind(&self) -> &'static str {
        self.kind
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown {}", self.kind)
    }
}

impl Error for UnknownName {}

/// Writes an enum together with its names, so that the list of values, the printed and the parsed names
/// cannot drift apart.
macro_rules! named {
    ($(#[$meta:meta])* $name:ident, $kind:literal { $($(#[$variant_meta:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$variant_meta])* $variant,)+
        }

        impl $name {
            /// Every value, in the order of the documentation.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// The stable name, as it is printed, parsed and stored.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::UnknownName;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Self::ALL
                    .iter()
                    .copied()
                    .find(|value| value.name() == text)
                    .ok_or($crate::UnknownName::new($kind))
            }
        }
    };
}

pub(crate) use named;
