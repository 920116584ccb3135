//! What a server does: each use case is one function that takes the parts it needs ([`kit::Parts`]), checks
//! rights and limits itself, and fails in one way: [`kit::ActionError`] says why it is refused, or that
//! something failed. Nothing here knows HTTP, the command line, or who composes the server.
//!
//! Some questions come before every use case, and the caller has to ask them: who somebody is, whether that
//! player may play ([`kit::Actor`] is no suspended one), whether the door is open, and whether the player sees
//! the thing at all ([`kit::Enclosures`]). A game of a closed class that nobody asks about lets anybody in.
//!
//! What nobody waits for is done here, too: the turns of the [`computer`], and the [`duties`], each of which is
//! one task that runs until the server stops, by the clock of its store. All their work stands in the database,
//! as a job or as a due time, so a server that dies leaves it to the next one.

pub mod computer;
pub mod duties;
pub mod games;
pub mod groups;
pub mod kit;
pub mod people;
pub mod positions;
pub mod records;
pub mod staff;
pub mod trees;
