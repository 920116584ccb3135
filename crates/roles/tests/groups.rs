//! Every pair of somebody who acts and a group: what must hold for all of them, and the tables of `docs/roles.md`.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail the test like the tests themselves")]

use std::fmt::Write;
use std::path::Path;

use tengen_protocol::{GroupKind, GroupRole, Joining, PlayerKind, Role};
use tengen_roles::{Act, Actor, Fellow, FellowAct, GroupAct, Membership, Proof, Why, may};

/// Set to anything, this writes the page instead of failing.
const WRITE: &str = "TENGEN_WRITE_DOCS";

const KINDS: [PlayerKind; 5] =
    [PlayerKind::Guest, PlayerKind::Member, PlayerKind::Bot, PlayerKind::Computer, PlayerKind::Deleted];
const ROLES: [Option<Role>; 3] = [None, Some(Role::Moderator), Some(Role::Owner)];
const PLACES: [Option<GroupRole>; 3] = [None, Some(GroupRole::Member), Some(GroupRole::Leader)];
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

fn memberships() -> Vec<Membership> {
    let mut all = Vec::new();
    for kind in GroupKind::ALL {
        for joining in Joining::ALL {
            for role in PLACES {
                let last = if role == Some(GroupRole::Leader) { &[false, true][..] } else { &[false] };
                all.extend(last.iter().map(|last| Membership { kind, joining, role, is_last_leader: *last }));
            }
        }
    }
    all
}

fn fellows() -> Vec<Fellow> {
    let mut all = Vec::new();
    for role in PLACES {
        for bits in 0..8u8 {
            let is = |bit: u8| bits & bit != 0;
            all.push(Fellow { role, is_actor: is(1), has_server_role: is(2), is_ruled: is(4) });
        }
    }
    all
}

fn acts(membership: Membership) -> Vec<Act> {
    let mut acts: Vec<Act> = GroupAct::ALL.map(|act| Act::InGroup(act, membership)).to_vec();
    for fellow in fellows() {
        acts.extend(FellowAct::ALL.map(|act| Act::ToFellow(act, membership, fellow)));
    }
    acts
}

/// Every actor with every group and every act there.
fn each(mut check: impl FnMut(Actor, Membership, Act)) {
    for actor in actors() {
        for membership in memberships() {
            for act in acts(membership) {
                check(actor, membership, act);
            }
        }
    }
}

#[test]
fn a_closed_group_is_not_there_for_anybody_else() {
    let mut hidden = 0;
    each(|actor, membership, act| {
        let is_outside = membership.joining == Joining::Closed && membership.role.is_none();
        let is_staff = match actor {
            Actor::Operator => true,
            Actor::Player { kind, role, .. } => kind == PlayerKind::Member && role.is_some(),
        };
        if is_outside && !is_staff {
            assert_eq!(may(actor, act), Err(Why::NoGroup), "{actor:?} {act:?}");
            hidden += 1;
        } else {
            assert_ne!(may(actor, act), Err(Why::NoGroup), "{actor:?} {act:?}");
        }
    });
    assert!(hidden > 1_000, "{hidden}");
}

#[test]
fn only_leaders_do_anything_to_others() {
    each(|actor, membership, act| {
        let is_own = matches!(
            act,
            Act::InGroup(
                GroupAct::See
                    | GroupAct::Join
                    | GroupAct::Leave
                    | GroupAct::TakePart
                    | GroupAct::SeeTasks
                    | GroupAct::DoTask,
                _
            )
        );
        if membership.role != Some(GroupRole::Leader) && !is_own {
            assert!(may(actor, act).is_err(), "{actor:?} {act:?}");
        }
    });
}

#[test]
fn tasks_are_seen_in_a_class_and_done_by_those_who_do_not_lead_it() {
    let mut allowed = [0; 2];
    each(|actor, membership, act| {
        let Act::InGroup(act, _) = act else { return };
        let role = match act {
            GroupAct::SeeTasks => membership.role.is_some(),
            GroupAct::DoTask => membership.role == Some(GroupRole::Member),
            _ => return,
        };
        let may = may(actor, Act::InGroup(act, membership)).is_ok();
        assert!(!may || role && membership.kind == GroupKind::Class, "{actor:?} {act:?} {membership:?}");
        allowed[usize::from(act == GroupAct::DoTask)] += usize::from(may);
    });
    assert!(allowed.into_iter().all(|count| count > 0), "{allowed:?}");
}

#[test]
fn members_of_a_club_say_whether_they_play_and_in_a_class_the_teacher_alone() {
    let mut allowed = [0; 2];
    each(|actor, membership, act| {
        if let Act::InGroup(GroupAct::TakePart, _) = act {
            let may = may(actor, act).is_ok();
            let is_class = membership.kind == GroupKind::Class;
            assert!(!may || membership.role.is_some(), "{actor:?} {membership:?}");
            assert!(
                !may || !is_class || membership.role == Some(GroupRole::Leader),
                "{actor:?} {membership:?}"
            );
            allowed[usize::from(is_class)] += usize::from(may);
        }
    });
    assert!(allowed.into_iter().all(|count| count > 0), "{allowed:?}");
}

#[test]
fn a_role_on_the_server_gives_nothing_in_a_group_but_to_see_it() {
    let mut seen = 0;
    each(|actor, membership, act| {
        let Actor::Player { kind, role: Some(_), proof } = actor else { return };
        let without = may(Actor::Player { kind, role: None, proof }, act);
        if may(actor, act).is_ok() && without.is_err() {
            let sees = matches!(act, Act::InGroup(GroupAct::See, _));
            assert!(sees && membership.joining == Joining::Closed, "{actor:?} {act:?}");
            seen += 1;
        }
    });
    assert!(seen > 0);
}

#[test]
fn no_leader_rules_the_staff_another_leader_or_an_account_with_a_way_in_of_its_own() {
    let mut allowed = 0;
    each(|actor, membership, act| {
        let Act::ToFellow(FellowAct::RuleAccount, _, fellow) = act else { return };
        if may(actor, act).is_ok() {
            assert!(fellow.is_ruled && !fellow.has_server_role && !fellow.is_actor, "{act:?}");
            assert_eq!(
                (membership.kind, membership.role, fellow.role),
                (GroupKind::Class, Some(GroupRole::Leader), Some(GroupRole::Member))
            );
            allowed += 1;
        }
    });
    assert!(allowed > 0);
}

#[test]
fn the_last_leader_stays() {
    each(|actor, membership, act| {
        if membership.is_last_leader && matches!(act, Act::InGroup(GroupAct::Leave | GroupAct::Resign, _)) {
            assert_eq!(may(actor, act), Err(Why::LastLeader), "{actor:?} {act:?}");
        }
    });
}

#[test]
fn an_open_browser_is_not_enough_for_accounts_and_for_the_end() {
    each(|actor, _, act| {
        let Actor::Player { proof: Proof::Session { fresh: false } | Proof::Token { staff: false }, .. } =
            actor
        else {
            return;
        };
        if matches!(
            act,
            Act::InGroup(GroupAct::MakeAccounts | GroupAct::End, _)
                | Act::ToFellow(FellowAct::RuleAccount | FellowAct::MakeLeader, ..)
        ) {
            assert!(may(actor, act).is_err(), "{actor:?} {act:?}");
        }
    });
}

#[test]
fn every_reason_of_groups_has_somebody_who_hears_it() {
    for why in [Why::NoGroup, Why::LastLeader, Why::NoClass, Why::OwnWayIn, Why::NoAccount] {
        let mut heard = false;
        each(|actor, _, act| heard |= may(actor, act) == Err(why));
        assert!(heard, "{why:?}");
    }
}

/// Whoever does something, with the word for the column, and the place in the group.
fn columns() -> [(&'static str, Actor, Option<GroupRole>); 7] {
    let player = |kind, role| Actor::Player { kind, role, proof: Proof::Session { fresh: true } };
    let member = player(PlayerKind::Member, None);
    [
        ("guest", player(PlayerKind::Guest, None), None),
        ("bot", player(PlayerKind::Bot, None), None),
        ("member of the server", member, None),
        ("member of the group", member, Some(GroupRole::Member)),
        ("leader", member, Some(GroupRole::Leader)),
        ("moderator", player(PlayerKind::Member, Some(Role::Moderator)), None),
        ("owner", player(PlayerKind::Member, Some(Role::Owner)), None),
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

fn table<'r>(
    first: &str,
    rows: impl Iterator<Item = (&'r str, Box<dyn Fn(Option<GroupRole>) -> Act>)>,
) -> String {
    let mut text = format!("| {first} |");
    for (name, ..) in columns() {
        write!(text, " {name} |").unwrap();
    }
    writeln!(text, "\n|---|{}", "---|".repeat(columns().len())).unwrap();
    for (name, act) in rows {
        write!(text, "| {name} |").unwrap();
        for (_, actor, place) in columns() {
            write!(text, " {} |", word(may(actor, act(place)))).unwrap();
        }
        text.push('\n');
    }
    text
}

fn tables() -> String {
    let name = |act| match act {
        GroupAct::See => "see the group, its members and its games",
        GroupAct::Join => "join, or ask to",
        GroupAct::Leave => "leave",
        GroupAct::Resign => "give the role of a leader up",
        GroupAct::TakePart => "say whether one plays in rounds, in a club",
        GroupAct::Change => "change its name, its words, and how one joins",
        GroupAct::AnswerRequests => "read and answer requests to join",
        GroupAct::Invite => "invite somebody, and take that back",
        GroupAct::Pair => "pair members for a round",
        GroupAct::SetTasks => "set tasks and read their table, in a class",
        GroupAct::SeeTasks => "read the tasks, in a class",
        GroupAct::DoTask => "do a task, in a class",
        GroupAct::MakeAccounts => "make accounts, in a class",
        GroupAct::End => "end it",
    };
    let mut text = String::new();
    for (title, joining) in [
        ("A group that is open, or lets in on request", Joining::Request),
        ("A closed group", Joining::Closed),
    ] {
        let row = |act: GroupAct| -> Box<dyn Fn(Option<GroupRole>) -> Act> {
            let kind = if act == GroupAct::TakePart { GroupKind::Club } else { GroupKind::Class };
            Box::new(move |role| Act::InGroup(act, Membership { kind, joining, role, is_last_leader: false }))
        };
        let table = table("what", GroupAct::ALL.into_iter().map(|act| (name(act), row(act))));
        write!(text, "### {title}\n\n{table}\n").unwrap();
    }
    let fellow =
        |role, has_server_role, is_ruled| Fellow { role, is_actor: false, has_server_role, is_ruled };
    let member = Some(GroupRole::Member);
    let fellows = [
        ("oneself", Fellow { is_actor: true, ..fellow(Some(GroupRole::Leader), false, false) }),
        ("an account that was made there, without a way in of its own", fellow(member, false, true)),
        ("another member", fellow(member, false, false)),
        ("another leader", fellow(Some(GroupRole::Leader), false, false)),
        ("a moderator or an owner", fellow(member, true, false)),
        ("somebody who is not in it", fellow(None, false, false)),
    ];
    for act in FellowAct::ALL {
        let title = match act {
            FellowAct::Remove => "Take a member out of a group",
            FellowAct::MakeLeader => "Make a member a leader",
            FellowAct::RuleAccount => {
                "Make and revoke the card of a member of a class, and rename the member"
            }
        };
        let row = |fellow: Fellow| -> Box<dyn Fn(Option<GroupRole>) -> Act> {
            let (kind, joining) = (GroupKind::Class, Joining::Closed);
            Box::new(move |role| {
                Act::ToFellow(act, Membership { kind, joining, role, is_last_leader: false }, fellow)
            })
        };
        let table = table("whom", fellows.iter().map(|(name, fellow)| (*name, row(*fellow))));
        write!(text, "### {title}\n\n{table}\n").unwrap();
    }
    text.trim_end().to_owned() + "\n"
}

#[test]
fn the_page_is_made_of_the_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/roles.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let (begin, end) = ("<!-- groups: begin -->\n", "<!-- groups: end -->");
    let (before, rest) = page.split_once(begin).expect("the beginning of the tables");
    let (_, after) = rest.split_once(end).expect("the end of the tables");
    let written = format!("{before}{begin}\n{}\n{end}{after}", tables());
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(&path, &written).unwrap();
    }
    let now = std::fs::read_to_string(&path).unwrap();
    assert!(now == written, "docs/roles.md is not what the code says: run the test with {WRITE}=1");
}
