//! Encodings of two bytes a character: how usual the characters are that bytes are in one of them.

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, SHIFT_JIS};

use crate::frequent;

/// How many characters beyond ASCII are looked at: enough for any text, and bounded.
const LOOKED_AT: usize = 1 << 12;

/// How many unusual characters one counts for that stands at a small letter of ASCII, as the letters of half a word do in a wrong encoding.
const AT_A_LETTER: usize = 3;

/// An encoding of two bytes a character, and its usual characters.
pub(crate) struct DoubleByte {
    pub(crate) encoding: &'static Encoding,
    /// Whether a pair of bytes is in its common part.
    is_common: fn(u8, u8) -> bool,
    /// Characters that are frequent in game records of its language.
    frequent: &'static str,
}

/// In the order in which ties are decided.
pub(crate) const DOUBLE_BYTE: [DoubleByte; 5] = [
    DoubleByte { encoding: GB18030, is_common: is_common_gb, frequent: frequent::SIMPLIFIED },
    DoubleByte { encoding: SHIFT_JIS, is_common: is_common_shift_jis, frequent: frequent::JAPANESE },
    DoubleByte { encoding: EUC_KR, is_common: is_common_euc_kr, frequent: frequent::KOREAN },
    DoubleByte { encoding: BIG5, is_common: is_common_big5, frequent: frequent::TRADITIONAL },
    DoubleByte { encoding: EUC_JP, is_common: is_common_euc_jp, frequent: frequent::JAPANESE },
];

impl DoubleByte {
    /// How usual the text is that the bytes are, in thousandths: characters that are frequent in game records count three times as much as
    /// those of the common part. `None` if it is plain ASCII.
    pub(crate) fn share(&self, bytes: &[u8], text: &str) -> Option<usize> {
        let (mut all, mut frequent, mut at_letters) = (0, 0, 0);
        let mut before = ' ';
        for character in text.chars() {
            if character.is_ascii() {
                at_letters += usize::from(character.is_ascii_lowercase() && !before.is_ascii());
            } else if all < LOOKED_AT {
                all += 1;
                frequent += usize::from(self.frequent.contains(character));
                at_letters += usize::from(before.is_ascii_lowercase());
            } else {
                break;
            }
            before = character;
        }
        let weighed = self.common(bytes, all) + 2 * frequent;
        (1000 * weighed).checked_div(3 * (all + AT_A_LETTER * at_letters))
    }

    /// How many of the first so many characters beyond ASCII are in the common part.
    fn common(&self, bytes: &[u8], all: usize) -> usize {
        let (mut common, mut looked_at) = (0, 0);
        let mut rest = bytes;
        while let Some((&lead, after)) = rest.split_first()
            && looked_at < all
        {
            rest = after;
            looked_at += usize::from(lead >= 0x80);
            let single = lead < 0x80 || (self.encoding == SHIFT_JIS && matches!(lead, 0xa0..=0xdf));
            if !single && let Some((&trail, after)) = rest.split_first() {
                rest = after;
                common += usize::from((self.is_common)(lead, trail));
            }
        }
        common
    }
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

/// The same in EUC-JP.
const fn is_common_euc_jp(lead: u8, trail: u8) -> bool {
    matches!(lead, 0xb0..=0xcf | 0xa1 | 0xa3..=0xa5) && trail >= 0xa1
}

/// The 2,350 hangul syllables of KS X 1001, and punctuation.
const fn is_common_euc_kr(lead: u8, trail: u8) -> bool {
    matches!(lead, 0xb0..=0xc8 | 0xa1 | 0xa3) && trail >= 0xa1
}

/// The 5,401 hanzi of the first level, and punctuation.
const fn is_common_big5(lead: u8, _trail: u8) -> bool {
    matches!(lead, 0xa4..=0xc6 | 0xa1)
}
