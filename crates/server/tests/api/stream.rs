//! A reader of an answer that stays open.

use std::time::Duration;

use reqwest::Response;
use serde_json::Value;
use tokio::time::timeout;

const PATIENCE: Duration = Duration::from_mins(1);

pub(crate) const NDJSON: &str = "application/x-ndjson";
pub(crate) const SSE: &str = "text/event-stream";

/// A stream as the text that has come so far.
pub(crate) struct Reader {
    response: Response,
    text: String,
    /// How many heartbeats have come: empty lines, or comments.
    pub(crate) heartbeats: usize,
}

impl Reader {
    pub(crate) fn new(response: Response) -> Self {
        Self { response, text: String::new(), heartbeats: 0 }
    }

    /// The text before the next separator; nothing at the end.
    async fn until(&mut self, separator: &str) -> Option<String> {
        loop {
            if let Some(end) = self.text.find(separator) {
                let rest = self.text.split_off(end + separator.len());
                self.text.truncate(end);
                return Some(std::mem::replace(&mut self.text, rest));
            }
            let piece = timeout(PATIENCE, self.response.chunk()).await.expect("the stream goes on");
            self.text.push_str(std::str::from_utf8(&piece.unwrap()?).unwrap());
        }
    }

    /// The next line of a stream of lines. Signs of life prolong no wait.
    pub(crate) async fn line(&mut self) -> Option<Value> {
        let line = async {
            loop {
                match self.until("\n").await {
                    Some(line) if line.is_empty() => self.heartbeats += 1,
                    line => return line,
                }
            }
        };
        let line = timeout(PATIENCE, line).await.expect("the stream goes on")?;
        Some(serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}")))
    }

    /// The id and the data of the next server-sent event.
    pub(crate) async fn message(&mut self) -> Option<(u64, Value)> {
        let (id, data) = self.any_message().await?;
        Some((id.expect("an id"), data))
    }

    /// The data of the next server-sent event, and its id if it has one.
    pub(crate) async fn any_message(&mut self) -> Option<(Option<u64>, Value)> {
        let block = async {
            loop {
                match self.until("\n\n").await {
                    Some(block) if block.starts_with(':') => self.heartbeats += 1,
                    block => return block,
                }
            }
        };
        let block = timeout(PATIENCE, block).await.expect("the stream goes on")?;
        let field = |name: &str| {
            let line = block.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
            line.map(|value| value.trim_start().to_owned())
        };
        let data = field("data").unwrap_or_else(|| panic!("{block}"));
        Some((field("id").map(|id| id.parse().unwrap()), serde_json::from_str(&data).unwrap()))
    }

    /// The next line, in either form.
    pub(crate) async fn next(&mut self, media_type: &str) -> Option<Value> {
        if media_type == SSE { self.any_message().await.map(|message| message.1) } else { self.line().await }
    }

    /// Waits for a sign of life, before which nothing else may come.
    pub(crate) async fn heartbeat(&mut self, media_type: &str) {
        let (separator, sign) = if media_type == SSE { ("\n\n", ":") } else { ("\n", "") };
        assert_eq!(self.until(separator).await.as_deref(), Some(sign));
        self.heartbeats += 1;
    }
}
