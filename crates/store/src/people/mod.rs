//! Accounts and the ways into them, from a guest's first session to a player who leaves for good.

pub(crate) mod access_tokens;
pub(crate) mod accounts;
pub(crate) mod acquaintances;
pub(crate) mod bots;
pub(crate) mod carries;
pub(crate) mod deleting;
pub(crate) mod home;
pub(crate) mod identities;
pub(crate) mod idle_guests;
mod known_devices;
pub(crate) mod left_behind;
pub(crate) mod left_ways;
pub(crate) mod mails;
pub(crate) mod passkeys;
mod pending_sign_ins;
mod players;
pub(crate) mod renaming;
pub(crate) mod second_steps;
pub(crate) mod sessions;
pub(crate) mod vouchers;
mod ways_in;
