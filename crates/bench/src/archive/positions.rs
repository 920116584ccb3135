//! How fast an archive is indexed by its positions, what that takes on the disk, and how fast games are found.

use std::time::{Duration, Instant};

use sqlx::{Connection, PgConnection, SqliteConnection};

use super::Reader;
use crate::failure::Failure;
use crate::report;
use crate::stage::Database;

/// How often it is looked how far the server has come.
const LOOK: Duration = Duration::from_millis(100);
/// Games of this length are what disks are reckoned for.
const USUAL_MOVES: f64 = 200.0;

/// What takes up how much of a database.
const SIZE: [&str; 2] =
    ["SELECT SUM(pgsize) FROM dbstat WHERE name = 'positions'", "SELECT pg_total_relation_size('positions')"];

/// Evaluates something with a connection of its own to the server's database.
macro_rules! with_connection {
    ($reader:expr, $connection:ident => $body:expr) => {
        if let Some(url) = &$reader.instance.url {
            let mut $connection = PgConnection::connect(url).await?;
            let outcome = $body;
            $connection.close().await?;
            outcome
        } else {
            let mut $connection = SqliteConnection::connect(&$reader.instance.sqlite()).await?;
            let outcome = $body;
            $connection.close().await?;
            outcome
        }
    };
}

impl Reader {
    /// Lets the server index everything, and asks it for positions.
    pub(super) async fn positions(&self, database: Database, newest: &str) -> Result<(), Failure> {
        // The games were put there as if they had been looked at.
        let jobs = "INSERT INTO jobs (kind, key, seq, due) SELECT 'index', id, seq, created_at FROM games";
        for again in ["UPDATE games SET number = NULL", jobs] {
            with_connection!(self, connection => sqlx::query(again).execute(&mut connection).await.map(drop))?;
        }
        let (cpu, began) = (self.instance.server.cpu()?, Instant::now());
        let count = i32::try_from(self.count)?;
        loop {
            let last = "SELECT games FROM position_index";
            let (games,): (i32,) =
                with_connection!(self, connection => sqlx::query_as(last).fetch_one(&mut connection).await)?;
            if games >= count {
                break;
            }
            tokio::time::sleep(LOOK).await;
        }
        let seconds = began.elapsed().as_secs_f64();
        let cpu = self.instance.server.cpu()?.saturating_sub(cpu).as_secs_f64();
        // What autovacuum would have done by tomorrow.
        let tidy = match database {
            Database::Sqlite => "ANALYZE",
            Database::Postgres => "VACUUM ANALYZE positions",
        };
        with_connection!(self, connection => sqlx::query(tidy).execute(&mut connection).await.map(drop))?;
        let size = SIZE[usize::from(database == Database::Postgres)];
        let rows = "SELECT COUNT(*) FROM positions";
        let (bytes, rows) = with_connection!(self, connection => {
            let (bytes,): (i64,) = sqlx::query_as(size).fetch_one(&mut connection).await?;
            let (rows,): (i64,) = sqlx::query_as(rows).fetch_one(&mut connection).await?;
            (bytes as f64, rows as f64)
        });
        let games = f64::from(count);
        report::line(&format!(
            "    indexed by position  {:>8.0} games/s, {:.0} positions/s, {:.2} ms of processor a game",
            games / seconds,
            rows / seconds,
            cpu * 1_000.0 / games
        ));
        report::line(&format!(
            "    positions on disk    {:.1} MiB, {:.1} bytes each; {games} games of {USUAL_MOVES} moves would take {:.0} MiB",
            bytes / 1_048_576.0,
            bytes / rows,
            games * (USUAL_MOVES + 1.0) * bytes / rows / 1_048_576.0
        ));
        let empty = |side: usize| {
            format!("positions?board={side}x{side}&stones={}&to_move=black", ".".repeat(side * side))
        };
        let unknown = format!(
            "positions?board=19x19&stones={}BBBBBWWWWW{}&to_move=black",
            ".".repeat(100),
            ".".repeat(251)
        );
        let after = |moves: usize| format!("positions?game={newest}&move={moves}");
        for (name, query) in [
            ("empty board, 9x9", empty(9)),
            ("empty board, 19x19", empty(19)),
            ("after 1 move", after(1)),
            ("after 4 moves", after(4)),
            ("after 20 moves", after(20)),
            ("unknown position", unknown),
        ] {
            let began = Instant::now();
            let answer = self.get(&query).await?;
            let first = began.elapsed().as_secs_f64() * 1_000.0;
            let name = format!("{name} ({first:.1} ms at first, {} games)", answer["games_total"]);
            self.page(&name, &query).await?;
        }
        Ok(())
    }
}
