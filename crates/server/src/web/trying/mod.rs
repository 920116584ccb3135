//! Moves that are tried beside a game: nothing of them reaches one.

mod estimate;
pub(super) mod play;
pub(super) mod variations;

use aide::axum::ApiRouter;

use crate::app::App;
use crate::web::routing::{OpenTo, PUPILS};

pub(in crate::web) fn router() -> ApiRouter<App> {
    play::router().merge(estimate::router()).merge(variations::router()).open_to(PUPILS)
}
