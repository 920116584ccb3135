//! A walk through rows of the database, some a minute: one look goes on where the last one ended, and after the last row it begins anew.

use std::time::Duration;

use tengen_duties::Repeat;
use tengen_store::StoreError;
use tengen_trouble as trouble;

use crate::kit::Parts;

/// How often some rows are looked at.
const LOOK: Duration = Duration::from_mins(1);

/// Looks at some rows a minute until the server stops, and never by a clock that is wrong. A look begins at a place, or at the first row
/// without one, and answers the place of the next look. One that fails is logged as `failure`, and made again.
pub(super) async fn walk<Place, Looking>(
    parts: &Parts,
    failure: &'static str,
    mut look: impl FnMut(Option<Place>) -> Looking,
) where
    Place: Clone,
    Looking: Future<Output = Result<Option<Place>, StoreError>>,
{
    // A clock that is wrong at the start of the machine has time to be set.
    let mut looks = Repeat::after(LOOK, &parts.clock, &parts.stop);
    let mut after = None;
    while looks.tick().await {
        if parts.store.wrong_clock().is_some() {
            continue;
        }
        match look(after.clone()).await {
            Ok(next) => after = next,
            Err(error) => trouble::log(failure, error),
        }
    }
}
