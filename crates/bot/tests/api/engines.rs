//! Engines that a test scripts: a few lines of shell.

use std::path::{Path, PathBuf};

use tempfile::TempDir;
use tengen_bot::engine::EngineCommand;
use tengen_bot::options::Options;

/// A directory with an engine, its log and the bot's token.
pub(crate) struct Workshop(TempDir);

impl Workshop {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// An engine that says what these lines of a shell's `case` say, writes down what it is asked, and has these
    /// commands besides the usual ones. `$N` is how many moves it was asked for.
    pub(crate) fn engine(&self, cases: &str, commands: &str) -> String {
        let (asked, moves) = (self.path("asked"), self.path("moves"));
        let text = format!(
            r#"while read -r id command rest; do
  echo "$command $rest" >> '{asked}'
  answer=
  sign='='
  if [ "$command" = genmove ] || [ "$command" = kgs-genmove_cleanup ]; then echo >> '{moves}'; fi
  N=$(cat '{moves}' 2>/dev/null | wc -l)
  case $command in
    list_commands) answer='boardsize clear_board komi play genmove {commands}' ;;
    {cases}
  esac
  printf '%s%s %s\n\n' "$sign" "$id" "$answer"
done
"#,
            asked = asked.display(),
            moves = moves.display(),
        );
        self.script(&text)
    }

    /// An engine that is this script for a shell.
    pub(crate) fn script(&self, text: &str) -> String {
        let script = self.path("engine.sh");
        std::fs::write(&script, text).unwrap();
        format!("sh '{}'", script.display())
    }

    /// The commands that the engine got so far.
    pub(crate) fn asked(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.path("asked")).unwrap_or_default();
        text.lines().map(|line| line.trim().to_owned()).collect()
    }

    /// How often it got this command.
    pub(crate) fn times_asked(&self, command: &str) -> usize {
        self.asked().iter().filter(|asked| asked.split_whitespace().next() == Some(command)).count()
    }

    pub(crate) fn token_file(&self) -> PathBuf {
        self.path("token")
    }

    /// Options of a bot with this engine.
    pub(crate) fn options(&self, url: &str, engine: &str, more: &[&str]) -> Options {
        let token_file: &Path = &self.token_file();
        let words = ["tengen-bot", "--server", url, "--engine", engine, "--token-file"];
        let words = words.iter().map(ToString::to_string).chain([token_file.display().to_string()]);
        let poll = ["--poll", "1"].into_iter().filter(|_| !more.contains(&"--poll")).map(ToString::to_string);
        Options::read(words.chain(poll).chain(more.iter().map(ToString::to_string))).unwrap()
    }
}

/// The command of an engine.
pub(crate) fn command(text: &str) -> EngineCommand {
    text.parse().unwrap()
}
