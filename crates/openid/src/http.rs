//! The way to a provider, as the library below wants it.

use std::pin::Pin;
use std::time::Duration;

use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse};
use reqwest::StatusCode;
use reqwest::redirect::Policy;
use tengen_tls::ClientConfig;
use url::Url;

use crate::address::is_safe;
use crate::error::{OpenIdError, Told};

/// The longest time of an answer, from the beginning of the connection to the last byte.
const PATIENCE: Duration = Duration::from_secs(10);
/// The most bytes of an answer that are read. The longest documents of known providers have some ten
/// thousand.
const LONGEST: usize = 256 * 1024;

/// Makes requests of providers. A clone shares the connections.
#[derive(Debug, Clone)]
pub(crate) struct Http(reqwest::Client);

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoAnswer {
    /// The provider can't be reached, takes too long, or is in trouble.
    #[error("{0}")]
    Away(Told),
    /// The address is one by which no secrets travel, so nothing was asked.
    #[error("the address is not of https")]
    Unsafe,
    /// The answer is longer than is read.
    #[error("the answer has more than {LONGEST} bytes")]
    TooLong,
}

impl From<&NoAnswer> for OpenIdError {
    fn from(why: &NoAnswer) -> Self {
        match why {
            NoAnswer::Away(told) => Self::ProviderAway(told.clone()),
            NoAnswer::Unsafe | NoAnswer::TooLong => Self::Unreadable(Told::of(why)),
        }
    }
}

impl Http {
    pub(crate) fn new(tls: ClientConfig) -> Result<Self, reqwest::Error> {
        let client = reqwest::Client::builder()
            .tls_backend_preconfigured(tls)
            .timeout(PATIENCE)
            // A code and a secret go to the address in the provider's document, and to no other.
            .redirect(Policy::none())
            .build()?;
        Ok(Self(client))
    }

    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, NoAnswer> {
        let away = |error: reqwest::Error| NoAnswer::Away(Told::of(&error));
        let (head, body) = request.into_parts();
        let address = Url::parse(&head.uri.to_string()).ok().filter(is_safe).ok_or(NoAnswer::Unsafe)?;
        let request = self.0.request(head.method, address).headers(head.headers).body(body);
        let mut answer = request.send().await.map_err(away)?;
        let status = answer.status();
        if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS {
            return Err(NoAnswer::Away(Told::new(&format!("it answers {status}"))));
        }
        let mut body = Vec::new();
        while let Some(part) = answer.chunk().await.map_err(away)? {
            if body.len() + part.len() > LONGEST {
                return Err(NoAnswer::TooLong);
            }
            body.extend(part);
        }
        let mut read = HttpResponse::new(body);
        *read.status_mut() = status;
        *read.headers_mut() = std::mem::take(answer.headers_mut());
        Ok(read)
    }
}

impl<'c> AsyncHttpClient<'c> for Http {
    type Error = NoAnswer;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, NoAnswer>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(self.send(request))
    }
}
