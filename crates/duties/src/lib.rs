//! The duties of a running server: its background tasks, each with a name, and one overseer for all of them.
//!
//! A duty goes on until the server stops. One that returns or panics before that is named in the log and counted. It is started again
//! where that is safe. Otherwise, or if it ends again and again and others wait for it, the overseer has
//! [failed](Duties::failed), and the server is not ready. A duty that is started again begins anew: what has to outlast it, it is handed. Most duties do something again and again, by
//! [`Repeat`].

mod overseer;
mod repeat;

pub use overseer::{Duties, Figures};
pub use repeat::Repeat;
