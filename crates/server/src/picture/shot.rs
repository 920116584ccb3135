//! From SVG to PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::{HEIGHT, WIDTH};

/// Why a picture could not be made.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The drawing does not read.
    #[error("the drawing does not read: {0}")]
    Drawing(#[from] resvg::usvg::Error),
    /// There is no room for so many pixels.
    #[error("no room for the picture")]
    Room,
    /// The picture does not encode.
    #[error("the picture does not encode: {0}")]
    Encoding(String),
}

/// The PNG of a drawing, [`WIDTH`] by [`HEIGHT`] pixels. It takes some tens of milliseconds of a processor.
///
/// # Errors
///
/// Where the drawing is no SVG, or the machine has no memory left.
pub fn png(svg: &str) -> Result<Vec<u8>, PictureError> {
    // Without features the library reads no font and no other file, and a drawing names none.
    let tree = Tree::from_str(svg, &Options::default())?;
    let mut pixels = Pixmap::new(WIDTH, HEIGHT).ok_or(PictureError::Room)?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PictureError::Encoding(error.to_string()))
}
