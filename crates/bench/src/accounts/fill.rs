//! Filling a database with members, in the shapes of the server's store. All have one password, so that its hash is made once.

use sqlx::{Connection, PgConnection, SqliteConnection};
use tengen_game::PlayerId;
use tengen_names::looks;
use tengen_rules::SplitMix;

use crate::failure::Failure;
use crate::stage::Instance;

/// How many rows one statement takes: SQLite counts values, and has an end.
const ROWS: usize = 1_000;
/// When everybody registered, in milliseconds.
const BEGAN: i64 = 1_600_000_000_000;
/// Names are of four syllables, each a consonant and a vowel. No two of these letters look like another one.
const CONSONANTS: &[u8] = b"bdfgkpstvz";
const VOWELS: &[u8] = b"aeiou";
const SYLLABLES: usize = 4;

/// Somebody with an account.
#[derive(Debug)]
pub(crate) struct Member {
    /// The id.
    pub(crate) id: PlayerId,
    /// The name.
    pub(crate) name: String,
}

/// Writes members by a connection of either driver.
macro_rules! write_all {
    ($members:expr, $hash:expr, $connection:expr) => {{
        let mut connection = $connection;
        for some in $members.chunks(ROWS) {
            let mut transaction = connection.begin().await?;
            let mut query =
                sqlx::QueryBuilder::new("INSERT INTO players (id, name, guest, created_at, kind, named) ");
            query.push_values(some, |mut row, member| {
                row.push_bind(member.id.to_string());
                row.push_bind(member.name.as_str());
                row.push_bind(false);
                row.push_bind(BEGAN);
                row.push_bind("member");
                row.push_bind(true);
            });
            query.build().execute(&mut *transaction).await?;
            let mut query = sqlx::QueryBuilder::new(
                "INSERT INTO names (small, written, plain, player_id, name, guest, begun_at) ",
            );
            query.push_values(some, |mut row, member| {
                let looks = looks(&member.name);
                row.push_bind(looks.small);
                row.push_bind(looks.written);
                row.push_bind(looks.plain);
                row.push_bind(member.id.to_string());
                row.push_bind(member.name.as_str());
                row.push_bind(false);
                row.push_bind(BEGAN);
            });
            query.build().execute(&mut *transaction).await?;
            let mut query = sqlx::QueryBuilder::new(
                "INSERT INTO accounts (player_id, created_at, password, password_at) ",
            );
            query.push_values(some, |mut row, member| {
                row.push_bind(member.id.to_string());
                row.push_bind(BEGAN);
                row.push_bind($hash);
                row.push_bind(BEGAN);
            });
            query.build().execute(&mut *transaction).await?;
            transaction.commit().await?;
        }
        // What autovacuum would have done by tomorrow.
        sqlx::query("ANALYZE").execute(&mut connection).await?;
        connection.close().await?;
    }};
}

/// Writes so many members whose password has this hash.
pub(crate) async fn fill(instance: &Instance, count: usize, hash: &str) -> Result<Vec<Member>, Failure> {
    let mut random = SplitMix::new(11);
    let members: Vec<Member> = (0..count)
        .map(|number| {
            let mut bits = [0; 10];
            bits[..8].copy_from_slice(&random.next_u64().to_le_bytes());
            Member { id: PlayerId::from_entropy(bits), name: name(number) }
        })
        .collect();
    if let Some(url) = &instance.url {
        write_all!(members, hash, PgConnection::connect(url).await?);
    } else {
        write_all!(members, hash, SqliteConnection::connect(&instance.sqlite()).await?);
    }
    Ok(members)
}

/// The name of the member of this number. Neighbours have different beginnings.
fn name(number: usize) -> String {
    let sounds = CONSONANTS.len() * VOWELS.len();
    // Prime to the number of names, so that each comes once.
    let mut left = number * 1_234_577 % sounds.pow(u32::try_from(SYLLABLES).unwrap_or(0));
    let mut name = String::new();
    for _ in 0..SYLLABLES {
        let (consonant, vowel) = (left % CONSONANTS.len(), left / CONSONANTS.len() % VOWELS.len());
        name.push(CONSONANTS[consonant].into());
        name.push(VOWELS[vowel].into());
        left /= sounds;
    }
    name
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_two_names_look_the_same() {
        let names: Vec<String> = (0..20_000).map(name).collect();
        let written: HashSet<String> = names.iter().map(|name| looks(name).written).collect();
        assert_eq!((names[0].as_str(), written.len()), ("babababa", names.len()));
    }
}
