//! People: how they come in and prove who they are, what belongs to their accounts, and how they leave.

mod acquaintances;
mod card_codes;
mod changes;
mod claimant;
mod door;
mod fresh;
mod invitations;
mod leaving;
mod letters;
mod mails;
pub mod names;
mod own_account;
mod own_data;
mod parts;
mod passkeys;
mod pending;
mod programs;
mod proof;
mod providers;
mod registering;
mod registrations;
mod second_step;
mod sessions;
mod signing_in;
mod ways;

pub use acquaintances::add_acquaintance;
pub use card_codes::new_codes;
pub use changes::{account, change_account};
pub use claimant::Claimant;
pub use door::Door;
pub use fresh::{fresh_until, needs_fresh_sign_in};
pub use invitations::{
    LONGEST_INVITATION, MOST_INVITATIONS, MOST_INVITED, invite, look_at_invitation, make_invitation,
    take_invitation_back,
};
pub use leaving::delete_oneself;
pub(crate) use leaving::leave;
pub(crate) use leaving::{end_games, forget_idle};
pub use letters::{Letters, Message};
pub use mails::{confirm_mail, forget_mail, player_of_letter, send_link};
pub use own_data::known_of;
pub use parts::People;
pub use passkeys::{add_passkey, challenge_passkey, remove_passkey};
pub use pending::Begun;
pub use programs::{
    delete_bot, make_bot, make_token, make_token_of_bot, may_act_as_staff, own_bot, revoke_token,
};
pub use providers::{come_from_provider, go_to_provider, link_identity, unlink_identity};
pub use registering::{come_in, register};
pub use registrations::Registrations;
pub use second_step::{
    forget_authenticator, offer_authenticator, renew_recovery_codes, take_up_authenticator,
};
pub use sessions::{carried_player, carry, end_other_sessions, end_session, sign_out};
pub use signing_in::{SignedIn, confirm, sign_in};
pub use ways::Ways;
