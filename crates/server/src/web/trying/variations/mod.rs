//! Trees of variations, which people keep beside games and records.

mod asked;
mod changing;
mod following;
mod freezing;
mod growth;
mod owned;
mod sharing;
mod shown;
mod weighing;
mod writing;

use aide::axum::ApiRouter;

use crate::app::App;

pub(in crate::web) use following::{Going, Pass, follow};

pub(in crate::web) fn router() -> ApiRouter<App> {
    owned::router().merge(sharing::router()).merge(shown::router()).merge(growth::router())
}
