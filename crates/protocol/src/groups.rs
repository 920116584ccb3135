//! Groups of members: classes and clubs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{GameId, GroupId, Millis, PlayerId};

use crate::reason::LONGEST_REASON;
use crate::secret::LONGEST_SECRET;
use crate::{NewGame, PlayerCard, PlayerName, Secret, Text};

/// The longest name of a group, in characters.
pub const LONGEST_GROUP_NAME: usize = 60;
/// The most words about a group, in characters.
pub const LONGEST_GROUP_WORDS: usize = 2_000;
/// The most accounts that one request makes, and the most members of a class.
pub const LARGEST_CLASS: usize = 200;

/// The most games of a round.
pub const LARGEST_ROUND: usize = 100;

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

/// How one becomes a member of a group.
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
    /// What the leaders say about it, as plain text.
    pub words: String,
    /// How one becomes a member.
    pub joining: Joining,
    /// When it was founded.
    pub made_at: Millis,
    /// How many members it has, the leaders among them.
    pub members: u32,
    /// The role of the player who asks; `null` for everybody who is not in it.
    pub role: Option<GroupRole>,
    /// Whether the player who asks waits to be let in.
    pub asked: bool,
    /// Whether the player who asks is invited, and has not answered yet.
    pub invited: bool,
    /// Whether rounds may pair the player who asks: in a club as the player wishes, in a class every pupil, and a teacher who wishes it.
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
    /// How one becomes a member; if it is left out, a class is `closed`, and a club by `request`.
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

/// A member of a group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GroupMember {
    /// The player.
    pub player: PlayerCard,
    /// The role in the group.
    pub role: GroupRole,
    /// Since when.
    pub joined_at: Millis,
    /// Whether rounds may pair the member: in a club as the member wishes, in a class every pupil, and a teacher who wishes it.
    pub plays: bool,
    /// What the teacher of a class knows of the account; left out for everybody else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<ClassAccount>,
}

/// What the teacher knows of the account of a member of a class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClassAccount {
    /// Whether it was made in this class.
    pub made_here: bool,
    /// Whether the teacher rules it: it was made here, and has no way in of its own yet.
    pub ruled: bool,
    /// When the card was made that is good now; `null` if there is none.
    pub card_made_at: Option<Millis>,
    /// When the card was last used; `null` if never.
    pub card_used_at: Option<Millis>,
}

/// The answer to `GET /groups/{id}/members`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GroupMemberList {
    /// Those who have been in it for the longest time first.
    pub members: Vec<GroupMember>,
    /// The value of `cursor` for the next page; `null` if this is the last one.
    pub next: Option<String>,
}

/// The body of `POST /groups/{id}/members`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGroupMember {
    /// The player whom a leader invites; whoever asks wants to join, if nobody is named.
    #[serde(default)]
    pub player: Option<Text<PlayerId>>,
}

/// The body of `PATCH /groups/{id}/members/{player}`: what is left out stays.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GroupMemberChange {
    /// Another role in the group. Leaders make others leaders, and give up their own role.
    #[serde(default)]
    pub role: Option<GroupRole>,
    /// Another name for an account that the teacher rules.
    #[serde(default)]
    #[schemars(length(min = 1, max = PlayerName::MAX))]
    pub name: Option<String>,
    /// Whether rounds may pair oneself. Nobody says that for somebody else, and in a class only a teacher says it: pupils are paired.
    #[serde(default)]
    pub plays: Option<bool>,
}

/// Somebody who waits to be let in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JoinRequest {
    /// The player.
    pub player: PlayerCard,
    /// Since when.
    pub asked_at: Millis,
}

/// The answer to `GET /groups/{id}/requests`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JoinRequestList {
    /// Those who have waited for the longest time first, 500 at most.
    pub requests: Vec<JoinRequest>,
}

/// The body of `POST /groups/{id}/requests`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinAnswer {
    /// The player who has asked.
    pub player: Text<PlayerId>,
    /// Whether the player is let in.
    pub accept: bool,
}

/// The body of `POST /groups/{id}/accounts`, unless it is a table in CSV.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAccounts {
    /// The names, one for each account.
    #[schemars(length(min = 1, max = LARGEST_CLASS))]
    pub names: Vec<String>,
}

/// The body of `POST /groups/{id}/cards`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewCards {
    /// For whom; for everybody whose account the teacher rules, if it is left out.
    #[serde(default)]
    #[schemars(length(min = 1, max = LARGEST_CLASS))]
    pub players: Option<Vec<Text<PlayerId>>>,
}

/// A card by which a pupil comes in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Card {
    /// The pupil.
    pub player: PlayerCard,
    /// The secret. It is not told again.
    pub secret: String,
    /// The page at which one comes in by it. The secret stands behind `#`, which browsers do not send.
    pub address: String,
    /// The address as a QR code: a picture in SVG.
    pub code: String,
    /// Eight letters and digits that are as good as the secret, for whoever types: in capitals or not, with the hyphen or
    /// without. They are not told again.
    pub short_code: String,
    /// The page at which they are typed.
    pub short_address: String,
}

/// The answer to `POST /groups/{id}/accounts` and `POST /groups/{id}/cards`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CardList {
    /// In the order in which they were asked for.
    pub cards: Vec<Card>,
}

/// A card, as a way in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ByCard {
    /// The secret of the card, or its short code.
    #[schemars(length(min = 1, max = LONGEST_SECRET))]
    pub card: Secret,
}

/// The body of `POST /groups/{id}/rounds`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct NewRound {
    /// The pairs; if they are left out, the server pairs by the results so far. In a club all of them have to take part in rounds.
    #[schemars(length(min = 1, max = LARGEST_ROUND))]
    pub pairs: Option<Vec<WishedPair>>,
    /// Who takes part in a round that the server pairs; if it is left out, whoever takes part in the rounds of a club, and
    /// everybody but the teacher of a class.
    #[schemars(length(min = 2, max = 2 * LARGEST_ROUND))]
    pub players: Option<Vec<Text<PlayerId>>>,
    /// The settings of each game, as in `POST /games`, without `color` and `opponent`.
    #[serde(deserialize_with = "crate::object")]
    pub settings: NewGame,
}

/// A pair that is wished for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WishedPair {
    /// Black.
    pub black: Text<PlayerId>,
    /// White.
    pub white: Text<PlayerId>,
}

/// A round of a group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Round {
    /// The number: 1 for the first.
    pub number: u32,
    /// When it was made.
    pub made_at: Millis,
    /// The pairs.
    pub pairs: Vec<RoundPair>,
    /// The one who is left over; `null` if nobody is.
    pub bye: Option<PlayerCard>,
}

/// A pair of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RoundPair {
    /// Black.
    pub black: PlayerCard,
    /// White.
    pub white: PlayerCard,
    /// Whether the pair has a game. One that has none, and no `problem`, waits for it.
    pub has_game: bool,
    /// The game; `null` if there is none, or if it is private and somebody else's.
    pub game: Option<Text<GameId>>,
    /// The winner, `black`, `white`, `jigo` or `none`, once the game is finished; `null` before, and where `game` is.
    pub winner: Option<String>,
    /// The code of the problem by which no game is made, for those who lead the group; `not_made` for everybody else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// The answer to `GET /groups/{id}/rounds`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RoundList {
    /// The latest first.
    pub rounds: Vec<Round>,
    /// The value of `before` for the next page; `null` if this is the last one.
    pub next: Option<u32>,
}

/// The answer to `GET /staff/groups`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StaffGroupList {
    /// The newest first, closed ones and those that have ended as well.
    pub groups: Vec<StaffGroup>,
    /// The value of `cursor` for the next page; `null` if this is the last one.
    pub next: Option<String>,
}

/// A group, as the staff sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StaffGroup {
    /// The group.
    pub group: Group,
    /// The leaders.
    pub leaders: Vec<PlayerCard>,
    /// When it ended; `null` if it goes on.
    pub ended_at: Option<Millis>,
}

/// The body of `POST /staff/groups/{id}/acts`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
pub enum GroupAct {
    /// Gives the group another name.
    Rename {
        /// The name.
        #[schemars(length(min = 1, max = LONGEST_GROUP_NAME))]
        name: String,
        /// The reason.
        #[schemars(length(min = 1, max = LONGEST_REASON))]
        reason: String,
    },
    /// Ends the group.
    End {
        /// The reason.
        #[schemars(length(min = 1, max = LONGEST_REASON))]
        reason: String,
    },
}
