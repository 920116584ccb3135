//! The list of providers.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use serde_json::{Map, Value};

use crate::provider::Provider;
use crate::settings::{Fault, SettingsError};

/// The most providers: a page shows a button for each.
const MOST: usize = 16;
/// The longest file, in bytes.
const LONGEST: u64 = 256 * 1024;

/// The providers of a server, each with an id and an issuer of its own.
///
/// ```
/// use tengen_openid::Providers;
///
/// let providers = Providers::parse(
///     r#"{"providers": [{
///         "id": "club", "name": "Our club", "issuer": "https://accounts.example.org",
///         "client_id": "tengen", "client_secret": "a secret",
///         "groups_claim": "groups", "roles": {"referees": "moderator"}
///     }]}"#,
/// )?;
/// assert_eq!(providers.iter().map(|provider| provider.name()).collect::<Vec<_>>(), ["Our club"]);
/// # Ok::<(), tengen_openid::SettingsError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Providers(Vec<Provider>);

impl Providers {
    /// Reads a file: JSON of at most 256 KiB, whose form is that of [`parse`](Self::parse).
    ///
    /// # Errors
    ///
    /// When it can't be read, and for all that [`parse`](Self::parse) refuses.
    pub fn read(path: &Path) -> Result<Self, SettingsError> {
        let unreadable = |error: io::Error| SettingsError::File { path: path.to_owned(), error };
        let mut text = String::new();
        let file = File::open(path).map_err(unreadable)?;
        file.take(LONGEST + 1).read_to_string(&mut text).map_err(unreadable)?;
        if text.len() as u64 > LONGEST {
            return Err(unreadable(io::Error::other(format!("it has more than {LONGEST} bytes"))));
        }
        Self::parse(&text)
    }

    /// Reads a text: `{"providers": [{…}, …]}`, with an object for each of at most 16 providers.
    ///
    /// An object has the fields `id`, `name`, `issuer` and `client_id`, and may have `client_secret`,
    /// `scopes` (in place of `openid` and `profile`), `groups_claim`, and `roles`, a word for each group that
    /// has one.
    ///
    /// # Errors
    ///
    /// When a field is missing, unknown or can't be used, and when two providers have the same id or issuer.
    /// The error names the provider and the field.
    pub fn parse(text: &str) -> Result<Self, SettingsError> {
        let no_list = |reason: &str| SettingsError::NoList(reason.to_owned());
        let mut whole: Map<String, Value> =
            serde_json::from_str(text).map_err(|error| SettingsError::NoList(error_place(&error)))?;
        let list = whole.remove("providers").ok_or_else(|| no_list("the field providers is missing"))?;
        if !whole.is_empty() {
            return Err(no_list("there is another field besides providers"));
        }
        let Value::Array(list) = list else { return Err(no_list("the field providers is no list")) };
        if list.len() > MOST {
            return Err(SettingsError::TooMany(MOST));
        }
        let mut providers: Vec<Provider> = Vec::new();
        for (number, value) in (1..).zip(list) {
            let Value::Object(fields) = value else {
                return Err(SettingsError::NoList(format!("number {number} is no object")));
            };
            let provider = Provider::parse(number, fields)?;
            let taken = |field: &str| SettingsError::Field {
                provider: provider.id().to_owned(),
                field: field.to_owned(),
                fault: Fault::Taken,
            };
            if providers.iter().any(|other| other.id() == provider.id()) {
                return Err(taken("id"));
            }
            if providers.iter().any(|other| same_issuer(other, &provider)) {
                return Err(taken("issuer"));
            }
            providers.push(provider);
        }
        Ok(Self(providers))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The providers, in the order of the settings.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Provider> {
        self.0.iter()
    }

    pub(crate) fn into_vec(self) -> Vec<Provider> {
        self.0
    }
}

/// Whether two issuers have the same document.
fn same_issuer(one: &Provider, other: &Provider) -> bool {
    let of = |provider: &Provider| provider.issuer_url().url().as_str().trim_end_matches('/').to_owned();
    of(one) == of(other)
}

/// Where a text is no JSON. The text there may be a part of a secret.
fn error_place(error: &serde_json::Error) -> String {
    format!("no object in JSON, at line {} and column {}", error.line(), error.column())
}
