//! Groups of members: classes and clubs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{GroupId, Millis, PlayerId};

use crate::Text;

/// The longest name of a group, in characters.
pub const LONGEST_GROUP_NAME: usize = 60;
/// The most words about a group, in characters.
pub const LONGEST_GROUP_WORDS: usize = 2_000;
/// The most accounts that one request makes, and the most members of a class.
pub const LARGEST_CLASS: usize = 200;

/// The kind of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GroupKind {
    /// A teacher and pupils. The teacher makes accounts for them.
    Class,
    /// People who play together.
    Club,
}

impl GroupKind {
    /// Every kind.
    pub const ALL: [Self; 2] = [Self::Class, Self::Club];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Class => "class",
            Self::Club => "club",
        }
    }
}

/// The way of becoming a member of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Joining {
    /// Everybody may join.
    Open,
    /// A leader lets those in who ask.
    Request,
    /// A leader invites the members, and nobody else sees the group.
    Closed,
}

impl Joining {
    /// Every way.
    pub const ALL: [Self; 3] = [Self::Open, Self::Request, Self::Closed];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Request => "request",
            Self::Closed => "closed",
        }
    }
}

/// A role in a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GroupRole {
    /// Leads the group. The leader of a class is its teacher.
    Leader,
    /// Is in it.
    Member,
}

impl GroupRole {
    /// Every role, the highest first.
    pub const ALL: [Self; 2] = [Self::Leader, Self::Member];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Leader => "leader",
            Self::Member => "member",
        }
    }
}

/// A group, as whoever asks sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Group {
    /// The id.
    pub id: Text<GroupId>,
    /// The kind.
    pub kind: GroupKind,
    /// The name.
    pub name: String,
    /// The words of the leaders about it, as plain text.
    pub words: String,
    /// The way of becoming a member.
    pub joining: Joining,
    /// When it was founded.
    pub made_at: Millis,
    /// The number of its members, the leaders among them.
    pub members: u32,
    /// The role of the player who asks; `null` for everybody who is not in it.
    pub role: Option<GroupRole>,
    /// Whether the player who asks waits to be let in.
    pub asked: bool,
    /// Whether the player who asks is invited, and has not answered yet.
    pub invited: bool,
    /// Whether rounds may pair the player who asks: in a club as the player wishes, in a class every pupil,
    /// and a teacher who wishes it.
    pub plays: bool,
}

/// The answer to `GET /groups`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GroupList {
    /// The newest first.
    pub groups: Vec<Group>,
    /// The value of `cursor` for the next page; `null` if this is the last one.
    pub next: Option<String>,
}

/// The body of `POST /groups`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGroup {
    /// The kind. Members found clubs, and owners of the server classes.
    pub kind: GroupKind,
    /// The name.
    #[schemars(length(min = 1, max = LONGEST_GROUP_NAME))]
    pub name: String,
    /// Words about it.
    #[serde(default)]
    #[schemars(length(max = LONGEST_GROUP_WORDS))]
    pub words: Option<String>,
    /// The way of becoming a member; if it is left out, a class is `closed`, and a club by `request`.
    #[serde(default)]
    pub joining: Option<Joining>,
    /// The teacher of a class; whoever founds it, if nobody is named.
    #[serde(default)]
    pub leader: Option<Text<PlayerId>>,
}

/// The body of `PATCH /groups/{id}`: what is left out stays.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GroupChange {
    /// Another name.
    #[serde(default)]
    #[schemars(length(min = 1, max = LONGEST_GROUP_NAME))]
    pub name: Option<String>,
    /// Other words about it.
    #[serde(default)]
    #[schemars(length(max = LONGEST_GROUP_WORDS))]
    pub words: Option<String>,
    /// Another way of becoming a member.
    #[serde(default)]
    pub joining: Option<Joining>,
}
