//! Which encoding bytes have that don't say it and are not quite UTF-8. See [`decode`](crate::decode()) for the idea.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, GB18030, GBK, KOI8_R, KOI8_U, UTF_8, WINDOWS_1252};

use crate::alphabet::usual_in;
use crate::double_byte::DOUBLE_BYTE;
use crate::languages::{encodings, languages_of};
use crate::outline::outline;
use crate::stray::share_of_utf_8;

/// How many bytes the detector for web pages is given, from the first one beyond ASCII on.
const FED: usize = 256 << 10;

/// The bytes before the first one beyond ASCII that the detector looks at, too.
const CONTEXT: usize = 2;

/// What the opinion of the detector is worth: it decides where the words say nothing.
const VOTE: usize = 60;

/// The weight of a reading that is as usual as can be.
const WHOLLY_USUAL: usize = 1_000;

/// How well a reading fits. The greater one is better: first by the games that it finds, then by its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Fit {
    /// The amount of games, nodes and values.
    pub(crate) games: Option<usize>,
    /// How usual its characters and words are.
    pub(crate) weight: usize,
}

/// The encoding that fits best, and how well.
pub(crate) fn detect(bytes: &[u8]) -> (&'static Encoding, Fit) {
    let vote = opinion(bytes);
    let (latin, _) = WINDOWS_1252.decode_without_bom_handling(bytes);
    let in_ascii = outline(&latin);
    let mut best = (WINDOWS_1252, Fit { games: in_ascii, weight: 0 });
    let mut offer = |encoding, games, weight| {
        let weight = weight + if encoding == vote { VOTE } else { 0 };
        let fit = Fit { games, weight };
        if fit > best.1 {
            best = (encoding, fit);
        }
    };
    for double in &DOUBLE_BYTE {
        if let Some(text) = double.encoding.decode_without_bom_handling_and_without_replacement(bytes)
            && let Some(share) = double.share(bytes, &text)
        {
            offer(double.encoding, outline(&text), share);
        }
    }
    // Broken characters of UTF-8 leave all brackets where they are, as encodings of one byte a character do.
    offer(UTF_8, in_ascii, share_of_utf_8(bytes));
    let voted = Some(vote).filter(|vote| vote.is_single_byte() && encodings().all(|one| one != *vote));
    for encoding in encodings().chain(voted) {
        if let Some(text) = encoding.decode_without_bom_handling_and_without_replacement(bytes) {
            offer(encoding, in_ascii, weight_of_words(encoding, &text));
        }
    }
    let (encoding, fit) = best;
    // Only Ukrainian letters tell them apart.
    let is_russian = encoding == KOI8_U
        && KOI8_R.decode_without_bom_handling(bytes).0 == KOI8_U.decode_without_bom_handling(bytes).0;
    (if is_russian { KOI8_R } else { encoding }, fit)
}

/// How usual a text is that bytes are in an encoding.
pub(crate) fn weight(encoding: &'static Encoding, bytes: &[u8], text: &str) -> usize {
    match DOUBLE_BYTE.iter().find(|double| double.encoding == encoding) {
        Some(double) => double.share(bytes, text).unwrap_or(WHOLLY_USUAL),
        None => weight_of_words(encoding, text),
    }
}

/// How usual the words of a text are. An encoding of languages that are not listed has only half of that, and plain ASCII all of it.
fn weight_of_words(encoding: &'static Encoding, text: &str) -> usize {
    let Some(usual) = usual_in(encoding, text) else { return WHOLLY_USUAL };
    let is_listed = languages_of(encoding).next().is_some();
    if is_listed { (6 * usual.good + 4 * usual.known) / 10 } else { 3 * usual.good / 10 }
}

/// The opinion of a detector that was made for web pages: it knows which letters follow each other in many languages, but neither
/// brackets nor the words of the game.
fn opinion(bytes: &[u8]) -> &'static Encoding {
    let first = bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or(bytes.len());
    let rest = &bytes[first.saturating_sub(CONTEXT)..];
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(&rest[..rest.len().min(FED)], rest.len() <= FED);
    let guess = detector.guess(None, Utf8Detection::Deny);
    if guess == GBK { GB18030 } else { guess }
}
