//! An archive of many games: how long its pages take, how fast games are found by their positions, and what it costs to hand
//! all of it out.

mod fill;
mod positions;
mod scripts;

use std::time::{Duration, Instant};

use clap::Args;
use futures_util::StreamExt;
use reqwest::Client;
use reqwest::header::ACCEPT;
use serde_json::Value;
use tengen_client::GameFilter;

use crate::failure::Failure;
use crate::latency::Latencies;
use crate::report::{self, Goal};
use crate::stage::{Database, Instance, Stage};

/// How many pages lead to the one that is measured.
const PAGES: usize = 1_000;
/// How often a page is asked for.
const ASKED: usize = 300;

/// The archive that is measured.
#[derive(Debug, Clone, Args)]
pub(crate) struct Archive {
    #[command(flatten)]
    stage: Stage,
    /// How many games there are; at least a thousand.
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// Only the database of this name.
    #[arg(long, value_name = "NAME")]
    database: Option<String>,
}

impl Archive {
    /// Measures and prints it.
    pub(crate) async fn measure(&self) -> Result<(), Failure> {
        let count = self.games.unwrap_or(self.stage.pick(100_000, 2_000)).max(PAGES);
        report::line(&format!("archive: {count} games (load {})", report::load()));
        let wanted = |database: &Database| {
            self.database.as_ref().is_none_or(|name| database.name().eq_ignore_ascii_case(name))
        };
        for database in self.stage.databases().into_iter().filter(wanted) {
            let instance = self.stage.open(database).await?;
            let began = Instant::now();
            let filled = fill::fill(&instance, count).await?;
            report::line(&format!(
                "  {}: {} events, written in {:.0} s",
                database.name(),
                filled.events,
                began.elapsed().as_secs_f64()
            ));
            Reader { instance, http: client()?, count }.measure(database, &filled).await?;
        }
        Ok(())
    }
}

/// A client that does not encrypt.
fn client() -> Result<Client, Failure> {
    Ok(Client::builder().no_proxy().tls_backend_preconfigured(tengen_tls::trusting_nobody()?).build()?)
}

/// Whoever reads the archive. What is measured is read by bytes, so that the time is the server's and not that of reading
/// shapes.
struct Reader {
    instance: Instance,
    http: Client,
    count: usize,
}

impl Reader {
    async fn measure(&self, database: Database, filled: &fill::Filled) -> Result<(), Failure> {
        let limit = (self.count / PAGES).min(100);
        let first = format!("games?limit={limit}");
        self.page("first page", &first).await?;
        let client = self.instance.client();
        let mut pages = GameFilter { limit: Some(u8::try_from(limit)?), ..GameFilter::default() };
        for _ in 1..PAGES {
            pages.cursor = Some(client.games(&pages).await?.next.ok_or("the list is too short")?);
        }
        let query = format!("{first}&cursor={}", pages.cursor.unwrap_or_default());
        let last = self.page("thousandth page", &query).await?;
        report::goal(
            &format!("ms of the thousandth page on {}, p99", database.name()),
            last,
            Goal::AtMost(50.0),
        );
        for (name, query) in [
            ("of a player", format!("games?limit={limit}&player={}", filled.player)),
            ("size and rules", format!("games?limit={limit}&size=13x13&rules=aga&result=white")),
            ("common opening", format!("games?limit={limit}&opening={}", filled.common)),
            ("rare opening", format!("games?limit={limit}&opening={}", filled.rare)),
            ("no such game", format!("games?limit={limit}&opening=A1,A2,A3")),
        ] {
            self.page(name, &query).await?;
        }
        let newest = client.games(&GameFilter { limit: Some(1), ..GameFilter::default() }).await?;
        let newest = newest.games.first().ok_or("no games")?.id.0;
        self.positions(database, newest.as_str()).await?;
        // Whole logs take long: a tenth of the games shows how long.
        let some = self.count / 10;
        let newest = format!("games?since={}", fill::made_at(self.count - some));
        for (name, query, form, games) in [
            ("NDJSON", "games", "application/x-ndjson", self.count),
            ("NDJSON with events", &format!("{newest}&with=events"), "application/x-ndjson", some),
            ("SGF", &newest, "application/x-go-sgf", some),
            ("zip", "games", "application/zip", self.count),
        ] {
            self.export(name, query, form, games).await?;
        }
        Ok(())
    }

    fn address(&self, query: &str) -> String {
        format!("http://{}/api/v1/{query}", self.instance.address())
    }

    async fn get(&self, query: &str) -> Result<Value, Failure> {
        let answer = self.http.get(self.address(query)).send().await?.error_for_status()?;
        Ok(serde_json::from_slice(&answer.bytes().await?)?)
    }

    /// Asks for a page again and again. Answers how many milliseconds all but one in a hundred take at most.
    async fn page(&self, name: &str, query: &str) -> Result<f64, Failure> {
        let mut latencies = Vec::with_capacity(ASKED);
        let mut games = 0;
        // What takes long is not asked for so often.
        let end = Instant::now() + Duration::from_secs(20);
        while latencies.len() < ASKED && Instant::now() < end {
            let began = Instant::now();
            let list = self.get(query).await?;
            latencies.push(began.elapsed());
            games = list["games"].as_array().map_or(0, Vec::len);
        }
        let latencies = Latencies::new(latencies);
        report::line(&format!(
            "    {name:20} {games:>4} games, p50 {:>7.2} ms, p99 {:>7.2} ms",
            latencies.millis(50),
            latencies.millis(99)
        ));
        Ok(latencies.millis(99))
    }

    /// Takes so many games in one answer.
    async fn export(&self, name: &str, query: &str, form: &str, wanted: usize) -> Result<(), Failure> {
        self.instance.server.forget_peak()?;
        let before = self.instance.server.memory()?;
        let began = Instant::now();
        let answer =
            self.http.get(self.address(query)).header(ACCEPT, form).send().await?.error_for_status()?;
        let (mut pieces, mut bytes, mut lines, mut records) = (answer.bytes_stream(), 0, 0, 0);
        let mut last = 0;
        while let Some(piece) = pieces.next().await {
            let piece = piece?;
            bytes += piece.len();
            // Each object ends so, and each record begins so.
            for &byte in &piece {
                lines += usize::from(byte == b'\n');
                records += usize::from((last, byte) == (b'(', b';'));
                last = byte;
            }
        }
        let seconds = began.elapsed().as_secs_f64();
        let games = match form {
            "application/x-go-sgf" => records,
            "application/zip" => wanted,
            _ => lines,
        };
        if games != wanted {
            return Err(format!("{name} has {games} games of {wanted}").into());
        }
        let peak = self.instance.server.peak()?;
        report::line(&format!(
            "    {name:20} {:>8.0} games/s, {games} games, {:.1} MiB in {seconds:.1} s; memory {:.1} MiB, at its peak {:.1} MiB",
            games as f64 / seconds,
            bytes as f64 / 1_048_576.0,
            before as f64 / 1_024.0,
            peak as f64 / 1_024.0
        ));
        Ok(())
    }
}
