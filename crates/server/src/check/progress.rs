//! Progress, for a person who watches.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};

use super::files;

/// A bar on standard error, if that is a terminal.
#[derive(Debug)]
pub(super) struct Progress(Option<ProgressBar>);

impl Progress {
    /// A bar as long as there are files. They are counted only if somebody watches.
    pub(super) fn over(named: &[PathBuf]) -> Self {
        if !io::stderr().is_terminal() {
            return Self(None);
        }
        let count = files::below(named).count();
        let bar = ProgressBar::new(u64::try_from(count).unwrap_or(u64::MAX));
        if let Ok(style) =
            ProgressStyle::with_template("{bar:40} {pos} of {len} files, {per_sec}, {eta} left")
        {
            bar.set_style(style);
        }
        Self(Some(bar))
    }

    /// Does something with one file and counts it.
    pub(super) fn counting<T>(&self, check: impl FnOnce() -> T) -> T {
        let result = check();
        if let Some(bar) = &self.0 {
            bar.inc(1);
        }
        result
    }

    /// Does something while the bar is off the screen: lines may go to the same terminal.
    pub(super) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Takes the bar away.
    pub(super) fn end(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
