//! Answers of lines, one JSON object each, that are asked for again from where they broke off.

mod event_lines;
mod export;
mod list_lines;
mod own_lines;

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use backon::{BackoffBuilder as _, ExponentialBackoff};
use bytes::BytesMut;
use futures_util::stream::{self, BoxStream};
use futures_util::{Stream, StreamExt, TryStreamExt};
use reqwest::{Response, Url};
use serde::de::DeserializeOwned;
use tokio::time::{Instant, sleep, timeout};
use tokio_util::codec::{Decoder as _, LinesCodec};

use crate::address::Address;
use crate::pauses::{LONGEST, PAUSES};
use crate::{Client, Error};
pub(crate) use export::Export;

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
        let reading = Reading { client, source, answer: None, pauses: PAUSES.build(), failures: 0 };
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
    /// An item of the stream.
    type Item: Send;

    /// How many attempts in a row may bring no line, if not any number.
    const ATTEMPTS: Option<u32> = None;

    /// Where all that comes after the last line is.
    fn begin(&mut self, address: &Address) -> Url;

    /// Takes a line, and answers its item, if it has one.
    fn take(&mut self, line: Self::Line) -> Result<Option<Self::Item>, Error>;

    /// Whether an answer that came to its end needs no other one after it.
    fn is_over(&self, client: &Client) -> impl Future<Output = Result<bool, Error>> + Send;
}

/// An answer that is being read.
struct Answer {
    response: Response,
    codec: LinesCodec,
    /// The bytes that have come and were not read as a line yet.
    unread: BytesMut,
    began: Instant,
}

impl Answer {
    /// An answer of lines of at most so many bytes.
    fn new(response: Response, longest: usize) -> Self {
        let codec = LinesCodec::new_with_max_length(longest);
        Self { response, codec, unread: BytesMut::new(), began: Instant::now() }
    }

    /// The next line that is not empty; nothing at the end.
    async fn next<L: DeserializeOwned>(&mut self) -> Result<Option<L>, Error> {
        loop {
            let unreadable = |error| Error::unreadable(&error);
            while let Some(line) = self.codec.decode(&mut self.unread).map_err(unreadable)? {
                if !line.is_empty() {
                    return serde_json::from_str(&line).map(Some).map_err(|error| Error::unreadable(&error));
                }
            }
            let chunk = timeout(SILENCE, self.response.chunk()).await.map_err(|_| Error::BrokenOff)??;
            match chunk {
                Some(chunk) => self.unread.extend_from_slice(&chunk),
                // The server ends every line, so the rest is a part of one.
                None if !self.unread.is_empty() => return Err(Error::BrokenOff),
                None => return Ok(None),
            }
        }
    }
}

struct Reading<S> {
    client: Client,
    source: S,
    answer: Option<Answer>,
    pauses: ExponentialBackoff,
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
                self.pauses = PAUSES.build();
            }
            let told = error.problem().and_then(crate::error::retry_after).unwrap_or_default();
            sleep(self.pauses.next().unwrap_or(LONGEST).max(told)).await;
        }
    }

    /// Reads on until there is something to yield, or the end.
    async fn attempt(&mut self) -> Result<Option<S::Item>, Error> {
        loop {
            let answer = if let Some(answer) = &mut self.answer {
                answer
            } else {
                let response = self.client.open_lines(self.source.begin(self.client.address())).await?;
                self.answer.insert(Answer::new(response, LONGEST_LINE))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of an answer of which the first part has come before the second.
    async fn read(first: &str, second: &'static str) -> (Vec<u32>, Option<Error>) {
        let mut answer = Answer::new(http::Response::new(second).into(), 8);
        answer.unread.extend_from_slice(first.as_bytes());
        let mut lines = Vec::new();
        loop {
            match answer.next().await {
                Ok(Some(line)) => lines.push(line),
                Ok(None) => return (lines, None),
                Err(error) => return (lines, Some(error)),
            }
        }
    }

    #[tokio::test]
    async fn lines_may_be_cut_anywhere_and_signs_of_life_are_none() {
        for (first, second) in
            [("12\n\n3", "4\n"), ("12\n34", "\n"), ("12\r\n", "\n\n34\n"), ("", "12\n34\n")]
        {
            let (lines, error) = read(first, second).await;
            assert_eq!((lines, error.is_none()), (vec![12, 34], true), "{first:?} {second:?}");
        }
    }

    #[tokio::test]
    async fn a_line_without_its_end_is_broken_off_and_a_long_one_is_not_kept() {
        let (lines, error) = read("12\n", "34").await;
        assert_eq!(lines, [12]);
        assert!(matches!(error, Some(Error::BrokenOff)), "{error:?}");
        let (lines, error) = read("12\n", "123456789").await;
        assert_eq!(lines, [12]);
        assert!(error.is_some_and(|error| !error.is_passing()));
    }
}
