//! A board as a picture, for programs that show a preview of an address: drawn as SVG, made into PNG, kept for a while.
//!
//! The picture has no text: a message names the players beside it, and no font has to be there.

mod diagram;
mod drawing;
mod kept;
mod shot;

pub use diagram::Diagram;
pub use drawing::{Drawing, HEIGHT, WIDTH};
pub use kept::{Kept, Pictured, Pictures};
pub use shot::{PictureError, png};
