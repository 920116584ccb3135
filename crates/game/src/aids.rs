//! The help that players may have in their own running game.

use crate::{Pace, Patience};

/// The help that the two players of a game may have while it runs. Spectators may have both, and players
/// after the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Aids {
    /// Whether they may try moves beside the game, and keep them.
    pub variations: bool,
    /// Whether they may ask for estimates of the score.
    pub estimate: bool,
}

impl Aids {
    /// The aids of a game whose creator says nothing of them: both where one person is alone,
    /// against a computer or with both seats, variations in games by days, and neither elsewhere.
    pub fn usual(patience: &Patience, alone: bool) -> Self {
        let by_days = patience.pace == Pace::Correspondence;
        Self { variations: alone || by_days, estimate: alone }
    }
}

/// A wish for aids: those that are left out are as [usual](Aids::usual).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AidsWish {
    /// Whether players may try moves beside the game.
    pub variations: Option<bool>,
    /// Whether players may ask for estimates of the score.
    pub estimate: Option<bool>,
}

impl AidsWish {
    /// The aids, with `usual` ones where the wish says nothing.
    ///
    /// ```
    /// use tengen_game::{Aids, AidsWish};
    ///
    /// let wish = AidsWish { variations: Some(false), estimate: None };
    /// let usual = Aids { variations: true, estimate: true };
    /// assert_eq!(wish.or(usual), Aids { variations: false, estimate: true });
    /// ```
    pub fn or(self, usual: Aids) -> Aids {
        Aids {
            variations: self.variations.unwrap_or(usual.variations),
            estimate: self.estimate.unwrap_or(usual.estimate),
        }
    }
}

impl From<Aids> for AidsWish {
    fn from(aids: Aids) -> Self {
        Self { variations: Some(aids.variations), estimate: Some(aids.estimate) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TimeSystem;

    #[test]
    fn a_game_by_days_has_variations_and_one_of_a_single_person_both() {
        let patience = |period| Patience::of(Some(&TimeSystem::Simple { period }));
        let (live, by_days) = (patience(60_000), patience(86_400_000));
        let aids = |variations, estimate| Aids { variations, estimate };
        assert_eq!(Aids::usual(&live, false), aids(false, false));
        assert_eq!(Aids::usual(&Patience::of(None), false), aids(false, false));
        assert_eq!(Aids::usual(&by_days, false), aids(true, false));
        for patience in [live, by_days, Patience::of(None)] {
            assert_eq!(Aids::usual(&patience, true), aids(true, true));
        }
    }
}
