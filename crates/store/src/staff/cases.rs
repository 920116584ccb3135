//! Cases: reports of the same thing together, as the staff reads and answers them.

use tengen_game::{CaseId, Millis, PlayerId};
use tengen_protocol::{Case, CaseOutcome, PlayerCard, Report, Text};

use super::audit::{Noted, note_act};
use super::reports::{about, answer, ground};
use crate::players::player_row::card;
use crate::pool::{Store, StoreError, unreadable};
use crate::query::cursor::PageCursor;
use crate::query::from_row::from_row;

/// How many of the cases of a player are shown.
const SHOWN: u32 = 50;

/// Whose cases are wanted.
#[derive(Debug, Clone, Copy)]
pub struct CasesFor {
    /// Who looks: cases that concern this one are left out. None are for the command line.
    pub viewer: Option<PlayerId>,
    /// Whether cases that concern anybody with a role are shown.
    pub of_staff: bool,
}

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

from_row!(CaseRow {
    id,
    about,
    subject,
    one,
    other,
    opened_at,
    last_at,
    reports,
    answered_at,
    outcome,
    answer
});

const COLUMNS: &str = "SELECT id, about, subject, one, other, opened_at, last_at, reports, answered_at, outcome, answer FROM cases";

impl Store {
    /// The cases that wait, the oldest first, behind a place and so many at most.
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
        let rows: Vec<CaseRow> = self
            .read(sqlx::AssertSqlSafe(sql))
            .bind_all((
                opened_at,
                id,
                cases_for.viewer.as_ref().map_or("", PlayerId::as_str),
                i64::from(most),
            ))
            .fetch_all()
            .await?;
        self.with_cards(rows).await
    }

    /// The latest cases that concern a player, waiting or answered.
    pub async fn cases_of(&self, player: PlayerId) -> Result<Vec<Case>, StoreError> {
        let half = |column: &str| {
            format!(
                "SELECT * FROM ({COLUMNS} WHERE {column} = $1 ORDER BY opened_at DESC LIMIT $2) AS of_{column}"
            )
        };
        let sql = format!("{} UNION {} ORDER BY opened_at DESC, id LIMIT $2", half("one"), half("other"));
        let rows: Vec<CaseRow> = self
            .read(sqlx::AssertSqlSafe(sql))
            .bind_all((player.as_str(), i64::from(SHOWN)))
            .fetch_all()
            .await?;
        self.with_cards(rows).await
    }

    /// A case.
    pub async fn case(&self, id: CaseId) -> Result<Option<Case>, StoreError> {
        let sql = format!("{COLUMNS} WHERE id = $1");
        let row: Option<CaseRow> =
            self.read(sqlx::AssertSqlSafe(sql)).bind(id.as_str()).fetch_optional().await?;
        Ok(self.with_cards(row.into_iter().collect()).await?.pop())
    }

    /// The reports of a case, the first one first.
    pub async fn reports_of_case(&self, id: CaseId) -> Result<Vec<Report>, StoreError> {
        struct Row {
            reporter: String,
            name: String,
            kind: Option<String>,
            ground: String,
            words: String,
            event: Option<i32>,
            created_at: Millis,
        }

        from_row!(Row { reporter, name, kind, ground, words, event, created_at });

        let rows: Vec<Row> = self
            .read(
                "SELECT reporter, name, kind, ground, words, event, reports.created_at
                 FROM reports JOIN players ON players.id = reports.reporter
                 WHERE case_id = $1 ORDER BY reports.created_at, reporter",
            )
            .bind(id.as_str())
            .fetch_all()
            .await?;
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
    pub async fn answer_case(
        &self,
        id: CaseId,
        outcome: CaseOutcome,
        words: &str,
        noted: &Noted<'_>,
    ) -> Result<bool, StoreError> {
        let mut tx = self.begin().await?;
        let waited =
            tx.query("DELETE FROM waiting_cases WHERE case_id = $1").bind(id.as_str()).execute().await?;
        if waited == 0 {
            return tx.give_up(false).await;
        }
        tx.query("UPDATE cases SET answered_at = $1, outcome = $2, answer = $3 WHERE id = $4")
            .bind_all((noted.at, outcome.name(), words, id.as_str()))
            .execute()
            .await?;
        note_act(&mut tx, noted).await?;
        tx.commit().await?;
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
