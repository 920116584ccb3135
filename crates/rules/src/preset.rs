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
        /// Source: the encyclopedia article "Go (board game)", sections "A version of precise, complete rules of go"
        /// and "Configuration score": no position but that of the move before may come back (its comments call this
        /// rule three), and no position has a group without liberties, so that there is no suicide.
        Formal = "formal",
        /// The core rules, counted as in Japan: territory and prisoners, and nothing for the experts.
        ///
        /// Source: the encyclopedia article "Go (board game)", section "Rules": core rule 3 is basic ko, rule 4 the
        /// end, and the count is the one "after Japanese rules". It is silent on suicide, which is forbidden here.
        Core = "core",
        /// The core rules, counted as in China.
        ///
        /// Source: the core rules of the article "Go (board game)", with the count "in Chinese rules".
        CoreArea = "core-area",
        /// The concise statement by James Davies: pass stones, White passes last, everything left is alive.
        ///
        /// Source: James Davies, "The Rules and Elements of Go", the concise statement: a pass costs a prisoner (rule
        /// 4), self-capture (5), superko (6), White ends the game (7), all that is occupied or surrounded counts (8).
        Davies = "davies",
        /// The logical rules in their reference statement: area, positional superko, suicide.
        ///
        /// Source: the article "Overview of Go (game)", reference statement: superko (rule 8), dead stones by agreement
        /// (9), equal scores are a draw (10). Its optional rule 7A, which forbids suicide, is not in force.
        Logical = "logical",
        /// Territory scoring that agrees with area: each pass costs a stone, and White passes last.
        ///
        /// Source: "The Chinese game of Go" (fivekeys.co.nz), sections "The End of the game" (pass stones, White last),
        /// "Dead stones" and "Repeating Positions".
        PassStone = "pass-stone",
        /// A club tournament's rules: territory, and nothing special about seki.
        ///
        /// Source: "Introduction to Go (Wei-qi)", a class handout by Michel Wolffauer (2008), with the rules of its 9x9
        /// tournament: sections "Ko", "Scoring", "Komi" and "Handicaps". Its worked example is one of the tests.
        Tournament = "tournament",
        /// Territory scoring as in Japan.
        ///
        /// Source: the Japanese Rules of Go of the Nihon Kiin and the Kansai Kiin (1989): no suicide (article 4), ko
        /// (6), no territory in seki (8), the opponent of who asks for it moves first when play resumes (9, clause 3),
        /// no result (12). There the players agree on no result; here the third repeat is enough.
        Japanese = "japanese",
        /// Territory scoring as in Korea, the same as in Japan on every axis.
        ///
        /// Source: the rules of the Korea Baduk Association; on the axes there are, they do not differ from the
        /// Japanese ones.
        Korean = "korean",
        /// Area scoring as in China, with basic ko.
        ///
        /// Source: the Chinese Weiqi Association's rules of 2002 as they are applied: ko, and for the rare longer
        /// cycles the result "no result" that article 20, clause 3, leaves to tournaments. They say nothing of
        /// handicaps; a point for each stone is custom.
        Chinese = "chinese",
        /// Area scoring as in China, with the superko of the written rules.
        ///
        /// Source: the Chinese Weiqi Association's rules of 2002 as they are written: no whole-board position may come
        /// back (articles 6 and 20).
        ChineseSuperko = "chinese-superko",
        /// The American Go Association: area or territory give the same result, by pass stones.
        ///
        /// Source: the American Go Association's Concise Rules of Go: komi (rule 3), N - 1 points for N stones under
        /// area counting (4), no suicide (5), situational superko (6), pass stones (7), one resumption (10), White
        /// moves last (11).
        Aga = "aga",
        /// The British Go Association: as the AGA, with natural situational superko.
        ///
        /// Source: the British Go Association's Rules of Play, which follow the AGA's; its interpretation of their rule
        /// 6 forbids to make a position again that the same player made by an earlier play.
        Bga = "bga",
        /// The French Go federation: as the British rules.
        ///
        /// Source: the rules of the Fédération Française de Go: nobody makes the same position twice, as in Britain.
        French = "french",
        /// AGA rules with a button in place of pass stones: the first pass takes half a point.
        ///
        /// Source: Button Go, by Barry Phease and Bill Spight (Sensei's Library), on the axes of the AGA: two passes by
        /// anybody end play, and the first pass, which takes the button, is not one of them.
        AgaButton = "aga-button",
        /// Ing: area, suicide of two stones or more, Black wins ties.
        ///
        /// Source: Ing Chang-Ki, "Ing's Goe Rules" (1996): a single stone may not remove itself, several may. Their
        /// distinction of fighting and disturbing ko is not made here: both are played as positional superko. A komi of
        /// 8 of which Black wins ties is 7.5 in effect.
        Ing = "ing",
        /// New Zealand: area, situational superko, suicide allowed.
        ///
        /// Source: the New Zealand Go Society's rules of Go, whose rules have no numbers: no position as after an
        /// earlier move of the same player, self-capture, 7 points of komi, none in handicap games.
        NewZealand = "new-zealand",
        /// The logical rules of Tromp and Taylor: everything on the board is alive.
        ///
        /// Source: John Tromp and Bill Taylor, "The Logical Rules": positional superko (rule 6), suicide (7), two
        /// passes (8), area as the board stands (9). Komi is not among them.
        TrompTaylor = "tromp-taylor",
        /// Stone scoring: the stones that could stand on the board in the end, so each group pays for two eyes.
        ///
        /// Source: James Davies, "The Rules of Go", in "The Go Player's Almanac" (1992), on traditional Chinese rules:
        /// the stones that a player could have on the board, so that each group pays for two liberties.
        StoneScoring = "stone-scoring",
        /// Territory as it was counted in ancient China: each group pays for two eyes.
        ///
        /// Source: John Fairbairn, "The rules debate as seen from Ancient China" (2006), on counting in Song China.
        /// The meaning of the old texts is disputed; this is one reading.
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

    /// The points for White in an even game for moving second.
    pub const fn komi(self) -> HalfPoints {
        self.row().komi
    }

    /// The points for White in a handicap game, one without stones included.
    pub const fn handicap_komi(self) -> HalfPoints {
        self.row().handicap_komi
    }
}
