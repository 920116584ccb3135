//! The list of the members for the staff, page by page, and how it is searched.
//!
//! Each search has an index that leads to its members, and what else is asked for is looked up member by member. So a page looks
//! at a bounded number of them, whatever the search finds, and says where it stopped. Whoever may not be found by a search is
//! passed over and not counted, so that the places where pages stop tell nothing of them.

mod cursor;
mod filter;
mod source;

use tengen_game::Millis;
use tengen_protocol::{ListedMember, MemberFacts, MemberState, Role};

use self::filter::Staff;
use self::source::Source;
use super::sanctions::FOR_EVER;
use crate::players::player_row::player;
use crate::pool::{Store, StoreError};
use crate::query::from_row::from_row;
use crate::query::pieces::Pieces;

pub use cursor::{MemberCursor, MemberCursorError};
pub use filter::{MembersFilter, MembersFor};

struct Row {
    id: String,
    name: String,
    kind: Option<String>,
    created_at: Millis,
    registered_at: Millis,
    suspended_until: Option<Millis>,
    mail: Option<String>,
    is_owner: bool,
    is_moderator: bool,
    session_at: Option<Millis>,
    program_at: Option<Millis>,
    network_at: Option<Millis>,
    place: String,
}

from_row!(Row {
    id,
    name,
    kind,
    created_at,
    registered_at,
    suspended_until,
    mail,
    is_owner,
    is_moderator,
    session_at,
    program_at,
    network_at,
    place
});

/// What a page shows of the members that it found.
const SHOWN: &str =
    "SELECT players.id, players.name, players.kind, players.created_at, accounts.created_at AS registered_at, players.suspended_until, mails.mail,
        EXISTS (SELECT 1 FROM grants WHERE grants.player_id = players.id AND grants.role = 'owner') AS is_owner,
        EXISTS (SELECT 1 FROM grants WHERE grants.player_id = players.id AND grants.role = 'moderator') AS is_moderator,
        (SELECT max(COALESCE(last_used_at, created_at)) FROM tokens WHERE tokens.player_id = players.id) AS session_at,
        (SELECT max(last_used_at) FROM access_tokens WHERE access_tokens.player_id = players.id) AS program_at,
        (SELECT max(last_at) FROM networks WHERE networks.player_id = players.id) AS network_at,
        CAST(matched.place AS TEXT) AS place
     FROM (SELECT looked.place, looked.player_id FROM (";
/// The beginning of what is asked for of the members who are looked at: that they are no bots.
const LOOKED: &str = ") AS looked
     WHERE (SELECT count(*) FROM accounts WHERE accounts.player_id = looked.player_id AND accounts.owner IS NULL) > 0";

impl Store {
    /// Members behind a place, so many at most, and the place behind which there may be more, at the moment `now`. Of very many
    /// that do not fit only the next thousand are looked at.
    pub async fn members(
        &self,
        filter: &MembersFilter,
        members_for: MembersFor,
        after: Option<&MemberCursor>,
        most: u32,
        now: Millis,
    ) -> Result<(Vec<ListedMember>, Option<MemberCursor>), StoreError> {
        let source = Source::of(filter, now);
        let passed_over = match filter.passed_over(members_for) {
            Some(staff) => Some((staff, self.how_many(staff).await?)),
            None => None,
        };
        let looked_at = filter.looked_at(most);
        // First: whoever registers meanwhile pushes nobody out of what is looked at.
        let stop = self.last_looked_at(&source, after, looked_at, passed_over).await?;
        let mut pieces = Pieces::default();
        pieces.sql(SHOWN);
        source.rows(&mut pieces, after, stop.as_ref());
        // It says to Postgres that there are few, whatever it thinks of them.
        let rows = passed_over.map_or(0, |(_, staff)| staff).saturating_add(2 * i64::from(looked_at));
        pieces.sql(" LIMIT ").number(rows).sql(LOOKED);
        filter.conditions(&mut pieces, members_for, now);
        let (inner, outer) = source.orders();
        // One more than is shown tells whether there is a next page.
        pieces.sql(inner).sql(" LIMIT ").number(most.saturating_add(1));
        pieces.sql(
            ") AS matched
             JOIN players ON players.id = matched.player_id
             JOIN accounts ON accounts.player_id = matched.player_id
             LEFT JOIN mails ON mails.player_id = matched.player_id",
        );
        pieces.sql(outer);
        let mut rows: Vec<Row> = self.among_lists(pieces.read(self).fetch_all()).await?;
        let is_full = rows.len() > most as usize;
        rows.truncate(most as usize);
        let next = match rows.last().filter(|_| is_full) {
            Some(last) => Some(source.cursor(last.place.clone(), &last.id)?),
            None => stop,
        };
        let shown = rows.into_iter().map(|row| listed(row, members_for, now));
        Ok((shown.collect::<Result<_, _>>()?, next))
    }

    /// How many there are of some of the staff.
    async fn how_many(&self, staff: Staff) -> Result<i64, StoreError> {
        let (count,): (i64,) = self.among_lists(self.read(staff.count()).fetch_one()).await?;
        Ok(count)
    }

    /// The last one of those who are looked at behind a place, if there may be more. Some of the staff are passed over, of whom there
    /// are so many: even if all of them stand there, enough others are among the rows.
    async fn last_looked_at(
        &self,
        source: &Source,
        after: Option<&MemberCursor>,
        looked_at: u32,
        passed_over: Option<(Staff, i64)>,
    ) -> Result<Option<MemberCursor>, StoreError> {
        let mut pieces = Pieces::default();
        pieces.sql("SELECT CAST(looked.place AS TEXT), looked.player_id FROM (");
        source.rows(&mut pieces, after, None);
        let staff = passed_over.map_or(0, |(_, staff)| staff);
        pieces.sql(" LIMIT ").number(staff.saturating_add(looked_at.into())).sql(") AS looked");
        if let Some((staff, _)) = passed_over {
            pieces.sql(" WHERE ").sql(staff.is_other());
        }
        let (in_order, _) = source.orders();
        pieces.sql(in_order).sql(" LIMIT 1 OFFSET ").number(looked_at - 1);
        let row: Option<(String, String)> = self.among_lists(pieces.read(self).fetch_optional()).await?;
        row.map(|(place, id)| source.cursor(place, &id)).transpose()
    }
}

impl MembersFilter {
    /// Whether a place is one in the list of this search. Another one would be as good as none.
    pub fn takes(&self, cursor: &MemberCursor) -> bool {
        // The moment decides nothing about the order.
        Source::of(self, 0).fits(cursor)
    }
}

/// A member as the list shows one to its readers.
fn listed(row: Row, members_for: MembersFor, now: Millis) -> Result<ListedMember, StoreError> {
    let roles = [(row.is_owner, Role::Owner), (row.is_moderator, Role::Moderator)];
    let roles: Vec<Role> = roles.into_iter().filter_map(|(has, role)| has.then_some(role)).collect();
    let until = row.suspended_until.filter(|until| *until > now);
    let state = match until {
        None => MemberState::Active,
        Some(FOR_EVER) => MemberState::Banned,
        Some(_) => MemberState::Suspended,
    };
    let is_below = match members_for {
        MembersFor::Moderators => roles.is_empty(),
        MembersFor::Owners => !row.is_owner,
        MembersFor::Operator => true,
    };
    let facts = MemberFacts {
        state,
        suspended_until: until.filter(|until| *until != FOR_EVER),
        last_seen_at: [row.session_at, row.program_at, row.network_at].into_iter().flatten().max(),
        mail: row.mail.filter(|_| members_for != MembersFor::Moderators),
    };
    Ok(ListedMember {
        player: player((row.id, row.name, row.kind, row.created_at))?,
        registered_at: row.registered_at,
        roles,
        facts: is_below.then_some(facts),
    })
}
