//! Codes of an authenticator, by time (RFC 6238): six digits, SHA-1, 30 seconds, which is what every authenticator knows.

use std::fmt::{self, Debug, Formatter};

use totp_rs::{Algorithm, Builder, Totp, TotpError};

/// How many bytes a secret has: 160 bits, as RFC 4226 advises.
const BYTES: usize = 20;
const DIGITS: u8 = 6;
/// How long a code is shown, in seconds.
const STEP: u64 = 30;
const STEP_MS: i64 = 30_000;
/// How many steps before and after the server's count, for clocks that differ and people who type slowly (RFC 6238, section 5.2).
const SKEW: i64 = 1;
/// The longest text that is read as a code, in bytes: its digits, and blanks between them.
const MOST_BYTES: usize = 64;

/// What an authenticator shares with the server. Whoever has it makes its codes, so it prints as nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; BYTES]);

/// There is no text for a person to know the account by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an authenticator shows an issuer and the name of an account")]
pub struct NoLabel;

impl Secret {
    /// A new secret from random bytes.
    pub const fn from_entropy(bytes: [u8; 20]) -> Self {
        Self(bytes)
    }

    /// The bytes, to be stored.
    pub const fn bytes(&self) -> [u8; 20] {
        self.0
    }

    /// The secret as a person types it into an authenticator: 32 characters in base32.
    pub fn text(&self) -> String {
        totp_rs::Secret::new_stack(self.0).to_base32()
    }

    /// The address that an authenticator reads as a QR code: `otpauth://totp/Issuer:account?secret=...&issuer=Issuer`. A colon parts both
    /// names in it, so colons in a name become blanks.
    ///
    /// # Errors
    ///
    /// When a name is blank.
    pub fn address(&self, issuer: &str, account: &str) -> Result<String, NoLabel> {
        let [issuer, account] = [issuer, account].map(|name| name.replace(':', " ").trim().to_owned());
        if issuer.is_empty() || account.is_empty() {
            return Err(NoLabel);
        }
        let totp = self.builder().with_issuer(Some(issuer)).with_account_name(account).build();
        totp.and_then(|totp| totp.to_url()).map_err(|_| NoLabel)
    }

    /// The step of a code, if it is that of this moment (in milliseconds) or of a step before or after. A code is good once: steps up to
    /// the last one that was used are refused, so the caller keeps the answered step, in the same transaction in which it read
    /// the last one. Blanks in a code are left out. The comparison takes the same time for every code of six digits.
    ///
    /// There are a million codes, of which three are right at a time. So the caller also counts failures, and makes an account wait.
    pub fn verify(&self, code: &str, now_ms: i64, last_step: Option<i64>) -> Option<i64> {
        if code.len() > MOST_BYTES {
            return None;
        }
        let code: String = code.chars().filter(|letter| !letter.is_whitespace()).collect();
        let totp = self.totp().ok()?;
        let now = now_ms.div_euclid(STEP_MS);
        let is_of = |step: &i64| {
            // The library's own search would stop at a step that was used.
            u64::try_from(*step).is_ok_and(|step| totp.check(&code, step.saturating_mul(STEP)).is_some())
        };
        let is_new = |step: &i64| last_step.is_none_or(|last| *step > last);
        // Of two steps that happen to have the same code the later one, so that both are used up.
        (now - SKEW..=now + SKEW).rfind(|step| is_new(step) && is_of(step))
    }

    fn totp(&self) -> Result<Totp, TotpError> {
        self.builder().build()
    }

    fn builder(&self) -> Builder {
        Builder::new()
            .with_algorithm(Algorithm::SHA1)
            .with_digits(DIGITS)
            .with_step_duration(STEP)
            // Each step is asked for by itself.
            .with_skew(0)
            .with_secret(totp_rs::Secret::new_stack(self.0))
    }
}

impl Debug for Secret {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The secret of RFC 6238, appendix B.
    const RFC: Secret = Secret(*b"12345678901234567890");

    /// Its codes there, of which an authenticator shows the last six digits, by seconds.
    const CODES: [(i64, &str); 6] = [
        (59, "287082"),
        (1_111_111_109, "081804"),
        (1_111_111_111, "050471"),
        (1_234_567_890, "005924"),
        (2_000_000_000, "279037"),
        (20_000_000_000, "353130"),
    ];

    fn code(secret: &Secret, step: i64) -> String {
        secret.totp().unwrap().generate(u64::try_from(step).unwrap() * STEP).to_string()
    }

    #[test]
    fn the_codes_are_those_of_the_rfc() {
        for (seconds, code) in CODES {
            assert_eq!(RFC.verify(code, seconds * 1_000, None), Some(seconds / 30), "{seconds}");
            assert_eq!(RFC.verify(code, seconds * 1_000 + 999, None), Some(seconds / 30), "{seconds}");
        }
    }

    #[test]
    fn a_code_is_good_one_step_to_either_side() {
        let now = 41_152_263 * STEP_MS;
        let step = |offset: i64| {
            RFC.verify(&code(&RFC, 41_152_263 + offset), now, None).map(|step| step - 41_152_263)
        };
        assert_eq!([-2, -1, 0, 1, 2].map(step), [None, Some(-1), Some(0), Some(1), None]);
        // Until the last millisecond of its step.
        let [late, later] =
            [STEP_MS - 1, STEP_MS].map(|ms| RFC.verify(&code(&RFC, 41_152_262), now + ms, None));
        assert_eq!((late, later), (Some(41_152_262), None));
    }

    #[test]
    fn a_code_is_good_once() {
        let now = 41_152_263 * STEP_MS;
        let [before, at, after] = [-1, 0, 1].map(|offset| code(&RFC, 41_152_263 + offset));
        let used = RFC.verify(&at, now, None);
        assert_eq!(used, Some(41_152_263));
        for code in [&at, &before] {
            assert_eq!(RFC.verify(code, now, used), None, "used, or older than what was");
        }
        assert_eq!(RFC.verify(&after, now, used), Some(41_152_264));
        assert_eq!(RFC.verify(&at, now, Some(41_152_262)), Some(41_152_263));
        assert_eq!(RFC.verify(&at, now, Some(i64::MAX)), None);
    }

    #[test]
    fn a_code_of_two_steps_is_good_once_as_well() {
        let step = 910_737;
        assert_eq!(code(&RFC, step), code(&RFC, step + 1));
        let (text, now) = (code(&RFC, step), step * STEP_MS);
        assert_eq!(RFC.verify(&text, now, None), Some(step + 1));
        assert_eq!(RFC.verify(&text, now, Some(step + 1)), None);
    }

    #[test]
    fn blanks_are_left_out_and_nothing_else() {
        let now = 59_000;
        for text in ["287082", " 287 082\n", "2 8 7 0 8 2", "287\u{a0}082"] {
            assert_eq!(RFC.verify(text, now, None), Some(1), "{text:?}");
        }
        for text in [
            "",
            "287",
            "2870820",
            "94287082",
            "287-082",
            "+87082",
            "28708a",
            "２８７０８２",
            "287081",
            "\u{0}\u{1f600}",
        ] {
            assert_eq!(RFC.verify(text, now, None), None, "{text:?}");
        }
        assert_eq!(RFC.verify(&format!("287082{}", " ".repeat(100_000)), now, None), None);
    }

    #[test]
    fn the_text_is_base32_and_the_address_is_escaped() {
        assert_eq!(RFC.text(), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        assert_eq!(Secret::from_entropy(RFC.bytes()), RFC);
        assert_eq!(
            RFC.address("Tengen", "Ann").unwrap(),
            "otpauth://totp/Tengen:Ann?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Tengen"
        );
        assert_eq!(
            RFC.address("Go & Co", " 李/a?b=c&d#e%f:g@h ").unwrap(),
            "otpauth://totp/Go%20%26%20Co:%E6%9D%8E%2Fa%3Fb%3Dc%26d%23e%25f%20g%40h\
             ?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Go%20%26%20Co"
        );
        for (issuer, account) in [("", "Ann"), ("Tengen", ""), ("Tengen", " : "), (":", "Ann")] {
            assert_eq!(RFC.address(issuer, account), Err(NoLabel));
        }
    }

    #[test]
    fn a_secret_does_not_print() {
        assert_eq!(format!("{RFC:?}"), "Secret");
    }

    proptest! {
        /// At any time, with any text: no panic, and what is right is so for the step that is answered.
        #[test]
        fn only_codes_are_right(bytes in any::<[u8; BYTES]>(), now_ms in any::<i64>(), text in "[0-9]{6}|\\PC{0,9}", last in any::<Option<i64>>()) {
            let secret = Secret::from_entropy(bytes);
            if let Some(step) = secret.verify(&text, now_ms, last) {
                prop_assert_eq!(code(&secret, step), text);
                prop_assert!(last.is_none_or(|last| step > last));
            }
        }

        #[test]
        fn the_code_of_this_moment_is_right(bytes in any::<[u8; BYTES]>(), step in 1..1_000_000_000_i64) {
            let secret = Secret::from_entropy(bytes);
            let found = secret.verify(&code(&secret, step), step * STEP_MS, None);
            // Two neighbours have the same code once in a million; then the later one is answered.
            prop_assert!(found.is_some_and(|found| found == step || found > step && code(&secret, found) == code(&secret, step)));
        }
    }
}
