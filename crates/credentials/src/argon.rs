//! Hashes of passwords by argon2id, as texts in the PHC format: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`.

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Params, Version};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::cost::{Cost, is_bearable};
use crate::{Password, ShortCode};

/// How many bytes of salt and of hash.
const SALT: usize = 16;
const OUTPUT: usize = 32;
/// The longest text of a hash. Our own have 97 bytes.
const MOST_BYTES: usize = 256;

/// How a password was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checked {
    /// It is another password, or there is no such account.
    Wrong,
    /// It is the password.
    Right,
    /// It is the password, and its hash was made at another cost than today's: it should be made anew.
    RightButOld,
}

/// Nothing could be computed: there were no random bytes, or no memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Failed;

/// A stored text is no hash of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unreadable;

/// The step that takes the time: password and salt become a hash.
pub(crate) type Compute =
    Box<dyn FnMut(&Argon2<'static>, &[u8], &[u8], &mut [u8]) -> Result<(), Failed> + Send>;

/// Makes and checks hashes at a cost.
pub(crate) struct Argon {
    cost: Cost,
    compute: Compute,
}

impl Argon {
    pub(crate) fn new(cost: Cost, compute: Compute) -> Self {
        Self { cost, compute }
    }

    /// A new hash with a salt of its own.
    pub(crate) fn hash(&mut self, password: &Password) -> Result<String, Failed> {
        let mut salt = [0; SALT];
        getrandom::fill(&mut salt).map_err(|_| Failed)?;
        let params = self.cost.params().clone();
        let phc = PasswordHash {
            algorithm: Algorithm::Argon2id.ident(),
            version: Some(Version::V0x13.into()),
            params: ParamsString::try_from(&params).map_err(|_| Failed)?,
            salt: Some(Salt::new(&salt).map_err(|_| Failed)?),
            hash: Some(self.output(params, Version::V0x13, password, &salt, OUTPUT)?),
        };
        Ok(phc.to_string())
    }

    /// Whether a password has this hash. A text that is no hash takes the same work as one of today's.
    pub(crate) fn check(
        &mut self,
        password: &Password,
        hash: &str,
    ) -> Result<Result<Checked, Unreadable>, Failed> {
        let Some(stored) = Stored::read(hash) else {
            self.nobody(password)?;
            return Ok(Err(Unreadable));
        };
        let is_todays = stored.is_of(&self.cost);
        let Stored { params, version, salt, output } = stored;
        // `Output` compares in constant time.
        let is_right = self.output(params, version, password, &salt, output.len())? == output;
        Ok(Ok(match (is_right, is_todays) {
            (false, _) => Checked::Wrong,
            (true, true) => Checked::Right,
            (true, false) => Checked::RightButOld,
        }))
    }

    /// The work of checking a password where there is no hash, so that time does not tell whether there is an account.
    pub(crate) fn nobody(&mut self, password: &Password) -> Result<(), Failed> {
        let params = self.cost.params().clone();
        self.output(params, Version::V0x13, password, &[0; SALT], OUTPUT).map(|_| ())
    }

    /// The hash of a short code with a salt of all codes, of eight bytes or more: always the same, so that a card is found by it.
    pub(crate) fn code(&mut self, code: &ShortCode, salt: &[u8]) -> Result<String, Failed> {
        let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, Cost::OF_CODE.params().clone());
        let mut hash = [0; OUTPUT];
        (self.compute)(&argon, code.letters(), salt, &mut hash)?;
        Ok(URL_SAFE_NO_PAD.encode(hash))
    }

    fn output(
        &mut self,
        params: Params,
        version: Version,
        password: &Password,
        salt: &[u8],
        length: usize,
    ) -> Result<Output, Failed> {
        let mut output = [0; Output::MAX_LENGTH];
        let output = output.get_mut(..length).ok_or(Failed)?;
        let argon = Argon2::new(Algorithm::Argon2id, version, params);
        (self.compute)(&argon, password.bytes(), salt, output)?;
        Output::new(output).map_err(|_| Failed)
    }
}

/// A stored hash, as it was read.
struct Stored {
    params: Params,
    version: Version,
    salt: Salt,
    output: Output,
}

impl Stored {
    /// Nothing, if the text is no hash by argon2id, or one that would take more than any of ours.
    fn read(text: &str) -> Option<Self> {
        if text.len() > MOST_BYTES {
            return None;
        }
        let phc = PasswordHash::new(text).ok()?;
        if phc.algorithm != Algorithm::Argon2id.ident() {
            return None;
        }
        let params = Params::try_from(&phc).ok().filter(is_bearable)?;
        let version = Version::try_from(phc.version?).ok()?;
        Some(Self { params, version, salt: phc.salt?, output: phc.hash? })
    }

    fn is_of(&self, cost: &Cost) -> bool {
        let costs = |params: &Params| (params.m_cost(), params.t_cost(), params.p_cost());
        costs(&self.params) == costs(cost.params())
            && self.version == Version::V0x13
            && (self.salt.len(), self.output.len()) == (SALT, OUTPUT)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn argon(memory: u32, passes: u32) -> Argon {
        let compute: Compute = Box::new(|argon, password, salt, output| {
            argon.hash_password_into(password, salt, output).map_err(|_| Failed)
        });
        Argon::new(Cost::new(memory, passes).unwrap(), compute)
    }

    fn password(text: &str) -> Password {
        Password::parse(text).unwrap()
    }

    fn check(argon: &mut Argon, text: &str, hash: &str) -> Result<Checked, Unreadable> {
        argon.check(&password(text), hash).unwrap()
    }

    #[test]
    fn a_hash_is_that_of_its_password_and_has_a_salt() {
        let mut argon = argon(8, 1);
        let [one, other] = [(), ()].map(|()| argon.hash(&password("slow river")).unwrap());
        assert_ne!(one, other);
        assert!(one.starts_with("$argon2id$v=19$m=8,t=1,p=1$"), "{one}");
        for hash in [one, other] {
            assert_eq!(check(&mut argon, "slow river", &hash), Ok(Checked::Right));
            for wrong in ["slow rivers", "Slow river", " "] {
                assert_eq!(check(&mut argon, wrong, &hash), Ok(Checked::Wrong), "{wrong}");
            }
        }
    }

    #[test]
    fn the_usual_hash_fits() {
        let hash = Argon::new(Cost::USUAL, Box::new(|_, _, _, _| Ok(()))).hash(&password("x")).unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        assert_eq!(hash.len(), 97);
    }

    /// By the reference implementation (phc-winner-argon2), from its own tests.
    #[test]
    fn hashes_by_others_are_known_and_old() {
        let hash = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
        assert_eq!(
            check(&mut argon(256, 2), "password", hash),
            Ok(Checked::RightButOld),
            "its salt is short"
        );
        assert_eq!(check(&mut argon(256, 2), "passwords", hash), Ok(Checked::Wrong));
    }

    #[test]
    fn a_hash_of_another_cost_is_old() {
        let hash = argon(16, 2).hash(&password("slow river")).unwrap();
        for (memory, passes, expected) in [
            (16, 2, Checked::Right),
            (8, 2, Checked::RightButOld),
            (17, 2, Checked::RightButOld),
            (16, 1, Checked::RightButOld),
        ] {
            assert_eq!(check(&mut argon(memory, passes), "slow river", &hash), Ok(expected));
            assert_eq!(check(&mut argon(memory, passes), "other", &hash), Ok(Checked::Wrong));
        }
    }

    #[test]
    fn what_is_no_hash_of_ours_is_not_read() {
        let (salt, output) = ("c29tc2FsdHNvbWVzYWx0cw", "A".repeat(43));
        let damaged = [
            String::new(),
            "$".into(),
            "password".into(),
            "$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW".into(),
            "$argon2id$v=19$m=8,t=1,p=1".into(),
            format!("$argon2id$v=19$m=8,t=1,p=1${salt}"),
            format!("$argon2id$m=8,t=1,p=1${salt}${output}"),
            format!("$argon2id$v=20$m=8,t=1,p=1${salt}${output}"),
            format!("$argon2i$v=19$m=8,t=1,p=1${salt}${output}"),
            format!("$argon2d$v=19$m=8,t=1,p=1${salt}${output}"),
            format!("$argon2id$v=19$m=8,t=1,p=1${salt}${output}$"),
            format!("$argon2id$v=19$m=8,t=1,p=0${salt}${output}"),
            format!("$argon2id$v=19$m=0,t=1,p=1${salt}${output}"),
            format!("$argon2id$v=19$m=8,t=1,p=1$c2FsdA${output}"),
            format!("$argon2id$v=19$m=8,t=1,p=1,x=1${salt}${output}"),
            format!("$argon2id$v=19$m=8,t=1,p=1${salt}$AAAA"),
            format!("$argon2id$v=19$m=8,t=1,p=1${salt}${}", "A".repeat(10_000)),
            format!("$argon2id$v=19$m=4294967295,t=1,p=1${salt}${output}"),
            format!("$argon2id$v=19$m=8,t=4294967295,p=1${salt}${output}"),
            format!("$argon2id$v=19$m=262144,t=1,p=16777215${salt}${output}"),
            format!("$argon2id$v=19$m=99999999999999999999,t=1,p=1${salt}${output}"),
            "\u{0}$argon2id$\u{1f600}".into(),
        ];
        for hash in damaged {
            assert_eq!(check(&mut argon(8, 1), "x", &hash), Err(Unreadable), "{hash}");
        }
        let whole = format!("$argon2id$v=19$m=8,t=1,p=1${salt}${output}");
        assert_eq!(check(&mut argon(8, 1), "x", &whole), Ok(Checked::Wrong));
    }

    proptest! {
        /// Whatever stands in the database instead of a hash: no panic, and nobody gets in.
        #[test]
        fn a_damaged_hash_lets_nobody_in(at in 0..96_usize, letter in any::<char>(), cut in 0..97_usize) {
            let hash = argon(8, 1).hash(&password("slow river")).unwrap();
            let (mut changed, cut) = (hash.chars().collect::<Vec<_>>(), &hash[..cut.min(hash.len() - 1)]);
            let at = at.min(changed.len() - 1);
            prop_assume!(changed[at] != letter);
            changed[at] = letter;
            let changed: String = changed.into_iter().collect();
            for damaged in [changed.as_str(), cut] {
                // A change in the version's or the memory's digits may make another readable hash, which is another one.
                prop_assert!(!matches!(check(&mut argon(8, 1), "slow river", damaged), Ok(Checked::Right | Checked::RightButOld)), "{}", damaged);
            }
        }
    }
}
