//! The addresses of trees of variations, which people keep beside games and records.

mod asked;
mod growth;
mod owned;
mod sharing;
mod shown;

use aide::axum::ApiRouter;

use crate::app::App;

pub(in crate::web) fn router() -> ApiRouter<App> {
    owned::router().merge(sharing::router()).merge(shown::router()).merge(growth::router())
}
