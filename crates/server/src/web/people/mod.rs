//! Players, their accounts, their sessions and their tokens.

pub(super) mod accounts;
pub(super) mod acquaintances;
mod begun;
pub(super) mod bots;
pub(super) mod card_codes;
mod claimant;
mod device;
mod fresh;
pub(super) mod identities;
pub(super) mod invitations;
mod known_device;
pub(super) mod leaving;
pub(super) mod mails;
pub(super) mod me;
mod own_account;
pub(super) mod own_data;
pub(super) mod passkeys;
pub(super) mod players;
mod proof;
pub(super) mod providers;
pub(super) mod sanctions;
pub(super) mod second_step;
pub(super) mod sessions;
mod signing_in;
pub(super) mod tokens;
pub(super) mod wished;
