//! Records of games as other programs read them: the exports, and the kept part of files from elsewhere. The crate
//! `sgf-parse` reads them beside our own.

#![allow(clippy::unwrap_used, clippy::panic)] // a test that can not go on should stop, and say where

mod collections;
mod edited_files;
mod edits;
mod exports;
mod games;
mod generated;
mod judged;
mod letters;
mod limits;
mod oracle;
mod reread;
mod round_trips;
mod varied;
mod words;
