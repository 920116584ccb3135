//! The staff: those who keep order, what they do, and the log of it.

mod acts;
mod announcements;
mod audit;
mod cases;
mod groups;
mod members;

use aide::axum::ApiRouter;

use crate::app::App;

pub(in crate::web) fn router() -> ApiRouter<App> {
    ApiRouter::new()
        .merge(acts::router())
        .merge(announcements::router())
        .merge(cases::router())
        .merge(groups::router())
        .merge(members::router())
        .merge(audit::router())
}
