//! Rectangles of points in values.

use tengen_rules::SgfVertex;

/// Two opposite corners, whichever of them come first in the text.
pub(super) fn rectangle(text: &str) -> Option<(SgfVertex, SgfVertex)> {
    let (one, two) = text.split_once(':').unwrap_or((text, text));
    let [one, two] = [one, two].map(|text| text.trim().parse::<SgfVertex>().ok());
    let (one, two) = (one?, two?);
    let from = SgfVertex::new(one.column().min(two.column()), one.row().min(two.row()))?;
    let to = SgfVertex::new(one.column().max(two.column()), one.row().max(two.row()))?;
    Some((from, to))
}
