//! The staff: those who keep order, what they do, and the log of it.

mod acting;
mod acts;
mod announcements;
mod audit;
mod cases;
mod games;
mod groups;
mod members;
mod own_cause;
mod reason;
mod refused;
mod sanctions;

use aide::axum::ApiRouter;

pub(in crate::web) use acting::Acting;
pub(in crate::web) use refused::refused;

use crate::app::App;

pub(in crate::web) fn router() -> ApiRouter<App> {
    ApiRouter::new()
        .merge(acts::router())
        .merge(announcements::router())
        .merge(cases::router())
        .merge(games::router())
        .merge(groups::router())
        .merge(members::router())
        .merge(audit::router())
}
