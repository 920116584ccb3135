//! Answers about groups as they may come.

use serde_json::Value;
use tengen_game::{GameId, GroupId, TaskId};
use tengen_protocol::{
    Card, CardList, ClassAccount, Group, GroupInvitation, GroupInvitationList, GroupKind, GroupList,
    GroupMember, GroupMemberList, GroupRole, InvitedPlayer, InvitedPlayerList, JoinRequest, JoinRequestList,
    Joining, NewTask, Player, PlayerCard, PlayerKind, ProblemCode, Round, RoundList, RoundPair, StaffGroup,
    StaffGroupList, Task, TaskCount, TaskList, TaskProgress, TaskRow, TaskTable, TaskWork, Text,
};

use tengen_rules::BoardName;

use super::examples::{BEGUN, ann, shown};

/// An example of a shape, by its name.
pub(super) fn of(name: &str) -> Option<Value> {
    match name {
        "Group" => shown(group()),
        "GroupList" => shown(GroupList { groups: vec![group()], next: None }),
        "GroupMember" => shown(fellow()),
        "GroupMemberList" => shown(GroupMemberList { members: vec![fellow()], next: None }),
        "JoinRequest" => shown(request()),
        "JoinRequestList" => shown(JoinRequestList { requests: vec![request()] }),
        "GroupInvitation" => shown(invitation()),
        "GroupInvitationList" => shown(GroupInvitationList { invitations: vec![invitation()] }),
        "InvitedPlayer" => shown(invited()),
        "InvitedPlayerList" => shown(InvitedPlayerList { invitations: vec![invited()] }),
        "ClassAccount" => shown(account()),
        "Card" => shown(card()),
        "CardList" => shown(CardList { cards: vec![card()] }),
        "StaffGroup" => shown(of_staff()),
        "StaffGroupList" => shown(StaffGroupList { groups: vec![of_staff()], next: None }),
        "Round" => shown(round()),
        "RoundPair" => shown(pair()),
        "RoundList" => shown(RoundList { rounds: vec![round()], next: None }),
        "Task" => shown(task()),
        "NewTask" => shown(NewTask {
            work: task().work,
            words: Some("Take your time.".to_owned()),
            until: task().until,
        }),
        "TaskWork" => shown(task().work),
        "TaskProgress" => shown(TaskProgress { times: 1, done: false }),
        "TaskCount" => shown(TaskCount { done: 7, members: 12 }),
        "TaskList" => shown(TaskList { tasks: vec![task()], next: None }),
        "TaskRow" => shown(task_row()),
        "TaskTable" => shown(TaskTable { task: task(), members: vec![task_row()] }),
        _ => None,
    }
}

fn member() -> PlayerCard {
    PlayerCard::from(&Player { guest: false, kind: PlayerKind::Member, ..ann() })
}

fn group() -> Group {
    Group {
        id: Text(GroupId::from_entropy([9; 10])),
        kind: GroupKind::Class,
        name: "4 b".to_owned(),
        words: "Thursdays at two.".to_owned(),
        joining: Joining::Closed,
        made_at: BEGUN,
        members: 24,
        role: Some(GroupRole::Leader),
        asked: false,
        invited: false,
        plays: true,
    }
}

fn task() -> Task {
    Task {
        id: Text(TaskId::from_entropy([5; 10])),
        work: TaskWork::Games { times: 2, board: Some(Text(BoardName::Grid { width: 9, height: 9 })) },
        record: None,
        words: "Take your time.".to_owned(),
        set_at: BEGUN,
        until: BEGUN + 604_800_000,
        mine: None,
        class: Some(TaskCount { done: 7, members: 12 }),
    }
}

fn task_row() -> TaskRow {
    TaskRow {
        player: member(),
        progress: TaskProgress { times: 1, done: false },
        games: vec![Text(GameId::from_entropy([7; 10]))],
        replayed_at: None,
    }
}

fn account() -> ClassAccount {
    ClassAccount { made_here: true, ruled: true, card_made_at: Some(BEGUN), card_used_at: None }
}

fn fellow() -> GroupMember {
    let account = Some(account());
    GroupMember { player: member(), role: GroupRole::Member, joined_at: BEGUN, plays: true, account }
}

fn request() -> JoinRequest {
    JoinRequest { player: member(), asked_at: BEGUN }
}

fn invitation() -> GroupInvitation {
    let group = Group { role: None, invited: true, plays: false, ..group() };
    GroupInvitation { group, inviter: member(), invited_at: BEGUN }
}

fn invited() -> InvitedPlayer {
    InvitedPlayer { player: member(), invited_at: BEGUN }
}

fn card() -> Card {
    let secret = "q0fZJtYV6mXkz2dO".to_owned();
    let address = format!("https://go.example.org/card#{secret}");
    let [code, short_code, short_address] =
        ["<svg ...>", "k7m2-9xqd", "https://go.example.org/c"].map(str::to_owned);
    Card { player: member(), secret, address, code, short_code, short_address }
}

fn of_staff() -> StaffGroup {
    StaffGroup {
        group: Group { role: None, plays: false, ..group() },
        leaders: vec![member()],
        ended_at: None,
    }
}

fn pair() -> RoundPair {
    let game = Some(Text(GameId::from_entropy([3; 10])));
    let winner = Some("black".to_owned());
    RoundPair { black: member(), white: member(), has_game: true, game, winner, problem: None }
}

/// A round with a pair that has played, one whose game is being made, and one that gets none.
fn round() -> Round {
    let waits = RoundPair { has_game: false, game: None, winner: None, ..pair() };
    let refused = RoundPair { problem: Some(ProblemCode::Blocked.name().to_owned()), ..waits.clone() };
    Round { number: 1, made_at: BEGUN, pairs: vec![pair(), waits, refused], bye: None }
}
