//! Players, their accounts, their sessions and their tokens.

pub(super) mod accounts;
pub(super) mod acquaintances;
mod begun;
pub(super) mod bots;
mod claimant;
mod device;
pub(super) mod identities;
pub(super) mod invitations;
mod known_device;
pub(super) mod leaving;
pub(super) mod mails;
pub(super) mod me;
pub(super) mod own_data;
pub(super) mod passkeys;
pub(super) mod players;
pub(super) mod providers;
pub(super) mod sanctions;
pub(super) mod second_step;
pub(super) mod sessions;
pub(super) mod tokens;
