//! The kinds of acts.

/// What was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A player got a role.
    Grant,
    /// A role was taken away, or given up.
    Revoke,
    /// A player got another name.
    Rename,
    /// All ways in of a member were forgotten, and a link was made.
    ResetWaysIn,
    /// All sessions of a player were ended.
    EndSessions,
    /// A player was warned.
    Warn,
    /// A player was suspended.
    Suspend,
    /// A player was banned.
    Ban,
    /// All suspensions and bans of a player were ended.
    Lift,
    /// A record was removed.
    RemoveRecord,
    /// A game was decided. It stands here before it is done, so that no decision is without an entry.
    Adjudicate,
    /// A game was declared void.
    Void,
    /// A void game counts again.
    Restore,
    /// The reports of a case were answered.
    AnswerCase,
    /// The act of another entry was refused after all.
    NotDone,
    /// A line on every page was made.
    Announce,
    /// A line on every page was taken back.
    TakeAnnouncementBack,
    /// An invitation was made.
    Invite,
    /// An invitation was taken back.
    TakeInvitationBack,
    /// A token with the scope `staff` was made.
    MakeStaffToken,
    /// A reason beside the log was removed.
    EraseReason,
    /// A class was founded.
    FoundClass,
    /// Accounts were made in a class.
    MakeAccounts,
    /// Members of a class got new cards, and everything begun by the cards of before ended.
    MakeCards,
    /// Cards of a class were revoked.
    RevokeCards,
    /// A group got another name.
    RenameGroup,
    /// A group was ended.
    EndGroup,
    /// An owner took along everything that the server keeps of a member. It stands here before it is done, so that nothing is
    /// handed out without an entry.
    ExportMember,
    /// A member was deleted.
    DeleteMember,
}

impl Kind {
    /// All there are.
    pub const ALL: [Self; 29] = [
        Self::Grant,
        Self::Revoke,
        Self::Rename,
        Self::ResetWaysIn,
        Self::EndSessions,
        Self::Warn,
        Self::Suspend,
        Self::Ban,
        Self::Lift,
        Self::RemoveRecord,
        Self::Adjudicate,
        Self::Void,
        Self::Restore,
        Self::AnswerCase,
        Self::NotDone,
        Self::Announce,
        Self::TakeAnnouncementBack,
        Self::Invite,
        Self::TakeInvitationBack,
        Self::MakeStaffToken,
        Self::EraseReason,
        Self::FoundClass,
        Self::MakeAccounts,
        Self::MakeCards,
        Self::RevokeCards,
        Self::RenameGroup,
        Self::EndGroup,
        Self::ExportMember,
        Self::DeleteMember,
    ];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Grant => "grant",
            Self::Revoke => "revoke",
            Self::Rename => "rename",
            Self::ResetWaysIn => "reset_ways_in",
            Self::EndSessions => "end_sessions",
            Self::Warn => "warn",
            Self::Suspend => "suspend",
            Self::Ban => "ban",
            Self::Lift => "lift",
            Self::RemoveRecord => "remove_record",
            Self::Adjudicate => "adjudicate",
            Self::Void => "void",
            Self::Restore => "restore",
            Self::AnswerCase => "answer_case",
            Self::NotDone => "not_done",
            Self::Announce => "announce",
            Self::TakeAnnouncementBack => "take_announcement_back",
            Self::Invite => "invite",
            Self::TakeInvitationBack => "take_invitation_back",
            Self::MakeStaffToken => "make_staff_token",
            Self::EraseReason => "erase_reason",
            Self::FoundClass => "found_class",
            Self::MakeAccounts => "make_accounts",
            Self::MakeCards => "make_cards",
            Self::RevokeCards => "revoke_cards",
            Self::RenameGroup => "rename_group",
            Self::EndGroup => "end_group",
            Self::ExportMember => "export_member",
            Self::DeleteMember => "delete_member",
        }
    }
}
