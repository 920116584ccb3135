//! What is played in which game.

use std::fmt;

use tengen_rules::{LongCycle, Preset, Repetition, Rules, Suicide};

/// A game's board and rules, which follow from its number.
pub(crate) struct Setting {
    pub(crate) number: u64,
    pub(crate) side: usize,
    pub(crate) rules: Rules,
    ko: &'static str,
    suicide: &'static str,
}

/// GNU Go's options for repetition, and the same here.
const KO: [(&str, Repetition); 3] = [
    ("--simple-ko", Repetition::BasicKo),
    ("--positional-superko", Repetition::PositionalSuperko),
    ("--situational-superko", Repetition::SituationalSuperko),
];

const SUICIDE: [(&str, Suicide); 3] = [
    ("--forbid-suicide", Suicide::Forbidden),
    ("--allow-suicide", Suicide::MultiStone),
    ("--allow-all-suicide", Suicide::Allowed),
];

/// Six games of ten are on the small board, one is on the large one.
const SIDES: [usize; 10] = [9, 9, 9, 13, 19, 13, 9, 9, 9, 13];

impl Setting {
    /// Half of the `mixed` games go through the other combinations of the options. All other games have the first value
    /// of each option, which is the one that GNU Go uses by itself.
    pub(crate) fn of(number: u64, mixed: bool) -> Setting {
        let index = usize::try_from(number).unwrap_or_default();
        let combination = if mixed && index % 2 == 1 { 1 + index / 2 % 8 } else { 0 };
        let (ko, suicide) = (combination / 3, combination % 3);
        let rules = Rules {
            repetition: KO[ko].1,
            suicide: SUICIDE[suicide].1,
            long_cycle: LongCycle::None,
            ..Preset::Chinese.rules()
        };
        let side = SIDES[index % SIDES.len()];
        Setting { number, side, rules, ko: KO[ko].0, suicide: SUICIDE[suicide].0 }
    }

    /// How GNU Go is told.
    pub(crate) fn arguments(&self) -> [&str; 2] {
        [self.ko, self.suicide]
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Setting { number, side, ko, suicide, .. } = self;
        write!(f, "game {number} ({side}x{side} {ko} {suicide})")
    }
}
