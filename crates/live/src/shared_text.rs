//! Encoded text on its way to many readers.

use std::ops::Range;

use bytes::Bytes;

/// A text that all its holders share, and parts of it: no copy is made for a reader.
///
/// ```
/// use tengen_live::SharedText;
///
/// let frame = SharedText::from(r#"{"event":{"seq":1}}"#.to_owned());
/// let event = frame.part(9..18).ok_or("not between characters")?;
/// assert_eq!((event.as_str(), event.len()), (r#"{"seq":1}"#, 9));
/// assert_eq!(frame.part(9..90), None);
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SharedText(Bytes);

impl SharedText {
    /// The text.
    pub fn as_str(&self) -> &str {
        // It is made of strings, and of parts of strings, alone. The check takes some 30 ns a kilobyte.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// Its length in bytes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it has no characters.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A part of it, by its bytes; nothing if these do not lie between characters of the text.
    pub fn part(&self, bytes: Range<usize>) -> Option<Self> {
        self.as_str().get(bytes.clone())?;
        Some(Self(self.0.slice(bytes)))
    }
}

impl From<String> for SharedText {
    fn from(text: String) -> Self {
        Self(Bytes::from(text))
    }
}

impl From<SharedText> for Bytes {
    fn from(text: SharedText) -> Self {
        text.0
    }
}
