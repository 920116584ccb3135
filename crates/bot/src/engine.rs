//! An engine: a process that answers commands.

use std::collections::HashSet;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

use crate::gtp::{ResponseError, ResponseReader, TimeCommands};

/// How long an engine may take for an answer without thought. Large networks are loaded before the first answer.
pub const PATIENCE: Duration = Duration::from_mins(2);

/// Most engines answer for the first time within this.
const USUAL_START: Duration = Duration::from_secs(10);

/// Why an engine did not answer.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The program can't be started.
    #[error("the engine {program:?} does not start: {error}")]
    Start {
        /// The program.
        program: String,
        /// Why it was not.
        error: std::io::Error,
    },
    /// The process has ended, or closed its pipe.
    #[error("the engine ended at `{0}`")]
    Ended(String),
    /// No answer came in time.
    #[error("the engine did not answer `{command}` in {} s", patience.as_secs())]
    Silent {
        /// What it was asked.
        command: String,
        /// How long it had.
        patience: Duration,
    },
    /// A text came that is no answer.
    #[error("the engine does not speak the Go Text Protocol: {0}")]
    Nonsense(#[from] ResponseError),
    /// The answer has the number of another command.
    #[error("the engine was asked `{asked} {command}`, and its answer has the number {answered}")]
    OutOfStep {
        /// What it was asked.
        command: String,
        /// The number of that command.
        asked: u32,
        /// The number in the answer.
        answered: u32,
    },
    /// An answer came before the question.
    #[error(
        "the engine answered {answer:?} before it was asked `{command}`: it has answered something twice"
    )]
    Unasked {
        /// The next command.
        command: String,
        /// The answer to none.
        answer: String,
    },
    /// The engine refused.
    #[error("the engine refuses `{command}`: {answer}")]
    Refused {
        /// What it was asked.
        command: String,
        /// Its answer.
        answer: String,
    },
}

impl EngineError {
    /// Whether the process is of no use any more.
    pub fn is_broken(&self) -> bool {
        !matches!(self, Self::Refused { .. })
    }
}

/// How an engine is started: a program and its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineCommand(Vec<String>);

/// A text that names no program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a program and its arguments, with every quote closed")]
pub struct EngineCommandError;

impl std::str::FromStr for EngineCommand {
    type Err = EngineCommandError;

    /// Words are separated by spaces; quotes, single or double, keep them together. No shell has a part in it.
    fn from_str(text: &str) -> Result<Self, EngineCommandError> {
        let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
        for character in text.chars() {
            match (quote, character) {
                (Some(open), _) if character == open => quote = None,
                (None, '\'' | '"') => {
                    quote = Some(character);
                    word.get_or_insert_default();
                }
                (None, _) if character.is_whitespace() => words.extend(word.take()),
                _ => word.get_or_insert_default().push(character),
            }
        }
        words.extend(word);
        let named = words.first().is_some_and(|program| !program.is_empty());
        if named && quote.is_none() { Ok(Self(words)) } else { Err(EngineCommandError) }
    }
}

/// A running engine. The process ends with it.
#[derive(Debug)]
pub struct Engine {
    process: Child,
    to: ChildStdin,
    from: ChildStdout,
    reader: ResponseReader,
    commands: HashSet<String>,
    last: u32,
    /// Whether commands get numbers.
    numbered: bool,
}

impl Engine {
    /// Starts an engine and asks which commands it has. Its standard error is that of the bot.
    pub async fn start(command: &EngineCommand) -> Result<Self, EngineError> {
        let (program, arguments) =
            command.0.split_first().map_or(("", &[][..]), |(program, rest)| (program, rest));
        let failed = |error| EngineError::Start { program: program.to_owned(), error };
        let mut process = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(failed)?;
        let (Some(to), Some(from)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(EngineError::Ended("start".to_owned()));
        };
        let (reader, commands) = (ResponseReader::default(), HashSet::new());
        let mut engine = Self { process, to, from, reader, commands, last: 0, numbered: true };
        let listed = match engine.ask("list_commands", PATIENCE).await {
            // Every engine has this command. One that does not know it takes the number in front of it for the command.
            Err(EngineError::Refused { .. }) => {
                engine.numbered = false;
                engine.ask("list_commands", PATIENCE).await?
            }
            listed => listed?,
        };
        engine.commands = listed.split_whitespace().map(str::to_owned).collect();
        tracing::info!(process = engine.process_id(), "an engine has started");
        Ok(engine)
    }

    /// Starts an engine for the first time, to see whether it is one. A program that does not speak the protocol mostly says
    /// nothing at all, so whoever waits is told of it.
    ///
    /// # Errors
    ///
    /// As [`start`](Self::start).
    pub async fn try_out(command: &EngineCommand) -> Result<Self, EngineError> {
        tracing::info!("asking the engine what it can do");
        let started = Self::start(command);
        tokio::pin!(started);
        if let Ok(answered) = timeout(USUAL_START, &mut started).await {
            return answered;
        }
        tracing::warn!(
            "the engine does not answer; does it speak the Go Text Protocol? GNU Go needs `--mode gtp`"
        );
        started.await
    }

    /// The number of the process.
    pub fn process_id(&self) -> Option<u32> {
        self.process.id()
    }

    /// Whether the engine has a command.
    pub fn has(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    /// The commands for time that it has.
    pub fn time_commands(&self) -> TimeCommands {
        TimeCommands {
            settings: self.has("time_settings"),
            kgs: self.has("kgs-time_settings"),
            kata: self.has("kata-time_settings"),
            left: self.has("time_left"),
        }
    }

    /// Sends a command and waits for its answer. Whoever drops this while it waits must drop the engine, too: it would
    /// answer the wrong question later.
    pub async fn ask(&mut self, command: &str, patience: Duration) -> Result<String, EngineError> {
        self.last += 1;
        let id = self.last;
        let answered = timeout(patience, self.exchange(id, command)).await;
        answered.unwrap_or_else(|_| Err(EngineError::Silent { command: command.to_owned(), patience }))
    }

    async fn exchange(&mut self, id: u32, command: &str) -> Result<String, EngineError> {
        let ended = |_| EngineError::Ended(command.to_owned());
        if let Some(stray) = self.reader.next() {
            let (Ok(answer) | Err(answer)) = stray?.outcome;
            return Err(EngineError::Unasked { command: command.to_owned(), answer });
        }
        let line = if self.numbered { format!("{id} {command}\n") } else { format!("{command}\n") };
        self.to.write_all(line.as_bytes()).await.map_err(ended)?;
        self.to.flush().await.map_err(ended)?;
        let mut bytes = [0; 4096];
        let response = loop {
            if let Some(response) = self.reader.next() {
                break response?;
            }
            let count = self.from.read(&mut bytes).await.map_err(ended)?;
            if count == 0 {
                return Err(EngineError::Ended(command.to_owned()));
            }
            self.reader.read(&bytes[..count]);
        };
        // One question is out at a time, so an answer without a number is the answer to it.
        if let Some(answered) = response.id.filter(|answered| *answered != id) {
            return Err(EngineError::OutOfStep { command: command.to_owned(), asked: id, answered });
        }
        response.outcome.map_err(|answer| EngineError::Refused { command: command.to_owned(), answer })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_quotes() {
        let words = |text: &str| text.parse::<EngineCommand>().map(|command| command.0);
        assert_eq!(words("gnugo --mode gtp").unwrap(), ["gnugo", "--mode", "gtp"]);
        assert_eq!(
            words(r#" "/my engines/x" -c 'a "b"' '' "#).unwrap(),
            ["/my engines/x", "-c", r#"a "b""#, ""]
        );
        for text in ["", "  ", "'gnugo", "\"\" x"] {
            assert_eq!(words(text), Err(EngineCommandError), "{text}");
        }
    }
}
