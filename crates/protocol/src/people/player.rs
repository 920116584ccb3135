//! Players as others see them.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tengen_game::{Millis, PlayerId};
use tengen_rules::{BoardName, Color};

use crate::Text;

/// A role on the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Runs the server.
    Owner,
    /// Keeps order on it.
    Moderator,
}

impl Role {
    /// Every role, the highest first.
    pub const ALL: [Self; 2] = [Self::Owner, Self::Moderator];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Moderator => "moderator",
        }
    }
}

/// A name that a player had before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FormerName {
    /// The name.
    pub name: String,
    /// Until when the player had it.
    pub until: Millis,
}

/// The answer to `GET /players/{id}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Profile {
    /// The player.
    pub player: Player,
    /// The names of the last half year, the latest first.
    pub former_names: Vec<FormerName>,
    /// The member to whom the player belongs, if it is a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<PlayerCard>,
}

/// The answer to `GET /players?name=`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerList {
    /// Members, bots and computers whose names begin like that, in the order of their names; twenty at most.
    pub players: Vec<Player>,
}

/// A name as it is shown: 1 to 32 characters, no control characters, no spaces around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerName(String);

/// A text that can't be shown as a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a name has 1 to {} characters and no control characters", PlayerName::MAX)]
pub struct PlayerNameError;

impl PlayerName {
    /// The longest name, in characters.
    pub const MAX: usize = 32;

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for PlayerName {
    type Err = PlayerNameError;

    fn from_str(text: &str) -> Result<Self, PlayerNameError> {
        let name = text.trim();
        // Blanks around a name are not kept, yet they count: the interface describes the length of texts as
        // they are sent.
        let fits = text.chars().count() <= Self::MAX && !name.is_empty() && !name.chars().any(is_unprintable);
        if fits { Ok(Self(name.to_owned())) } else { Err(PlayerNameError) }
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether a character is forbidden: control characters, and the marks that turn the direction of text or
/// take no room. With such marks a name could pass for another one, or reorder the words around it.
fn is_unprintable(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            // Letters and signs that show as nothing at all.
            | '\u{ad}' | '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}')
}

/// The kind of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlayerKind {
    /// Somebody who came in without an account, a person or a person's program.
    Guest,
    /// Somebody with an account.
    Member,
    /// A program with an account of its own, which belongs to a member.
    Bot,
    /// A computer of the server.
    Computer,
    /// Somebody whose account was deleted. The games are still there.
    Deleted,
}

/// A player's profile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Player {
    /// The opaque id.
    pub id: Text<PlayerId>,
    /// The name, for display only.
    pub name: String,
    /// Whether the player has no account.
    pub guest: bool,
    /// The player's kind. It never follows from the name.
    pub kind: PlayerKind,
    /// When the player first came.
    pub created_at: Millis,
}

/// A player of the house.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HousePlayer {
    /// The strength, from 1.
    pub level: u8,
    /// The player to whom games are offered.
    pub player: PlayerCard,
}

/// The players of the house, the weakest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HouseAnswer {
    /// None if the server's computer does not play.
    pub players: Vec<HousePlayer>,
}

/// The results of a player's games: of those that everybody may find, or of these the ones with one opponent,
/// without games that were called off.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerResults {
    /// A count for each colour and board, with Black first, and then by the number of games.
    pub results: Vec<ResultCount>,
    /// Whether all games are looked at. Of a player with very many games only the newest are.
    pub complete: bool,
}

/// The results of a player's games with one colour on one board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ResultCount {
    /// The name of the board.
    pub board: Text<BoardName>,
    /// The colour of the player.
    pub color: Text<Color>,
    /// The number of games that the player won.
    pub won: u32,
    /// The number of games that the opponents won.
    pub lost: u32,
    /// The number of games that ended with equal scores.
    pub drawn: u32,
    /// The number of games that nobody won for any other reason.
    pub no_result: u32,
}

impl ResultCount {
    /// The number of these games.
    pub fn games(&self) -> u32 {
        self.won + self.lost + self.drawn + self.no_result
    }
}

/// A player as games show one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerCard {
    /// The opaque id.
    pub id: Text<PlayerId>,
    /// The name, for display only.
    pub name: String,
    /// Whether the player has no account.
    pub guest: bool,
    /// The player's kind. It never follows from the name.
    pub kind: PlayerKind,
}

impl From<&Player> for PlayerCard {
    fn from(player: &Player) -> Self {
        Self { id: player.id, name: player.name.clone(), guest: player.guest, kind: player.kind }
    }
}

/// The body of `POST /guests`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct NewGuest {
    /// The name; the server makes one up when it is left out.
    #[schemars(length(min = 1, max = PlayerName::MAX))]
    pub name: Option<String>,
}

/// The answer to `POST /guests`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GuestAnswer {
    /// The new player.
    pub player: Player,
    /// Names the player in later requests. It is not told again.
    pub token: String,
}

/// The answer to `GET /me` and `GET /players/{id}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerAnswer {
    /// The player.
    pub player: Player,
}
