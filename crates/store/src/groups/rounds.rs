//! Rounds of groups: who was paired with whom, and how it went.

use std::collections::HashMap;

use tengen_archive::StoredSettings;
use tengen_game::{GameId, GroupId, Millis, PlayerId, Settings};
use tengen_protocol::{GroupKind, PlayerCard};

use super::held_group::hold_led_group;
use super::round_games::PairKey;
use crate::games::job::{JobKind, end_of_lease};
use crate::games::voided::NOT_VOID;
use crate::people::home::Home;
use crate::pool::{Store, StoreError, unreadable};
use crate::query::from_row::from_row;

/// How many rounds a group makes within a day at most.
pub const MOST_ROUNDS: u32 = 20;
/// That day, in milliseconds.
const DAY: Millis = 86_400_000;
/// How many of the rounds so far count for the next one, the latest.
const COUNTED: u32 = 100;

/// A pair of a round that is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPair {
    /// Black.
    pub black: PlayerId,
    /// White.
    pub white: PlayerId,
    /// The code of the problem by which there will be no game, if there is one.
    pub problem: Option<String>,
}

/// A round that is made.
#[derive(Debug, Clone, Copy)]
pub struct NewlyPaired<'r> {
    /// The group.
    pub group: GroupId,
    /// Its kind.
    pub kind: GroupKind,
    /// Black and White of each game.
    pub pairs: &'r [NewPair],
    /// The one who is left over.
    pub bye: Option<PlayerId>,
    /// The settings of each game, of whichever players.
    pub settings: &'r Settings,
    /// When.
    pub now: Millis,
}

/// The outcome of making a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RoundMade {
    /// It has this number. Its pairs have no games yet, but a job or a problem each, and this process holds the jobs.
    Done(u32),
    /// The group has ended, or the one who wants it leads it no more. Nothing was changed.
    Gone,
    /// One of the players is not in the group. Nothing was changed.
    NotThere,
    /// These players do not take part in rounds. Nothing was changed.
    NotPlaying(Vec<PlayerId>),
    /// The group has made as many rounds within a day as it may. Nothing was changed.
    TooMany,
}

/// A meeting of an earlier round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meeting {
    /// Black.
    pub black: PlayerId,
    /// White.
    pub white: PlayerId,
    /// Twice the points of Black and of White: two for a win, one for a jigo.
    pub points: [u32; 2],
}

/// A round as it is kept. What of its games and problems somebody is told is for those who ask to decide.
#[derive(Debug, Clone)]
pub struct KeptRound {
    /// The number: 1 for the first.
    pub number: u32,
    /// When it was made.
    pub made_at: Millis,
    /// The pairs.
    pub pairs: Vec<KeptPair>,
    /// The one who is left over, if anybody is.
    pub bye: Option<PlayerCard>,
}

/// A pair of a round as it is kept.
#[derive(Debug, Clone)]
pub struct KeptPair {
    /// Black.
    pub black: PlayerCard,
    /// White.
    pub white: PlayerCard,
    /// The game, if there is one.
    pub game: Option<GameId>,
    /// The code of the problem by which there is no game.
    pub problem: Option<String>,
    /// Whether the game is one that everybody may find.
    pub is_public: bool,
    /// Whether it is played within the group, which is a closed class.
    pub is_within: bool,
    /// The winner as the table has it, if the game is finished and not void.
    pub winner: Option<String>,
    /// From when on spectators may see how it stands, if there is a game.
    pub shown_at: Option<Millis>,
}

struct PairRow {
    number: i32,
    black: String,
    white: String,
    game_id: Option<String>,
    problem: Option<String>,
    private: Option<bool>,
    within: Option<bool>,
    phase: Option<String>,
    winner: Option<String>,
    shown_at: Option<Millis>,
}

from_row!(PairRow { number, black, white, game_id, problem, private, within, phase, winner, shown_at });

impl PairRow {
    /// Whether the two have met, or will: two whose game could not be made have not. A game that is there counts before any problem,
    /// for a server of the release before may have made it late.
    fn meets(&self) -> bool {
        self.game_id.is_some() || self.problem.is_none()
    }
}

impl Store {
    /// Those who take part in a round of a group if nobody says who does, so many at most: in a club the members who want to, and
    /// in a class all pupils, and the teachers who want to.
    pub async fn players_for_round(
        &self,
        group: GroupId,
        kind: GroupKind,
        most: u32,
    ) -> Result<Vec<PlayerId>, StoreError> {
        let query = match kind {
            GroupKind::Club => {
                "SELECT player_id FROM group_members WHERE group_id = $1 AND plays ORDER BY joined_at, player_id LIMIT $2"
            }
            GroupKind::Class => {
                "SELECT player_id FROM group_members WHERE group_id = $1 AND (plays OR role = 'member') ORDER BY joined_at, player_id LIMIT $2"
            }
        };
        let rows: Vec<(String,)> =
            self.read(query).bind_all((group.as_str(), i64::from(most))).fetch_all().await?;
        rows.into_iter().map(|(id,)| id.parse().map_err(unreadable)).collect()
    }

    /// Keeps a whole round of members of a group, by a leader who is at home. In a club nobody is paired who does not want to be, nor
    /// is another teacher in a class. A teacher who makes a round of the own class and is in it wants to be. Each pair without a
    /// problem gets a job, by which its game is made.
    pub async fn add_round(&self, home: Home<'_>, new: NewlyPaired<'_>) -> Result<RoundMade, StoreError> {
        let NewlyPaired { group, kind, pairs, bye, settings, now } = new;
        let settings = StoredSettings::write(settings).map_err(unreadable)?;
        // An SQLite file has one process.
        let (holder, lease) =
            if self.is_shared() { (Some(self.origin), end_of_lease(now)) } else { (None, 0) };
        let mut tx = self.begin_at_home(home).await?;
        if !hold_led_group(&mut tx, group, home.player).await? {
            return tx.give_up(RoundMade::Gone).await;
        }
        let (lately,): (i64,) = tx
            .query("SELECT count(*) FROM rounds WHERE group_id = $1 AND made_at > $2")
            .bind_all((group.as_str(), now - DAY))
            .fetch_one()
            .await?;
        if lately >= i64::from(MOST_ROUNDS) {
            return tx.give_up(RoundMade::TooMany).await;
        }
        let mut idle = Vec::new();
        for player in pairs.iter().flat_map(|pair| [&pair.black, &pair.white]).chain(&bye) {
            let place: Option<(bool, bool)> = tx
                .query(
                    "SELECT plays, role = 'leader' AS leads FROM group_members
                     WHERE group_id = $1 AND player_id = $2",
                )
                .bind_all((group.as_str(), player.as_str()))
                .fetch_optional()
                .await?;
            if place.is_none() {
                return tx.give_up(RoundMade::NotThere).await;
            }
            let is_asked = match kind {
                GroupKind::Club => true,
                GroupKind::Class => place.is_some_and(|(_, leads)| leads) && *player != home.player,
            };
            if is_asked && place.is_some_and(|(plays, _)| !plays) {
                idle.push(*player);
            }
        }
        if !idle.is_empty() {
            return tx.give_up(RoundMade::NotPlaying(idle)).await;
        }
        let (number,): (i32,) = tx
            .query("SELECT COALESCE(max(number), 0) + 1 FROM rounds WHERE group_id = $1")
            .bind(group.as_str())
            .fetch_one()
            .await?;
        tx.query("INSERT INTO rounds (group_id, number, made_at, bye, settings) VALUES ($1, $2, $3, $4, $5)")
            .bind_all((group.as_str(), number, now, bye.as_ref().map(PlayerId::as_str), &settings))
            .execute()
            .await?;
        for (place, NewPair { black, white, problem }) in (0i32..).zip(pairs) {
            tx.query(
                "INSERT INTO round_pairs (group_id, number, place, black, white, problem)
                 VALUES ($1, $2, $3, $4, $5, $6)",
            )
            .bind_all((group.as_str(), number, place, black.as_str(), white.as_str(), problem.as_deref()))
            .execute()
            .await?;
            if problem.is_some() {
                continue;
            }
            let key = PairKey { group, round: number.cast_unsigned(), place: place.cast_unsigned() };
            tx.query("INSERT INTO jobs (kind, key, seq, due, holder, lease) VALUES ($1, $2, 0, 0, $3, $4)")
                .bind_all((JobKind::Pair.name(), key.to_string(), holder, lease))
                .execute()
                .await?;
        }
        tx.commit().await?;
        Ok(RoundMade::Done(number.cast_unsigned()))
    }

    /// The rounds of a group with a number below this one, the latest first, so many at most.
    pub async fn rounds(&self, group: GroupId, before: u32, most: u32) -> Result<Vec<KeptRound>, StoreError> {
        let rows: Vec<(i32, Millis, Option<String>)> = self
            .read(
                "SELECT number, made_at, bye FROM rounds
                 WHERE group_id = $1 AND number < $2 ORDER BY number DESC LIMIT $3",
            )
            .bind_all((group.as_str(), i32::try_from(before).unwrap_or(i32::MAX), i64::from(most)))
            .fetch_all()
            .await?;
        let (Some((latest, ..)), Some((earliest, ..))) = (rows.first(), rows.last()) else {
            return Ok(Vec::new());
        };
        let pairs = self.pairs_of_rounds(group, *earliest, *latest).await?;
        let ids = pairs.iter().flat_map(|pair| [&pair.black, &pair.white]);
        let mut ids: Vec<&String> = ids.chain(rows.iter().filter_map(|(.., bye)| bye.as_ref())).collect();
        ids.sort_unstable();
        ids.dedup();
        let ids = ids.into_iter().map(|id| id.parse().map_err(unreadable)).collect::<Result<Vec<_>, _>>()?;
        let mut cards = HashMap::new();
        for some in ids.chunks(500) {
            cards.extend(self.cards(some).await?.into_iter().map(|card| (card.id.0.to_string(), card)));
        }
        let card = |id: &str| -> Result<PlayerCard, StoreError> {
            cards.get(id).cloned().ok_or_else(|| unreadable(format_args!("no player {id} of a round")))
        };
        let mut rounds = Vec::new();
        for (number, made_at, bye) in rows {
            let mut of_round = Vec::new();
            for pair in pairs.iter().filter(|pair| pair.number == number) {
                let is_finished = pair.phase.as_deref() == Some("finished");
                of_round.push(KeptPair {
                    black: card(&pair.black)?,
                    white: card(&pair.white)?,
                    game: pair.game_id.as_ref().map(|id| id.parse()).transpose().map_err(unreadable)?,
                    problem: pair.problem.clone().filter(|_| pair.game_id.is_none()),
                    is_public: pair.private == Some(false),
                    is_within: pair.within == Some(true),
                    winner: pair.winner.clone().filter(|_| is_finished),
                    shown_at: pair.shown_at,
                });
            }
            let bye = bye.as_deref().map(&card).transpose()?;
            rounds.push(KeptRound { number: number.cast_unsigned(), made_at, pairs: of_round, bye });
        }
        Ok(rounds)
    }

    async fn pairs_of_rounds(&self, group: GroupId, from: i32, to: i32) -> Result<Vec<PairRow>, StoreError> {
        // A game that the staff has declared void was won by nobody.
        let sql = format!(
            "SELECT round_pairs.number, round_pairs.black, round_pairs.white, game_id, problem, games.private, games.enclosed_in = group_id AS within, games.phase,
                    CASE WHEN {NOT_VOID} THEN games.winner END AS winner, games.shown_at
             FROM round_pairs LEFT JOIN games ON games.id = round_pairs.game_id
             WHERE group_id = $1 AND round_pairs.number BETWEEN $2 AND $3 ORDER BY round_pairs.number DESC, place"
        );
        let rows =
            self.read(sqlx::AssertSqlSafe(sql)).bind_all((group.as_str(), from, to)).fetch_all().await?;
        Ok(rows)
    }

    /// Who has met whom in the rounds so far, and who was left over, of the latest hundred.
    pub async fn meetings(&self, group: GroupId) -> Result<(Vec<Meeting>, Vec<PlayerId>), StoreError> {
        let byes: Vec<(i32, Option<String>)> = self
            .read("SELECT number, bye FROM rounds WHERE group_id = $1 ORDER BY number DESC LIMIT $2")
            .bind_all((group.as_str(), i64::from(COUNTED)))
            .fetch_all()
            .await?;
        let (Some((latest, _)), Some((earliest, _))) = (byes.first(), byes.last()) else {
            return Ok((Vec::new(), Vec::new()));
        };
        let mut meetings = Vec::new();
        let rows = self.pairs_of_rounds(group, *earliest, *latest).await?;
        for row in rows.into_iter().filter(PairRow::meets) {
            let points = match row.winner.as_deref() {
                Some("black") => [2, 0],
                Some("white") => [0, 2],
                Some("jigo") => [1, 1],
                _ => [0, 0],
            };
            let id = |id: &str| id.parse::<PlayerId>().map_err(unreadable);
            meetings.push(Meeting { black: id(&row.black)?, white: id(&row.white)?, points });
        }
        let byes = byes.into_iter().filter_map(|(_, bye)| bye);
        let byes = byes.map(|id| id.parse().map_err(unreadable)).collect::<Result<_, _>>()?;
        Ok((meetings, byes))
    }
}
