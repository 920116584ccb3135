//! A proof of work, for the time in which very many want to register: a page computes for a moment, and the
//! server checks it at once.
//!
//! A challenge is a signed text, so the server keeps nothing of those it gave out. It keeps those that were
//! paid, until they expire.

mod error;
mod used;

use std::fmt::{self, Debug, Formatter};
use std::sync::{Mutex, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use tengen_game::Millis;

pub use self::error::TollError;
use self::used::Used;

/// The time in which a challenge may be paid, in milliseconds.
const LIFE: Millis = 10 * 60 * 1_000;

/// The number of registrations in the last ten minutes that is no flood.
const CALM: u32 = 60;
/// The bits of the first toll: 2^18 hashes, which a telephone makes in about a second.
const FIRST_BITS: u8 = 18;
/// The most that is asked for: sixteen times as much, for each page.
const MOST_BITS: u8 = 22;

const NONCE: usize = 16;
const SIGNATURE: usize = 32;
/// Nonce, expiry, bits.
const SIGNED: usize = NONCE + 8 + 1;
const CHALLENGE: usize = SIGNED + SIGNATURE;
/// The bytes of a challenge's text: base64 without padding.
const TEXT: usize = CHALLENGE.div_ceil(3) * 4;
/// The longest answer, in bytes.
const MOST_ANSWER: usize = 32;

/// The price of a registration in bits, by the number of registrations in the last ten minutes: nothing up to
/// 59, and then one bit more each time that number doubles, from 18 to 22.
pub const fn bits_for(registrations_lately: u32) -> u8 {
    let mut bits = FIRST_BITS;
    let mut most = CALM;
    if registrations_lately < most {
        return 0;
    }
    while bits < MOST_BITS && registrations_lately / 2 >= most {
        bits += 1;
        most *= 2;
    }
    bits
}

/// A task for a page: an answer such that SHA-256 of `text:answer` begins with so many zero bits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Challenge {
    /// Nonce, expiry, bits and a signature, in base64 for addresses.
    pub text: String,
    /// The zero bits that the hash needs.
    pub bits: u8,
    /// When it can't be paid any more, in milliseconds.
    pub expires: Millis,
}

/// The payment of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payment {
    /// The text of the challenge.
    pub challenge: String,
    /// The answer that was found for it: 1 to 32 bytes.
    pub answer: String,
}

/// Gives out challenges and takes payments. Servers with the same key take payments for each other's
/// challenges, each of them once.
pub struct Toll {
    key: Hmac<Sha256>,
    used: Mutex<Used>,
}

impl Toll {
    /// A toll with a key of random bytes.
    pub fn new(key: [u8; 32]) -> Self {
        // HMAC fills a key up with zeros to the block of its hash.
        let mut block = [0; 64];
        block[..key.len()].copy_from_slice(&key);
        Self { key: Hmac::new(&block.into()), used: Mutex::default() }
    }

    /// A challenge of so many bits (at most 22), good for ten minutes. The nonce is random.
    pub fn ask(&self, nonce: [u8; 16], bits: u8, now_ms: Millis) -> Challenge {
        let terms = Terms { nonce, expires: now_ms.saturating_add(LIFE), bits: bits.min(MOST_BITS) };
        let signed = terms.write();
        let signature = self.key.clone().chain_update(signed).finalize().into_bytes();
        let text = URL_SAFE_NO_PAD.encode([signed.as_slice(), signature.as_slice()].concat());
        Challenge { text, bits: terms.bits, expires: terms.expires }
    }

    /// Takes a payment for a challenge of so many bits at least, once.
    ///
    /// A flood that grows makes challenges dearer: a caller asks for no more bits here than it gave out in
    /// the last ten minutes, or those who are at work on an earlier challenge would pay for nothing.
    pub fn take(&self, payment: &Payment, least_bits: u8, now_ms: Millis) -> Result<(), TollError> {
        let terms = self.read(payment)?;
        let least = least_bits.min(MOST_BITS);
        if terms.bits < least {
            return Err(TollError::TooEasy { bits: terms.bits, least });
        }
        // So that nobody fills the memory of what was paid without paying.
        if zero_bits(payment) < u32::from(terms.bits) {
            return Err(TollError::Unpaid);
        }
        self.used.lock().unwrap_or_else(PoisonError::into_inner).note(terms.expires, terms.nonce, now_ms)
    }

    fn read(&self, Payment { challenge, answer }: &Payment) -> Result<Terms, TollError> {
        if challenge.len() > TEXT || answer.is_empty() || answer.len() > MOST_ANSWER {
            return Err(TollError::Unreadable);
        }
        let bytes = URL_SAFE_NO_PAD.decode(challenge).map_err(|_| TollError::Unreadable)?;
        let bytes: &[u8; CHALLENGE] = bytes.as_slice().try_into().map_err(|_| TollError::Unreadable)?;
        let (signed, signature) = bytes.split_first_chunk::<SIGNED>().ok_or(TollError::Unreadable)?;
        // In constant time.
        self.key.clone().chain_update(signed).verify_slice(signature).map_err(|_| TollError::Forged)?;
        Ok(Terms::read(*signed))
    }
}

impl Debug for Toll {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Toll")
    }
}

/// The content of a challenge.
struct Terms {
    nonce: [u8; NONCE],
    expires: Millis,
    bits: u8,
}

impl Terms {
    fn write(&self) -> [u8; SIGNED] {
        let mut bytes = [self.bits; SIGNED];
        bytes[..NONCE].copy_from_slice(&self.nonce);
        bytes[NONCE..SIGNED - 1].copy_from_slice(&self.expires.to_be_bytes());
        bytes
    }

    fn read(bytes: [u8; SIGNED]) -> Self {
        let (mut nonce, mut expires) = ([0; NONCE], [0; 8]);
        nonce.copy_from_slice(&bytes[..NONCE]);
        expires.copy_from_slice(&bytes[NONCE..SIGNED - 1]);
        Self { nonce, expires: Millis::from_be_bytes(expires), bits: bytes[SIGNED - 1] }
    }
}

/// The number of zero bits with which the hash of a payment begins.
fn zero_bits(Payment { challenge, answer }: &Payment) -> u32 {
    let hash = Sha256::new().chain_update(challenge).chain_update(":").chain_update(answer).finalize();
    let zeros = hash.iter().take_while(|byte| **byte == 0).count();
    let rest = hash.get(zeros).map_or(0, |byte| byte.leading_zeros());
    u32::try_from(zeros * 8).unwrap_or(u32::MAX).saturating_add(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Millis = 1_800_000_000_000;
    const BITS: u8 = 8;

    fn toll() -> Toll {
        Toll::new([7; 32])
    }

    fn payment(challenge: &Challenge, is_wanted: impl Fn(u32) -> bool) -> Payment {
        (0..u32::MAX)
            .map(|number| Payment { challenge: challenge.text.clone(), answer: format!("{number:x}") })
            .find(|payment| is_wanted(zero_bits(payment)))
            .unwrap()
    }

    /// The work of a page.
    fn pay(challenge: &Challenge) -> Payment {
        payment(challenge, |bits| bits >= u32::from(challenge.bits))
    }

    #[test]
    fn what_was_paid_is_taken_once() {
        let toll = toll();
        let challenge = toll.ask([1; 16], BITS, NOW);
        assert_eq!((challenge.text.len(), challenge.bits, challenge.expires), (76, BITS, NOW + 600_000));
        let paid = pay(&challenge);
        assert_eq!(toll.take(&paid, BITS, NOW), Ok(()));
        assert_eq!(toll.take(&paid, BITS, NOW + 1), Err(TollError::Used));
        // Nor with another answer.
        let other = Payment { answer: format!("{}-", paid.answer), ..paid };
        assert!(matches!(toll.take(&other, 0, NOW), Err(TollError::Unpaid | TollError::Used)));
        let second = pay(&toll.ask([2; 16], BITS, NOW));
        assert_eq!(toll.take(&second, BITS, NOW), Ok(()));
    }

    /// By another program: `printf tengen:ANSWER | sha256sum`.
    #[test]
    fn bits_are_counted_from_the_front() {
        for (bits, answer) in
            [(0, 0), (1, 1), (7, 517), (8, 450), (9, 349), (15, 3612), (16, 14900), (17, 769_282)]
        {
            let payment = Payment { challenge: "tengen".into(), answer: answer.to_string() };
            assert_eq!(zero_bits(&payment), bits, "{answer}");
        }
    }

    #[test]
    fn too_few_bits_are_not_paid() {
        let toll = toll();
        let challenge = toll.ask([1; 16], BITS, NOW);
        let short = payment(&challenge, |bits| bits == u32::from(BITS) - 1);
        assert_eq!(toll.take(&short, BITS, NOW), Err(TollError::Unpaid));
        assert_eq!(toll.take(&pay(&challenge), BITS, NOW), Ok(()), "and it is still good");
    }

    #[test]
    fn an_easy_one_is_refused_when_more_is_needed() {
        let toll = toll();
        let paid = pay(&toll.ask([1; 16], 4, NOW));
        assert_eq!(toll.take(&paid, 5, NOW), Err(TollError::TooEasy { bits: 4, least: 5 }));
        assert_eq!(toll.take(&paid, 3, NOW), Ok(()));
        let free = toll.ask([2; 16], 0, NOW);
        assert_eq!(toll.take(&Payment { challenge: free.text, answer: "x".into() }, 0, NOW), Ok(()));
    }

    #[test]
    fn nobody_is_asked_for_more_than_the_most() {
        let toll = toll();
        assert_eq!(toll.ask([1; 16], u8::MAX, NOW).bits, 22);
        let easy = pay(&toll.ask([1; 16], 1, NOW));
        assert_eq!(toll.take(&easy, u8::MAX, NOW), Err(TollError::TooEasy { bits: 1, least: 22 }));
    }

    #[test]
    fn a_challenge_expires() {
        let toll = toll();
        let paid = pay(&toll.ask([1; 16], BITS, NOW));
        assert_eq!(toll.take(&paid, BITS, NOW + LIFE), Err(TollError::Expired));
        assert_eq!(toll.take(&paid, BITS, NOW + LIFE - 1), Ok(()));
        assert_eq!(toll.take(&paid, BITS, Millis::MAX), Err(TollError::Expired));
        // The clock goes back: what was used stays so.
        assert_eq!(toll.take(&paid, BITS, NOW), Err(TollError::Expired));
    }

    #[test]
    fn only_what_this_server_signed_is_taken() {
        let toll = toll();
        let challenge = toll.ask([1; 16], BITS, NOW);
        let elsewhere = Toll::new([8; 32]).ask([1; 16], BITS, NOW);
        assert_eq!(toll.take(&pay(&elsewhere), BITS, NOW), Err(TollError::Forged));
        let bytes = URL_SAFE_NO_PAD.decode(&challenge.text).unwrap();
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            let forged = Payment { challenge: URL_SAFE_NO_PAD.encode(changed), answer: "x".into() };
            assert_eq!(toll.take(&forged, 0, NOW), Err(TollError::Forged), "byte {at}");
        }
    }

    #[test]
    fn what_is_no_payment_is_not_read() {
        let toll = toll();
        let Challenge { text, .. } = toll.ask([1; 16], 0, NOW);
        let long = "x".repeat(1_000_000);
        let (short, padded) = (&text[..72], format!("{text}="));
        for (challenge, answer) in [
            ("", "x"),
            ("no challenge", "x"),
            (short, "x"),
            (&padded, "x"),
            (&long, "x"),
            ("\u{1f600}", "x"),
            (&text, ""),
            (&text, &long),
            (&text, &"x".repeat(33)),
        ] {
            let payment = Payment { challenge: challenge.into(), answer: answer.into() };
            assert_eq!(toll.take(&payment, 0, NOW), Err(TollError::Unreadable), "{payment:.80?}");
        }
        assert_eq!(toll.take(&Payment { challenge: text, answer: "x".repeat(32) }, 0, NOW), Ok(()));
    }

    #[test]
    fn the_toll_grows_with_the_flood() {
        let tolls = [0, 59, 60, 119, 120, 239, 240, 479, 480, 959, 960, 1_000_000, u32::MAX].map(bits_for);
        assert_eq!(tolls, [0, 0, 18, 18, 19, 19, 20, 20, 21, 21, 22, 22, 22]);
        assert!((0..5_000).map(bits_for).is_sorted());
    }

    #[test]
    fn the_key_does_not_print_and_each_refusal_has_a_word() {
        assert_eq!(format!("{:?}", toll()), "Toll");
        let easy = TollError::TooEasy { bits: 1, least: 2 };
        let all = [
            TollError::Unreadable,
            TollError::Forged,
            TollError::Expired,
            easy,
            TollError::Unpaid,
            TollError::Used,
        ];
        assert_eq!(
            all.map(TollError::name),
            ["unreadable", "forged", "expired", "too_easy", "unpaid", "used"]
        );
    }
}
