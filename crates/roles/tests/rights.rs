//! Every pair of somebody who acts and somebody to whom it is done: what must hold for all of them, and the tables of `docs/roles.md`.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail the test like the tests themselves")]

use std::fmt::Write;
use std::path::Path;

use tengen_protocol::{PlayerKind, Role};
use tengen_roles::{
    Act, Actor, Concerned, Game, GameAct, Person, PersonAct, Proof, Record, ServerAct, Why, may,
};

/// Set to anything, this writes the page instead of failing.
const WRITE: &str = "TENGEN_WRITE_DOCS";

const KINDS: [PlayerKind; 5] =
    [PlayerKind::Guest, PlayerKind::Member, PlayerKind::Bot, PlayerKind::Computer, PlayerKind::Deleted];
const ROLES: [Option<Role>; 3] = [None, Some(Role::Moderator), Some(Role::Owner)];
const PROOFS: [Proof; 4] = [
    Proof::Session { fresh: true },
    Proof::Session { fresh: false },
    Proof::Token { staff: true },
    Proof::Token { staff: false },
];

fn actors() -> Vec<Actor> {
    let mut actors = vec![Actor::Operator];
    for kind in KINDS {
        for role in ROLES {
            actors.extend(PROOFS.map(|proof| Actor::Player { kind, role, proof }));
        }
    }
    actors
}

fn persons() -> Vec<Person> {
    let mut persons = Vec::new();
    for kind in KINDS {
        for role in ROLES {
            for is_actor in [false, true] {
                for is_last_owner in [false, true] {
                    persons.push(Person { kind, role, is_actor, is_last_owner });
                }
            }
        }
    }
    persons
}

fn acts() -> Vec<Act> {
    let mut acts: Vec<Act> = ServerAct::ALL.map(Act::ToServer).to_vec();
    for person in persons() {
        acts.extend(PersonAct::ALL.map(|act| Act::ToPerson(act, person)));
        acts.push(Act::RemoveRecord(Record { brought_by: person }));
    }
    for is_actor in [false, true] {
        acts.extend([false, true].map(|has_role| Act::SeeCase(Concerned { is_actor, has_role })));
    }
    for highest in ROLES {
        for act in GameAct::ALL {
            acts.extend([false, true].map(|is_own| Act::ToGame(act, Game { is_own, highest })));
        }
    }
    acts
}

/// Whether it is an act for which nobody needs a role.
fn is_everybodys(act: Act) -> bool {
    matches!(act, Act::ToServer(ServerAct::Report | ServerAct::FoundClub))
}

/// How high a role is.
fn height(role: Option<Role>) -> u8 {
    match role {
        None => 0,
        Some(Role::Moderator) => 1,
        Some(Role::Owner) => 2,
    }
}

/// The person to whom an act is done, if it is one of the staff.
fn done_to(act: Act) -> Option<Person> {
    match act {
        // A report about an owner is read by the other ones, so it is no act on that owner.
        // Groups have tests of their own.
        Act::ToServer(_) | Act::SeeCase(_) | Act::InGroup(..) | Act::ToFellow(..) => None,
        // A game is done to its players.
        Act::ToGame(_, Game { is_own, highest }) => {
            Some(Person { kind: PlayerKind::Member, role: highest, is_actor: is_own, is_last_owner: false })
        }
        Act::ToPerson(_, person) => Some(person),
        Act::RemoveRecord(record) => Some(record.brought_by),
    }
}

#[test]
fn nobody_acts_on_somebody_of_an_equal_or_higher_role() {
    let mut refused = 0;
    for actor in actors() {
        let Actor::Player { role, .. } = actor else { continue };
        for act in acts() {
            let Some(person) = done_to(act) else { continue };
            if !person.is_actor && height(person.role) >= height(role) {
                assert!(may(actor, act).is_err(), "{actor:?} {act:?}");
                refused += 1;
            }
        }
    }
    assert!(refused > 1_000, "{refused}");
}

#[test]
fn nobody_acts_as_staff_on_oneself_but_to_give_a_role_up() {
    for actor in actors() {
        for act in acts() {
            let Some(person) = done_to(act).filter(|person| person.is_actor) else { continue };
            let gives_up = matches!(act, Act::ToPerson(PersonAct::Revoke(role), _) if height(person.role) >= height(Some(role)));
            if !gives_up && matches!(actor, Actor::Player { .. }) {
                assert!(may(actor, act).is_err(), "{actor:?} {act:?}");
            }
        }
    }
}

#[test]
fn the_last_owner_stays() {
    for actor in actors() {
        for person in persons().into_iter().filter(|person| person.is_last_owner) {
            for act in [PersonAct::Revoke(Role::Owner), PersonAct::Delete] {
                assert!(may(actor, Act::ToPerson(act, person)).is_err(), "{actor:?} {act:?} {person:?}");
            }
        }
    }
    // Not even by whoever has the machine: a server without an owner has nobody to read its log.
    let last =
        Person { kind: PlayerKind::Member, role: Some(Role::Owner), is_actor: false, is_last_owner: true };
    for act in [PersonAct::Revoke(Role::Owner), PersonAct::Delete] {
        assert_eq!(may(Actor::Operator, Act::ToPerson(act, last)), Err(Why::LastOwner), "{act:?}");
    }
}

#[test]
fn an_open_browser_and_a_token_for_something_else_are_not_enough() {
    for actor in actors() {
        let Actor::Player { kind, role, proof } = actor else { continue };
        for act in acts().iter().filter(|act| !is_everybodys(**act)) {
            let proved = Actor::Player { kind, role, proof: Proof::Session { fresh: true } };
            let (said, with_proof) = (may(actor, *act), may(proved, *act));
            let makes_token = *act == Act::ToServer(ServerAct::MakeStaffToken);
            match proof {
                // It is as good as a fresh session, but makes no other token.
                Proof::Token { staff: true } if makes_token => assert!(said.is_err(), "{actor:?}"),
                Proof::Session { fresh: true } | Proof::Token { staff: true } => {
                    assert_eq!(said, with_proof);
                }
                Proof::Session { fresh: false } | Proof::Token { staff: false } => {
                    assert!(said.is_err(), "{actor:?} {act:?}");
                }
            }
        }
    }
}

#[test]
fn only_members_are_staff() {
    for actor in actors() {
        if matches!(actor, Actor::Player { kind, .. } if kind != PlayerKind::Member) {
            for act in acts().iter().filter(|act| !is_everybodys(**act)) {
                // A bot of an owner that wants to give the owner's role up is not the owner.
                let gives_up =
                    matches!(act, Act::ToPerson(PersonAct::Revoke(_), Person { is_actor: true, .. }));
                assert!(may(actor, *act).is_err() || gives_up, "{actor:?} {act:?}");
            }
        }
    }
}

#[test]
fn a_stranger_learns_nothing_of_whom_it_would_be_done_to() {
    for act in acts() {
        let Some(person) = done_to(act).filter(|person| !person.is_actor) else { continue };
        for proof in PROOFS {
            let actor = Actor::Player { kind: PlayerKind::Member, role: None, proof };
            assert_eq!(may(actor, act), Err(Why::NotAllowed), "{person:?}");
        }
    }
}

#[test]
fn every_reason_has_somebody_who_hears_it() {
    let of_groups = [Why::NoGroup, Why::LastLeader, Why::NoClass, Why::OwnWayIn];
    for why in Why::ALL.into_iter().filter(|why| !of_groups.contains(why)) {
        let heard = actors().iter().any(|actor| acts().iter().any(|act| may(*actor, *act) == Err(why)));
        assert!(heard, "{why:?}");
    }
}

/// Whoever does something, with the word for the column.
fn columns() -> [(&'static str, Actor); 6] {
    let player = |kind, role| Actor::Player { kind, role, proof: Proof::Session { fresh: true } };
    [
        ("guest", player(PlayerKind::Guest, None)),
        ("bot", player(PlayerKind::Bot, None)),
        ("member", player(PlayerKind::Member, None)),
        ("moderator", player(PlayerKind::Member, Some(Role::Moderator))),
        ("owner", player(PlayerKind::Member, Some(Role::Owner))),
        ("operator", Actor::Operator),
    ]
}

/// Whom it is done to, with the word for the row.
fn rows() -> [(&'static str, Person); 9] {
    let person = |kind, role| Person { kind, role, is_actor: false, is_last_owner: false };
    let member = |role| person(PlayerKind::Member, role);
    [
        ("oneself", Person { is_actor: true, ..member(None) }),
        ("a guest", person(PlayerKind::Guest, None)),
        ("a bot", person(PlayerKind::Bot, None)),
        ("a member", member(None)),
        ("a moderator", member(Some(Role::Moderator))),
        ("an owner", member(Some(Role::Owner))),
        ("the last owner", Person { is_last_owner: true, ..member(Some(Role::Owner)) }),
        ("a computer", person(PlayerKind::Computer, None)),
        ("somebody who has left", person(PlayerKind::Deleted, None)),
    ]
}

fn word(said: Result<(), Why>) -> &'static str {
    match said {
        Ok(()) => "**yes**",
        Err(Why::NotAllowed) => "not_allowed",
        Err(Why::StaffScope) => "insufficient_scope",
        Err(Why::SignInAgain) => "sign_in_again",
        Err(Why::OwnToken) => "own_token_needed",
        Err(Why::Oneself) => "oneself",
        Err(Why::EqualOrHigher) => "equal_or_higher",
        Err(Why::LastOwner) => "last_owner",
        Err(Why::NoMember) => "not_a_member",
        Err(Why::Nobody) => "no_such_player",
        Err(Why::NoAccount) => "account_needed",
        Err(Why::NoGroup) => "no_such_group",
        Err(Why::LastLeader) => "last_leader",
        Err(Why::NoClass) => "not_a_class",
        Err(Why::OwnWayIn) => "own_way_in",
    }
}

fn table(first: &str, acts: impl Iterator<Item = (&'static str, Box<dyn Fn(Actor) -> Act>)>) -> String {
    let mut text = format!("| {first} |");
    for (name, _) in columns() {
        write!(text, " {name} |").unwrap();
    }
    writeln!(text, "\n|---|{}", "---|".repeat(columns().len())).unwrap();
    for (name, act) in acts {
        write!(text, "| {name} |").unwrap();
        for (_, actor) in columns() {
            write!(text, " {} |", word(may(actor, act(actor)))).unwrap();
        }
        text.push('\n');
    }
    text
}

fn server_table() -> String {
    let name = |act| match act {
        ServerAct::Invite => "invite people to register",
        ServerAct::Announce => "write a line on every page",
        ServerAct::MakeStaffToken => "make a token with the scope `staff`",
        ServerAct::Report => "report something",
        ServerAct::SeeStaff => "read the list of the staff",
        ServerAct::SeeMembers => "read and search the list of the members",
        ServerAct::SeeMails => "see the mail addresses in it, and search by them",
        ServerAct::SeeCases => "read the list of reports",
        ServerAct::ReadAudit => "read the audit log",
        ServerAct::EraseReason => "remove a reason that lies beside it",
        ServerAct::FoundClub => "found a club",
        ServerAct::FoundClass => "found a class, and name its teacher",
        ServerAct::RuleGroups => "see all groups, and rename and end any of them",
    };
    let act = |act: ServerAct| -> Box<dyn Fn(Actor) -> Act> { Box::new(move |_| Act::ToServer(act)) };
    table("what", ServerAct::ALL.into_iter().map(|each| (name(each), act(each))))
}

/// The person of a row. Whoever acts on oneself has the own kind and role.
fn seen_by(person: Person, actor: Actor) -> Person {
    match actor {
        Actor::Player { kind, role, .. } if person.is_actor => Person { kind, role, ..person },
        _ => person,
    }
}

fn person_tables() -> String {
    let name = |act| match act {
        PersonAct::SeeHistory => "Read what the staff knows of the player",
        PersonAct::Rename => "Give the player another name",
        PersonAct::Warn => "Warn the player",
        PersonAct::Suspend => "Suspend or ban the player",
        PersonAct::Lift => "Let the player play again",
        PersonAct::Grant(Role::Moderator) => "Make the player a moderator",
        PersonAct::Grant(Role::Owner) => "Make the player an owner",
        PersonAct::Revoke(Role::Moderator) => "Take the role of a moderator away",
        PersonAct::Revoke(Role::Owner) => "Take the role of an owner away",
        PersonAct::Export => "Take along everything that the server keeps of the player",
        PersonAct::Delete => "Delete the player",
    };
    let mut text = String::new();
    for act in PersonAct::ALL {
        let row = |person: Person| -> Box<dyn Fn(Actor) -> Act> {
            Box::new(move |actor| Act::ToPerson(act, seen_by(person, actor)))
        };
        let table = table("whom", rows().into_iter().map(|(name, person)| (name, row(person))));
        write!(text, "### {}\n\n{table}\n", name(act)).unwrap();
    }
    let row = |person: Person| -> Box<dyn Fn(Actor) -> Act> {
        Box::new(move |actor| Act::RemoveRecord(Record { brought_by: seen_by(person, actor) }))
    };
    let records = table("brought by", rows().into_iter().map(|(name, person)| (name, row(person))));
    write!(text, "### Remove a record\n\n{records}\n").unwrap();
    let cases = [
        ("oneself, or one's bot", true, false),
        ("members, guests and bots", false, false),
        ("a moderator or an owner", false, true),
    ];
    let row = |is_actor, has_role| -> Box<dyn Fn(Actor) -> Act> {
        Box::new(move |_| Act::SeeCase(Concerned { is_actor, has_role }))
    };
    let reports =
        table("about", cases.into_iter().map(|(name, is_actor, has_role)| (name, row(is_actor, has_role))));
    write!(text, "### Read and answer reports\n\n{reports}\n").unwrap();
    let games = [
        ("oneself", true, None),
        ("members, guests, bots and computers", false, None),
        ("a moderator among them", false, Some(Role::Moderator)),
        ("an owner among them", false, Some(Role::Owner)),
    ];
    let name = |act| match act {
        GameAct::Adjudicate => "Decide a game that goes on",
        GameAct::Void => "Declare a game void",
        GameAct::Restore => "Have a void game count again",
    };
    let mut tables = Vec::new();
    for act in GameAct::ALL {
        let row = |is_own, highest| -> Box<dyn Fn(Actor) -> Act> {
            Box::new(move |_| Act::ToGame(act, Game { is_own, highest }))
        };
        let rows = games.into_iter().map(|(name, is_own, highest)| (name, row(is_own, highest)));
        tables.push(format!("### {}\n\n{}", name(act), table("played by", rows)));
    }
    text + &tables.join("\n")
}

#[test]
fn the_page_is_made_of_the_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/roles.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let mut written = page.clone();
    for (name, table) in [("server", server_table()), ("persons", person_tables())] {
        let (begin, end) = (format!("<!-- {name}: begin -->\n"), format!("<!-- {name}: end -->"));
        let (before, rest) = written.split_once(&begin).expect("the beginning of a table");
        let (_, after) = rest.split_once(&end).expect("the end of a table");
        written = format!("{before}{begin}\n{table}\n{end}{after}");
    }
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(&path, &written).unwrap();
    }
    let now = std::fs::read_to_string(&path).unwrap();
    assert!(now == written, "docs/roles.md is not what the code says: run the test with {WRITE}=1");
}
