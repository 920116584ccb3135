//! Acts, and those to whom they are done.

use tengen_protocol::{PlayerKind, Role};

use crate::group::{Fellow, FellowAct, GroupAct, Membership};

/// Something that somebody wants to do, with the one to whom it is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Something that concerns the whole server.
    ToServer(ServerAct),
    /// Something that is done to a player.
    ToPerson(PersonAct, Person),
    /// Reading and answering the reports of a case.
    SeeCase(Concerned),
    /// Something that is done to a game.
    ToGame(GameAct, Game),
    /// Removing a record.
    RemoveRecord(Record),
    /// Something in a group.
    InGroup(GroupAct, Membership),
    /// Something that is done to a member of a group.
    ToFellow(FellowAct, Membership, Fellow),
}

/// Acts that concern the whole server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ServerAct {
    /// Inviting people to register, where that needs an invitation.
    Invite,
    /// Writing a line on every page, and taking it back.
    Announce,
    /// Making a personal access token with the scope `staff`.
    MakeStaffToken,
    /// Reporting something to the staff.
    Report,
    /// Reading the list of the staff.
    SeeStaff,
    /// Reading the list of the members, and searching it by their names, roles and states.
    SeeMembers,
    /// Seeing the mail addresses of members there, and searching it by them.
    SeeMails,
    /// Reading the list of the cases that wait, but for those that one may not see.
    SeeCases,
    /// Reading the audit log.
    ReadAudit,
    /// Removing a reason that lies beside the audit log.
    EraseReason,
    /// Founding a club.
    FoundClub,
    /// Founding a class, and naming its teacher.
    FoundClass,
    /// Reading the list of all groups, closed ones as well, and renaming and ending any of them.
    RuleGroups,
}

impl ServerAct {
    /// All there are.
    pub const ALL: [Self; 13] = [
        Self::Report,
        Self::Invite,
        Self::Announce,
        Self::MakeStaffToken,
        Self::SeeStaff,
        Self::SeeMembers,
        Self::SeeMails,
        Self::SeeCases,
        Self::ReadAudit,
        Self::EraseReason,
        Self::FoundClub,
        Self::FoundClass,
        Self::RuleGroups,
    ];
}

/// Acts that are done to a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameAct {
    /// Deciding a game that goes on.
    Adjudicate,
    /// Declaring a game void that is over.
    Void,
    /// Having a void game count again.
    Restore,
}

impl GameAct {
    /// All there are.
    pub const ALL: [Self; 3] = [Self::Adjudicate, Self::Void, Self::Restore];
}

/// Acts that are done to a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PersonAct {
    /// Reading what the staff knows of the player, and did so far.
    SeeHistory,
    /// Giving the player another name.
    Rename,
    /// Giving the player a role on the server.
    Grant(Role),
    /// Taking a role away.
    Revoke(Role),
    /// Warning the player, for a rule that was broken.
    Warn,
    /// Keeping the player from playing, for a while or for ever.
    Suspend,
    /// Letting the player play again.
    Lift,
    /// Taking along everything that the server keeps of the member.
    Export,
    /// Deleting the member, for good.
    Delete,
}

impl PersonAct {
    /// All there are.
    pub const ALL: [Self; 11] = [
        Self::SeeHistory,
        Self::Rename,
        Self::Warn,
        Self::Suspend,
        Self::Lift,
        Self::Grant(Role::Moderator),
        Self::Grant(Role::Owner),
        Self::Revoke(Role::Moderator),
        Self::Revoke(Role::Owner),
        Self::Export,
        Self::Delete,
    ];
}

/// The player to whom something is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Person {
    /// The player's kind.
    pub kind: PlayerKind,
    /// The highest of the player's roles on the server. A bot stands as high as the member to whom it
    /// belongs.
    pub role: Option<Role>,
    /// Whether it is the actor, or a bot of the actor.
    pub is_actor: bool,
    /// Whether nobody else runs the server.
    pub is_last_owner: bool,
}

/// The people whom a case concerns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Concerned {
    /// Whether the actor is one of them, or has a bot that is.
    pub is_actor: bool,
    /// Whether any of them has a role on the server.
    pub has_role: bool,
}

/// The game to which something is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Game {
    /// Whether the actor plays in it, or a bot of the actor.
    pub is_own: bool,
    /// The highest role on the server that any of its players has; that of the owner counts for a bot.
    pub highest: Option<Role>,
}

/// The record to which something is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Record {
    /// The player who brought it.
    pub brought_by: Person,
}
