//! The well-known rule systems.

use crate::HalfPoints;
use crate::Rules;
use crate::names::named;
use crate::preset_table as table;

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
        /// The complete formal rules: the board as it stands is counted, after two passes.
        ///
        /// Source: the complete formal rules with their very small boards.
        Formal = "formal",
        /// The core rules, counted as in Japan: territory and prisoners, and nothing for the experts.
        ///
        /// Source: the core rules in the same document as the complete formal rules, with the Japanese count. They
        /// are silent on suicide, which is forbidden here.
        Core = "core",
        /// The core rules, counted as in China.
        ///
        /// Source: the core rules with the Chinese count.
        CoreArea = "core-area",
        /// The concise statement by James Davies: pass stones, White passes last, everything left is alive.
        ///
        /// Source: the concise statement by James Davies; its sixth rule is positional superko.
        Davies = "davies",
        /// The logical rules in their reference statement: area, positional superko, no suicide.
        ///
        /// Source: the reference statement of the logical rules; variant 7A forbids suicide.
        Logical = "logical",
        /// Territory scoring that agrees with area: each pass costs a stone, and White passes last.
        ///
        /// Source: the pass-stone rules for beginners.
        PassStone = "pass-stone",
        /// A club tournament's rules: territory, and nothing special about seki.
        ///
        /// Source: the handout of a 9x9 club tournament, whose worked example is one of the tests.
        Tournament = "tournament",
        /// Territory scoring as in Japan.
        ///
        /// Source: the Japanese rules of 1989: basic ko and no result (articles 6 and 12), no territory in seki
        /// (article 8), the opponent of who asks for it moves first when play resumes (article 9).
        Japanese = "japanese",
        /// Territory scoring as in Korea, the same as in Japan on every axis.
        ///
        /// Source: the rules of the Korea Baduk Association, as far as they differ from the Japanese rules nowhere
        /// here.
        Korean = "korean",
        /// Area scoring as in China, with basic ko.
        ///
        /// Source: the Chinese rules of 2002 as they are applied: basic ko, and no result for longer cycles.
        Chinese = "chinese",
        /// Area scoring as in China, with the superko of the written rules.
        ///
        /// Source: the Chinese rules of 2002 as they are written: no position may come back (article 20).
        ChineseSuperko = "chinese-superko",
        /// The American Go Association: area or territory give the same result, by pass stones.
        ///
        /// Source: the rules of the American Go Association: situational superko (rule 6), pass stones (7), White
        /// passing last (11), one resumption (10), N - 1 points for N stones (4).
        Aga = "aga",
        /// The British Go Association: as the AGA, with natural situational superko.
        ///
        /// Source: the British Go Association's rules, which follow the AGA's and forbid a player to *make* a
        /// position again.
        Bga = "bga",
        /// The French Go federation: as the British rules.
        ///
        /// Source: the rules of the Fédération Française de Go, whose superko is the same as the British.
        French = "french",
        /// AGA rules with a button in place of pass stones: the first pass takes half a point.
        ///
        /// Source: the button variant of the AGA rules (button Go): two passes by anybody end play, the first pass is
        /// not one of them.
        AgaButton = "aga-button",
        /// Ing: area, suicide of two stones or more, Black wins ties.
        ///
        /// Source: Ing's rules of 1996. Their distinction of fighting and disturbing ko is not made here: both are
        /// played as positional superko. A komi of 8 of which Black wins ties is the usual 7.5.
        Ing = "ing",
        /// New Zealand: area, situational superko, suicide allowed.
        ///
        /// Source: the rules of the New Zealand Go Society: situational superko, suicide is not forbidden, no komi in
        /// handicap games.
        NewZealand = "new-zealand",
        /// The logical rules of Tromp and Taylor: everything on the board is alive.
        ///
        /// Source: the logical rules of Tromp and Taylor, in their concise form: positional superko (rule 6), suicide
        /// (rule 7), area as the board stands (rules 8 and 9).
        TrompTaylor = "tromp-taylor",
        /// Stone scoring: the stones that could stand on the board in the end, so each group pays for two eyes.
        ///
        /// Source: the oldest Chinese way of counting, by stones alone; played out, two points of each group stay
        /// empty.
        StoneScoring = "stone-scoring",
        /// Territory as it was counted in ancient China: each group pays for two eyes.
        ///
        /// Source: the records of Song and Ming China, where territory scoring had the tax on groups as well.
        AncientTerritory = "ancient-territory",
    }
}

impl Preset {
    const fn row(self) -> &'static table::Row {
        match self {
            Preset::Formal => &table::FORMAL,
            Preset::Core => &table::CORE,
            Preset::CoreArea => &table::CORE_AREA,
            Preset::Davies => &table::DAVIES,
            Preset::Logical => &table::LOGICAL,
            Preset::PassStone => &table::PASS_STONE,
            Preset::Tournament => &table::TOURNAMENT,
            Preset::Japanese => &table::JAPANESE,
            Preset::Korean => &table::KOREAN,
            Preset::Chinese => &table::CHINESE,
            Preset::ChineseSuperko => &table::CHINESE_SUPERKO,
            Preset::Aga => &table::AGA,
            Preset::Bga => &table::BGA,
            Preset::French => &table::FRENCH,
            Preset::AgaButton => &table::AGA_BUTTON,
            Preset::Ing => &table::ING,
            Preset::NewZealand => &table::NEW_ZEALAND,
            Preset::TrompTaylor => &table::TROMP_TAYLOR,
            Preset::StoneScoring => &table::STONE_SCORING,
            Preset::AncientTerritory => &table::ANCIENT_TERRITORY,
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
