//! One GNU Go process, spoken to in the Go Text Protocol.

use std::error::Error;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The process and both ends of its pipe.
pub(crate) struct GnuGo {
    process: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl GnuGo {
    /// Starts the program that `GNUGO` names, or the system's `gnugo`. Debian installs games outside the PATH of many
    /// users.
    pub(crate) fn start(arguments: &[&str]) -> Result<GnuGo, Box<dyn Error>> {
        let usual = if Path::new("/usr/games/gnugo").exists() { "/usr/games/gnugo" } else { "gnugo" };
        let program = std::env::var("GNUGO").unwrap_or_else(|_| usual.to_owned());
        let mut process = Command::new(&program)
            .args(["--mode", "gtp"])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("{program}: {error}"))?;
        let (Some(to), Some(from)) = (process.stdin.take(), process.stdout.take()) else {
            return Err("GNU Go has no pipe".into());
        };
        Ok(GnuGo { process, to, from: BufReader::new(from) })
    }

    /// Sends some commands at once, and reads their answers. One that is refused is an error.
    pub(crate) fn ask<const N: usize>(&mut self, commands: [&str; N]) -> Result<[String; N], Box<dyn Error>> {
        let mut text = String::new();
        for command in commands {
            writeln!(text, "{command}")?;
        }
        self.to.write_all(text.as_bytes())?;
        self.to.flush()?;
        let mut answers = [const { String::new() }; N];
        for (answer, command) in answers.iter_mut().zip(commands) {
            *answer = self.answer(command)?;
        }
        Ok(answers)
    }

    /// An answer goes to the next empty line.
    fn answer(&mut self, command: &str) -> Result<String, Box<dyn Error>> {
        let mut text = String::new();
        loop {
            let before = text.len();
            if self.from.read_line(&mut text)? == 0 {
                return Err(format!("GNU Go ended at `{command}`").into());
            }
            if text.trim().is_empty() {
                text.clear();
            } else if text[before..].trim().is_empty() {
                break;
            }
        }
        match text.split_at_checked(1) {
            Some(("=", answer)) => Ok(answer.trim().to_owned()),
            _ => Err(format!("GNU Go refuses `{command}`: {}", text.trim()).into()),
        }
    }
}

impl Drop for GnuGo {
    fn drop(&mut self) {
        // It may have ended by itself; either way nothing is left to do.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
