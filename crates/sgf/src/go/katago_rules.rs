//! Rules in KataGo's own form, which names each axis: `koPOSITIONALscoreAREAtaxNONEsui1`.

use tengen_rules::{
    Button, Dead, HandicapBonus, LongCycle, Preset, Repetition, Rules, Scoring, Suicide, Tax,
};

use crate::go::NamedRules;

/// The axes as they are named. Those that are left out have the values that KataGo gives them.
struct Axes {
    ko: Repetition,
    /// Whether the rule for ko is only the nearest one.
    is_similar: bool,
    scoring: Scoring,
    tax: Option<Tax>,
    suicide: bool,
    button: bool,
    bonus: HandicapBonus,
    friendly_pass: Option<bool>,
}

/// The rules of a text in KataGo's form, or in the JSON that it takes as well. The text is in small letters, without white space.
pub(super) fn read(text: &str) -> Option<NamedRules> {
    let plain: String =
        text.chars().filter(|letter| !matches!(letter, '{' | '}' | '"' | ':' | ',' | '=' | '_')).collect();
    let mut axes = Axes {
        ko: Repetition::PositionalSuperko,
        is_similar: false,
        scoring: Scoring::Area,
        tax: None,
        suicide: true,
        button: false,
        bonus: HandicapBonus::Zero,
        friendly_pass: None,
    };
    let (mut rest, mut has_ko) = (plain.as_str(), false);
    while !rest.is_empty() {
        rest = axes.take(rest, &mut has_ko)?;
    }
    let rules = has_ko.then(|| axes.rules())?;
    rules.rules.check().is_ok().then_some(rules)
}

/// What follows one of some words in front of a text, with what the word means.
fn word<'a, T: Copy>(text: &'a str, words: &[(&str, T)]) -> Option<(T, &'a str)> {
    words.iter().find_map(|(word, meaning)| Some((*meaning, text.strip_prefix(word)?)))
}

/// The names of the axes, the longer ones first.
#[derive(Clone, Copy)]
enum Axis {
    Ko,
    Scoring,
    Tax,
    Suicide,
    Button,
    Bonus,
    FriendlyPass,
    Komi,
}

const NAMES: &[(&str, Axis)] = &[
    ("komi", Axis::Komi),
    ("ko", Axis::Ko),
    ("scoring", Axis::Scoring),
    ("score", Axis::Scoring),
    ("tax", Axis::Tax),
    ("multistonesuicidelegal", Axis::Suicide),
    ("suicide", Axis::Suicide),
    ("sui", Axis::Suicide),
    ("hasbutton", Axis::Button),
    ("button", Axis::Button),
    ("whitehandicapbonus", Axis::Bonus),
    ("whb", Axis::Bonus),
    ("friendlypassok", Axis::FriendlyPass),
    ("fpok", Axis::FriendlyPass),
];

/// A rule that keeps more than others from coming back.
const SPIGHT: &str = "spight";

const KOS: &[(&str, Repetition)] = &[
    ("simple", Repetition::BasicKo),
    ("positional", Repetition::PositionalSuperko),
    ("situational", Repetition::SituationalSuperko),
    // Of Spight's rule nothing is left here but that it looks at who made a position.
    (SPIGHT, Repetition::NaturalSituationalSuperko),
];

const TAXES: &[(&str, Tax)] = &[("none", Tax::None), ("seki", Tax::Seki), ("all", Tax::All)];

const BONUSES: &[(&str, HandicapBonus)] =
    &[("0", HandicapBonus::Zero), ("n-1", HandicapBonus::NMinusOne), ("n", HandicapBonus::N)];

const TRUTHS: &[(&str, bool)] = &[("1", true), ("0", false), ("true", true), ("false", false)];

impl Axes {
    /// Takes an axis and its value from the front of a text. Answers the rest.
    fn take<'a>(&mut self, text: &'a str, has_ko: &mut bool) -> Option<&'a str> {
        let (axis, value) = word(text, NAMES)?;
        let rest;
        match axis {
            Axis::Ko => {
                *has_ko = true;
                self.is_similar = value.starts_with(SPIGHT);
                (self.ko, rest) = word(value, KOS)?;
            }
            Axis::Scoring => {
                let words = [("area", Scoring::Area), ("territory", Scoring::Territory)];
                (self.scoring, rest) = word(value, &words)?;
            }
            Axis::Tax => {
                let (tax, behind) = word(value, TAXES)?;
                (self.tax, rest) = (Some(tax), behind);
            }
            Axis::Suicide => (self.suicide, rest) = word(value, TRUTHS)?,
            Axis::Button => (self.button, rest) = word(value, TRUTHS)?,
            Axis::Bonus => (self.bonus, rest) = word(value, BONUSES)?,
            Axis::FriendlyPass => {
                let (friendly, behind) = word(value, TRUTHS)?;
                (self.friendly_pass, rest) = (Some(friendly), behind);
            }
            // `KM` tells the komi.
            Axis::Komi => {
                let is_number = |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | '-');
                rest = value.trim_start_matches(is_number);
            }
        }
        Some(rest)
    }

    /// The preset that is nearest, with the axes that differ.
    fn rules(&self) -> NamedRules {
        let preset = self.nearest();
        let usual = preset.rules();
        let tax = self.tax.unwrap_or(match self.scoring {
            Scoring::Territory => Tax::Seki,
            Scoring::Area => Tax::None,
        });
        let by_position = self.ko == Repetition::PositionalSuperko;
        let suicide = match (self.suicide, usual.suicide) {
            (false, _) => Suicide::Forbidden,
            // A single stone that takes itself off leaves the position as it was, so that superko forbids it in any case.
            (true, Suicide::Allowed) if by_position => Suicide::Allowed,
            (true, _) => Suicide::MultiStone,
        };
        let agreed = self.friendly_pass == Some(true) && usual.dead == Dead::AsPlayed;
        let rules = Rules {
            repetition: self.ko,
            long_cycle: if self.ko == Repetition::BasicKo { LongCycle::NoResult } else { LongCycle::None },
            suicide,
            scoring: self.scoring,
            tax,
            button: if self.button { Button::FirstPass } else { Button::None },
            handicap_bonus: self.bonus,
            // The program counts areas without them.
            pass_stones: false,
            white_passes_last: false,
            dead: if agreed { Dead::Agreement } else { usual.dead },
            resumptions: if agreed { Preset::Logical.rules().resumptions } else { usual.resumptions },
            ..usual
        };
        NamedRules { preset, rules, is_similar: self.is_similar }
    }

    fn nearest(&self) -> Preset {
        match (self.scoring, self.tax, self.ko) {
            (Scoring::Territory, Some(Tax::All), _) => Preset::AncientTerritory,
            (Scoring::Territory, ..) => Preset::Japanese,
            (Scoring::Area, Some(Tax::All), _) => Preset::StoneScoring,
            (Scoring::Area, ..) if self.button => Preset::AgaButton,
            (Scoring::Area, _, Repetition::BasicKo) => Preset::Chinese,
            (Scoring::Area, _, Repetition::PositionalSuperko) if self.suicide => Preset::TrompTaylor,
            (Scoring::Area, _, Repetition::PositionalSuperko) => Preset::ChineseSuperko,
            (Scoring::Area, _, Repetition::SituationalSuperko) if self.suicide => Preset::NewZealand,
            (Scoring::Area, _, Repetition::SituationalSuperko) => Preset::Aga,
            (Scoring::Area, _, Repetition::NaturalSituationalSuperko) => Preset::Bga,
        }
    }
}
