//! A telephone with an authenticator, which makes codes from the secret by itself (RFC 6238).

/// How long a code is shown, in milliseconds.
pub(super) const STEP: i64 = 30_000;

/// An authenticator, as a telephone has it.
#[derive(Debug)]
pub(crate) struct Telephone {
    pub(super) secret: Vec<u8>,
}

impl Telephone {
    /// One that has read this secret, in base32.
    pub(super) fn with(secret: &str) -> Self {
        let letters = secret.bytes().map(|letter| match letter {
            b'A'..=b'Z' => letter - b'A',
            b'2'..=b'7' => letter - b'2' + 26,
            other => panic!("{other} is no letter of base32"),
        });
        let bits: Vec<bool> =
            letters.flat_map(|letter| (0..5).rev().map(move |bit| letter >> bit & 1 == 1)).collect();
        let byte = |bits: &[bool]| bits.iter().fold(0, |byte, bit| byte << 1 | u8::from(*bit));
        Self { secret: bits.chunks_exact(8).map(byte).collect() }
    }

    /// The code that it shows at a moment (RFC 6238).
    pub(crate) fn code(&self, at: i64) -> String {
        let padded = |by: u8| -> Vec<u8> {
            let bytes = self.secret.iter().copied().chain(std::iter::repeat(0)).take(64);
            bytes.map(|byte| byte ^ by).collect()
        };
        let inner = sha1(&[padded(0x36), (at / STEP).to_be_bytes().to_vec()].concat());
        let digest = sha1(&[padded(0x5c), inner.to_vec()].concat());
        let from = usize::from(digest[19] & 15);
        let number = u32::from_be_bytes(digest[from..from + 4].try_into().unwrap()) & 0x7fff_ffff;
        format!("{:06}", number % 1_000_000)
    }

    /// A code that it does not show around a moment.
    pub(crate) fn wrong_code(&self, at: i64) -> String {
        let shown: Vec<_> = (-3..=3).map(|steps| self.code(at + steps * STEP)).collect();
        (0..8).map(|number| format!("{number:06}")).find(|code| !shown.contains(code)).unwrap()
    }
}

/// SHA-1, as FIPS 180-4 describes it.
fn sha1(message: &[u8]) -> [u8; 20] {
    let mut padded = [message, &[0x80]].concat();
    padded.resize((padded.len() + 8).next_multiple_of(64) - 8, 0);
    padded.extend((message.len() as u64 * 8).to_be_bytes());
    let mut sums = [0x6745_2301_u32, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0];
    for block in padded.chunks_exact(64) {
        let mut words: Vec<u32> =
            block.chunks_exact(4).map(|word| u32::from_be_bytes(word.try_into().unwrap())).collect();
        for at in 16..80 {
            let mixed = words[at - 3] ^ words[at - 8] ^ words[at - 14] ^ words[at - 16];
            words.push(mixed.rotate_left(1));
        }
        let mut state = sums;
        for (round, word) in words.iter().enumerate() {
            let [first, x, y, z, last] = state;
            let (mixed, constant) = match round / 20 {
                0 => ((x & y) | (!x & z), 0x5a82_7999),
                1 => (x ^ y ^ z, 0x6ed9_eba1),
                2 => ((x & y) | (x & z) | (y & z), 0x8f1b_bcdc),
                _ => (x ^ y ^ z, 0xca62_c1d6_u32),
            };
            let sum =
                [mixed, last, constant, *word].into_iter().fold(first.rotate_left(5), u32::wrapping_add);
            state = [sum, first, x.rotate_left(30), y, z];
        }
        for (sum, add) in sums.iter_mut().zip(state) {
            *sum = sum.wrapping_add(add);
        }
    }
    let bytes: Vec<u8> = sums.into_iter().flat_map(u32::to_be_bytes).collect();
    bytes.try_into().unwrap()
}

/// Makes sure of the codes by those of RFC 6238, appendix B.
#[test]
fn a_telephone_shows_the_codes_of_the_standard() {
    let telephone = Telephone::with("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    assert_eq!(telephone.secret, b"12345678901234567890");
    for (seconds, code) in [(59, "287082"), (1_111_111_109, "081804"), (20_000_000_000, "353130")] {
        assert_eq!(telephone.code(seconds * 1_000), code);
    }
}
