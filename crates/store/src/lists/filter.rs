//! Which games a list shows.

use std::ops::RangeInclusive;

use tengen_game::{GroupId, Millis, Phase, PlayerId, ResultBy};
use tengen_rules::{BoardName, Color, Preset};

use crate::games::opening::Opening;
use crate::games::winner::Winner;
use crate::query::cursor::PageCursor;

/// The games that a list shows. An empty field leaves no game out.
#[derive(Debug, Clone, Default)]
pub struct GamesFilter {
    /// Only these phases.
    pub phases: Vec<Phase>,
    /// Only games of this player.
    pub player: Option<PlayerId>,
    /// Only games in which that player has this colour.
    pub color: Option<Color>,
    /// Only games between that player and this one.
    pub opponent: Option<PlayerId>,
    /// Only games of this group: those of its members among each other, and those of its rounds. No other key goes with it.
    pub group: Option<GamesOfGroup>,
    /// Only games on this board.
    pub board: Option<BoardName>,
    /// Only games under the rules of this preset, changed or not.
    pub rules: Option<Preset>,
    /// Only games with so much handicap.
    pub handicap: Option<RangeInclusive<u8>>,
    /// Only games that ended in one of these ways.
    pub winners: Vec<Winner>,
    /// Only games that ended by one of these.
    pub ended_by: Vec<ResultBy>,
    /// Only games that were made then or later.
    pub since: Option<Millis>,
    /// Only games that were made before.
    pub until: Option<Millis>,
    /// Only games that began with these moves.
    pub opening: Option<Opening>,
    /// Only games with so many moves or more.
    pub min_moves: Option<u32>,
    /// Private games, and open ones whose seat is kept for somebody, are listed to this player if they are the player's
    /// own.
    pub viewer: Option<PlayerId>,
    /// The closed class of which the viewer is a pupil: other games than those within it, and the viewer's own, are not listed.
    pub enclosed_in: Option<GroupId>,
    /// Whether games that the staff has declared void are among them.
    pub with_void: bool,
    /// Only games behind this place in the list.
    pub after: Option<PageCursor>,
    /// How many at most.
    pub limit: u32,
    /// The moment of the list: games that are delayed beyond it are not shown yet.
    pub now: Millis,
}

/// The group whose games a list shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GamesOfGroup {
    /// The group.
    pub id: GroupId,
    /// Whether the viewer is in it, and sees the games within it.
    pub for_member: bool,
    /// Whether the viewer is the teacher, who sees the private games of the rounds, and of the accounts that were made there.
    pub for_teacher: bool,
}
