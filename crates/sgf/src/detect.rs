//! Which encoding bytes have that don't say it and are not quite UTF-8. See [`decode`](crate::decode()) for the idea.

use encoding_rs::{BIG5, EUC_KR, Encoding, GB18030, SHIFT_JIS, UTF_8, WINDOWS_1252};

use crate::frequent;
use crate::outline::outline;

/// How many characters beyond ASCII are looked at: enough for any text, and bounded.
const LOOKED_AT: usize = 1 << 14;

/// An encoding of two bytes a character, and its usual characters.
struct Candidate {
    encoding: &'static Encoding,
    /// Whether a pair of bytes is in its common part.
    is_common: fn(u8, u8) -> bool,
    /// Characters that are frequent in game records of its language.
    frequent: &'static str,
}

/// In the order in which ties are decided.
const CANDIDATES: [Candidate; 4] = [
    Candidate { encoding: GB18030, is_common: is_common_gb, frequent: frequent::SIMPLIFIED },
    Candidate { encoding: SHIFT_JIS, is_common: is_common_shift_jis, frequent: frequent::JAPANESE },
    Candidate { encoding: EUC_KR, is_common: is_common_euc_kr, frequent: frequent::KOREAN },
    Candidate { encoding: BIG5, is_common: is_common_big5, frequent: frequent::TRADITIONAL },
];

/// How well a reading fits: the amount of games that it finds, then how usual its characters are. The greater one is better.
type Fit = (Option<usize>, usize);

/// The encoding that fits best.
pub(crate) fn detect(bytes: &[u8]) -> &'static Encoding {
    let (latin, _) = WINDOWS_1252.decode_without_bom_handling(bytes);
    let in_latin = outline(&latin);
    let mut best: (&'static Encoding, Fit) = (WINDOWS_1252, (in_latin, 0));
    let mut offer = |encoding, fit| {
        if fit > best.1 {
            best = (encoding, fit);
        }
    };
    for candidate in &CANDIDATES {
        if let Some(text) = candidate.encoding.decode_without_bom_handling_and_without_replacement(bytes)
            && let Some(share) = share(candidate, bytes, &text)
        {
            offer(candidate.encoding, (outline(&text), share));
        }
    }
    // Broken characters of UTF-8 leave all brackets where they are, as Latin-1 does.
    offer(UTF_8, (in_latin, utf_8_share(bytes)));
    offer(WINDOWS_1252, (in_latin, latin_share(bytes)));
    best.0
}

/// Whether the broken characters are few beside the whole ones, as never happens by chance in another encoding.
pub(crate) fn is_mostly_utf_8(bytes: &[u8]) -> bool {
    utf_8_share(bytes) >= 500
}

/// How usual the text is that the bytes are in that encoding, in thousandths; `None` if it is plain ASCII.
fn share(candidate: &Candidate, bytes: &[u8], text: &str) -> Option<usize> {
    let (mut all, mut frequent) = (0, 0);
    for character in text.chars().filter(|character| !character.is_ascii()).take(LOOKED_AT) {
        all += 1;
        frequent += usize::from(candidate.frequent.contains(character));
    }
    let (mut common, mut looked_at) = (0, 0);
    let mut rest = bytes;
    while let Some((&lead, after)) = rest.split_first()
        && looked_at < all
    {
        rest = after;
        looked_at += usize::from(lead >= 0x80);
        let single = lead < 0x80 || (candidate.encoding == SHIFT_JIS && matches!(lead, 0xa0..=0xdf));
        if !single && let Some((&trail, after)) = rest.split_first() {
            rest = after;
            common += usize::from((candidate.is_common)(lead, trail));
        }
    }
    per_mille(common, frequent, all)
}

/// The share for UTF-8 with broken characters. The longer a character, the less likely it is whole by chance; and a
/// text that really is UTF-8 has few broken places.
fn utf_8_share(bytes: &[u8]) -> usize {
    let (mut whole, mut broken) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        whole += chunk.valid().chars().map(|character| character.len_utf8() - 1).sum::<usize>();
        broken += usize::from(!chunk.invalid().is_empty());
    }
    (1000 * whole).checked_div(whole + 4 * broken).unwrap_or(0)
}

/// The share for Latin-1, in which any bytes are a text.
fn latin_share(bytes: &[u8]) -> usize {
    let (mut all, mut common, mut frequent) = (0, 0, 0);
    for (at, &byte) in bytes.iter().enumerate().filter(|(_, byte)| **byte >= 0x80).take(LOOKED_AT) {
        all += 1;
        let before = at.checked_sub(1).and_then(|at| bytes.get(at)).copied().unwrap_or(b' ');
        let after = bytes.get(at + 1).copied().unwrap_or(b' ');
        let alone = before < 0x80 && after < 0x80;
        let in_a_word = before.is_ascii_alphabetic() || after.is_ascii_alphabetic();
        if alone && in_a_word && byte >= 0xc0 && !matches!(byte, 0xd7 | 0xf7) {
            common += 1;
            frequent += usize::from(byte >= 0xdf);
        }
    }
    per_mille(common, frequent, all).unwrap_or(0)
}

fn per_mille(common: usize, frequent: usize, all: usize) -> Option<usize> {
    (1000 * (common + 2 * frequent)).checked_div(3 * all)
}

/// The first level of GB 2312: the 3,755 hanzi in use, and full-width punctuation.
const fn is_common_gb(lead: u8, trail: u8) -> bool {
    matches!(lead, 0xb0..=0xd7 | 0xa1 | 0xa3) && trail >= 0xa1
}

/// Kana, the first level of JIS X 0208, and punctuation.
const fn is_common_shift_jis(lead: u8, trail: u8) -> bool {
    match lead {
        0x82 => trail >= 0x4f,
        0x83 => trail <= 0x96,
        0x88 => trail >= 0x9f,
        0x81 | 0x89..=0x97 => true,
        0x98 => trail <= 0x72,
        _ => false,
    }
}

/// The 2,350 hangul syllables of KS X 1001, and punctuation.
const fn is_common_euc_kr(lead: u8, trail: u8) -> bool {
    matches!(lead, 0xb0..=0xc8 | 0xa1 | 0xa3) && trail >= 0xa1
}

/// The 5,401 hanzi of the first level, and punctuation.
const fn is_common_big5(lead: u8, _trail: u8) -> bool {
    matches!(lead, 0xa4..=0xc6 | 0xa1)
}
