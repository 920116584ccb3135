//! Groups of members: classes and clubs.

mod accounts;
mod fellows;
mod games;
mod group;
mod invitations;
mod members;
mod names_body;
mod requests;
mod rounds;
mod task_address;
mod tasks;

use aide::axum::ApiRouter;

use crate::app::App;
use crate::web::routing::{OpenTo, PUPILS};

pub(in crate::web) fn router() -> ApiRouter<App> {
    group::router().merge(
        members::router()
            .merge(requests::router())
            .merge(invitations::router())
            .merge(accounts::router())
            .merge(rounds::router())
            .merge(games::router())
            .merge(tasks::router())
            .open_to(PUPILS),
    )
}
