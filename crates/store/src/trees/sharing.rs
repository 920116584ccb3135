//! Trees that their players show to others.

use tengen_game::{GameId, Millis, PlayerId, ShareId};
use tengen_protocol::{PlayerCard, Share, ShareWith, Text, VariationNode, Variations};
use tengen_records::Numbers;

use super::TreeOf;
use super::changing::REVISION;
use super::snapshots::{
    DROP_UNSHOWN, MOST_SHARED_BYTES, MOST_SHARES, NODES_ELSEWHERE, SHOWN_BYTES, Snapshot, insert_snapshot,
};
use crate::players::player_row::{DELETED, card};
use crate::pool::{Pools, Store, StoreError, unreadable};
use crate::query::from_row::from_row;
use crate::query::untangled::untangled;

/// A tree that is to be shown.
#[derive(Debug, Clone, Copy)]
pub struct NewSharing<'n> {
    /// Whose tree.
    pub owner: PlayerId,
    /// Beside what.
    pub of: TreeOf,
    /// The id of the showing.
    pub id: ShareId,
    /// The hash of the secret of its link; without one the opponent sees the tree.
    pub hash: Option<&'n str>,
    /// The tree as it is now, if it is shown so; else it is shown as it is at each moment.
    pub snapshot: Option<Snapshot<'n>>,
    /// Now.
    pub at: Millis,
}

/// The outcome of a wish to show a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sharing {
    /// It is shown.
    Done(Share),
    /// There is no such tree, or it has no nodes.
    NoTree,
    /// The player shows as much as one may.
    TooMany,
    /// The record was changed since the snapshot was made, or the snapshot is there no more. Nothing was changed.
    Stale,
}

/// A tree that is shown.
#[derive(Debug, Clone)]
pub struct Shown {
    /// Whose it is.
    pub owner: PlayerCard,
    /// Until when the owner may not play, by a sanction; perhaps a moment that has passed.
    pub suspended_until: Option<Millis>,
    /// Beside what.
    pub of: TreeOf,
    /// The showing.
    pub share: Share,
    /// The tree.
    pub tree: Variations,
    /// The moves of the record that lead to a tree which is shown as it was, as text; empty beside a game. `None` if the tree
    /// grows, or if the showing is one of an earlier release.
    pub way: Option<String>,
    /// The numbers that the nodes of the record have now.
    pub numbers: Numbers,
}

/// A showing of a tree of this thing.
#[derive(Debug, Clone)]
pub struct Shared {
    /// Beside what.
    pub of: TreeOf,
    /// The showing.
    pub share: Share,
}

/// A showing in the columns of its row, with the game and the record of its tree.
struct ShareRow {
    id: String,
    is_link: bool,
    grows: bool,
    made_at: Millis,
    revision: i64,
    game_id: Option<String>,
    record_id: Option<String>,
}

from_row!(ShareRow { id, is_link, grows, made_at, revision, game_id, record_id });

impl ShareRow {
    fn read(self) -> Result<Shared, StoreError> {
        let Self { id, is_link, grows, made_at, revision, game_id, record_id } = self;
        let of = TreeOf::read(game_id.as_deref(), record_id.as_deref())?;
        let share = Share {
            id: Text(id.parse().map_err(unreadable)?),
            with: if is_link { ShareWith::Link } else { ShareWith::Opponent },
            grows,
            created_at: made_at,
            revision: (!grows).then_some(revision.cast_unsigned()),
        };
        Ok(Shared { of, share })
    }
}

/// A tree that is shown, and its owner, in columns.
struct ShownRow {
    share: ShareRow,
    tree_id: String,
    tree_revision: i64,
    nodes: Option<String>,
    /// Whether the content of the showing is missing.
    is_lost: bool,
    way: Option<String>,
    numbers: Option<String>,
    player_id: String,
    name: String,
    kind: Option<String>,
    suspended_until: Option<Millis>,
}

from_row!(
    ShownRow { tree_id, tree_revision, nodes, is_lost, way, numbers, player_id, name, kind, suspended_until },
    share
);

/// The showings of a player's trees, up to its conditions.
const SHARES: &str =
    "SELECT shared_variations.id, hash IS NOT NULL AS is_link, shared_variations.nodes IS NULL AS grows,
    made_at, shared_variations.revision, game_id, record_id
    FROM shared_variations JOIN variation_trees ON variation_trees.id = tree_id";
/// The same with the trees and their owners.
const SHOWN: &str = "SELECT shared_variations.id, shared_variations.hash IS NOT NULL AS is_link, shared_variations.nodes IS NULL AS grows,
    made_at, shared_variations.revision, game_id, record_id, shared_variations.tree_id, variation_trees.revision AS tree_revision,
    COALESCE(snapshots.nodes, shared_variations.nodes) AS nodes,
    (shared_variations.snapshot IS NOT NULL AND snapshots.nodes IS NULL) AS is_lost, snapshots.way, records.numbers,
    player_id, players.name, players.kind, players.suspended_until
    FROM shared_variations JOIN variation_trees ON variation_trees.id = shared_variations.tree_id
    JOIN players ON players.id = player_id
    LEFT JOIN tree_snapshots AS snapshots
    ON snapshots.tree_id = shared_variations.tree_id AND snapshots.hash = shared_variations.snapshot
    LEFT JOIN records ON records.id = record_id";
/// Holds a tree within a transaction.
const HOLD: [&str; 2] = [
    "UPDATE variation_trees SET revision = revision WHERE player_id = $1 AND game_id = $2 AND nodes > 0 RETURNING id, revision",
    "UPDATE variation_trees SET revision = revision WHERE player_id = $1 AND record_id = $2 AND nodes > 0 RETURNING id, revision",
];

impl Store {
    /// Shows a player's tree to others.
    pub async fn share_variations(&self, new: NewSharing<'_>) -> Result<Sharing, StoreError> {
        untangled(|| async {
            let NewSharing { owner, of, id, hash, snapshot, at } = new;
            let beside = of
                .choose("", if matches!(self.pools, Pools::Postgres(_)) { REVISION[1] } else { REVISION[0] });
            let content = snapshot.and_then(|snapshot| snapshot.content);
            let mut tx = self.begin().await?;
            if let Some(expected) = content.and_then(|content| content.record_revision) {
                let found: Option<(i64,)> = tx.query(beside).bind(of.id()).fetch_optional().await?;
                if found != Some((i64::from(expected),)) {
                    return tx.give_up(Sharing::Stale).await;
                }
            }
            let held: Option<(String, i64)> = tx
                .query(of.choose(HOLD[0], HOLD[1]))
                .bind_all((owner.as_str(), of.id()))
                .fetch_optional()
                .await?;
            let Some((tree, revision)) = held else {
                return tx.give_up(Sharing::NoTree).await;
            };
            let mut new = None;
            if let Some(snapshot) = snapshot {
                let (is_there,): (bool,) = tx
                    .query("SELECT EXISTS (SELECT 1 FROM tree_snapshots WHERE tree_id = $1 AND hash = $2)")
                    .bind_all((&tree, snapshot.hash))
                    .fetch_one()
                    .await?;
                let is_known = is_there && revision == snapshot.revision.cast_signed();
                if content.is_none() && !is_known {
                    return tx.give_up(Sharing::Stale).await;
                }
                // Of a tree that has changed meanwhile that is shown which was there a moment ago.
                new = content.filter(|_| !is_there).map(|content| (snapshot.hash, content));
            }
            // Two that come at the same moment may together go beyond the limit; it is there against abuse.
            let (shares, bytes): (i64, i64) = tx.query(SHOWN_BYTES).bind(owner.as_str()).fetch_one().await?;
            let more = new.map_or(0, |(_, content)| content.size());
            let fits = shares < i64::from(MOST_SHARES)
                && bytes.cast_unsigned().saturating_add(more) <= MOST_SHARED_BYTES;
            if !fits {
                return tx.give_up(Sharing::TooMany).await;
            }
            if let Some((hash, content)) = new {
                insert_snapshot(&mut tx, &tree, hash, content).await?;
            }
            let revision = snapshot.map_or(revision, |snapshot| snapshot.revision.cast_signed());
            tx.query(
                "INSERT INTO shared_variations (id, tree_id, hash, made_at, revision, nodes, size, snapshot)
                 VALUES ($1, $2, $3, $4, $5, $6, 0, $7)",
            )
            .bind_all((
                id.as_str(),
                tree,
                hash,
                at,
                revision,
                snapshot.map(|_| NODES_ELSEWHERE),
                snapshot.map(|snapshot| snapshot.hash),
            ))
            .execute()
            .await?;
            tx.commit().await?;
            let grows = snapshot.is_none();
            Ok(Sharing::Done(Share {
                id: Text(id),
                with: if hash.is_some() { ShareWith::Link } else { ShareWith::Opponent },
                grows,
                created_at: at,
                revision: (!grows).then_some(revision.cast_unsigned()),
            }))
        })
        .await
    }

    /// The showings of a player's trees, those of one tree or all of them, the newest first.
    pub async fn shares(&self, owner: PlayerId, of: Option<TreeOf>) -> Result<Vec<Shared>, StoreError> {
        let rows: Vec<ShareRow> = self
            .read(sqlx::AssertSqlSafe(format!(
                "{SHARES} WHERE player_id = $1 ORDER BY made_at DESC, shared_variations.id DESC"
            )))
            .bind(owner.as_str())
            .fetch_all()
            .await?;
        let mut shares = rows.into_iter().map(ShareRow::read).collect::<Result<Vec<_>, _>>()?;
        shares.retain(|share| of.is_none_or(|of| share.of == of));
        Ok(shares)
    }

    /// Ends a showing of a player's tree. Answers whether there was one.
    pub async fn end_share(&self, owner: PlayerId, id: ShareId) -> Result<bool, StoreError> {
        let mut tx = self.begin().await?;
        let tree: Option<(String,)> = tx
            .query(
                "UPDATE variation_trees SET revision = revision
                 WHERE player_id = $2 AND id = (SELECT tree_id FROM shared_variations WHERE id = $1)
                 RETURNING id",
            )
            .bind_all((id.as_str(), owner.as_str()))
            .fetch_optional()
            .await?;
        let Some((tree,)) = tree else {
            return tx.give_up(false).await;
        };
        let ended =
            tx.query("DELETE FROM shared_variations WHERE id = $1").bind(id.as_str()).execute().await?;
        tx.query(DROP_UNSHOWN).bind(&tree).execute().await?;
        tx.commit().await?;
        Ok(ended > 0)
    }

    /// The tree that a link shows, by the hash of its secret.
    pub async fn shown_by_link(&self, hash: &str) -> Result<Option<Shown>, StoreError> {
        let row: Option<ShownRow> = self
            .read(sqlx::AssertSqlSafe(format!("{SHOWN} WHERE shared_variations.hash = $1")))
            .bind(hash)
            .fetch_optional()
            .await?;
        self.shown(row).await
    }

    /// The tree beside a game that a player shows to the opponent, as it was opened last.
    pub async fn shown_to_opponent(&self, owner: PlayerId, of: TreeOf) -> Result<Option<Shown>, StoreError> {
        let TreeOf::Game(game) = of else { return Ok(None) };
        let row: Option<ShownRow> = self
            .read(sqlx::AssertSqlSafe(format!(
                "{SHOWN} WHERE player_id = $1 AND game_id = $2 AND shared_variations.hash IS NULL
                 ORDER BY made_at DESC, shared_variations.id DESC LIMIT 1"
            )))
            .bind_all((owner.as_str(), game.as_str()))
            .fetch_optional()
            .await?;
        self.shown(row).await
    }

    /// Whether a player who is not suspended `now` shows the opponent a tree beside a game.
    pub async fn shows_to_opponent(
        &self,
        owner: PlayerId,
        game: GameId,
        now: Millis,
    ) -> Result<bool, StoreError> {
        let (shows,): (bool,) = self
            .read(
                "SELECT EXISTS (
                 SELECT 1 FROM shared_variations
                 JOIN variation_trees ON variation_trees.id = tree_id
                 JOIN players ON players.id = player_id
                 WHERE player_id = $1 AND game_id = $2 AND hash IS NULL
                 AND COALESCE(players.suspended_until, 0) <= $3)",
            )
            .bind_all((owner.as_str(), game.as_str(), now))
            .fetch_one()
            .await?;
        Ok(shows)
    }

    async fn shown(&self, row: Option<ShownRow>) -> Result<Option<Shown>, StoreError> {
        let Some(row) = row.filter(|row| row.kind.as_deref() != Some(DELETED)) else { return Ok(None) };
        let ShownRow {
            share,
            tree_id,
            tree_revision,
            nodes,
            is_lost,
            way,
            numbers,
            player_id,
            name,
            kind,
            suspended_until,
        } = row;
        if is_lost {
            return Err(unreadable("the content of a shown tree is missing"));
        }
        let numbers = numbers.map(|numbers| numbers.parse().map_err(unreadable)).transpose()?;
        let Shared { of, share } = share.read()?;
        let nodes: Vec<VariationNode> = match nodes {
            Some(nodes) => serde_json::from_str(&nodes).map_err(unreadable)?,
            None => self.nodes_of_tree(&tree_id).await?,
        };
        let revision = share.revision.unwrap_or(tree_revision.cast_unsigned());
        let owner = card(&player_id, name, kind.as_deref())?;
        let tree = Variations { revision, nodes, gone: None };
        let numbers = numbers.unwrap_or_default();
        Ok(Some(Shown { owner, suspended_until, of, share, tree, way, numbers }))
    }
}
