//! A server with very many accounts, groups and reports: how long the queries of the staff's pages and of a teacher's take, and
//! whether games feel them.

mod fill;
mod rows;

use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use reqwest::Client;
use serde_json::{Value, json};
use tengen_credentials::{Cost, Password, Passwords};
use tengen_rules::SplitMix;
use tokio::time::{MissedTickBehavior, interval};

use fill::{Class, Filled};

use crate::accounts::{self, PASSWORD};
use crate::beside::{by_turns, open_tables};
use crate::failure::Failure;
use crate::latency::Latencies;
use crate::people::{client, tell};
use crate::report::{self, Goal};
use crate::stage::{Database, Instance, Stage};

/// How many pages lead to the one far behind.
const FAR: usize = 50;
/// The staff opens a page as often as this: twenty a second.
const EACH_PAGE: Duration = Duration::from_millis(50);

/// The server that is measured.
#[derive(Debug, Clone, Args)]
pub(crate) struct Order {
    #[command(flatten)]
    stage: Stage,
}

impl Order {
    /// Measures and prints it.
    pub(crate) async fn measure(&self) -> Result<(), Failure> {
        let stage = &self.stage;
        let (count, reports) = (stage.pick(100_000, 2_000), stage.pick(50_000, 1_000));
        report::line(&format!(
            "order: {count} accounts, {} groups, {reports} reports (load {})",
            count / fill::GROUP,
            report::load()
        ));
        let hash = Passwords::start(Cost::USUAL, ())?.hash(None, Password::parse(PASSWORD)?).await?;
        for database in stage.databases() {
            let instance = stage.open(database).await?;
            let began = Instant::now();
            let members = accounts::fill(&instance, count, &hash).await?;
            let filled = fill::fill(&instance, members, reports).await?;
            let seconds = began.elapsed().as_secs_f64();
            report::line(&format!("  {}: written in {seconds:.0} s", database.name()));
            let instance = stage.start_again(instance).await?;
            let staff = Staff::sign_in(&instance, filled).await?;
            let worst = staff.pages(stage.pick(300, 20)).await?;
            let name = format!("ms of the slowest page of the staff on {}, p99", database.name());
            report::goal(&name, worst, Goal::AtMost(50.0));
            beside(stage, database, &instance, staff).await?;
        }
        Ok(())
    }
}

/// An owner of the server, who reads.
struct Staff {
    api: String,
    http: Client,
    owner: String,
    filled: Filled,
}

impl Staff {
    async fn sign_in(instance: &Instance, filled: Filled) -> Result<Self, Failure> {
        let mut staff = Self {
            api: format!("http://{}/api/v1", instance.address()),
            http: client()?,
            owner: String::new(),
            filled,
        };
        staff.owner = staff.token(0).await?;
        Ok(staff)
    }

    /// The token of a session of the member at this place.
    async fn token(&self, place: usize) -> Result<String, Failure> {
        let name = &self.filled.members[place].name;
        let body = json!({"name": name, "password": PASSWORD}).to_string();
        let request = self.http.post(format!("{}/sessions", self.api));
        let answer = request.header("content-type", "application/json").body(body).send().await?;
        let answer: Value = serde_json::from_slice(&answer.error_for_status()?.bytes().await?)?;
        Ok(answer["token"].as_str().ok_or("a session without a token")?.to_owned())
    }

    async fn get(&self, token: &str, path: &str) -> Result<Vec<u8>, Failure> {
        let answer = self.http.get(format!("{}{path}", self.api)).bearer_auth(token).send().await?;
        let status = answer.status();
        let bytes = answer.bytes().await?.to_vec();
        if status.is_success() { Ok(bytes) } else { Err(format!("{path}: {status}").into()) }
    }

    /// Opens each page so often, about somebody or something else each time. Answers the longest p99.
    async fn pages(&self, often: usize) -> Result<f64, Failure> {
        let cases = self.far("/staff/cases", "after").await?;
        let groups = self.far("/staff/groups", "after").await?;
        let members = self.far("/staff/members", "after").await?;
        let mut random = SplitMix::new(23);
        let mut player = || self.filled.members[random.below(self.filled.members.len())].id;
        let mut worst: f64 = 0.0;
        let mut measured = Vec::new();
        measured.push(self.page("cases", often, || "/staff/cases".to_owned()).await?);
        measured.push(self.page("cases, far behind", often, || cases.clone()).await?);
        let mut next = 0;
        let case = || {
            next += 97;
            format!("/staff/cases/{}", self.filled.cases[next % self.filled.cases.len()])
        };
        measured.push(self.page("a case", often, case).await?);
        measured.push(self.page("a player", often, || format!("/staff/players/{}", player())).await?);
        let networks = || format!("/staff/players/{}/networks", player());
        measured.push(self.page("their networks", often, networks).await?);
        measured.push(self.page("the log", often, || "/staff/audit?limit=100".to_owned()).await?);
        let log = || format!("/staff/audit?player={}", player());
        measured.push(self.page("the log of one", often, log).await?);
        measured.push(self.page("groups", often, || "/staff/groups".to_owned()).await?);
        measured.push(self.page("groups, far behind", often, || groups.clone()).await?);
        measured.push(self.page("members", often, || "/staff/members".to_owned()).await?);
        measured.push(self.page("members, far behind", often, || members.clone()).await?);
        let mut random = SplitMix::new(29);
        let named = || {
            let member = &self.filled.members[random.below(self.filled.members.len())];
            format!("/staff/members?name={}", &member.name[..2])
        };
        measured.push(self.page("members by two letters of a name", often, named).await?);
        // Each looks at a thousand, and finds nobody.
        let nobody = || "/staff/members?state=active&unseen_since=1".to_owned();
        measured.push(self.page("members of whom none fits", often, nobody).await?);
        let nobody = || "/staff/members?name=b&state=banned".to_owned();
        measured.push(self.page("the same among those of a name", often, nobody).await?);
        for latencies in measured {
            worst = worst.max(latencies.millis(99));
        }
        self.lessons(often).await?;
        Ok(worst)
    }

    /// Opens the parts of a teacher's page.
    async fn lessons(&self, often: usize) -> Result<(), Failure> {
        let Class { id: class, teacher, task } = self.filled.classes[fill::measured(&self.filled.classes)];
        let token = self.token(teacher).await?;
        for (name, rest) in [
            ("members", "/members?limit=100".to_owned()),
            ("tasks", "/tasks".to_owned()),
            ("table of a task", format!("/tasks/{task}")),
            ("rounds", "/rounds".to_owned()),
        ] {
            let mut latencies = Vec::new();
            for _ in 0..often {
                let began = Instant::now();
                self.get(&token, &format!("/groups/{class}{rest}")).await?;
                latencies.push(began.elapsed());
            }
            tell(&format!("class: {name}"), &Latencies::new(latencies));
        }
        Ok(())
    }

    /// The address of a page of a list that is many pages behind the first one, or the last one.
    async fn far(&self, path: &str, field: &str) -> Result<String, Failure> {
        let mut address = path.to_owned();
        for _ in 0..FAR {
            let page: Value = serde_json::from_slice(&self.get(&self.owner, &address).await?)?;
            let Some(next) = page["next"].as_str() else { break };
            address = format!("{path}?{field}={next}");
        }
        Ok(address)
    }

    async fn page(
        &self,
        name: &str,
        often: usize,
        mut address: impl FnMut() -> String,
    ) -> Result<Latencies, Failure> {
        let mut latencies = Vec::new();
        for _ in 0..often {
            let path = address();
            let began = Instant::now();
            self.get(&self.owner, &path).await?;
            latencies.push(began.elapsed());
        }
        let latencies = Latencies::new(latencies);
        tell(name, &latencies);
        Ok(latencies)
    }

    /// Opens page after page, twenty a second.
    async fn read_on(self: Arc<Self>) -> Result<(), Failure> {
        let mut moments = interval(EACH_PAGE);
        moments.set_missed_tick_behavior(MissedTickBehavior::Delay);
        for number in 0_usize.. {
            moments.tick().await;
            let player = self.filled.members[number * 997 % self.filled.members.len()].id;
            let path = match number % 5 {
                0 => "/staff/cases".to_owned(),
                1 => format!("/staff/cases/{}", self.filled.cases[number * 97 % self.filled.cases.len()]),
                2 => format!("/staff/players/{player}"),
                3 => "/staff/groups".to_owned(),
                _ => "/staff/audit?limit=100".to_owned(),
            };
            self.get(&self.owner, &path).await?;
        }
        Ok(())
    }
}

/// Has games played for a while without the staff and beside it, by turns.
async fn beside(stage: &Stage, database: Database, instance: &Instance, staff: Staff) -> Result<(), Failure> {
    let (count, span) = (stage.pick(200, 10), Duration::from_secs(stage.pick(30, 4)));
    let staff = Arc::new(staff);
    let tables = open_tables(instance, count).await?;
    let (_tables, both) = by_turns(tables, span, || Arc::clone(&staff).read_on()).await?;
    let name = format!("{}, p99 of moves of {count} games beside twenty pages a second", database.name());
    report::goal(&name, both.tell(), Goal::AtMost(1.5));
    Ok(())
}
