//! What leads to the members that are looked for: for each search the index by which they stand in order.

use tengen_game::Millis;
use tengen_names::looks;
use tengen_protocol::{MemberState, Role};

use super::cursor::{MemberCursor, Place};
use super::filter::{MembersFilter, beginning};
use crate::pool::{StoreError, unreadable};
use crate::query::pieces::Pieces;
use crate::staff::sanctions::FOR_EVER;

/// What leads to members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Source {
    /// The beginning of their names, and the end of all that begin like it.
    Name(String, String),
    /// The same of their mail addresses.
    Mail(String, String),
    /// A role. There are few with one.
    Role(Role),
    /// That they may not play, until a moment behind the first and up to the second of these.
    Kept(Millis, Millis),
    /// Nothing but that they have registered.
    Registered,
}

/// The order of a list, inside and outside of a query.
const RISING: (&str, &str) =
    (" ORDER BY looked.place, looked.player_id", " ORDER BY matched.place, matched.player_id");
const FALLING: (&str, &str) = (
    " ORDER BY looked.place DESC, looked.player_id DESC",
    " ORDER BY matched.place DESC, matched.player_id DESC",
);

impl Source {
    /// The one that leads to the fewest members who do not fit.
    pub(super) fn of(filter: &MembersFilter, now: Millis) -> Self {
        match filter {
            MembersFilter { name: Some(name), .. } => {
                let (beginning, end) = beginning(looks(name).plain);
                Self::Name(beginning, end)
            }
            MembersFilter { mail: Some(mail), .. } => {
                let (beginning, end) = beginning(mail.clone());
                Self::Mail(beginning, end)
            }
            MembersFilter { role: Some(role), .. } => Self::Role(*role),
            MembersFilter { state: Some(MemberState::Suspended), .. } => Self::Kept(now, FOR_EVER - 1),
            MembersFilter { state: Some(MemberState::Banned), .. } => Self::Kept(FOR_EVER - 1, FOR_EVER),
            _ => Self::Registered,
        }
    }

    /// Whether a place is one in the order of these members.
    pub(super) fn fits(&self, cursor: &MemberCursor) -> bool {
        self.is_rising() == matches!(cursor.place, Place::Text(_))
    }

    fn is_rising(&self) -> bool {
        matches!(self, Self::Name(..) | Self::Mail(..))
    }

    /// The order of the members who are looked at, and of those who were found.
    pub(super) fn orders(&self) -> (&'static str, &'static str) {
        if self.is_rising() { RISING } else { FALLING }
    }

    /// The place of a member, from a row.
    pub(super) fn cursor(&self, place: String, id: &str) -> Result<MemberCursor, StoreError> {
        let id = id.parse().map_err(unreadable)?;
        let place =
            if self.is_rising() { Place::Text(place) } else { Place::At(place.parse().map_err(unreadable)?) };
        Ok(MemberCursor { place, id })
    }

    /// Writes the query of `place` and `player_id` of the members in order, behind a place and up to another one. A place of
    /// another order is none.
    pub(super) fn rows(
        &self,
        pieces: &mut Pieces,
        after: Option<&MemberCursor>,
        until: Option<&MemberCursor>,
    ) {
        let (key, order) = match self {
            Self::Name(beginning, end) => {
                pieces.sql(
                    "SELECT names.plain AS place, names.player_id FROM names
                     WHERE NOT names.guest AND names.ended_at IS NULL AND names.plain >= ",
                );
                pieces.text(beginning).sql(" AND names.plain < ").text(end);
                ("(names.plain, names.player_id)", " ORDER BY names.plain, names.player_id")
            }
            Self::Mail(beginning, end) => {
                pieces.sql("SELECT mails.key AS place, mails.player_id FROM mails WHERE mails.key >= ");
                pieces.text(beginning).sql(" AND mails.key < ").text(end);
                ("(mails.key, mails.player_id)", " ORDER BY mails.key, mails.player_id")
            }
            Self::Role(role) => {
                pieces.sql(
                    "SELECT accounts.created_at AS place, accounts.player_id
                     FROM grants JOIN accounts ON accounts.player_id = grants.player_id
                     WHERE accounts.owner IS NULL AND grants.role = ",
                );
                pieces.text(role.name());
                BY_ACCOUNT
            }
            Self::Kept(above, most) => {
                pieces.sql(
                    "SELECT players.suspended_until AS place, players.id AS player_id FROM players
                     WHERE players.suspended_until > ",
                );
                pieces.number(*above).sql(" AND players.suspended_until <= ").number(*most);
                (
                    "(players.suspended_until, players.id)",
                    " ORDER BY players.suspended_until DESC, players.id DESC",
                )
            }
            Self::Registered => {
                pieces.sql(
                    "SELECT accounts.created_at AS place, accounts.player_id FROM accounts WHERE accounts.owner IS NULL",
                );
                BY_ACCOUNT
            }
        };
        let (behind, up_to) = if self.is_rising() { (" > (", " <= (") } else { (" < (", " >= (") };
        for (cursor, is) in [(after, behind), (until, up_to)] {
            let Some(MemberCursor { place, id }) = cursor.filter(|cursor| self.fits(cursor)) else {
                continue;
            };
            pieces.sql(" AND ").sql(key).sql(is);
            match place {
                Place::At(at) => pieces.number(*at),
                Place::Text(text) => pieces.text(text),
            };
            pieces.sql(", ").text(id.as_str()).sql(")");
        }
        pieces.sql(order);
    }
}

/// The place of a member by the moment of registering, and the order of these places.
const BY_ACCOUNT: (&str, &str) = (
    "(accounts.created_at, accounts.player_id)",
    " ORDER BY accounts.created_at DESC, accounts.player_id DESC",
);
