//! Very many accounts: how long a sign-in takes beside one bare hash, a search, and the start of the server; and whether games feel it when
//! many people sign in.

mod beside;
mod fill;
mod sign_ins;

pub(crate) use fill::{Member, fill};
pub(crate) use sign_ins::PASSWORD;

use std::time::{Duration, Instant};

use clap::Args;
use reqwest::StatusCode;
use tengen_credentials::{Checked, Cost, Password, Passwords};
use tengen_rules::SplitMix;

use sign_ins::People;

use crate::failure::Failure;
use crate::latency::Latencies;
use crate::people::{client, tell};
use crate::report;
use crate::stage::{Database, Instance, Stage};

/// The accounts that are measured.
#[derive(Debug, Clone, Args)]
pub(crate) struct Accounts {
    #[command(flatten)]
    stage: Stage,
    /// How many accounts there are.
    #[arg(long, value_name = "N")]
    accounts: Option<usize>,
}

impl Accounts {
    /// Measures and prints it.
    pub(crate) async fn measure(&self) -> Result<(), Failure> {
        let stage = &self.stage;
        let count = self.accounts.unwrap_or(stage.pick(100_000, 2_000)).max(100);
        report::line(&format!("accounts: {count} (load {})", report::load()));
        let passwords = Passwords::start(Cost::USUAL, ())?;
        let password = Password::parse(PASSWORD)?;
        let hash = passwords.hash(None, password.clone()).await?;
        for database in stage.databases() {
            let instance = stage.open(database).await?;
            let began = Instant::now();
            let members = fill(&instance, count, &hash).await?;
            report::line(&format!(
                "  {}: written in {:.0} s",
                database.name(),
                began.elapsed().as_secs_f64()
            ));
            let (empty, full) = self.starts(database, instance).await?;
            let names = members.into_iter().map(|member| member.name).collect();
            let people = People { instance: full, http: client()?, names };
            report::line(&format!(
                "    start              {:>8.0} ms, without accounts {:.0} ms",
                millis(people.instance.started_in),
                millis(empty)
            ));
            self.sign_ins(&people, &passwords, &password, &hash).await?;
            self.searches(&people).await?;
            beside::measure(stage, database, people).await?;
        }
        Ok(())
    }

    /// How long a server takes to start without accounts; and the server with them, started again.
    async fn starts(&self, database: Database, instance: Instance) -> Result<(Duration, Instance), Failure> {
        let empty = self.stage.open(database).await?;
        let empty = self.stage.start_again(empty).await?;
        let started_in = empty.started_in;
        empty.stop().await?;
        Ok((started_in, self.stage.start_again(instance).await?))
    }

    /// Sign-ins one after the other, each beside a bare hash in this process.
    async fn sign_ins(
        &self,
        people: &People,
        passwords: &Passwords,
        password: &Password,
        hash: &str,
    ) -> Result<(), Failure> {
        let (mut signed_in, mut bare) = (Vec::new(), Vec::new());
        let mut random = SplitMix::new(3);
        for _ in 0..self.stage.pick(400, 20) {
            let name = &people.names[random.below(people.names.len())];
            let began = Instant::now();
            let status = people.sign_in(name).await?;
            signed_in.push(began.elapsed());
            if status != StatusCode::CREATED {
                return Err(format!("{name} can't sign in: {status}").into());
            }
            let began = Instant::now();
            let checked = passwords.check(None, password.clone(), Some(hash.to_owned())).await?;
            bare.push(began.elapsed());
            if matches!(checked, Checked::Wrong) {
                return Err("the password has another hash".into());
            }
        }
        let (signed_in, bare) = (Latencies::new(signed_in), Latencies::new(bare));
        tell("sign-in", &signed_in);
        tell("bare hash", &bare);
        let times = signed_in.millis(99) / bare.millis(99);
        report::line(&format!("    sign-in, p99: {times:.2} of a bare hash"));
        Ok(())
    }

    /// Searches by the first letters of a name.
    async fn searches(&self, people: &People) -> Result<(), Failure> {
        let mut found = Vec::new();
        let mut random = SplitMix::new(5);
        for letters in [1, 2, 4].into_iter().cycle().take(self.stage.pick(900, 30)) {
            let name = &people.names[random.below(people.names.len())];
            let began = Instant::now();
            let address = format!("{}/players?name={}", people.api(), &name[..letters]);
            let answer = people.http.get(address).send().await?.error_for_status()?.bytes().await?;
            found.push(began.elapsed());
            if !answer.windows(7).any(|part| part == br#""name":"#.as_slice()) {
                return Err(format!("nobody is found by {}", &name[..letters]).into());
            }
        }
        let found = Latencies::new(found);
        tell("search", &found);
        Ok(())
    }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}
