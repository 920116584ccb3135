//! How the games of a player ended, added up.

use std::collections::BTreeMap;

use tengen_game::{Millis, PlayerId};
use tengen_protocol::{PlayerResults, ResultCount, Text};
use tengen_rules::{BoardName, Color};

use super::winner::Winner;
use crate::pool::{Store, StoreError, unreadable};

/// How many games of each colour are counted, the newest first.
const MOST: i32 = 10_000;
/// How many are looked at for one opponent: their rows are read, which takes longer than an index alone.
const MOST_AGAINST: i32 = 5_000;

/// The newest games with a colour, counted by how they ended: all of them, and those that `$counted` names.
///
/// An index has these games in this order with all columns that are read here, so that the table is not looked at unless
/// `$other` is read, too. It is only used where the conditions are word for word its own.
macro_rules! newest {
    ($player:literal, $other:literal, $counted:literal) => {
        concat!(
            "SELECT board, winner, COUNT(*), ",
            $counted,
            " FROM (SELECT board, winner",
            $other,
            " FROM games WHERE ",
            $player,
            " = $1 AND phase = 'finished' AND NOT private AND ended_by <> 'abort' AND shown_at <= $2
             ORDER BY created_at DESC LIMIT $3) AS newest GROUP BY board, winner"
        )
    };
}

/// The void games among them: few, and no index has them, so they are taken off. A void game that is older than those that are
/// counted is taken off as well.
macro_rules! void {
    ($player:literal, $other:literal) => {
        concat!(
            "SELECT board, winner, COUNT(*) FROM voided_games JOIN games ON games.id = voided_games.game_id WHERE ",
            $player,
            " = $1 AND phase = 'finished' AND NOT private AND ended_by <> 'abort' AND shown_at <= $2",
            $other,
            " GROUP BY board, winner"
        )
    };
}

const VOID_WITH_BLACK: &str = void!("black", " AND (CAST($3 AS TEXT) IS NULL OR white = $3)");
const VOID_WITH_WHITE: &str = void!("white", " AND (CAST($3 AS TEXT) IS NULL OR black = $3)");
const WITH_BLACK: &str = newest!("black", "", "COUNT(*)");
const WITH_WHITE: &str = newest!("white", "", "COUNT(*)");
const WITH_BLACK_AGAINST: &str = newest!("black", ", white", "COUNT(CASE WHEN white = $4 THEN 1 END)");
const WITH_WHITE_AGAINST: &str = newest!("white", ", black", "COUNT(CASE WHEN black = $4 THEN 1 END)");

/// A board, a winner, how many games were looked at, and how many of them count.
type Row = (String, Option<String>, i64, i64);

impl Store {
    /// How the games ended that a player has played with each colour on each board: those that everybody may find, and of
    /// which spectators have seen the end at this moment. With `against` only those count that were played with this
    /// opponent. Games that were called off or that the staff has declared void do not count, and of very many games only the
    /// newest are looked at.
    pub async fn results_of(
        &self,
        player: PlayerId,
        against: Option<PlayerId>,
        now: Millis,
    ) -> Result<PlayerResults, StoreError> {
        let mut results = Vec::new();
        let mut complete = true;
        let (queries, most) = match against {
            None => ([WITH_BLACK, WITH_WHITE], MOST),
            Some(_) => ([WITH_BLACK_AGAINST, WITH_WHITE_AGAINST], MOST_AGAINST),
        };
        let void = [VOID_WITH_BLACK, VOID_WITH_WHITE];
        for ((color, sql), void) in [Color::Black, Color::White].into_iter().zip(queries).zip(void) {
            let query = self.read(sql).bind_all((player.as_str(), now, most));
            let query = match &against {
                Some(opponent) => query.bind(opponent.as_str()),
                None => query,
            };
            let mut rows: Vec<Row> = self.among_lists(query.fetch_all()).await?;
            let opponent = against.as_ref().map(PlayerId::as_str);
            let void = self.read(void).bind_all((player.as_str(), now, opponent));
            let off: Vec<(String, Option<String>, i64)> = self.among_lists(void.fetch_all()).await?;
            complete &= rows.iter().map(|(_, _, looked_at, _)| looked_at).sum::<i64>() < i64::from(most);
            for (board, winner, void) in off {
                let row = rows.iter_mut().find(|row| row.0 == board && row.1 == winner);
                if let Some((.., games)) = row {
                    *games -= void;
                }
            }
            rows.retain(|(board, _, _, games)| {
                *games > 0
                    && self.readable("board", board, board.parse::<BoardName>().map_err(unreadable)).is_some()
            });
            results.extend(added_up(color, rows)?);
        }
        Ok(PlayerResults { results, complete })
    }
}

/// One count for each board, those with the most games first.
fn added_up(color: Color, rows: Vec<Row>) -> Result<Vec<ResultCount>, StoreError> {
    let mut by_board: BTreeMap<String, ResultCount> = BTreeMap::new();
    for (board, winner, _, games) in rows {
        let name: BoardName = board.parse().map_err(unreadable)?;
        let games = u32::try_from(games).map_err(unreadable)?;
        let count = by_board.entry(board).or_insert(ResultCount {
            board: Text(name),
            color: Text(color),
            won: 0,
            lost: 0,
            drawn: 0,
            no_result: 0,
        });
        let winner = Winner::ALL.into_iter().find(|known| winner.as_deref() == Some(known.name()));
        *match winner {
            Some(Winner::Player(winner)) if winner == color => &mut count.won,
            Some(Winner::Player(_)) => &mut count.lost,
            Some(Winner::Jigo) => &mut count.drawn,
            Some(Winner::None) | None => &mut count.no_result,
        } += games;
    }
    let mut counts: Vec<ResultCount> = by_board.into_values().collect();
    counts.sort_by_key(|count| std::cmp::Reverse(count.games()));
    Ok(counts)
}
