//! Roles in a group: what its leaders and members may do there, and nowhere else.

use tengen_protocol::{GroupKind, GroupRole, Joining};

/// A group, and the place of the actor in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Membership {
    /// The kind of the group.
    pub kind: GroupKind,
    /// The way of becoming a member.
    pub joining: Joining,
    /// The role of the actor in it, if any.
    pub role: Option<GroupRole>,
    /// Whether the actor leads it, and nobody else does.
    pub is_last_leader: bool,
}

/// Acts in a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroupAct {
    /// Seeing the group, its members and its games.
    See,
    /// Becoming a member, or asking for that where a leader lets people in.
    Join,
    /// Leaving it.
    Leave,
    /// Giving the role of a leader up.
    Resign,
    /// Saying whether one takes part in the rounds of a club, or, as the teacher, in those of a class.
    TakePart,
    /// Changing its name, its words, and how one becomes a member.
    Change,
    /// Reading and answering the requests of those who want to join.
    AnswerRequests,
    /// Inviting somebody, seeing who is invited, and taking an invitation back.
    Invite,
    /// Pairing members for a round.
    Pair,
    /// Setting tasks in a class, and reading the table of them.
    SetTasks,
    /// Reading the tasks of a class.
    SeeTasks,
    /// Doing a task.
    DoTask,
    /// Making accounts for a class.
    MakeAccounts,
    /// Ending the group.
    End,
}

impl GroupAct {
    /// All there are.
    pub const ALL: [Self; 14] = [
        Self::See,
        Self::Join,
        Self::Leave,
        Self::Resign,
        Self::TakePart,
        Self::Change,
        Self::AnswerRequests,
        Self::Invite,
        Self::Pair,
        Self::SetTasks,
        Self::SeeTasks,
        Self::DoTask,
        Self::MakeAccounts,
        Self::End,
    ];
}

/// Acts that are done to a member of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FellowAct {
    /// Taking the member out of the group.
    Remove,
    /// Making the member a leader.
    MakeLeader,
    /// Ruling the account: making and revoking its card, and giving it another name.
    RuleAccount,
}

impl FellowAct {
    /// All there are.
    pub const ALL: [Self; 3] = [Self::Remove, Self::MakeLeader, Self::RuleAccount];
}

/// The member of a group to whom something is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fellow {
    /// The role in the group; nothing, if it is nobody of the group.
    pub role: Option<GroupRole>,
    /// Whether it is the actor.
    pub is_actor: bool,
    /// Whether the member has a role on the server.
    pub has_server_role: bool,
    /// Whether the account was made in this class, and has no way in of its own yet.
    pub is_ruled: bool,
}
