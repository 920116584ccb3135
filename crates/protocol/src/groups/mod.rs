//! Groups: classes and clubs, with their rounds and tasks.

mod cards;
mod group;
mod invitations;
mod members;
mod rounds;
mod tasks;

pub use cards::{Card, CardList, NewAccounts, NewCards};
pub use group::{
    Group, GroupChange, GroupKind, GroupList, GroupRole, Joining, LARGEST_CLASS, LONGEST_GROUP_NAME,
    LONGEST_GROUP_WORDS, NewGroup,
};
pub use invitations::{
    GroupInvitation, GroupInvitationAnswer, GroupInvitationList, InvitedPlayer, InvitedPlayerList,
};
pub use members::{
    ClassAccount, GroupMember, GroupMemberChange, GroupMemberList, JoinAnswer, JoinRequest, JoinRequestList,
    NewGroupMember,
};
pub use rounds::{LARGEST_ROUND, NewRound, Round, RoundList, RoundPair, WishedPair};
pub use tasks::{
    FEWEST_MOVES_OF_TASK, LONGEST_TASK_WORDS, MOST_GAMES_OF_TASK, NewTask, Task, TaskCount, TaskList,
    TaskProgress, TaskRow, TaskTable, TaskWork,
};
