//! Reports on their way to the staff. What becomes of them is a matter of their [cases](super::cases).

use tengen_game::{CaseId, GameId, Millis, PlayerId};
use tengen_protocol::{CaseAnswer, CaseOutcome, Ground, OwnReport, ReportAbout};

use crate::pool::{Store, StoreError, unreadable};
use crate::query::from_row::from_row;
use crate::query::untangled::untangled;

/// How many reports of a case are kept. More of them tell the staff nothing new.
pub const KEPT_OF_A_CASE: u32 = 100;
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

impl Store {
    /// Keeps a report, in the case of the thing that waits, or in a new one. So many a day may come from one person at most.
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
        let mut tx = self.begin().await?;
        // Two reports of one person at the same moment would both find room.
        tx.query("UPDATE players SET created_at = created_at WHERE id = $1")
            .bind(new.reporter.as_str())
            .execute()
            .await?;
        let (lately,): (i64,) = tx
            .query("SELECT count(*) FROM reports WHERE reporter = $1 AND created_at > $2")
            .bind_all((new.reporter.as_str(), new.at - COUNTED))
            .fetch_one()
            .await?;
        let opened = tx
            .query(
                "INSERT INTO cases (id, about, subject, one, other, opened_at, last_at, reports)
                 SELECT $1, $2, $3, $4, $5, $6, $6, 0
                 WHERE NOT EXISTS (SELECT 1 FROM waiting_cases WHERE about = $2 AND subject = $3)",
            )
            .bind_all((new.case.as_str(), new.about.name(), new.subject, one, other, new.at))
            .execute()
            .await?;
        if opened == 1 {
            let first = tx
                .query(
                    "INSERT INTO waiting_cases (about, subject, case_id) VALUES ($1, $2, $3)
                     ON CONFLICT DO NOTHING",
                )
                .bind_all((new.about.name(), new.subject, new.case.as_str()))
                .execute()
                .await?;
            // Somebody else has opened one at the same moment.
            if first == 0 {
                tx.query("DELETE FROM cases WHERE id = $1").bind(new.case.as_str()).execute().await?;
            }
        }
        let found: Option<(String,)> = tx
            .query(
                "UPDATE waiting_cases SET case_id = case_id
                 WHERE about = $1 AND subject = $2 RETURNING case_id",
            )
            .bind_all((new.about.name(), new.subject))
            .fetch_optional()
            .await?;
        let Some((case,)) = found else {
            return tx.give_up(None).await;
        };
        let (known, is_there): (i32, bool) = tx
            .query(
                "SELECT reports, EXISTS (SELECT 1 FROM reports
                 WHERE case_id = $1 AND reporter = $2) FROM cases WHERE id = $1",
            )
            .bind_all((&case, new.reporter.as_str()))
            .fetch_one()
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
            return tx.give_up(Some(refused)).await;
        }
        tx.query(
            "INSERT INTO reports (case_id, reporter, ground, words, event, created_at)
             VALUES ($1, $2, $3, $4, CAST($5 AS INTEGER), $6)",
        )
        .bind_all((&case, new.reporter.as_str(), new.ground.name(), new.words, event, new.at))
        .execute()
        .await?;
        tx.query("UPDATE cases SET reports = reports + 1, last_at = $1 WHERE id = $2")
            .bind_all((new.at, &case))
            .execute()
            .await?;
        tx.commit().await?;
        Ok(Some(Reported::Done))
    }

    /// The people of a game: who plays, or who has offered it and to whom. Nothing, if there is no such game.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub async fn people_of_game(&self, game: GameId) -> Result<Option<[Option<PlayerId>; 2]>, StoreError> {
        struct Row {
            creator: String,
            opponent: Option<String>,
            black: Option<String>,
            white: Option<String>,
        }

        from_row!(Row { creator, opponent, black, white });

        let row: Option<Row> = self
            .read("SELECT creator, opponent, black, white FROM games WHERE id = $1")
            .bind(game.as_str())
            .fetch_optional()
            .await?;
        let Some(Row { creator, opponent, black, white }) = row else { return Ok(None) };
        let people = if black.is_some() { [black, white] } else { [Some(creator), opponent] };
        let [one, other] = people.map(|person| person.map(|id| id.parse().map_err(unreadable)).transpose());
        Ok(Some([one?, other?]))
    }

    /// A person's own reports, the latest first, so many at most. Those of which the case concerns `hidden_from` are left out.
    pub async fn reports_of(
        &self,
        reporter: PlayerId,
        hidden_from: Option<PlayerId>,
        most: u32,
    ) -> Result<Vec<OwnReport>, StoreError> {
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

        from_row!(Row { about, subject, ground, words, created_at, answered_at, outcome, answer });

        let rows: Vec<Row> = self
            .read(
                "SELECT about, subject, ground, words, created_at, answered_at, outcome, answer
                 FROM reports JOIN cases ON cases.id = reports.case_id
                 WHERE reporter = $1 AND (one IS NULL OR one <> $2) AND (other IS NULL OR other <> $2)
                 ORDER BY created_at DESC, case_id LIMIT $3",
            )
            .bind_all((reporter.as_str(), hidden_from.as_ref().map_or("", PlayerId::as_str), i64::from(most)))
            .fetch_all()
            .await?;
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

    /// Whether a report of one person waits of which the case concerns another one, or a bot of that one.
    pub async fn has_reported(&self, reporter: PlayerId, concerned: PlayerId) -> Result<bool, StoreError> {
        let (waits,): (bool,) = self
            .read(
                "SELECT EXISTS (SELECT 1 FROM reports JOIN cases ON cases.id = reports.case_id
                 WHERE reporter = $1 AND answered_at IS NULL AND (one = $2
                 OR other = $2))",
            )
            .bind_all((reporter.as_str(), concerned.as_str()))
            .fetch_one()
            .await?;
        Ok(waits)
    }
}

pub(crate) fn about(word: &str) -> Result<ReportAbout, StoreError> {
    let known = ReportAbout::ALL.into_iter().find(|known| known.name() == word);
    known.ok_or_else(|| unreadable(format_args!("{word} is nothing that is reported")))
}

/// A ground of a later release is another one.
pub(crate) fn ground(word: &str) -> Ground {
    Ground::ALL.into_iter().find(|known| known.name() == word).unwrap_or(Ground::Other)
}

pub(crate) fn answer(at: Option<Millis>, outcome: Option<&str>, words: Option<String>) -> Option<CaseAnswer> {
    let outcome = outcome.and_then(|word| CaseOutcome::ALL.into_iter().find(|known| known.name() == word));
    Some(CaseAnswer { at: at?, outcome: outcome?, words: words.unwrap_or_default() })
}
