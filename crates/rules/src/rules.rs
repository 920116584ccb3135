//! The axes along which rule systems differ. [`Preset`](crate::Preset) has the titles of the documents cited here.

use std::error::Error;
use std::fmt;

use crate::names::named;

named! {
    /// Which positions may not come back. A refused move is one that would *make* such a position; a pass never is.
    Repetition, "repetition" {
        /// A play may not make the position of two plies ago again (a pass is a ply too): the position before the
        /// opponent's last move. This is the ko rule of Japan (article 6), Korea and China.
        BasicKo = "basic_ko",
        /// A play may not make any earlier position again (Tromp and Taylor, rule 6; the formal rules; Davies,
        /// rule 6).
        PositionalSuperko = "positional_superko",
        /// A play may not make an earlier position again with the same player to move (AGA, rule 6).
        SituationalSuperko = "situational_superko",
        /// A play may not make a position again that the same player made by an earlier play (Britain, France).
        /// The position before the first move counts as made by the player who does not move first.
        NaturalSituationalSuperko = "natural_situational_superko",
    }
}

named! {
    /// The consequence of a cycle longer than a ko. Only basic ko lets one happen.
    LongCycle, "long_cycle" {
        /// Nothing: play goes on.
        None = "none",
        /// The same position with the same player to move for the third time since the latest pass ends play
        /// without a result (triple ko and its kind; Japan, article 12).
        NoResult = "no_result",
    }
}

named! {
    /// Whether a play may leave one's own chain without a liberty, so that it is taken off.
    Suicide, "suicide" {
        /// Never (Japan, article 4; China; AGA, rule 5).
        Forbidden = "forbidden",
        /// Only of two stones or more (Ing).
        MultiStone = "multi_stone",
        /// Always, as far as the repetition rule lets it (Tromp and Taylor, rule 7; New Zealand).
        Allowed = "allowed",
    }
}

named! {
    /// What is counted.
    Scoring, "scoring" {
        /// Living stones and the points they surround.
        Area = "area",
        /// Surrounded points and prisoners.
        Territory = "territory",
    }
}

named! {
    /// Points that do not count although they are surrounded.
    Tax, "tax" {
        /// All surrounded points count.
        None = "none",
        /// The points of groups that live only in seki do not count (Japan, article 8; Korea).
        Seki = "seki",
        /// As `Seki`, and each group that is not in seki pays for its two eyes: two points less (ancient rules, stone
        /// scoring).
        All = "all",
    }
}

named! {
    /// Which stones are taken off before counting.
    Dead, "dead" {
        /// None: every stone left on the board is alive.
        AsPlayed = "as_played",
        /// Those on which both players agree.
        Agreement = "agreement",
    }
}

named! {
    /// Who moves first when the players disagree about dead stones and play goes on.
    ResumeFirst, "resume_first" {
        /// The opponent of the player who asked for it (Japan, article 9).
        OpponentOfRequester = "opponent_of_requester",
        /// The opponent of the player who passed last (AGA, rule 10).
        NextInTurn = "next_in_turn",
    }
}

named! {
    /// Points to White for each of the N handicap stones. Area scoring would otherwise give these points to Black. Only
    /// for N of 2 or more.
    HandicapBonus, "handicap_bonus" {
        /// None.
        Zero = "zero",
        /// One less than there are stones (AGA, rule 4).
        NMinusOne = "n_minus_one",
        /// As many as there are stones (a custom in China).
        N = "n",
    }
}

named! {
    /// Where handicap stones go.
    Placement, "placement" {
        /// On the star points, see [`fixed_handicap`](crate::fixed_handicap).
        Fixed = "fixed",
        /// Where Black wants: Black plays that many stones, as ordinary moves, before White's first move.
        Free = "free",
    }
}

named! {
    /// Whether the first pass of a game is worth something (button Go, by Phease and Spight). It makes area scoring as
    /// fine as territory scoring, because an odd number of dame no longer decides by a whole point. Only under area
    /// scoring.
    Button, "button" {
        /// It is a pass like any other.
        None = "none",
        /// The first pass of the game takes the button, half a point, and does not count towards the two that end
        /// play.
        FirstPass = "first_pass",
    }
}

named! {
    /// Who wins when the scores are equal.
    Ties, "ties" {
        /// Nobody.
        Draw = "draw",
        /// Black.
        Black = "black",
        /// White.
        White = "white",
    }
}

/// A rule system: one value on each axis. [`Preset`](crate::Preset) has the well-known ones; any other combination
/// works as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Which positions may not come back.
    pub repetition: Repetition,
    /// The consequence of a long cycle, under basic ko.
    pub long_cycle: LongCycle,
    /// Whether one may take off one's own stones.
    pub suicide: Suicide,
    /// What is counted.
    pub scoring: Scoring,
    /// Surrounded points that do not count.
    pub tax: Tax,
    /// Whether a pass hands the opponent a prisoner (AGA, rule 7).
    pub pass_stones: bool,
    /// Whether two passes in a row end play only if White made the last one (AGA, rule 11).
    pub white_passes_last: bool,
    /// Which stones are taken off before counting.
    pub dead: Dead,
    /// Who moves when play goes on after a disagreement.
    pub resume_first: ResumeFirst,
    /// How often play may go on after a disagreement; after that every stone left is alive (once: AGA, rule 10).
    pub resumptions: u8,
    /// White's points for handicap stones.
    pub handicap_bonus: HandicapBonus,
    /// Where handicap stones go.
    pub placement: Placement,
    /// The value of the first pass.
    pub button: Button,
    /// Who wins an equal score.
    pub ties: Ties,
}

impl Rules {
    /// Whether the axes fit together. Nearly all combinations do. An axis that has no effect beside the others (a long
    /// cycle under superko, a bonus under territory scoring) is no mistake.
    ///
    /// ```
    /// use tengen_rules::{Button, Preset, Rules, RulesError, Scoring};
    ///
    /// let rules = Rules { button: Button::FirstPass, ..Preset::Chinese.rules() };
    /// assert_eq!(rules.check(), Ok(()));
    /// let rules = Rules { scoring: Scoring::Territory, ..rules };
    /// assert_eq!(rules.check(), Err(RulesError::ButtonWithoutArea));
    /// assert_eq!(RulesError::ButtonWithoutArea.axis(), "button");
    /// ```
    pub const fn check(&self) -> Result<(), RulesError> {
        match (self.button, self.scoring) {
            (Button::FirstPass, Scoring::Territory) => Err(RulesError::ButtonWithoutArea),
            _ => Ok(()),
        }
    }
}

/// Axes that contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RulesError {
    /// The button evens out the last dame, which territory scoring does not count.
    ButtonWithoutArea,
}

impl RulesError {
    /// The name of the axis that cannot have its value.
    pub const fn axis(self) -> &'static str {
        match self {
            RulesError::ButtonWithoutArea => "button",
        }
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RulesError::ButtonWithoutArea => "a button needs area scoring",
        })
    }
}

impl Error for RulesError {}

#[cfg(test)]
mod tests {
    use super::*;

    macro_rules! round_trips {
        ($($axis:ident: $names:expr),+ $(,)?) => {
            $(
                assert_eq!($axis::ALL.iter().map(|value| value.name()).collect::<Vec<_>>(), $names);
                for value in $axis::ALL {
                    assert_eq!(value.to_string().parse(), Ok(*value));
                }
                assert!("something else".parse::<$axis>().is_err());
            )+
        };
    }

    #[test]
    fn names_are_stable_and_round_trip() {
        round_trips! {
            Repetition: ["basic_ko", "positional_superko", "situational_superko", "natural_situational_superko"],
            LongCycle: ["none", "no_result"],
            Suicide: ["forbidden", "multi_stone", "allowed"],
            Scoring: ["area", "territory"],
            Tax: ["none", "seki", "all"],
            Dead: ["as_played", "agreement"],
            ResumeFirst: ["opponent_of_requester", "next_in_turn"],
            HandicapBonus: ["zero", "n_minus_one", "n"],
            Placement: ["fixed", "free"],
            Button: ["none", "first_pass"],
            Ties: ["draw", "black", "white"],
        }
    }
}
