//! The ways in which the games of a list are found, and the conditions in SQL that leave out the others.

use tengen_game::{GroupId, Millis, Phase, PlayerId};
use tengen_rules::Color;

use super::filter::GamesFilter;
use crate::games::voided::NOT_VOID;
use crate::query::pieces::Pieces;

/// The key by which the games of a query are found: each has an index in the order of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Key {
    /// All games.
    Age,
    /// The games in a phase that everybody may know of.
    Phase(Phase),
    /// The games of which spectators have not seen the end yet, if there is one.
    Veiled,
    /// The games that a player has made.
    Creator(PlayerId),
    /// The games of a player with this colour.
    Seat(PlayerId, Color),
    /// The games with a seat for a player.
    Invited(PlayerId),
    /// The games of the members of a group among each other.
    Fellows(GroupId),
    /// The games of the rounds of a group.
    Rounds(GroupId),
    /// The games within a closed class.
    Enclosed(GroupId),
}

impl Key {
    /// A query for how many games a key has that no index has in the order of the list; no more than `most` are counted.
    pub(crate) fn number(self, most: u32) -> Option<Pieces> {
        let mut sql = Pieces::default();
        sql.sql("SELECT COUNT(*) FROM (SELECT 1 AS one FROM ");
        match self {
            Self::Fellows(group) => {
                sql.sql("group_members JOIN games ON games.black = group_members.player_id");
                sql.sql(" WHERE group_members.group_id = ").text(group.as_str())
            }
            Self::Rounds(group) => sql.sql("round_pairs WHERE group_id = ").text(group.as_str()),
            _ => return None,
        };
        sql.sql(" LIMIT ").number(most).sql(") AS counted");
        Some(sql)
    }
}

impl GamesFilter {
    /// The queries whose answers together have every game that is asked for.
    pub(crate) fn keys(&self) -> Vec<Key> {
        let colors = |player| {
            let colors = self.color.map_or(vec![Color::Black, Color::White], |color| vec![color]);
            colors.into_iter().map(move |color| Key::Seat(player, color))
        };
        if let Some(group) = self.group {
            return vec![Key::Fellows(group.id), Key::Rounds(group.id), Key::Enclosed(group.id)];
        }
        match self.player.or(self.viewer.filter(|_| self.enclosed_in.is_some())) {
            Some(player) if self.color.is_some() || self.opponent.is_some() => colors(player).collect(),
            Some(player) => {
                let within = self.enclosed_in.filter(|_| self.player.is_none()).map(Key::Enclosed);
                let own = [Key::Creator(player), Key::Invited(player)];
                within.into_iter().chain(own).chain(colors(player)).collect()
            }
            None if self.phases.is_empty() => vec![Key::Age],
            None => {
                let wanted = Phase::ALL.into_iter().filter(|phase| self.phases.contains(phase));
                wanted.map(Key::Phase).chain([Key::Veiled]).collect()
            }
        }
    }

    /// The conditions on a game that is found by a key, and was made at `floor` or later.
    pub(crate) fn conditions(&self, key: Key, floor: Option<Millis>) -> Pieces {
        let mut sql = Pieces::default();
        sql.sql(" WHERE ");
        match key {
            Key::Age => self.by_age(&mut sql),
            Key::Phase(phase) => {
                sql.sql("games.phase = ").text(phase.name());
                sql.sql(" AND games.shown_at <= ").number(self.now);
            }
            Key::Veiled => _ = sql.sql("games.shown_at > ").number(self.now),
            Key::Creator(player) => _ = sql.sql("games.creator = ").text(player.as_str()),
            Key::Invited(player) => _ = sql.sql("games.opponent = ").text(player.as_str()),
            Key::Seat(player, color) => self.seats(&mut sql, player, color),
            Key::Fellows(group) => {
                let group = group.as_str();
                sql.sql("games.black IN (SELECT player_id FROM group_members WHERE group_id = ").text(group);
                sql.sql(") AND games.white IN (SELECT player_id FROM group_members WHERE group_id = ")
                    .text(group);
                sql.sql(")");
            }
            Key::Rounds(group) => of_rounds(&mut sql, group),
            Key::Enclosed(group) => _ = sql.sql("games.enclosed_in = ").text(group.as_str()),
        }
        if self.begins().is_some() && key != Key::Age {
            sql.sql(" AND ");
            self.by_age(&mut sql);
        }
        if let Some(floor) = floor {
            sql.sql(" AND games.created_at >= ").number(floor);
        }
        self.agreed(&mut sql);
        match key {
            Key::Veiled => {}
            Key::Phase(_) => self.told(&mut sql),
            _ => {
                sql.sql(" AND (games.shown_at > ").number(self.now).sql(" OR (TRUE");
                self.told(&mut sql);
                sql.sql("))");
            }
        }
        self.visible(&mut sql);
        if !self.with_void {
            sql.sql(" AND ").sql(NOT_VOID);
        }
        sql
    }

    /// The condition on the games of a key in the order of the list, whatever else is asked of them: an index has them all. None where
    /// there are never many.
    pub(crate) fn in_order(&self, key: Key) -> Option<Pieces> {
        let mut sql = Pieces::default();
        sql.sql(" WHERE ");
        match key {
            Key::Veiled => return None,
            // No index has these in this order.
            Key::Age | Key::Fellows(_) | Key::Rounds(_) => {
                self.by_age(&mut sql);
                return Some(sql);
            }
            Key::Phase(phase) => sql.sql("games.phase = ").text(phase.name()),
            Key::Creator(player) => sql.sql("games.creator = ").text(player.as_str()),
            Key::Invited(player) => sql.sql("games.opponent = ").text(player.as_str()),
            Key::Seat(player, Color::Black) => sql.sql("games.black = ").text(player.as_str()),
            Key::Seat(player, Color::White) => sql.sql("games.white = ").text(player.as_str()),
            Key::Enclosed(group) => sql.sql("games.enclosed_in = ").text(group.as_str()),
        };
        if self.begins().is_some() {
            sql.sql(" AND ");
            self.by_age(&mut sql);
        }
        Some(sql)
    }

    /// The place in the list behind which games are looked at, if it is not the first one: what is too young needs no look.
    fn begins(&self) -> Option<(Millis, String)> {
        let after = self.after.map(|cursor| (cursor.created_at, cursor.id.to_string()));
        let until = self.until.map(|until| (until, String::new()));
        after.into_iter().chain(until).min()
    }

    /// Whether games that were made earlier than the last one that was looked at may be wanted.
    pub(crate) fn goes_on_below(&self, floor: Millis) -> bool {
        self.since.is_none_or(|since| since < floor)
    }

    /// Behind the place at which the list begins.
    fn by_age(&self, sql: &mut Pieces) {
        let place = self.begins().unwrap_or((Millis::MAX, String::new()));
        sql.sql("(games.created_at, games.id) < (").number(place.0).sql(", ").text(place.1).sql(")");
    }

    fn seats(&self, sql: &mut Pieces, player: PlayerId, color: Color) {
        let [own, other] = match color {
            Color::Black => ["games.black = ", " AND games.white = "],
            Color::White => ["games.white = ", " AND games.black = "],
        };
        sql.sql(own).text(player.as_str());
        if let Some(opponent) = self.opponent {
            sql.sql(other).text(opponent.as_str());
        }
    }

    /// The agreements before the first move, which nothing hides.
    fn agreed(&self, sql: &mut Pieces) {
        if let Some(board) = self.board {
            sql.sql(" AND games.board = ").text(board.to_string());
        }
        if let Some(rules) = self.rules {
            sql.sql(" AND games.rules = ").text(rules.name());
        }
        if let Some(handicap) = &self.handicap {
            sql.sql(" AND games.handicap BETWEEN ").number(*handicap.start());
            sql.sql(" AND ").number(*handicap.end());
        }
        if let Some(since) = self.since {
            sql.sql(" AND games.created_at >= ").number(since);
        }
        if let Some(until) = self.until {
            sql.sql(" AND games.created_at < ").number(until);
        }
    }

    /// Facts from the log. Games whose columns do not have them yet are let through; the caller must look at their logs.
    fn told(&self, sql: &mut Pieces) {
        if !self.phases.is_empty() {
            sql.sql(" AND games.phase IN ").texts(self.phases.iter().map(|phase| phase.name()));
        }
        if !self.winners.is_empty() {
            sql.sql(" AND games.winner IN ").texts(self.winners.iter().map(|winner| winner.name()));
        }
        if !self.ended_by.is_empty() {
            sql.sql(" AND games.ended_by IN ").texts(self.ended_by.iter().map(|word| word.name()));
        }
        if let Some(moves) = self.min_moves {
            sql.sql(" AND (games.move_count >= ").number(moves);
            sql.sql(" OR games.phase = ").text(Phase::Playing.name()).sql(")");
        }
        if let Some(opening) = &self.opening {
            let (from, to) = opening.range();
            sql.sql(" AND (games.opening >= ").text(from).sql(" AND games.opening < ").text(to);
            sql.sql(" OR games.opening IS NULL AND games.phase = ").text(Phase::Playing.name()).sql(")");
        }
    }

    /// Whose eyes the list is for.
    fn visible(&self, sql: &mut Pieces) {
        let Some(viewer) = self.viewer else {
            sql.sql(" AND games.private = ").flag(false);
            sql.sql(" AND (games.opponent IS NULL OR games.phase <> ").text(Phase::Open.name()).sql(")");
            return;
        };
        let viewer = viewer.as_str();
        sql.sql(" AND (");
        if let Some(class) = self.enclosed_in {
            sql.sql("games.enclosed_in = ").text(class.as_str());
        } else {
            sql.sql("games.private = ").flag(false);
        }
        sql.sql(" OR games.creator = ").text(viewer);
        sql.sql(" OR games.black = ").text(viewer).sql(" OR games.white = ").text(viewer);
        sql.sql(" OR games.opponent = ").text(viewer);
        if let Some(group) = self.group.filter(|group| group.for_member) {
            sql.sql(" OR games.enclosed_in = ").text(group.id.as_str());
        }
        if let Some(group) = self.group.filter(|group| group.for_teacher) {
            sql.sql(" OR ");
            of_rounds(sql, group.id);
            for seat in [" OR (games.black", " AND games.white"] {
                sql.sql(seat).sql(" IN (SELECT player_id FROM group_members WHERE made_here AND group_id = ");
                sql.text(group.id.as_str()).sql(")");
            }
            sql.sql(")");
        }
        sql.sql(")");
        sql.sql(" AND (games.opponent IS NULL OR games.phase <> ").text(Phase::Open.name());
        sql.sql(" OR games.creator = ").text(viewer).sql(" OR games.opponent = ").text(viewer).sql(")");
    }
}

/// That a game is one of the rounds of a group.
fn of_rounds(sql: &mut Pieces, group: GroupId) {
    sql.sql("games.id IN (SELECT game_id FROM round_pairs WHERE game_id IS NOT NULL AND group_id = ");
    sql.text(group.as_str()).sql(")");
}
