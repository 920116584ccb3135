//! From which networks players came: hashes of them, kept for a while, and who else came from there.

use std::collections::HashMap;

use tengen_game::{Millis, PlayerId};
use tengen_protocol::{Network, PlayerCard};

use crate::players::player_row::card;
use crate::pool::{Store, StoreError};

/// How many networks of a player are shown, and how many others of each.
const SHOWN: i64 = 60;
const OTHERS: usize = 20;
/// How many others are read for all networks of a player together: a large network has very many.
const READ: i64 = 1_000;
/// How many letters of a hash name a network for people.
const NAMED_BY: usize = 10;
/// Notes that a player came from a network once more. Mostly the network is known, and the row of the player is left alone then:
/// the trigger for new rows holds it.
const UPDATE: &str = "UPDATE networks SET last_at = CASE WHEN last_at < $4 THEN $4 ELSE last_at END
    WHERE player_id = $1 AND prefix = $2 AND hash = $3";
/// Notes it for the first time, unless the player has left or another server has noted it just now.
const INSERT: &str = "INSERT INTO networks (player_id, prefix, hash, first_at, last_at)
    SELECT players.id, $2, $3, $4, $4 FROM players
    WHERE players.id = $1 AND (players.kind IS NULL OR players.kind <> 'deleted')
    ON CONFLICT (player_id, prefix, hash) DO UPDATE SET last_at = excluded.last_at
    WHERE networks.last_at < excluded.last_at";
/// How many rows that are too old are forgotten at once.
const PORTION: i64 = 5_000;

/// A player who came from a network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenFrom {
    /// The player.
    pub player: PlayerId,
    /// How many bits of the address make the network: all of them for the address itself.
    pub prefix: u8,
    /// The hash of the network, with the key.
    pub hash: String,
    /// When.
    pub at: Millis,
}

/// Id, name and kind of somebody else, behind the hash of the network.
type Other = (String, String, String, Option<String>);

impl Store {
    /// The key of the hashes: the one that is kept, or this one from now on.
    pub async fn network_key(&self, drawn: &[u8]) -> Result<Vec<u8>, StoreError> {
        self.write("INSERT INTO network_key (id, secret) VALUES (1, $1) ON CONFLICT (id) DO NOTHING")
            .bind(drawn)
            .execute()
            .await?;
        let (secret,): (Vec<u8>,) =
            self.write("SELECT secret FROM network_key WHERE id = 1").fetch_one().await?;
        Ok(secret)
    }

    /// Keeps that players came from networks, all or none of it; nothing of players who have left meanwhile.
    pub async fn note_networks(&self, seen: &[SeenFrom]) -> Result<(), StoreError> {
        match self.note_networks_once(seen).await {
            // One of them was deleted in this moment, and is left out now.
            Err(StoreError::NoPlayer(_)) => self.note_networks_once(seen).await,
            noted => noted,
        }
    }

    async fn note_networks_once(&self, seen: &[SeenFrom]) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        for SeenFrom { player, prefix, hash, at } in seen {
            let known =
                tx.query(UPDATE).bind_all((player.as_str(), i32::from(*prefix), hash, *at)).execute().await?;
            if known == 0 {
                tx.query(INSERT).bind_all((player.as_str(), i32::from(*prefix), hash, *at)).execute().await?;
            }
        }
        tx.commit().await
    }

    /// Forgets some of the networks from which nobody came since a moment. Answers whether there may be more.
    pub async fn forget_networks(&self, since: Millis) -> Result<bool, StoreError> {
        let gone = self
            .write(
                "DELETE FROM networks WHERE (player_id, prefix, hash) IN
                 (SELECT player_id, prefix, hash FROM networks
                 WHERE last_at < $1 ORDER BY last_at LIMIT $2)",
            )
            .bind_all((since, PORTION))
            .execute()
            .await?;
        Ok(i64::try_from(gone).is_ok_and(|gone| gone == PORTION))
    }

    /// The networks from which a player came since a moment, the latest first, each with the others who came from there since
    /// then. Those who have a role on the server are among these only if `with_staff`.
    pub async fn networks_of(
        &self,
        player: PlayerId,
        since: Millis,
        with_staff: bool,
    ) -> Result<Vec<Network>, StoreError> {
        let mut others = self.others_from(player, since, with_staff).await?;
        let own: Vec<(i32, String, Millis, Millis)> = self
            .read(
                "SELECT prefix, hash, first_at, last_at FROM networks
                 WHERE player_id = $1 AND last_at >= $2
                     ORDER BY last_at DESC, prefix DESC, hash LIMIT $3",
            )
            .bind_all((player.as_str(), since, SHOWN))
            .fetch_all()
            .await?;
        let network = |(prefix, hash, first_at, last_at): (i32, String, Millis, Millis)| {
            let mut others = others.remove(&hash).unwrap_or_default();
            let more = others.len() > OTHERS;
            others.truncate(OTHERS);
            let name = hash.get(..NAMED_BY).unwrap_or(&hash).to_owned();
            Network {
                prefix: u8::try_from(prefix).unwrap_or_default(),
                name,
                first_at,
                last_at,
                others,
                more,
            }
        };
        Ok(own.into_iter().map(network).collect())
    }

    /// Those who came from the same networks, by the hashes of these; of each one more than is shown, which tells that there are more.
    async fn others_from(
        &self,
        player: PlayerId,
        since: Millis,
        with_staff: bool,
    ) -> Result<HashMap<String, Vec<PlayerCard>>, StoreError> {
        let staff = if with_staff {
            ""
        } else {
            " AND NOT EXISTS (SELECT 1 FROM grants WHERE grants.player_id = others.player_id)"
        };
        let sql = format!(
            "SELECT others.hash, players.id, players.name, players.kind
             FROM networks AS own JOIN networks AS others ON others.hash = own.hash AND others.last_at >= $2
             JOIN players ON players.id = others.player_id
             WHERE own.player_id = $1 AND own.last_at >= $2 AND others.player_id <> $1{staff}
             ORDER BY others.last_at DESC, others.player_id LIMIT $3"
        );
        let rows: Vec<Other> =
            self.read(sqlx::AssertSqlSafe(sql)).bind_all((player.as_str(), since, READ)).fetch_all().await?;
        let mut by_hash: HashMap<String, Vec<PlayerCard>> = HashMap::new();
        for (hash, id, name, kind) in rows {
            let there = by_hash.entry(hash).or_default();
            if there.len() <= OTHERS {
                there.push(card(&id, name, kind.as_deref())?);
            }
        }
        Ok(by_hash)
    }
}
