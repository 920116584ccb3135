//! The well-known rule systems.

use crate::names::named;
use crate::{
    Dead, HalfPoints, HandicapBonus, LongCycle, Placement, Repetition, ResumeFirst, Rules, Scoring, Suicide,
    Tax, Ties,
};

named! {
    /// A rule system by name. Presets have no code of their own: each is a row of axes, with the komi usual there.
    ///
    /// ```
    /// use tengen_rules::{Preset, Rules, Tax};
    ///
    /// let japanese: Preset = "japanese".parse()?;
    /// assert_eq!(japanese.komi().to_string(), "6.5");
    /// let without_tax = Rules { tax: Tax::None, ..japanese.rules() };
    /// assert_ne!(without_tax, japanese.rules());
    /// # Ok::<(), tengen_rules::UnknownName>(())
    /// ```
    Preset, "preset" {
        /// Territory scoring as in Japan and Korea.
        Japanese = "japanese",
        /// Area scoring as in China, with basic ko.
        Chinese = "chinese",
        /// The American Go Association: area or territory give the same result, by pass stones.
        Aga = "aga",
        /// The logical rules of Tromp and Taylor: everything on the board is alive.
        TrompTaylor = "tromp-taylor",
    }
}

/// A row of the table.
struct Row {
    rules: Rules,
    komi: HalfPoints,
    handicap_komi: HalfPoints,
}

const JAPANESE: Row = Row {
    rules: Rules {
        repetition: Repetition::BasicKo,
        long_cycle: LongCycle::NoResult,
        suicide: Suicide::Forbidden,
        scoring: Scoring::Territory,
        tax: Tax::Seki,
        pass_stones: false,
        white_passes_last: false,
        dead: Dead::Agreement,
        resume_first: ResumeFirst::OpponentOfRequester,
        resumptions: 2,
        handicap_bonus: HandicapBonus::Zero,
        placement: Placement::Fixed,
        ties: Ties::Draw,
    },
    komi: HalfPoints::new(13),
    handicap_komi: HalfPoints::new(1),
};

const CHINESE: Row = Row {
    rules: Rules {
        repetition: Repetition::BasicKo,
        long_cycle: LongCycle::NoResult,
        suicide: Suicide::Forbidden,
        scoring: Scoring::Area,
        tax: Tax::None,
        pass_stones: false,
        white_passes_last: false,
        dead: Dead::Agreement,
        resume_first: ResumeFirst::NextInTurn,
        resumptions: 2,
        handicap_bonus: HandicapBonus::N,
        placement: Placement::Fixed,
        ties: Ties::Draw,
    },
    komi: HalfPoints::new(15),
    handicap_komi: HalfPoints::new(1),
};

const AGA: Row = Row {
    rules: Rules {
        repetition: Repetition::SituationalSuperko,
        long_cycle: LongCycle::None,
        suicide: Suicide::Forbidden,
        scoring: Scoring::Area,
        tax: Tax::None,
        pass_stones: true,
        white_passes_last: true,
        dead: Dead::Agreement,
        resume_first: ResumeFirst::NextInTurn,
        resumptions: 1,
        handicap_bonus: HandicapBonus::NMinusOne,
        placement: Placement::Fixed,
        ties: Ties::Draw,
    },
    komi: HalfPoints::new(15),
    handicap_komi: HalfPoints::new(1),
};

const TROMP_TAYLOR: Row = Row {
    rules: Rules {
        repetition: Repetition::PositionalSuperko,
        long_cycle: LongCycle::None,
        suicide: Suicide::Allowed,
        scoring: Scoring::Area,
        tax: Tax::None,
        pass_stones: false,
        white_passes_last: false,
        dead: Dead::AsPlayed,
        resume_first: ResumeFirst::NextInTurn,
        // There is nothing to disagree about.
        resumptions: 0,
        handicap_bonus: HandicapBonus::Zero,
        placement: Placement::Fixed,
        ties: Ties::Draw,
    },
    komi: HalfPoints::new(15),
    handicap_komi: HalfPoints::new(15),
};

impl Preset {
    const fn row(self) -> &'static Row {
        match self {
            Preset::Japanese => &JAPANESE,
            Preset::Chinese => &CHINESE,
            Preset::Aga => &AGA,
            Preset::TrompTaylor => &TROMP_TAYLOR,
        }
    }

    /// The value on each axis.
    pub const fn rules(self) -> Rules {
        self.row().rules
    }

    /// What White gets in an even game for moving second.
    pub const fn komi(self) -> HalfPoints {
        self.row().komi
    }

    /// What White gets in a handicap game, one without stones included.
    pub const fn handicap_komi(self) -> HalfPoints {
        self.row().handicap_komi
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_komi() {
        let table: Vec<_> = Preset::ALL
            .iter()
            .map(|preset| (preset.name(), preset.komi().as_f64(), preset.handicap_komi().as_f64()))
            .collect();
        assert_eq!(
            table,
            [("japanese", 6.5, 0.5), ("chinese", 7.5, 0.5), ("aga", 7.5, 0.5), ("tromp-taylor", 7.5, 7.5)]
        );
        for preset in Preset::ALL {
            assert_eq!(preset.name().parse(), Ok(*preset));
        }
    }

    #[test]
    fn a_game_under_basic_ko_can_always_end() {
        for preset in Preset::ALL {
            let rules = preset.rules();
            assert_eq!(rules.repetition == Repetition::BasicKo, rules.long_cycle == LongCycle::NoResult);
        }
    }
}
