//! Groups of members: classes and clubs.

mod accounts;
mod acting;
mod founding;
mod joining;
mod members;
mod rounds;
mod seen_round;
mod tasks;
mod words;

pub use accounts::{NewCard, make_accounts, may_make_accounts, renew_cards, revoke_card, revoke_cards};
pub use acting::{AtHomeActing, Looking, done};
pub use founding::{change, end, found};
pub use joining::{
    answer_invitation, answer_request, bring_in, invitations_of, invited, requests, take_invitation_back,
    take_request_back,
};
pub use members::{change_member, take_out};
pub use rounds::make_round;
pub use seen_round::seen_round;
pub use tasks::{replayed, set_task, take_task_back, task_table, viewer};
pub use words::group_name;
