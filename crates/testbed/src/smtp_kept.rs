//! What a mail server for tests has been given, and what it was told to refuse: all connections share it.

use std::collections::VecDeque;

use tokio::sync::watch;

use crate::received_letter::ReceivedLetter;

/// How many letters are kept at most. It takes no more.
const MOST_LETTERS: usize = 10_000;

/// How a mail server does not take a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// It says 451: later perhaps. It names the address of the recipient, as most servers do.
    Later,
    /// It says 550: never. It names the address of the recipient.
    Never,
    /// It says nothing any more on this connection.
    Silence,
}

/// What somebody has logged in with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// `PLAIN` or `LOGIN`.
    pub mechanism: &'static str,
    /// The user.
    pub user: String,
    /// The password.
    pub password: String,
    /// Whether the connection was encrypted by STARTTLS.
    pub encrypted: bool,
}

/// What all connections share.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    pub state: watch::Sender<State>,
}

#[derive(Debug, Default)]
pub(crate) struct State {
    /// The letters so far.
    pub letters: Vec<ReceivedLetter>,
    /// The logins so far.
    pub shown: Vec<Shown>,
    /// How many connections there were.
    pub connections: usize,
    /// How many of them have ended.
    pub left: usize,
    /// What the next letters meet.
    pub refusals: VecDeque<Refusal>,
    /// The user and the password without which no letter is taken.
    pub member: Option<(String, String)>,
}

impl Shared {
    pub(crate) fn keep(&self, letter: ReceivedLetter) -> bool {
        self.state.send_if_modified(|state| {
            let has_room = state.letters.len() < MOST_LETTERS;
            if has_room {
                state.letters.push(letter);
            }
            has_room
        })
    }

    /// Takes note of a login, and answers whether it is let in.
    pub(crate) fn login(&self, shown: Shown) -> bool {
        let mut is_right = true;
        self.state.send_modify(|state| {
            if let Some((user, password)) = &state.member {
                is_right = (user, password) == (&shown.user, &shown.password);
            }
            state.shown.push(shown);
        });
        is_right
    }

    pub(crate) fn asks_for_login(&self) -> bool {
        self.state.borrow().member.is_some()
    }

    pub(crate) fn next_refusal(&self) -> Option<Refusal> {
        let mut refusal = None;
        self.state.send_if_modified(|state| {
            refusal = state.refusals.pop_front();
            false
        });
        refusal
    }
}
