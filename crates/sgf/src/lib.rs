#![doc = include_str!("../README.md")]

mod blank;
mod collection;
mod declared;
mod decode;
mod detect;
mod equality;
mod error;
mod escape;
mod extract;
mod frequent;
pub mod go;
mod limits;
mod manuscript;
mod name;
mod node;
mod outline;
mod parse;
mod places;
mod raw;
mod tables;
mod value;
mod warning;
mod write;

pub use collection::Collection;
pub use decode::{Decoded, Source, decode};
pub use error::{ParseError, Position, SyntaxError};
pub use limits::Limits;
pub use manuscript::Manuscript;
pub use name::Name;
pub use node::{MainLine, Node, Property};
pub use raw::{Raw, RawError};
pub use tables::NodeId;
pub use value::Value;
pub use warning::{Warning, WarningKind, Warnings};
