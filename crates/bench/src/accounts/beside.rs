//! Games that go on while many people sign in.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use reqwest::StatusCode;
use tokio::task::JoinSet;
use tokio::time::interval;

use super::sign_ins::People;
use crate::beside::{by_turns, open_tables};
use crate::failure::Failure;
use crate::report::{self, Goal};
use crate::stage::{Database, Stage};

/// A sign-in begins as often as this: fifty a second.
const EACH_SIGN_IN: Duration = Duration::from_millis(20);

/// The answers to those who signed in.
#[derive(Debug, Default)]
struct Answers {
    in_all: AtomicUsize,
    signed_in: AtomicUsize,
    busy: AtomicUsize,
    /// Any other answer, or none.
    failed: AtomicUsize,
}

/// Has games played for a while without sign-ins and with them, by turns.
pub(super) async fn measure(stage: &Stage, database: Database, people: People) -> Result<(), Failure> {
    let (count, span) = (stage.pick(200, 10), Duration::from_secs(stage.pick(30, 4)));
    let people = Arc::new(people);
    let tables = open_tables(&people.instance, count).await?;
    let answers = Arc::new(Answers::default());
    let (_tables, both) = by_turns(tables, span, || come(Arc::clone(&people), Arc::clone(&answers))).await?;
    let times = both.tell();
    let read = |count: &AtomicUsize| count.load(Ordering::Relaxed);
    report::line(&format!(
        "    {} asked to sign in: {} did, {} were told to come back, {} failed",
        read(&answers.in_all),
        read(&answers.signed_in),
        read(&answers.busy),
        read(&answers.failed)
    ));
    let name = format!("{}, p99 of moves of {count} games beside 50 sign-ins a second", database.name());
    report::goal(&name, times, Goal::AtMost(2.0));
    Ok(())
}

/// Fifty people a second come to sign in, whether or not those before have their answers.
async fn come(people: Arc<People>, answers: Arc<Answers>) -> Result<(), Failure> {
    let mut moments = interval(EACH_SIGN_IN);
    // Those who still wait go when this does.
    let mut coming = JoinSet::new();
    for number in 0_usize.. {
        moments.tick().await;
        while coming.try_join_next().is_some() {}
        let (people, answers) = (Arc::clone(&people), Arc::clone(&answers));
        coming.spawn(async move {
            answers.in_all.fetch_add(1, Ordering::Relaxed);
            let name = &people.names[number % people.names.len()];
            match people.sign_in(name).await {
                Ok(StatusCode::CREATED) => answers.signed_in.fetch_add(1, Ordering::Relaxed),
                Ok(StatusCode::TOO_MANY_REQUESTS) => answers.busy.fetch_add(1, Ordering::Relaxed),
                Ok(_) | Err(_) => answers.failed.fetch_add(1, Ordering::Relaxed),
            }
        });
    }
    Ok(())
}
