//! People with accounts who ask a server, and the times of its answers.

use reqwest::{Client, StatusCode};
use serde_json::json;

use crate::failure::Failure;
use crate::stage::Instance;

/// Everybody's password.
pub(crate) const PASSWORD: &str = "seven black stones";

/// A server with accounts, and somebody who asks it.
#[derive(Debug)]
pub(super) struct People {
    pub(super) instance: Instance,
    pub(super) http: Client,
    pub(super) names: Vec<String>,
}

impl People {
    /// Where the interface begins.
    pub(super) fn api(&self) -> String {
        format!("http://{}/api/v1", self.instance.address())
    }

    /// Signs a member in. Answers the status.
    pub(super) async fn sign_in(&self, name: &str) -> Result<StatusCode, Failure> {
        let body = json!({"name": name, "password": PASSWORD}).to_string();
        let request =
            self.http.post(format!("{}/sessions", self.api())).header("content-type", "application/json");
        let answer = request.body(body).send().await?;
        let status = answer.status();
        answer.bytes().await?;
        Ok(status)
    }
}
