//! Reports, and the cases that they make: the staff answers one for all who reported the same thing.

use tengen_game::{CaseId, GameId, Millis, PlayerId};
use tengen_protocol::{
    Case, CaseAnswer, CaseOutcome, Ground, OwnReport, PlayerCard, Report, ReportAbout, Text,
};

use super::audit::{Noted, note_act};
use super::player_row::card;
use super::untangled::untangled;
use super::{PageCursor, Store, StoreError, on_reader, on_writer, unreadable};

/// How many reports of a case are kept. More of them tell the staff nothing new.
pub const KEPT_OF_A_CASE: u32 = 100;
/// How many of the cases of a player are shown.
const SHOWN: u32 = 50;
/// For how long reports of one person are counted, in milliseconds: a day.
const COUNTED: Millis = 86_400_000;

/// A report on its way into the table.
#[derive(Debug, Clone)]
pub struct NewlyReported<'r> {
    /// Who reports.
    pub reporter: PlayerId,
    /// The kind of the thing.
    pub about: ReportAbout,
    /// The id of the thing.
    pub subject: &'r str,
    /// The people whom it concerns, two at most: the owner in place of a bot.
    pub concerned: [Option<PlayerId>; 2],
    /// The ground.
    pub ground: Ground,
    /// The words.
    pub words: &'r str,
    /// The number of the event of the game.
    pub event: Option<u32>,
    /// The id of the case, if it is the first report of the thing.
    pub case: CaseId,
    /// When.
    pub at: Millis,
}

/// The outcome of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reported {
    /// It waits for the staff.
    Done,
    /// The same person has reported the same thing, and that waits.
    Before,
    /// So many have reported the same thing that it is known well enough. Nothing was kept.
    Enough,
    /// The person has reported as much within a day as one may. Nothing was kept.
    TooMany,
}

/// Whose cases are wanted.
#[derive(Debug, Clone, Copy)]
pub struct CasesFor {
    /// Who looks: cases that concern this one are left out.
    pub viewer: PlayerId,
    /// Whether cases that concern anybody with a role are shown.
    pub of_staff: bool,
}

#[derive(sqlx::FromRow)]
struct CaseRow {
    id: String,
    about: String,
    subject: String,
    one: Option<String>,
    other: Option<String>,
    opened_at: Millis,
    last_at: Millis,
    reports: i32,
    answered_at: Option<Millis>,
    outcome: Option<String>,
    answer: Option<String>,
}

const COLUMNS: &str = "SELECT id, about, subject, one, other, opened_at, last_at, reports, answered_at, outcome, answer FROM cases";

impl Store {
    /// Keeps a report, in the case of the thing that waits, or in a new one. So many a day may come from one person at most.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn report(&self, new: &NewlyReported<'_>, most: u32) -> Result<Reported, StoreError> {
        // The case may be answered while the report is on its way into it: then it opens another one.
        loop {
            if let Some(outcome) = untangled(|| self.report_once(new, most)).await? {
                return Ok(outcome);
            }
        }
    }

    /// Nothing is answered, and nothing was changed, if the case was answered in between.
    async fn report_once(&self, new: &NewlyReported<'_>, most: u32) -> Result<Option<Reported>, StoreError> {
        let [one, other] = new.concerned.map(|player| player.map(|player| player.as_str().to_owned()));
        let event = new.event.map(i64::from);
        on_writer!(self, pool => {
            let mut transaction = pool.begin().await?;
            // Two reports of one person at the same moment would both find room.
            sqlx::query("UPDATE players SET created_at = created_at WHERE id = $1")
                .bind(new.reporter.as_str())
                .execute(&mut *transaction)
                .await?;
            let (lately,): (i64,) = sqlx::query_as("SELECT count(*) FROM reports WHERE reporter = $1 AND created_at > $2")
                .bind(new.reporter.as_str())
                .bind(new.at - COUNTED)
                .fetch_one(&mut *transaction)
                .await?;
            let opened = sqlx::query(
                "INSERT INTO cases (id, about, subject, one, other, opened_at, last_at, reports)
                 SELECT $1, $2, $3, $4, $5, $6, $6, 0
                 WHERE NOT EXISTS (SELECT 1 FROM waiting_cases WHERE about = $2 AND subject = $3)",
            )
            .bind(new.case.as_str())
            .bind(new.about.name())
            .bind(new.subject)
            .bind(one)
            .bind(other)
            .bind(new.at)
            .execute(&mut *transaction)
            .await?;
            if opened.rows_affected() == 1 {
                let first = sqlx::query(
                    "INSERT INTO waiting_cases (about, subject, case_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                )
                .bind(new.about.name())
                .bind(new.subject)
                .bind(new.case.as_str())
                .execute(&mut *transaction)
                .await?;
                // Somebody else has opened one at the same moment.
                if first.rows_affected() == 0 {
                    sqlx::query("DELETE FROM cases WHERE id = $1").bind(new.case.as_str()).execute(&mut *transaction).await?;
                }
            }
            let found: Option<(String,)> = sqlx::query_as(
                "UPDATE waiting_cases SET case_id = case_id WHERE about = $1 AND subject = $2 RETURNING case_id",
            )
            .bind(new.about.name())
            .bind(new.subject)
            .fetch_optional(&mut *transaction)
            .await?;
            let Some((case,)) = found else {
                transaction.rollback().await?;
                return Ok(None);
            };
            let (known, is_there): (i32, bool) = sqlx::query_as(
                "SELECT reports, EXISTS (SELECT 1 FROM reports WHERE case_id = $1 AND reporter = $2) FROM cases WHERE id = $1",
            )
            .bind(&case)
            .bind(new.reporter.as_str())
            .fetch_one(&mut *transaction)
            .await?;
            let refused = if is_there {
                Some(Reported::Before)
            } else if lately >= i64::from(most) {
                Some(Reported::TooMany)
            } else if known.cast_unsigned() >= KEPT_OF_A_CASE {
                Some(Reported::Enough)
            } else {
                None
            };
            if let Some(refused) = refused {
                transaction.rollback().await?;
                return Ok(Some(refused));
            }
            sqlx::query(
                "INSERT INTO reports (case_id, reporter, ground, words, event, created_at)
                 VALUES ($1, $2, $3, $4, CAST($5 AS INTEGER), $6)",
            )
            .bind(&case)
            .bind(new.reporter.as_str())
            .bind(new.ground.name())
            .bind(new.words)
            .bind(event)
            .bind(new.at)
            .execute(&mut *transaction)
            .await?;
            sqlx::query("UPDATE cases SET reports = reports + 1, last_at = $1 WHERE id = $2")
                .bind(new.at)
                .bind(&case)
                .execute(&mut *transaction)
                .await?;
            transaction.commit().await?;
        });
        Ok(Some(Reported::Done))
    }

    /// The people of a game: who plays, or who has offered it and to whom. Nothing, if there is no such game.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn people_of_game(&self, game: GameId) -> Result<Option<[Option<PlayerId>; 2]>, StoreError> {
        #[derive(sqlx::FromRow)]
        struct Row {
            creator: String,
            opponent: Option<String>,
            black: Option<String>,
            white: Option<String>,
        }

        let row: Option<Row> = on_reader!(self, pool => {
            sqlx::query_as("SELECT creator, opponent, black, white FROM games WHERE id = $1")
                .bind(game.as_str())
                .fetch_optional(pool)
                .await
        })?;
        let Some(Row { creator, opponent, black, white }) = row else { return Ok(None) };
        let people = if black.is_some() { [black, white] } else { [Some(creator), opponent] };
        let [one, other] = people.map(|person| person.map(|id| id.parse().map_err(unreadable)).transpose());
        Ok(Some([one?, other?]))
    }

    /// A person's own reports, the latest first, so many at most.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn reports_of(&self, reporter: PlayerId, most: u32) -> Result<Vec<OwnReport>, StoreError> {
        #[derive(sqlx::FromRow)]
        struct Row {
            about: String,
            subject: String,
            ground: String,
            words: String,
            created_at: Millis,
            answered_at: Option<Millis>,
            outcome: Option<String>,
            answer: Option<String>,
        }

        let rows: Vec<Row> = on_reader!(self, pool => {
            sqlx::query_as(
                "SELECT about, subject, ground, words, created_at, answered_at, outcome, answer
                 FROM reports JOIN cases ON cases.id = reports.case_id
                 WHERE reporter = $1 ORDER BY created_at DESC, case_id LIMIT $2",
            )
            .bind(reporter.as_str())
            .bind(i64::from(most))
            .fetch_all(pool)
            .await
        })?;
        let read = |row: Row| {
            Ok(OwnReport {
                about: about(&row.about)?,
                id: row.subject,
                ground: ground(&row.ground),
                words: row.words,
                created_at: row.created_at,
                answer: answer(row.answered_at, row.outcome.as_deref(), row.answer),
            })
        };
        rows.into_iter().map(read).collect()
    }

    /// The cases that wait, the oldest first, behind a place and so many at most.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn waiting_cases(
        &self,
        cases_for: CasesFor,
        after: Option<PageCursor<CaseId>>,
        most: u32,
    ) -> Result<Vec<Case>, StoreError> {
        let staff = if cases_for.of_staff {
            ""
        } else {
            " AND NOT EXISTS (SELECT 1 FROM grants WHERE grants.player_id = cases.one)
              AND NOT EXISTS (SELECT 1 FROM grants WHERE grants.player_id = cases.other)"
        };
        let sql = format!(
            "{COLUMNS} WHERE answered_at IS NULL AND (opened_at, id) > ($1, $2)
             AND (one IS NULL OR one <> $3) AND (other IS NULL OR other <> $3){staff}
             ORDER BY opened_at, id LIMIT $4"
        );
        let (opened_at, id) = after
            .map_or((Millis::MIN, String::new()), |after| (after.created_at, after.id.as_str().to_owned()));
        let rows: Vec<CaseRow> = on_reader!(self, pool => {
            sqlx::query_as(sqlx::AssertSqlSafe(sql))
                .bind(opened_at)
                .bind(id)
                .bind(cases_for.viewer.as_str())
                .bind(i64::from(most))
                .fetch_all(pool)
                .await
        })?;
        self.with_cards(rows).await
    }

    /// The latest cases that concern a player, waiting or answered.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn cases_of(&self, player: PlayerId) -> Result<Vec<Case>, StoreError> {
        let half = |column: &str| {
            format!(
                "SELECT * FROM ({COLUMNS} WHERE {column} = $1 ORDER BY opened_at DESC LIMIT $2) AS of_{column}"
            )
        };
        let sql = format!("{} UNION {} ORDER BY opened_at DESC, id LIMIT $2", half("one"), half("other"));
        let rows: Vec<CaseRow> = on_reader!(self, pool => {
            sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(player.as_str()).bind(i64::from(SHOWN)).fetch_all(pool).await
        })?;
        self.with_cards(rows).await
    }

    /// A case.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn case(&self, id: CaseId) -> Result<Option<Case>, StoreError> {
        let sql = format!("{COLUMNS} WHERE id = $1");
        let row: Option<CaseRow> = on_reader!(self, pool => {
            sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(id.as_str()).fetch_optional(pool).await
        })?;
        Ok(self.with_cards(row.into_iter().collect()).await?.pop())
    }

    /// The reports of a case, the first one first.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn reports_of_case(&self, id: CaseId) -> Result<Vec<Report>, StoreError> {
        #[derive(sqlx::FromRow)]
        struct Row {
            reporter: String,
            name: String,
            kind: Option<String>,
            ground: String,
            words: String,
            event: Option<i32>,
            created_at: Millis,
        }

        let rows: Vec<Row> = on_reader!(self, pool => {
            sqlx::query_as(
                "SELECT reporter, name, kind, ground, words, event, reports.created_at
                 FROM reports JOIN players ON players.id = reports.reporter
                 WHERE case_id = $1 ORDER BY reports.created_at, reporter",
            )
            .bind(id.as_str())
            .fetch_all(pool)
            .await
        })?;
        let read = |row: Row| {
            Ok(Report {
                reporter: card(&row.reporter, row.name, row.kind.as_deref())?,
                ground: ground(&row.ground),
                words: row.words,
                event: row.event.map(i32::cast_unsigned),
                created_at: row.created_at,
            })
        };
        rows.into_iter().map(read).collect()
    }

    /// Answers all reports of a case, and writes that down. Answers whether the case waited; otherwise nothing was changed.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn answer_case(
        &self,
        id: CaseId,
        outcome: CaseOutcome,
        words: &str,
        noted: &Noted<'_>,
    ) -> Result<bool, StoreError> {
        on_writer!(self, pool => {
            let mut transaction = pool.begin().await?;
            let waited = sqlx::query("DELETE FROM waiting_cases WHERE case_id = $1").bind(id.as_str()).execute(&mut *transaction).await?;
            if waited.rows_affected() == 0 {
                transaction.rollback().await?;
                return Ok(false);
            }
            sqlx::query("UPDATE cases SET answered_at = $1, outcome = $2, answer = $3 WHERE id = $4")
                .bind(noted.at)
                .bind(outcome.name())
                .bind(words)
                .bind(id.as_str())
                .execute(&mut *transaction)
                .await?;
            note_act!(transaction, noted);
            transaction.commit().await?;
        });
        Ok(true)
    }

    /// Cases with the cards of those whom they concern.
    async fn with_cards(&self, rows: Vec<CaseRow>) -> Result<Vec<Case>, StoreError> {
        let mut ids = Vec::new();
        for text in rows.iter().flat_map(|row| [&row.one, &row.other]).flatten() {
            let id: PlayerId = text.parse().map_err(unreadable)?;
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        let cards = self.cards(&ids).await?;
        rows.into_iter().map(|row| case(row, &cards)).collect()
    }
}

fn case(row: CaseRow, cards: &[PlayerCard]) -> Result<Case, StoreError> {
    let concerned = [row.one, row.other].into_iter().flatten();
    let card = |id: String| cards.iter().find(|card| card.id.0.as_str() == id).cloned();
    Ok(Case {
        id: Text(row.id.parse().map_err(unreadable)?),
        about: about(&row.about)?,
        subject: row.subject,
        players: concerned.filter_map(card).collect(),
        opened_at: row.opened_at,
        last_at: row.last_at,
        reports: row.reports.cast_unsigned(),
        answer: answer(row.answered_at, row.outcome.as_deref(), row.answer),
    })
}

fn about(word: &str) -> Result<ReportAbout, StoreError> {
    let known = ReportAbout::ALL.into_iter().find(|known| known.name() == word);
    known.ok_or_else(|| unreadable(format_args!("{word} is nothing that is reported")))
}

/// A ground of a later release is another one.
fn ground(word: &str) -> Ground {
    Ground::ALL.into_iter().find(|known| known.name() == word).unwrap_or(Ground::Other)
}

fn answer(at: Option<Millis>, outcome: Option<&str>, words: Option<String>) -> Option<CaseAnswer> {
    let outcome = outcome.and_then(|word| CaseOutcome::ALL.into_iter().find(|known| known.name() == word));
    Some(CaseAnswer { at: at?, outcome: outcome?, words: words.unwrap_or_default() })
}
