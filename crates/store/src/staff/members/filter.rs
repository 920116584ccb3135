//! Searches of the list of the members, and who may find what by them.

use tengen_game::Millis;
use tengen_protocol::{MemberState, Role};

use crate::query::pieces::Pieces;
use crate::staff::sanctions::FOR_EVER;

/// How many members a page looks at, at most, beside those of the staff whom it passes over.
const LOOKED_AT: u32 = 1_000;

/// Those who read the list: what they may know of whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MembersFor {
    /// Moderators: of those without a role everything but the mail address.
    Moderators,
    /// Owners: of all but owners everything.
    Owners,
    /// Whoever has the machine: everything.
    Operator,
}

/// Which members are looked for; without anything all of them, those who registered last first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MembersFilter {
    /// Their names begin like this, in any case and width and with any marks.
    pub name: Option<String>,
    /// Their mail addresses begin like this. Nobody finds by it whose address is not shown.
    pub mail: Option<String>,
    /// They have this role.
    pub role: Option<Role>,
    /// They may play, or may not. Nobody finds by it of whom that is not shown.
    pub state: Option<MemberState>,
    /// They were not seen at this moment or later. Nobody finds by it of whom that is not shown.
    pub unseen_since: Option<Millis>,
}

/// Those of the staff of whom others may not know everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Staff {
    /// All who have a role.
    All,
    /// The owners.
    Owners,
}

impl Staff {
    /// The query of how many they are: few.
    pub(super) fn count(self) -> &'static str {
        match self {
            Self::All => "SELECT count(DISTINCT player_id) FROM grants",
            Self::Owners => "SELECT count(*) FROM grants WHERE role = 'owner'",
        }
    }

    /// That a member who is looked at is none of them.
    pub(super) fn is_other(self) -> &'static str {
        match self {
            Self::All => "(SELECT count(*) FROM grants WHERE grants.player_id = looked.player_id) = 0",
            Self::Owners => {
                "(SELECT count(*) FROM grants WHERE grants.player_id = looked.player_id AND grants.role = 'owner') = 0"
            }
        }
    }
}

impl MembersFilter {
    /// Whom this search may not find for these readers, nor tell anything of.
    pub(super) fn passed_over(&self, members_for: MembersFor) -> Option<Staff> {
        let asks_for_facts = self.mail.is_some() || self.state.is_some() || self.unseen_since.is_some();
        match members_for {
            MembersFor::Moderators if asks_for_facts => Some(Staff::All),
            MembersFor::Owners if asks_for_facts => Some(Staff::Owners),
            _ => None,
        }
    }

    /// How many members are looked at for a page of so many: not many more where what leads to them is all that is asked for,
    /// since few of them are bots.
    pub(super) fn looked_at(&self, most: u32) -> u32 {
        let leads = [self.name.is_some(), self.mail.is_some(), self.role.is_some()];
        let asks_no_more = leads.into_iter().filter(|is_asked| *is_asked).count() <= 1
            && self.state.is_none()
            && self.unseen_since.is_none();
        if asks_no_more { most.saturating_add(1).saturating_mul(2).min(LOOKED_AT) } else { LOOKED_AT }
    }

    /// What is asked for of each member who is looked at. What has led there is true of them by itself.
    ///
    /// Each question is a value of its own: of `EXISTS` Postgres makes a join, for which it would read a whole table.
    pub(super) fn conditions(&self, pieces: &mut Pieces, members_for: MembersFor, now: Millis) {
        if let Some(staff) = self.passed_over(members_for) {
            pieces.sql(" AND ").sql(staff.is_other());
        }
        if let Some(mail) = &self.mail {
            let (beginning, end) = beginning(mail.clone());
            pieces.sql(
                " AND (SELECT count(*) FROM mails WHERE mails.player_id = looked.player_id AND mails.key >= ",
            );
            pieces.text(beginning).sql(" AND mails.key < ").text(end).sql(") > 0");
        }
        if let Some(role) = self.role {
            pieces.sql(
                " AND (SELECT count(*) FROM grants WHERE grants.player_id = looked.player_id AND grants.role = ",
            );
            pieces.text(role.name()).sql(") > 0");
        }
        match self.state {
            None => {}
            Some(MemberState::Active) => {
                pieces.sql(" AND ").sql(SUSPENDED_UNTIL).sql(" <= ").number(now);
            }
            Some(MemberState::Suspended) => {
                pieces.sql(" AND ").sql(SUSPENDED_UNTIL).sql(" > ").number(now);
                pieces.sql(" AND ").sql(SUSPENDED_UNTIL).sql(" < ").number(FOR_EVER);
            }
            Some(MemberState::Banned) => {
                pieces.sql(" AND ").sql(SUSPENDED_UNTIL).sql(" = ").number(FOR_EVER);
            }
        }
        if let Some(since) = self.unseen_since {
            for last in SEEN {
                pieces
                    .sql(" AND COALESCE((SELECT ")
                    .sql(last)
                    .sql(" = looked.player_id), 0) < ")
                    .number(since);
            }
        }
    }
}

/// Until when a member who is looked at may not play.
const SUSPENDED_UNTIL: &str =
    "COALESCE((SELECT players.suspended_until FROM players WHERE players.id = looked.player_id), 0)";
/// What shows when a member was there, each up to the member.
const SEEN: [&str; 4] = [
    "accounts.created_at FROM accounts WHERE accounts.player_id",
    "max(COALESCE(tokens.last_used_at, tokens.created_at)) FROM tokens WHERE tokens.player_id",
    "max(access_tokens.last_used_at) FROM access_tokens WHERE access_tokens.player_id",
    "max(networks.last_at) FROM networks WHERE networks.player_id",
];

/// The beginning of some texts, and the end of all texts that begin like it.
pub(super) fn beginning(text: String) -> (String, String) {
    let end = format!("{text}\u{10ffff}");
    (text, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_are_passed_over_of_whom_a_search_asks_what_is_not_told() {
        let state = MembersFilter { state: Some(MemberState::Active), ..MembersFilter::default() };
        let mail = MembersFilter { mail: Some("ann@".to_owned()), ..MembersFilter::default() };
        let unseen = MembersFilter { unseen_since: Some(1), ..MembersFilter::default() };
        for filter in [&state, &mail, &unseen] {
            assert_eq!(filter.passed_over(MembersFor::Moderators), Some(Staff::All));
            assert_eq!(filter.passed_over(MembersFor::Owners), Some(Staff::Owners));
            assert_eq!(filter.passed_over(MembersFor::Operator), None);
        }
        // Names and roles are told of everybody.
        let role = MembersFilter { role: Some(Role::Owner), name: Some("ann".to_owned()), ..state };
        let role = MembersFilter { state: None, ..role };
        assert_eq!(role.passed_over(MembersFor::Moderators), None);
    }

    #[test]
    fn few_are_looked_at_where_nothing_else_is_asked_for() {
        let name = || MembersFilter { name: Some("ann".to_owned()), ..MembersFilter::default() };
        let role = MembersFilter { role: Some(Role::Owner), ..MembersFilter::default() };
        for filter in [MembersFilter::default(), name(), role.clone()] {
            assert_eq!(filter.looked_at(50), 102, "{filter:?}");
            assert_eq!(filter.looked_at(u32::MAX), LOOKED_AT, "{filter:?}");
        }
        for filter in [
            MembersFilter { role: role.role, ..name() },
            MembersFilter { state: Some(MemberState::Banned), ..MembersFilter::default() },
            MembersFilter { unseen_since: Some(1), ..name() },
        ] {
            assert_eq!(filter.looked_at(50), LOOKED_AT, "{filter:?}");
        }
    }
}
