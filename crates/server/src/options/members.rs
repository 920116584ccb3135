//! The options of a list of members.

use clap::Args;
use tengen_protocol::{MemberState, Role};

use crate::admin::{MOST_LISTED, MembersWish};

/// Which members are listed.
#[derive(Debug, Clone, Args)]
pub(super) struct MembersOptions {
    /// The beginning of their names, in any case.
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// The beginning of their mail addresses.
    #[arg(long, value_name = "MAIL")]
    mail: Option<String>,
    /// Those with this role.
    #[arg(long, value_name = "ROLE", value_parser = ["owner", "moderator"])]
    role: Option<String>,
    /// Those who may play, who may not until a moment, or not any more.
    #[arg(long, value_name = "STATE", value_parser = ["active", "suspended", "banned"])]
    state: Option<String>,
    /// Those of whom nothing shows that they were there in so many days. What shows it is kept for ninety days, and of whoever
    /// has signed out for thirty.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=3_660))]
    unseen_days: Option<u32>,
    /// Go on behind this place, which the list before it has told.
    #[arg(long, value_name = "PLACE")]
    after: Option<String>,
    /// How many are listed at most.
    #[arg(long, value_name = "N", default_value = "50", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_LISTED)))]
    limit: u32,
}

impl MembersOptions {
    /// What is asked for. The options take no other words.
    pub(super) fn wish(self) -> MembersWish {
        let Self { name, mail, role, state, unseen_days, after, limit } = self;
        let role = role.and_then(|word| Role::ALL.into_iter().find(|known| known.name() == word));
        let state = state.and_then(|word| MemberState::ALL.into_iter().find(|known| known.name() == word));
        MembersWish { name, mail, role, state, unseen_days, after, limit }
    }
}
