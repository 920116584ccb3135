//! The table of the well-known rule systems: one row each. Each variant of [`Preset`](crate::Preset) cites the document
//! of its row. Where a document is silent, a row has the values of most rows, [`AGREED`].

use crate::{
    Button, Dead, HalfPoints, HandicapBonus, LongCycle, Placement, Repetition, ResumeFirst, Rules, Scoring,
    Suicide, Tax, Ties,
};

/// A row of the table.
pub(crate) struct Row {
    pub(crate) rules: Rules,
    pub(crate) komi: HalfPoints,
    pub(crate) handicap_komi: HalfPoints,
}

const fn row(komi: i32, handicap_komi: i32, rules: Rules) -> Row {
    Row { rules, komi: HalfPoints::new(komi), handicap_komi: HalfPoints::new(handicap_komi) }
}

/// The values that most rows have in common. A row names its differences.
const AGREED: Rules = Rules {
    repetition: Repetition::BasicKo,
    // Under basic ko a game might never end otherwise.
    long_cycle: LongCycle::NoResult,
    suicide: Suicide::Forbidden,
    scoring: Scoring::Area,
    tax: Tax::None,
    pass_stones: false,
    white_passes_last: false,
    dead: Dead::Agreement,
    resume_first: ResumeFirst::NextInTurn,
    resumptions: 2,
    handicap_bonus: HandicapBonus::Zero,
    placement: Placement::Fixed,
    button: Button::None,
    ties: Ties::Draw,
};

/// [`AGREED`] for rules by which every stone left is alive, so that there is nothing to disagree about.
const AS_PLAYED: Rules = Rules { dead: Dead::AsPlayed, resumptions: 0, ..AGREED };

/// `formal`.
pub(crate) const FORMAL: Row =
    row(0, 0, Rules { repetition: Repetition::PositionalSuperko, long_cycle: LongCycle::None, ..AS_PLAYED });

/// `core`.
pub(crate) const CORE: Row = row(0, 0, Rules { scoring: Scoring::Territory, ..AGREED });

/// `core-area`.
pub(crate) const CORE_AREA: Row = row(0, 0, AGREED);

/// `davies`.
pub(crate) const DAVIES: Row = row(
    0,
    0,
    Rules {
        repetition: Repetition::PositionalSuperko,
        long_cycle: LongCycle::None,
        suicide: Suicide::Allowed,
        pass_stones: true,
        white_passes_last: true,
        ..AS_PLAYED
    },
);

/// `logical`.
pub(crate) const LOGICAL: Row = row(
    0,
    0,
    Rules {
        repetition: Repetition::PositionalSuperko,
        long_cycle: LongCycle::None,
        suicide: Suicide::Allowed,
        ..AGREED
    },
);

/// `pass-stone`.
pub(crate) const PASS_STONE: Row =
    row(0, 0, Rules { scoring: Scoring::Territory, pass_stones: true, white_passes_last: true, ..AGREED });

/// `tournament`.
pub(crate) const TOURNAMENT: Row = row(13, 1, Rules { scoring: Scoring::Territory, ..AGREED });

/// `japanese`.
pub(crate) const JAPANESE: Row = row(
    13,
    1,
    Rules {
        scoring: Scoring::Territory,
        tax: Tax::Seki,
        resume_first: ResumeFirst::OpponentOfRequester,
        ..AGREED
    },
);

/// `korean`.
pub(crate) const KOREAN: Row = row(13, 1, JAPANESE.rules);

/// `chinese`.
pub(crate) const CHINESE: Row = row(15, 1, Rules { handicap_bonus: HandicapBonus::N, ..AGREED });

/// `chinese-superko`.
pub(crate) const CHINESE_SUPERKO: Row = row(
    15,
    1,
    Rules { repetition: Repetition::PositionalSuperko, long_cycle: LongCycle::None, ..CHINESE.rules },
);

/// `aga`.
pub(crate) const AGA: Row = row(
    15,
    1,
    Rules {
        repetition: Repetition::SituationalSuperko,
        long_cycle: LongCycle::None,
        pass_stones: true,
        white_passes_last: true,
        resumptions: 1,
        handicap_bonus: HandicapBonus::NMinusOne,
        ..AGREED
    },
);

/// `bga`.
pub(crate) const BGA: Row =
    row(15, 1, Rules { repetition: Repetition::NaturalSituationalSuperko, ..AGA.rules });

/// `french`.
pub(crate) const FRENCH: Row = row(15, 1, BGA.rules);

/// `aga-button`.
pub(crate) const AGA_BUTTON: Row = row(
    14,
    1,
    Rules { pass_stones: false, white_passes_last: false, button: Button::FirstPass, ..AGA.rules },
);

/// `ing`.
pub(crate) const ING: Row = row(
    16,
    1,
    Rules {
        repetition: Repetition::PositionalSuperko,
        long_cycle: LongCycle::None,
        suicide: Suicide::MultiStone,
        ties: Ties::Black,
        ..AGREED
    },
);

/// `new-zealand`.
pub(crate) const NEW_ZEALAND: Row = row(
    14,
    0,
    Rules {
        repetition: Repetition::SituationalSuperko,
        long_cycle: LongCycle::None,
        suicide: Suicide::Allowed,
        ..AGREED
    },
);

/// `tromp-taylor`.
pub(crate) const TROMP_TAYLOR: Row = row(
    15,
    15,
    Rules {
        repetition: Repetition::PositionalSuperko,
        long_cycle: LongCycle::None,
        suicide: Suicide::Allowed,
        ..AS_PLAYED
    },
);

/// `stone-scoring`.
pub(crate) const STONE_SCORING: Row = row(15, 1, Rules { tax: Tax::All, ..AGREED });

/// `ancient-territory`.
pub(crate) const ANCIENT_TERRITORY: Row =
    row(13, 1, Rules { scoring: Scoring::Territory, tax: Tax::All, ..AGREED });

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Preset;

    /// The whole table once more, as `docs/rules.md` has it: name, repetition, suicide, scoring, tax, end of play,
    /// dead stones, who resumes, how often, bonus, and the komi of even and handicap games.
    const TABLE: &str = "
        formal            positional_superko          forbidden   area      none none       2     as_played next_in_turn          0 zero        draw  0   0
        core              basic_ko                    forbidden   territory none none       2     agreement next_in_turn          2 zero        draw  0   0
        core-area         basic_ko                    forbidden   area      none none       2     agreement next_in_turn          2 zero        draw  0   0
        davies            positional_superko          allowed     area      none none       white as_played next_in_turn          0 zero        draw  0   0
        logical           positional_superko          allowed     area      none none       2     agreement next_in_turn          2 zero        draw  0   0
        pass-stone        basic_ko                    forbidden   territory none none       white agreement next_in_turn          2 zero        draw  0   0
        tournament        basic_ko                    forbidden   territory none none       2     agreement next_in_turn          2 zero        draw  6.5 0.5
        japanese          basic_ko                    forbidden   territory seki none       2     agreement opponent_of_requester 2 zero        draw  6.5 0.5
        korean            basic_ko                    forbidden   territory seki none       2     agreement opponent_of_requester 2 zero        draw  6.5 0.5
        chinese           basic_ko                    forbidden   area      none none       2     agreement next_in_turn          2 n           draw  7.5 0.5
        chinese-superko   positional_superko          forbidden   area      none none       2     agreement next_in_turn          2 n           draw  7.5 0.5
        aga               situational_superko         forbidden   area      none none       white agreement next_in_turn          1 n_minus_one draw  7.5 0.5
        bga               natural_situational_superko forbidden   area      none none       white agreement next_in_turn          1 n_minus_one draw  7.5 0.5
        french            natural_situational_superko forbidden   area      none none       white agreement next_in_turn          1 n_minus_one draw  7.5 0.5
        aga-button        situational_superko         forbidden   area      none first_pass 2     agreement next_in_turn          1 n_minus_one draw  7   0.5
        ing               positional_superko          multi_stone area      none none       2     agreement next_in_turn          2 zero        black 8   0.5
        new-zealand       situational_superko         allowed     area      none none       2     agreement next_in_turn          2 zero        draw  7   0
        tromp-taylor      positional_superko          allowed     area      none none       2     as_played next_in_turn          0 zero        draw  7.5 7.5
        stone-scoring     basic_ko                    forbidden   area      all  none       2     agreement next_in_turn          2 zero        draw  7.5 0.5
        ancient-territory basic_ko                    forbidden   territory all  none       2     agreement next_in_turn          2 zero        draw  6.5 0.5
    ";

    #[test]
    fn every_row_is_as_documented() {
        let mut rows = TABLE.lines().map(str::trim).filter(|line| !line.is_empty());
        for preset in Preset::ALL {
            let rules = preset.rules();
            // Pass stones and White passing last come together in every preset.
            assert_eq!(rules.pass_stones, rules.white_passes_last);
            let fields = [
                preset.name().to_owned(),
                rules.repetition.to_string(),
                rules.suicide.to_string(),
                rules.scoring.to_string(),
                rules.tax.to_string(),
                rules.button.to_string(),
                if rules.white_passes_last { "white" } else { "2" }.to_owned(),
                rules.dead.to_string(),
                rules.resume_first.to_string(),
                rules.resumptions.to_string(),
                rules.handicap_bonus.to_string(),
                rules.ties.to_string(),
                preset.komi().to_string(),
                preset.handicap_komi().to_string(),
            ];
            let expected = rows.next().unwrap_or_default();
            assert_eq!(fields.join(" "), expected.split_whitespace().collect::<Vec<_>>().join(" "));
            assert_eq!(rules.placement, Placement::Fixed);
            assert_eq!(rules.check(), Ok(()));
            assert_eq!(preset.name().parse(), Ok(*preset));
        }
        assert_eq!(rows.next(), None);
    }

    #[test]
    fn a_game_under_basic_ko_can_always_end() {
        for preset in Preset::ALL {
            let rules = preset.rules();
            assert_eq!(rules.repetition == Repetition::BasicKo, rules.long_cycle == LongCycle::NoResult);
        }
    }
}
