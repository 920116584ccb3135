//! Answers of lines, one JSON object each, that are asked for again from where they broke off.

mod event_lines;
mod export;
mod list_lines;
mod own_lines;
mod splitter;

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use futures_util::stream::{self, BoxStream};
use futures_util::{Stream, StreamExt, TryStreamExt};
use reqwest::{Response, Url};
use serde::de::DeserializeOwned;
use tokio::time::{Instant, sleep, timeout};

use crate::address::Address;
use crate::back_off::BackOff;
use crate::{Client, Error};
pub(crate) use export::Export;
pub(crate) use own_lines::WholeLines;
use splitter::Splitter;

/// The server gives a sign of life every fifteen seconds; an answer from which nothing comes for this long is broken.
const SILENCE: Duration = Duration::from_secs(45);
/// How long an answer must have been good for the next pause to be short.
const GOOD: Duration = Duration::from_secs(5);
/// The longest line that is read, in bytes: far more than all events of the longest game, or a very full lobby.
const LONGEST_LINE: usize = 64 * 1024 * 1024;

/// The lines of an answer that stays open, or of one that is long.
///
/// It connects when the first line is asked for. When the connection breaks, or the server is away, it waits, in pauses
/// that grow from a quarter of a second to fifteen seconds, and asks for what comes after the last line that it has
/// yielded. It ends after an error: when the server refuses, or says what this client can't read. No more than one line
/// and what has come of the next is kept in memory.
///
/// It is a [`Stream`] as well.
#[must_use = "nothing is asked for before the first line is"]
pub struct Lines<T>(BoxStream<'static, Result<T, Error>>);

impl<T> Lines<T> {
    /// The lines of this source.
    pub(crate) fn open<S: Source<Item = T>>(client: Client, source: S) -> Self {
        let reading = Reading { client, source, answer: None, back_off: BackOff::new(), failures: 0 };
        let lines = stream::try_unfold(reading, |mut reading| async move {
            Ok(reading.next().await?.map(|line| (line, reading)))
        });
        Self(lines.boxed())
    }

    /// The next line; nothing when there will be none, and after an error.
    ///
    /// It may be dropped while it waits, as in `tokio::select!`: nothing is lost.
    pub async fn next(&mut self) -> Result<Option<T>, Error> {
        self.0.try_next().await
    }
}

impl<T> Stream for Lines<T> {
    type Item = Result<T, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_next_unpin(context)
    }
}

impl<T> fmt::Debug for Lines<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lines").finish_non_exhaustive()
    }
}

/// Where lines come from, and how far they were read.
pub(crate) trait Source: Send + 'static {
    /// A line as it travels.
    type Line: DeserializeOwned + Send;
    /// What is yielded.
    type Item: Send;

    /// How many attempts in a row may bring no line, if not any number.
    const ATTEMPTS: Option<u32> = None;

    /// Where all that comes after the last line is.
    fn begin(&mut self, address: &Address) -> Url;

    /// Takes a line, and answers what is to be yielded, if anything.
    fn take(&mut self, line: Self::Line) -> Result<Option<Self::Item>, Error>;

    /// Whether an answer that came to its end needs no other one after it.
    fn is_over(&self, client: &Client) -> impl Future<Output = Result<bool, Error>> + Send;
}

/// An answer that is being read.
struct Answer {
    response: Response,
    splitter: Splitter,
    began: Instant,
}

impl Answer {
    /// The next line that is not empty; nothing at the end.
    async fn next<L: DeserializeOwned>(&mut self) -> Result<Option<L>, Error> {
        loop {
            while let Some(line) = self.splitter.next_line() {
                if !line.is_empty() {
                    return serde_json::from_slice(line).map(Some).map_err(|error| Error::unreadable(&error));
                }
            }
            let chunk = timeout(SILENCE, self.response.chunk()).await.map_err(|_| Error::BrokenOff)??;
            match chunk {
                Some(chunk) => self.splitter.push(&chunk)?,
                // Every line ends as such.
                None if self.splitter.has_rest() => return Err(Error::BrokenOff),
                None => return Ok(None),
            }
        }
    }
}

struct Reading<S> {
    client: Client,
    source: S,
    answer: Option<Answer>,
    back_off: BackOff,
    /// How many attempts in a row have brought nothing.
    failures: u32,
}

impl<S: Source> Reading<S> {
    async fn next(&mut self) -> Result<Option<S::Item>, Error> {
        loop {
            let error = match self.attempt().await {
                Ok(line) => return Ok(line),
                Err(error) => error,
            };
            self.failures += 1;
            if !error.is_passing() || S::ATTEMPTS.is_some_and(|most| self.failures >= most) {
                return Err(error);
            }
            if self.answer.take().is_some_and(|answer| answer.began.elapsed() > GOOD) {
                self.back_off.reset();
            }
            let told = error.problem().and_then(crate::error::retry_after).unwrap_or_default();
            sleep(self.back_off.pause().max(told)).await;
        }
    }

    /// Reads on until there is something to yield, or the end.
    async fn attempt(&mut self) -> Result<Option<S::Item>, Error> {
        loop {
            let answer = if let Some(answer) = &mut self.answer {
                answer
            } else {
                let response = self.client.open_lines(self.source.begin(self.client.address())).await?;
                let splitter = Splitter::new(LONGEST_LINE);
                self.answer.insert(Answer { response, splitter, began: Instant::now() })
            };
            let Some(line) = answer.next().await? else {
                return if self.source.is_over(&self.client).await? {
                    Ok(None)
                } else {
                    Err(Error::BrokenOff)
                };
            };
            if let Some(item) = self.source.take(line)? {
                self.failures = 0;
                return Ok(Some(item));
            }
        }
    }
}
