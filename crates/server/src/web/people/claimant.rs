//! Somebody who says who it is, by the address of a request and by what its browser shows.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use tengen_actions::people::Claimant;

use super::{begun, device, known_device};
use crate::app::App;
use crate::web::client::Client;
use crate::web::pages::language::ReaderLanguage;

impl FromRequestParts<App> for Claimant {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let client = Client::from_request_parts(parts, app).await?;
        let headers = &parts.headers;
        let ReaderLanguage(language) = ReaderLanguage::of(headers);
        Ok(Self {
            client,
            device: device::of(headers),
            known_by: known_device::shown(headers),
            began: begun::shown(headers, &app.options),
            language,
        })
    }
}
