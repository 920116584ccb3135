//! Addresses as codes that telephones read.

use qrcodegen::{DataTooLong, QrCode, QrCodeEcc};

/// How wide the empty rim of a code is, in its modules: readers look for it.
const QUIET_ZONE: i32 = 4;

/// A text as a QR code in SVG, black on white, whatever the look of the page: so every reader reads it.
///
/// # Errors
///
/// When the text is too long for a code.
pub fn svg(text: &str) -> Result<String, DataTooLong> {
    QrCode::encode_text(text, QrCodeEcc::Medium).map(|code| code_as_svg(&code))
}

fn code_as_svg(code: &QrCode) -> String {
    let side = code.size() + 2 * QUIET_ZONE;
    let cells = (0..code.size()).flat_map(|y| (0..code.size()).map(move |x| (x, y)));
    let dark = cells.filter(|&(x, y)| code.get_module(x, y));
    let path = dark.fold(String::new(), |path, (x, y)| {
        path + &format!("M{} {}h1v1h-1z", x + QUIET_ZONE, y + QUIET_ZONE)
    });
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" shape-rendering="crispEdges"><rect width="{side}" height="{side}" fill="#fff"/><path d="{path}" fill="#000"/></svg>"##
    )
}
