//! Trees of variations, which people keep beside games.

mod asked;
mod changing;
mod games;

use aide::axum::ApiRouter;

use crate::app::App;

pub(in crate::web) fn router() -> ApiRouter<App> {
    games::router()
}
