//! Whether the server lives, and whether it can work.

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};

use super::error::WebError;
use crate::app::App;

pub(super) fn router() -> Router<App> {
    Router::new().route("/livez", get(alive)).route("/readyz", get(ready))
}

async fn alive() -> Json<Value> {
    Json(json!({"status": "ok"}))
}

async fn ready(State(app): State<App>) -> Result<Json<Value>, WebError> {
    app.store.ping().await?;
    Ok(Json(json!({"status": "ok"})))
}
