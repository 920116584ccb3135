//! The audit log: an act of the staff and its entry are one transaction, but for acts in games, whose entries come first.

use std::collections::BTreeSet;

use serde_json::Value;
use tengen_audit::{Aside, Broken, Chain, Entry, How, Kind, Link, Subject};
use tengen_game::{Millis, PlayerId};

use crate::pool::{Store, StoreError, Tx};
use crate::query::from_row::from_row;

/// How many entries are read at once when the whole chain is gone through.
const PORTION: u32 = 1_000;

/// An act, as it is written into the log together with its consequences.
#[derive(Debug, Clone)]
pub struct Noted<'n> {
    /// Who did it; nobody if it was done from the command line.
    pub actor: Option<PlayerId>,
    /// What was done.
    pub kind: Kind,
    /// The kind of whom or what it was done to.
    pub subject_kind: &'static str,
    /// The id of whom or what it was done to; empty for the server.
    pub subject: &'n str,
    /// More about it: ids and numbers, and nothing that anybody wrote.
    pub facts: Value,
    /// What the actor wrote.
    pub aside: Option<Aside>,
    /// When.
    pub at: Millis,
}

impl Noted<'_> {
    /// The entry with this number.
    pub(crate) fn entry(&self, seq: i64) -> Entry {
        Entry {
            seq,
            at: self.at,
            actor: self.actor.map(|actor| actor.as_str().to_owned()),
            kind: self.kind.name().to_owned(),
            subject: Subject { kind: self.subject_kind.to_owned(), id: self.subject.to_owned() },
            facts: self.facts.to_string(),
            aside: self.aside.as_ref().map(Aside::hash),
        }
    }
}

/// Writes an act into the log within a transaction. It comes last in each transaction: the next entry waits for the row of the
/// head until this one is committed.
pub(crate) async fn note_act(tx: &mut Tx, noted: &Noted<'_>) -> Result<(), StoreError> {
    let (seq, previous): (i64, String) =
        tx.query("UPDATE audit_head SET seq = seq + 1 RETURNING seq, hash").fetch_one().await?;
    let link = noted.entry(seq).link(&previous);
    tx.query(
        "INSERT INTO audit (seq, at, actor, kind, subject_kind, subject, facts, aside, previous, hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    )
    .bind_all((
        seq,
        link.entry.at,
        &link.entry.actor,
        &link.entry.kind,
        &link.entry.subject.kind,
        &link.entry.subject.id,
        &link.entry.facts,
        &link.entry.aside,
        &link.previous,
        &link.hash,
    ))
    .execute()
    .await?;
    if let Some(aside) = &noted.aside {
        tx.query("INSERT INTO audit_asides (seq, salt, reason) VALUES ($1, $2, $3)")
            .bind_all((seq, &aside.salt, &aside.reason))
            .execute()
            .await?;
    }
    tx.query("UPDATE audit_head SET hash = $1").bind(&link.hash).execute().await?;
    Ok(())
}

/// An entry, with what lies beside it.
pub type StoredLink = (Link, Option<Aside>);

/// Which entries are wanted.
#[derive(Debug, Clone, Copy, Default)]
pub struct Entries<'e> {
    /// Those before this number; all, if there is none.
    pub before: Option<i64>,
    /// Those that were done to this one, by kind and id.
    pub subject: Option<(&'e str, &'e str)>,
    /// Those that this player did.
    pub actor: Option<PlayerId>,
}

struct Row {
    seq: i64,
    at: Millis,
    actor: Option<String>,
    kind: String,
    subject_kind: String,
    subject: String,
    facts: String,
    aside: Option<String>,
    previous: String,
    hash: String,
    salt: Option<String>,
    reason: Option<String>,
}

from_row!(Row { seq, at, actor, kind, subject_kind, subject, facts, aside, previous, hash, salt, reason });

impl From<Row> for StoredLink {
    fn from(row: Row) -> Self {
        let Row { seq, at, actor, kind, subject_kind, subject, facts, aside, previous, hash, salt, reason } =
            row;
        let subject = Subject { kind: subject_kind, id: subject };
        let link = Link { entry: Entry { seq, at, actor, kind, subject, facts, aside }, previous, hash };
        (link, salt.zip(reason).map(|(salt, reason)| Aside { salt, reason }))
    }
}

/// The columns of an entry, with what lies beside it.
const COLUMNS: &str =
    "SELECT audit.seq, at, actor, kind, subject_kind, subject, facts, aside, previous, hash, salt, reason
     FROM audit LEFT JOIN audit_asides ON audit_asides.seq = audit.seq";

/// The outcome of the removal of a reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Erased {
    /// It is gone, and an entry tells so.
    Done,
    /// There is nothing beside this entry, or no such entry.
    Nothing,
}

/// How the whole chain was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// How many entries hold, from the first on.
    pub entries: i64,
    /// The hash of the last one that holds.
    pub head: String,
    /// The place at which the chain does not hold, if there is one.
    pub broken: Option<Broken>,
}

impl Store {
    /// Writes an act into the log whose consequences are not in the tables of this transaction. Answers the number of the entry.
    pub async fn note(&self, noted: &Noted<'_>) -> Result<i64, StoreError> {
        let mut tx = self.begin().await?;
        note_act(&mut tx, noted).await?;
        let (seq,): (i64,) = tx.query("SELECT seq FROM audit_head").fetch_one().await?;
        tx.commit().await?;
        Ok(seq)
    }

    /// The entries that are wanted, the latest first, so many at most.
    pub async fn audit(&self, wanted: Entries<'_>, most: u32) -> Result<Vec<StoredLink>, StoreError> {
        let Entries { before, subject, actor } = wanted;
        let mut sql = format!("{COLUMNS} WHERE audit.seq < $1");
        // A text of the program for each wish: an index serves each.
        if subject.is_some() {
            sql.push_str(" AND subject_kind = $3 AND subject = $4");
        }
        if actor.is_some() {
            sql.push_str(if subject.is_some() { " AND actor = $5" } else { " AND actor = $3" });
        }
        sql.push_str(" ORDER BY audit.seq DESC LIMIT $2");
        let mut query = self.read(sqlx::AssertSqlSafe(sql));
        query = query.bind_all((before.unwrap_or(i64::MAX), i64::from(most)));
        if let Some((kind, id)) = subject {
            query = query.bind_all((kind.to_owned(), id.to_owned()));
        }
        if let Some(actor) = actor {
            query = query.bind(actor.as_str().to_owned());
        }
        let rows: Vec<Row> = query.fetch_all().await?;
        Ok(rows.into_iter().map(StoredLink::from).collect())
    }

    /// The entries after a number, the earliest first, so many at most.
    pub async fn audit_after(&self, seq: i64, most: u32) -> Result<Vec<StoredLink>, StoreError> {
        let sql = format!("{COLUMNS} WHERE audit.seq > $1 ORDER BY audit.seq LIMIT $2");
        let rows: Vec<Row> =
            self.read(sqlx::AssertSqlSafe(sql)).bind_all((seq, i64::from(most))).fetch_all().await?;
        Ok(rows.into_iter().map(StoredLink::from).collect())
    }

    /// Removes the reason that lies beside an entry, and writes that down.
    pub async fn erase_reason(&self, seq: i64, noted: &Noted<'_>) -> Result<Erased, StoreError> {
        let mut tx = self.begin().await?;
        let gone = tx.query("DELETE FROM audit_asides WHERE seq = $1").bind(seq).execute().await?;
        if gone == 0 {
            return tx.give_up(Erased::Nothing).await;
        }
        note_act(&mut tx, noted).await?;
        tx.commit().await?;
        Ok(Erased::Done)
    }

    /// Goes through the whole chain, up to its head.
    pub async fn check_audit(&self) -> Result<Checked, StoreError> {
        // First, so that entries which come meanwhile are none too many.
        let (last, head): (i64, String) = self.read("SELECT seq, hash FROM audit_head").fetch_one().await?;
        let mut chain = Chain::default();
        // The entries beside which nothing lies any more, until an entry is found that says so.
        let mut bare = BTreeSet::new();
        let broken = 'walk: loop {
            let portion = self.audit_after(chain.seq(), PORTION).await?;
            if portion.is_empty() {
                let is_short = chain.seq() < last;
                let gap = is_short.then(|| Broken { seq: chain.seq() + 1, how: How::Gap });
                break gap.or_else(|| bare.first().map(|seq| Broken { seq: *seq, how: How::ReasonMissing }));
            }
            for (link, aside) in &portion {
                if let Err(broken) = chain.next_with(link, aside.as_ref()) {
                    break 'walk Some(broken);
                }
                // The head is written with the last entry: who changes the one has to change the other.
                if chain.seq() == last && chain.hash() != head {
                    break 'walk Some(Broken { seq: last, how: How::Torn });
                }
                if link.entry.aside.is_some() && aside.is_none() {
                    bare.insert(link.entry.seq);
                }
                if link.entry.kind == Kind::EraseReason.name()
                    && let Ok(erased) = link.entry.subject.id.parse::<i64>()
                {
                    bare.remove(&erased);
                }
            }
            // Others have their turn on this thread: a log may be long.
            tokio::task::yield_now().await;
        };
        Ok(Checked { entries: chain.seq(), head: chain.hash().to_owned(), broken })
    }
}
