//! Names for commands.

use std::hash::{BuildHasher, Hasher, RandomState};

use tengen_game::CommandId;

/// Makes ids for commands, no two of them the same, also over several runs of a program.
///
/// The server remembers an id for as long as there is a game, so that a command can be sent again. A program that is
/// started anew must not use the ids of its last run for other commands.
///
/// ```
/// use tengen_client::CommandIds;
///
/// let (mut ids, mut others) = (CommandIds::new(), CommandIds::new());
/// assert_ne!(ids.next(), ids.next());
/// assert_ne!(ids.next(), others.next());
/// ```
#[derive(Debug, Clone)]
pub struct CommandIds {
    run: u64,
    last: u64,
}

impl CommandIds {
    /// Ids of a new run.
    pub fn new() -> Self {
        Self { run: random(), last: 0 }
    }

    /// An id that was not there before.
    #[allow(clippy::should_implement_trait, reason = "there is no end to them")]
    pub fn next(&mut self) -> CommandId {
        self.last += 1;
        let text = format!("{:016x}-{}", self.run, self.last);
        // Hexadecimal digits and a hyphen are always an id; were they not, the server would say so.
        text.parse().unwrap_or_else(|_| unreachable!("{text} is an id"))
    }
}

impl Default for CommandIds {
    fn default() -> Self {
        Self::new()
    }
}

/// A number that nobody needs to guess or to be kept from guessing: the keys of a hash are drawn by lot.
fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}
