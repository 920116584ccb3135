//! A server on which order had to be kept for some years: groups with all members, reports, sanctions, networks and a log.

use tengen_game::{CaseId, GameId, GroupId, PlayerId, SanctionId, TaskId};
use tengen_rules::SplitMix;

use super::rows::{Rows, Value, write};
use crate::accounts::Member;
use crate::failure::Failure;
use crate::stage::Instance;

/// When it began, in milliseconds, and how far its events are from each other.
const BEGAN: i64 = 1_600_000_000_000;
const STEP: i64 = 1_000_000;
/// A class has so many games in the time of its tasks, and the one that is measured has this many.
const GAMES: usize = 100;
const GAMES_OF_ONE: usize = 10_000;
/// A group has so many members.
pub(super) const GROUP: usize = 100;
/// A case has so many reports, and one of so many cases waits.
const REPORTS: usize = 5;
const WAITING: usize = 5;
/// So many players share an address, and one of so many has a sanction.
const SHARED: usize = 10;
const SANCTIONED: usize = 20;

/// The things that one asks for.
#[derive(Debug)]
pub(super) struct Filled {
    /// Those who are members, the owner of the server first.
    pub(super) members: Vec<Member>,
    /// The classes.
    pub(super) classes: Vec<Class>,
    /// The cases.
    pub(super) cases: Vec<CaseId>,
}

/// A class.
#[derive(Debug, Clone, Copy)]
pub(super) struct Class {
    pub(super) id: GroupId,
    /// The place of the teacher among the members of the server.
    pub(super) teacher: usize,
    /// One of its tasks.
    pub(super) task: TaskId,
}

/// Makes ids.
struct Ids(SplitMix);

impl Ids {
    fn bits(&mut self) -> [u8; 10] {
        let mut bits = [0; 10];
        bits[..8].copy_from_slice(&self.0.next_u64().to_le_bytes());
        bits
    }
}

macro_rules! row {
    ($($value:expr),* $(,)?) => { vec![$(Value::from($value)),*] };
}

/// Writes groups for all members, so many reports, and the rest by their number.
pub(super) async fn fill(
    instance: &Instance,
    members: Vec<Member>,
    reports: usize,
) -> Result<Filled, Failure> {
    let mut ids = Ids(SplitMix::new(17));
    let (groups, classes) = groups(&mut ids, &members)?;
    let (cases, known) = cases(&mut ids, &members, reports / REPORTS)?;
    let mut tables = vec![Rows {
        head: "INSERT INTO grants (player_id, role, granted_at) ",
        rows: vec![row![members[0].id.as_str(), "owner", BEGAN]],
    }];
    tables.extend(groups);
    tables.push(games(&mut ids, &members, &classes)?);
    tables.extend(cases);
    tables.extend(of_players(&mut ids, &members)?);
    tables.push(log(&members));
    write(instance, &tables).await?;
    Ok(Filled { members, classes, cases: known })
}

/// Every second group is a closed class in which the accounts were made; the others are clubs that somebody wants to join.
fn groups(ids: &mut Ids, members: &[Member]) -> Result<(Vec<Rows>, Vec<Class>), Failure> {
    let (mut groups, mut of_groups, mut requests, mut tasks) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut classes = Vec::new();
    for (number, some) in members.chunks(GROUP).enumerate() {
        let (id, at) = (GroupId::from_entropy(ids.bits()), BEGAN + STEP * i64::try_from(number)?);
        let is_class = number % 2 == 1;
        let (kind, joining) = if is_class { ("class", "closed") } else { ("club", "request") };
        let name = format!("Group {number}");
        groups.push(row![id.as_str(), kind, name.as_str(), "Thursdays.", joining, at, 0]);
        for (place, member) in some.iter().enumerate() {
            let role = if place == 0 { "leader" } else { "member" };
            let joined = at + i64::try_from(place)?;
            of_groups.push(row![id.as_str(), member.id.as_str(), role, joined, is_class && place > 0]);
        }
        if is_class {
            let mut task = TaskId::from_entropy(ids.bits());
            for place in 0..10 {
                task = TaskId::from_entropy(ids.bits());
                let set = at + place;
                tasks.push(row![task.as_str(), id.as_str(), "games", 2, "", set, set + 184 * 86_400_000]);
            }
            classes.push(Class { id, teacher: number * GROUP, task });
        } else {
            for guest in members.iter().rev().step_by(7).take(10) {
                requests.push(row![id.as_str(), guest.id.as_str(), at]);
            }
        }
    }
    let tables = vec![
        Rows {
            head: "INSERT INTO groups (id, kind, name, words, joining, made_at, accounts) ",
            rows: groups,
        },
        Rows {
            head: "INSERT INTO group_members (group_id, player_id, role, joined_at, made_here) ",
            rows: of_groups,
        },
        Rows { head: "INSERT INTO group_requests (group_id, player_id, asked_at) ", rows: requests },
        Rows {
            head: "INSERT INTO group_tasks (id, group_id, kind, times, words, set_at, until) ",
            rows: tasks,
        },
    ];
    Ok((tables, classes))
}

/// Games of pupils with each other. They are private, so that nothing but their rows is asked for.
fn games(ids: &mut Ids, members: &[Member], classes: &[Class]) -> Result<Rows, Failure> {
    let mut rows = Vec::new();
    for (number, class) in classes.iter().enumerate() {
        let count = if number == measured(classes) { GAMES_OF_ONE } else { GAMES };
        let pupils = GROUP - 1;
        for game in 0..count {
            let [black, white] = [game, game * 7 + 1 + game / pupils]
                .map(|place| members[(class.teacher + 1 + place % pupils) % members.len()].id);
            if black == white {
                continue;
            }
            let at = BEGAN + STEP * i64::try_from(class.teacher / GROUP)? + 1_000 + i64::try_from(game)?;
            let id = GameId::from_entropy(ids.bits());
            rows.push(row![
                id.as_str(),
                black.as_str(),
                at,
                true,
                "{}",
                "finished",
                black.as_str(),
                white.as_str(),
                60,
                58,
                at + 1,
                "grid 9x9",
                0,
                "black",
                "resignation",
                class.id.as_str()
            ]);
        }
    }
    Ok(Rows {
        head: "INSERT INTO games (id, creator, created_at, private, settings, phase, black, white, seq, move_count, updated_at, board, shown_at, winner, ended_by, enclosed_in) ",
        rows,
    })
}

/// The place of the class that is measured among all.
pub(super) fn measured(classes: &[Class]) -> usize {
    classes.len() / 2
}

/// Cases about players, who are reported again and again.
fn cases(ids: &mut Ids, members: &[Member], count: usize) -> Result<(Vec<Rows>, Vec<CaseId>), Failure> {
    let (mut cases, mut waiting, mut reports, mut known) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for number in 0..count {
        let (id, at) = (CaseId::from_entropy(ids.bits()), BEGAN + STEP * i64::try_from(number)?);
        let waits = number % WAITING == 0;
        // Somebody has one case that waits at most, and others as often as it comes.
        let about = if waits { 1 + number } else { 1 + ids.0.below(count) } % members.len();
        let subject = members[about].id;
        let (answered, outcome) = if waits {
            (Value::Nothing, Value::Nothing)
        } else {
            (Value::from(at + 5), Value::from("dismissed"))
        };
        let mut row = row![
            id.as_str(),
            "player",
            subject.as_str(),
            subject.as_str(),
            at,
            at + 4,
            i64::try_from(REPORTS)?
        ];
        row.extend([answered, outcome]);
        cases.push(row);
        if waits {
            waiting.push(row!["player", subject.as_str(), id.as_str()]);
        }
        for place in 0..REPORTS {
            let reporter = members[(about + 1 + place * 7) % members.len()].id;
            let (ground, words) = ("abuse", "He said that I can't count.");
            reports.push(row![id.as_str(), reporter.as_str(), ground, words, at + i64::try_from(place)?]);
        }
        known.push(id);
    }
    let tables = vec![
        Rows {
            head: "INSERT INTO cases (id, about, subject, one, opened_at, last_at, reports, answered_at, outcome) ",
            rows: cases,
        },
        Rows { head: "INSERT INTO waiting_cases (about, subject, case_id) ", rows: waiting },
        Rows { head: "INSERT INTO reports (case_id, reporter, ground, words, created_at) ", rows: reports },
    ];
    Ok((tables, known))
}

/// Networks of all members, and sanctions of some.
fn of_players(ids: &mut Ids, members: &[Member]) -> Result<Vec<Rows>, Failure> {
    let (mut networks, mut sanctions) = (Vec::new(), Vec::new());
    let now = i64::try_from(std::time::SystemTime::UNIX_EPOCH.elapsed()?.as_millis())?;
    for (number, member) in members.iter().enumerate() {
        for (prefix, shared) in [(32, SHARED), (24, 10 * SHARED)] {
            let hash = format!("{:064x}", prefix * 1_000_000 + number / shared);
            networks.push(row![member.id.as_str(), i64::try_from(prefix)?, hash.as_str(), now - STEP, now]);
        }
        if number % SANCTIONED == 1 {
            let (id, at) = (SanctionId::from_entropy(ids.bits()), BEGAN + STEP * i64::try_from(number)?);
            let words = "Please be kind.";
            sanctions.push(row![
                id.as_str(),
                member.id.as_str(),
                "warning",
                "abuse",
                words,
                at,
                at + 1,
                true
            ]);
        }
    }
    Ok(vec![
        Rows { head: "INSERT INTO networks (player_id, prefix, hash, first_at, last_at) ", rows: networks },
        Rows {
            head: "INSERT INTO sanctions (id, player_id, kind, ground, words, at, read_at, settled) ",
            rows: sanctions,
        },
    ])
}

/// A log of the length of all these sanctions. Its hashes are made up: it is read here, and not checked.
fn log(members: &[Member]) -> Rows {
    let hash = "f".repeat(64);
    let subjects = members.iter().skip(1).step_by(SANCTIONED);
    let mut rows = Vec::new();
    for (seq, subject) in (1_i64..).zip(subjects) {
        let actor: &PlayerId = &members[0].id;
        rows.push(row![
            seq,
            BEGAN + STEP * seq,
            actor.as_str(),
            "warn",
            "player",
            subject.id.as_str(),
            "{}",
            hash.as_str(),
            hash.as_str()
        ]);
    }
    Rows {
        head: "INSERT INTO audit (seq, at, actor, kind, subject_kind, subject, facts, previous, hash) ",
        rows,
    }
}
