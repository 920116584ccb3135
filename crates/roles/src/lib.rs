//! Roles on a server: who may do what to whom, and why not.
//!
//! All of it is one pure function, [`may`]. It knows no database: whoever asks brings what there is to know
//! of the actor and of the person, game or record that the act is about. `docs/roles.md` is written from it
//! by a test.
//!
//! ```
//! use tengen_protocol::{PlayerKind, Role};
//! use tengen_roles::{Act, Actor, Person, PersonAct, Proof, Why, may};
//!
//! let moderator =
//!     Actor::Player { kind: PlayerKind::Member, role: Some(Role::Moderator), proof: Proof::Session { fresh: true } };
//! let member = Person { kind: PlayerKind::Member, role: None, is_actor: false, is_last_owner: false };
//! assert_eq!(may(moderator, Act::ToPerson(PersonAct::Rename, member)), Ok(()));
//! let owner = Person { role: Some(Role::Owner), ..member };
//! assert_eq!(may(moderator, Act::ToPerson(PersonAct::Rename, owner)), Err(Why::EqualOrHigher));
//! ```

mod act;
mod actor;
mod group;
mod in_group;
mod may;
mod standing;
mod why;

pub use act::{Act, Concerned, Game, GameAct, Person, PersonAct, Record, ServerAct};
pub use actor::{Actor, Proof};
pub use group::{Fellow, FellowAct, GroupAct, Membership};
pub use may::may;
pub use why::Why;
