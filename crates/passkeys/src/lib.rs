//! Signing in by passkeys: Web Authentication, of which this crate knows what the server has to do. It knows
//! neither HTTP nor the database.
//!
//! [`Passkeys`] has three ceremonies, each with a beginning and an end. A player registers a passkey
//! ([`Passkeys::begin_registration`]), somebody signs in by one ([`Passkeys::begin_sign_in`]), and a player
//! who is signed in confirms that it is still the same person ([`Passkeys::begin_confirmation`]). A beginning
//! gives options for the browser, as `PublicKeyCredential.parseCreationOptionsFromJSON` and
//! `parseRequestOptionsFromJSON` take them, and a pending state that the caller keeps for ten minutes. An end
//! takes that state and what the browser says, the JSON of `credential.toJSON()`.
//!
//! A passkey is discoverable, so that nobody is asked for a name and nobody learns who has passkeys. It is
//! used after its device has verified the person, by a finger, a face or a code, so it counts as both steps
//! of a sign-in.
//!
//! The rules are those of Web Authentication, level 3, sections 7.1 and 7.2, by the library `webauthn-rs`.
//! Time is an argument, in milliseconds since 1970-01-01T00:00Z.
//!
//! ```
//! use tengen_passkeys::{Assertion, Kept, Passkeys, Person};
//! # use tengen_testbed::Authenticator;
//!
//! # fn ceremonies(browser: &mut Authenticator) -> Result<(), Box<dyn std::error::Error>> {
//! let passkeys = Passkeys::new("https://go.example.org", "Go club")?;
//! let person = Person { id: "b2c4", name: "Ada", display_name: "Ada" };
//!
//! let begun = passkeys.begin_registration(person, &[], 1_000)?;
//! # let said = browser.create(&begun.options)?.to_string();
//! let stored = passkeys.finish_registration(&begun.pending, "b2c4", &said, 2_000)?;
//!
//! let begun = passkeys.begin_sign_in(3_000)?;
//! # let said = browser.get(&begun.options)?.to_string();
//! let assertion = Assertion::parse(&said)?;
//! assert_eq!(assertion.credential_id(), stored.credential_id);
//! let kept = Kept { owner: "b2c4", passkey: &stored.passkey };
//! let verified = passkeys.finish_sign_in(&begun.pending, &assertion, kept, 4_000)?;
//! assert!(verified.changed.is_some(), "the device counts");
//! # Ok(())
//! # }
//! # ceremonies(&mut Authenticator::new("https://go.example.org")).unwrap();
//! ```

mod answer;
mod confirmation;
mod error;
mod handle;
mod kept;
mod passkeys;
mod pending;
mod quiet;
mod registration;
mod sign_in;
mod site;
mod verify;

pub use answer::Assertion;
pub use error::PasskeyError;
pub use handle::UserHandle;
pub use kept::{Kept, StoredPasskey, Verified};
pub use passkeys::{Begun, Passkeys};
pub use pending::{PENDING_LASTS, PendingConfirmation, PendingRegistration, PendingSignIn};
pub use registration::{MOST_PASSKEYS, Person};
pub use site::NoPasskeys;
