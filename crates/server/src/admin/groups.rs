//! Classes and clubs from the command line.

use serde::{Deserialize, Serialize};
use serde_json::json;
use tengen_actions::people::names::{Unfit, of_member};
use tengen_actions::staff::{GroupActed, act_on_stored_group};
use tengen_audit::Kind;
use tengen_entropy as entropy;
use tengen_game::GroupId;
use tengen_groups::Row;
use tengen_protocol::{Group, GroupAct, GroupKind, StaffGroup};
use tengen_store::{
    AccountsMade, CardHashes, ClassAccountWish, GroupChanged, NameWish, PageCursor, SeenGroup, Store,
};

use super::outcome::{DeedError, Outcome, Reason, moment};

/// How many groups are read at a time.
const PAGE: u32 = 200;

/// What is done to a group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GroupDeed {
    /// Nothing: it is shown.
    Show,
    /// It gets another name.
    Rename(String),
    /// It ends.
    End,
    /// Accounts are made in a class, each with a card: a name each, with the line in which it stood.
    Accounts(Vec<(u32, String)>),
}

/// The names of a table as a deed has them. A line that does not read has an empty name, which is refused as one.
pub fn names_of(rows: Vec<Row>) -> Vec<(u32, String)> {
    rows.into_iter().map(|Row { line, name }| (line, name.unwrap_or_default())).collect()
}

/// Lists all groups that go on, the newest first.
pub(super) async fn list(store: &Store) -> Result<Outcome, DeedError> {
    let (mut lines, mut after) = (Vec::new(), None);
    loop {
        let groups = store.groups_for_staff(after, PAGE).await?;
        let Some(last) = groups.last() else { break };
        after = Some(PageCursor { created_at: last.group.made_at, id: last.group.id.0 });
        lines.extend(groups.iter().filter(|group| group.ended_at.is_none()).map(line));
    }
    if lines.is_empty() {
        lines.push("There are no groups.".to_owned());
    }
    Ok(Outcome { lines, ended: Vec::new() })
}

/// Does something to a group that goes on, and shows it.
pub(super) async fn see_to(
    store: &Store,
    id: &str,
    deed: &GroupDeed,
    site: &str,
    reason: &Reason<'_>,
) -> Result<Outcome, DeedError> {
    let none = || DeedError::NoSuch { what: "group", id: id.to_owned() };
    let number: GroupId = id.parse().map_err(|_| none())?;
    let found = store.group(number, None).await?.filter(|seen| seen.ended_at.is_none());
    let SeenGroup { group, .. } = found.ok_or_else(none)?;
    let act = match deed {
        GroupDeed::Show => {
            let leaders = store.leaders_of(number).await?;
            let shown = StaffGroup { group, leaders, ended_at: None };
            return Ok(Outcome { lines: vec![line(&shown)], ended: Vec::new() });
        }
        GroupDeed::Accounts(names) => return make_accounts(store, &group, names, site, reason).await,
        GroupDeed::Rename(name) => GroupAct::Rename { name: name.clone(), reason: reason.words.to_owned() },
        GroupDeed::End => GroupAct::End { reason: reason.words.to_owned() },
    };
    let acted = act_on_stored_group(store, reason.by(), number, &act).await;
    let GroupActed { group, is_new, ended } =
        acted.map_err(|error| match (DeedError::of(error, id), deed) {
            (DeedError::Refused { reason, .. }, GroupDeed::Rename(name)) => {
                DeedError::Refused { name: name.clone(), reason }
            }
            (error, _) => error,
        })?;
    let line = match deed {
        GroupDeed::Rename(name) if is_new => format!("The name is {} now.", name.trim()),
        GroupDeed::Rename(_) => format!("The name is {} already.", group.name),
        _ => format!("{} has ended.", group.name),
    };
    Ok(Outcome { lines: vec![line], ended })
}

/// Makes accounts, all of them or none, and prints a table of names and the addresses of their cards.
async fn make_accounts(
    store: &Store,
    group: &Group,
    names: &[(u32, String)],
    site: &str,
    reason: &Reason<'_>,
) -> Result<Outcome, DeedError> {
    if group.kind != GroupKind::Class {
        return Err(DeedError::NotAClass(group.name.clone()));
    }
    let id = group.id.0;
    let (mut wishes, mut lines) = (Vec::new(), vec!["name,address".to_owned()]);
    for (line, name) in names {
        let (player, secret) = (entropy::player_id()?, entropy::token()?);
        let name = named(*line, name)?;
        lines.push(format!("{},{site}/card#{secret}", quoted(&name.name)));
        let card = CardHashes { secret: entropy::token_hash(&secret), code: None };
        wishes.push(ClassAccountWish { player, name, card });
    }
    let players: Vec<_> = wishes.iter().map(|wish| wish.player.as_str()).collect();
    let noted = reason.noted(Kind::MakeAccounts, ("group", id.as_str()), json!({"players": players}))?;
    match store.make_class_accounts(None, id, &wishes, &noted).await? {
        AccountsMade::Done => Ok(Outcome { lines, ended: Vec::new() }),
        AccountsMade::NamesTaken(places) => {
            let taken = places.first().and_then(|place| names.get(*place));
            let (line, name) = taken.cloned().unwrap_or_default();
            Err(DeedError::TakenInLine { line, name })
        }
        AccountsMade::Not(GroupChanged::Full) => Err(DeedError::ClassFull),
        AccountsMade::Not(_) => Err(DeedError::NoSuch { what: "group", id: id.to_string() }),
    }
}

/// The name of a line, or why it can't be one.
fn named(line: u32, wish: &str) -> Result<NameWish, DeedError> {
    let wrong = || DeedError::InvalidLine { line, name: wish.to_owned() };
    if tengen_groups::name_fault(wish).is_some() {
        return Err(wrong());
    }
    of_member(wish).map_err(|unfit| match unfit {
        Unfit::Unreadable => wrong(),
        Unfit::Refused(reason) => DeedError::RefusedInLine { line, name: wish.to_owned(), reason },
    })
}

/// A field of a table in CSV.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

/// A group in a line: its id, name, kind, way of joining, members, leaders, and since when it is there.
fn line(StaffGroup { group, leaders, .. }: &StaffGroup) -> String {
    let led: Vec<_> = leaders.iter().map(|leader| leader.name.as_str()).collect();
    let Group { id, kind, name, joining, made_at, members, .. } = group;
    let (kind, joining, since) = (kind.name(), joining.name(), moment(*made_at));
    format!(
        "{}: {name} ({kind}, {joining}), {members} members, led by {}, since {since}",
        id.0,
        led.join(", ")
    )
}
