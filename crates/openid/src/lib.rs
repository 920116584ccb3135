//! Signing in by providers of OpenID Connect: people whom somebody else vouches for.
//!
//! [`Providers`] are read from a file of settings. [`OpenId`] sends a browser to one of them
//! ([`OpenId::begin`]), and finds out who the person is when it comes back ([`OpenId::finish`]). In between
//! the caller keeps a [`Pending`]. An [`Identity`] is an issuer and a subject, and nothing else: no address
//! of mail links it to a player.
//!
//! The flow is that with a code and a proof key: OpenID Connect Core 1.0, RFC 7636 with S256, RFC 9207. A
//! provider is asked when it is first needed, so one that is away keeps no server from its start. Time is an
//! argument, in milliseconds since 1970-01-01T00:00Z.
//!
//! ```no_run
//! use tengen_openid::{Answer, OpenId, Providers};
//!
//! # async fn sign_in(now: i64, query: &str) -> Result<(), Box<dyn std::error::Error>> {
//! let providers = Providers::read("providers.json".as_ref())?;
//! let openid = OpenId::new(providers, "https://go.example.org", tengen_tls::client_config(None)?)?;
//! let begun = openid.begin("club", false, now).await?;
//! println!("to {}, and back to {:?}", begun.address, openid.redirect_address("club"));
//! let identity = openid.finish("club", &begun.pending, &Answer::from_query(query)?, now).await?;
//! println!("{} of {}", identity.subject, identity.issuer);
//! # Ok(())
//! # }
//! ```

mod address;
mod answer;
mod discovery;
mod error;
mod fields;
mod flow;
mod http;
mod identity;
mod pending;
mod provider;
mod providers;
mod settings;
mod shapes;
mod token;

pub use answer::Answer;
pub use error::{OpenIdError, Told};
pub use flow::{Begun, NoOpenId, OpenId};
pub use identity::Identity;
pub use pending::{PENDING_LASTS, Pending};
pub use provider::Provider;
pub use providers::Providers;
pub use settings::{Fault, SettingsError};
