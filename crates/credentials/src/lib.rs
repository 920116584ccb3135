//! How people prove who they are: by a password, by a code of their authenticator, by a recovery code.
//!
//! A [`Password`] is judged once, when it is chosen ([`judge`]), and kept as a hash that is slow to make. [`Passwords`] makes and checks
//! these hashes one at a time on a thread of its own, so that many who sign in at once take no more of the machine than that.
//! [`Secret`] is what an authenticator shares with the server, and a [`Code`] is for the day when the authenticator is lost. A
//! [`ShortCode`] stands on a printed card.
//!
//! All else is pure: time and random bytes are arguments, and what is stored is up to the caller.
//!
//! ```
//! use tengen_credentials::{Checked, Cost, Password, Passwords, judge};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let password = Password::parse("slow river, cold stones")?;
//! judge(&password, &["Ann", "ann@example.org", "tengen"])?;
//!
//! // Servers take `Cost::USUAL`.
//! let passwords = Passwords::start(Cost::new(8, 1)?, ())?;
//! let hash = passwords.hash(None, password.clone()).await?;
//! assert_eq!(passwords.check(None, password, Some(hash)).await?, Checked::Right);
//! # Ok(())
//! # }
//! ```

mod argon;
mod aside;
mod cost;
mod hash_error;
mod hashing;
mod letters;
mod password;
mod queue;
mod recovery;
mod short_code;
mod totp;
mod worker;

pub use argon::Checked;
pub use cost::{BadCost, Cost};
pub use hash_error::{HashError, NoThread};
pub use hashing::{Figures, Passwords, Waits};
pub use password::{BadPassword, Password, PasswordRefusal, judge};
pub use recovery::{CODES, Code, codes};
pub use short_code::ShortCode;
pub use totp::{NoLabel, Secret};
