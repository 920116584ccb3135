//! Media types.

/// The media type of a file, by the end of its name.
pub fn media_type(name: &str) -> String {
    let guessed = mime_guess::from_path(name).first_or_octet_stream();
    if guessed.type_() == mime_guess::mime::TEXT {
        format!("{guessed}; charset=utf-8")
    } else {
        guessed.to_string()
    }
}
