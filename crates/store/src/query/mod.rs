//! What queries of all themes are made of: pieces, rows, places in lists, and transactions that are tried again.

pub(crate) mod cursor;
pub(crate) mod from_row;
pub(crate) mod pieces;
pub(crate) mod untangled;
