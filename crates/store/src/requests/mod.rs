//! Requests that make something, and the keys by which each is carried out once.

pub(crate) mod kept_answers;
pub(crate) mod key_holder;
