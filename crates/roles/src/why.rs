//! Reasons against an act.

/// Why somebody may not do something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// The role is missing.
    NotAllowed,
    /// The token is not good for acts of the staff.
    StaffScope,
    /// The sign-in is too long ago.
    SignInAgain,
    /// A personal token can't do this, whatever it is good for.
    OwnToken,
    /// Nobody acts as staff on oneself, nor in a game of one's own.
    Oneself,
    /// Nobody acts as staff on somebody of an equal or higher role.
    EqualOrHigher,
    /// Nobody else would run the server.
    LastOwner,
    /// Only members have roles, and are exported and deleted by others.
    NoMember,
    /// It can't be done to a computer of the server, nor to somebody who has left, nor to somebody who is not
    /// in the group.
    Nobody,
    /// Only people with an account of their own are in groups.
    NoAccount,
    /// There is no such group, as far as the actor may know.
    NoGroup,
    /// Nobody else would lead the group.
    LastLeader,
    /// Only a class has this.
    NoClass,
    /// The account was not made in this class, or has a way in of its own.
    OwnWayIn,
}

impl Why {
    /// All there are.
    pub const ALL: [Self; 14] = [
        Self::NotAllowed,
        Self::StaffScope,
        Self::SignInAgain,
        Self::OwnToken,
        Self::Oneself,
        Self::EqualOrHigher,
        Self::LastOwner,
        Self::NoMember,
        Self::Nobody,
        Self::NoAccount,
        Self::NoGroup,
        Self::LastLeader,
        Self::NoClass,
        Self::OwnWayIn,
    ];
}
