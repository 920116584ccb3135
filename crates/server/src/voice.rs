//! The server's own words to people: the texts of the catalogues, in one language.

use std::borrow::Cow;
use std::io::Read as _;
use std::path::Path;
use std::sync::LazyLock;

use flate2::read::GzDecoder;
use tengen_actions::people::names;
use tengen_pages::{Error, Language, Param, Texts};
use tengen_protocol::records::RecordResult;
use tengen_protocol::{PlayerCard, ResultShape, RulesShape};
use tengen_rules::{BoardName, Color, HalfPoints, Preset, Scoring};

use tengen_store::computers;

/// Every text, as the build script took it into the program.
const PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/site/texts.json.gz"));
const NAME: &str = "the texts in the program";

/// They are unpacked when the first one is needed, and not at the start: a server that nobody asks has no use for them.
static TEXTS: LazyLock<Texts> = LazyLock::new(|| {
    // A test unpacks the same bytes.
    unpacked().unwrap_or_else(|error| {
        tracing::error!(%error, "some texts can't be read");
        Texts::default()
    })
});

fn unpacked() -> Result<Texts, Error> {
    let mut json = Vec::new();
    let read = GzDecoder::new(PACKED).read_to_end(&mut json);
    read.map_err(|error| Error::Unreadable(NAME.to_owned(), error))?;
    Texts::from_json(&json).map_err(|error| Error::Theme(NAME.to_owned(), error))
}

/// Every text: those in the program, or as they stand now in a folder of pages that somebody works on.
///
/// # Errors
///
/// Where the folder does not read.
pub fn texts(folder: Option<&Path>) -> Result<Cow<'static, Texts>, Error> {
    match folder {
        Some(folder) => Texts::read(&folder.join("text")).map(Cow::Owned),
        None => Ok(Cow::Borrowed(&TEXTS)),
    }
}

/// The texts in one language. Players, boards and results are called as the pages call them.
#[derive(Debug, Clone)]
pub struct Voice {
    texts: Cow<'static, Texts>,
    language: Language,
}

impl Voice {
    /// The voice of a server whose pages come from this folder, or out of the program.
    ///
    /// # Errors
    ///
    /// Where the folder does not read.
    pub fn new(folder: Option<&Path>, language: Language) -> Result<Self, Error> {
        Ok(Self { texts: texts(folder)?, language })
    }

    /// A text, filled in.
    pub fn say(&self, key: &str, params: &[(&str, Param<'_>)]) -> String {
        self.texts.get(self.language, key, params)
    }

    /// A text that may not be there.
    pub fn say_known(&self, key: &str) -> Option<String> {
        Some(self.say(key, &[])).filter(|text| text != key)
    }

    /// A player's name. One that the server made up is said in the language.
    pub fn player(&self, player: &PlayerCard) -> String {
        if let Some(level) = computers::level_of(player.id.0) {
            return self.say("name.computer", &[("level", Param::Count(u64::from(level.number())))]);
        }
        match names::number_of_nameless(player) {
            Some(number) => self.say("name.guest", &[("number", Param::Text(number))]),
            None => player.name.clone(),
        }
    }

    /// Who plays whom.
    pub fn pair(&self, black: &str, white: &str) -> String {
        self.say("game.pair", &[("black", Param::Text(black)), ("white", Param::Text(white))])
    }

    /// A colour.
    pub fn color(&self, color: Color) -> String {
        self.say(if color == Color::Black { "color.black" } else { "color.white" }, &[])
    }

    /// A board: its size, and its kind if it is no plain grid.
    pub fn board(&self, board: BoardName) -> String {
        let sized = |key: &str, width: usize, height: usize| {
            self.say(key, &[("width", count(width)), ("height", count(height))])
        };
        let sided = |key: &str, side: usize| self.say(key, &[("side", count(side))]);
        match board {
            BoardName::Grid { width, height } => sized("game.size", width, height),
            BoardName::Cylinder { width, height } => sized("board.cylinder", width, height),
            BoardName::Roll { width, height } => sized("board.roll", width, height),
            BoardName::Torus { width, height } => sized("board.torus", width, height),
            BoardName::Hexagon(side) => sided("board.hexagon", side),
            BoardName::Triangle(side) => sided("board.triangle", side),
            BoardName::Honeycomb(side) => sided("board.honeycomb", side),
            BoardName::Petersen => self.say("board.petersen", &[]),
            BoardName::Dodecahedron => self.say("board.dodecahedron", &[]),
        }
    }

    /// The komi of a game by these rules.
    pub fn komi(&self, komi: HalfPoints, rules: &RulesShape) -> String {
        match self.in_stones(komi, of_area(rules)) {
            Some(amount) => self.say("game.komi_stones", &[("amount", Param::Text(&amount))]),
            None => self.say("game.komi", &[("komi", Param::Text(&komi.to_string()))]),
        }
    }

    /// How a game by these rules ended.
    pub fn result(&self, result: &ResultShape, rules: &RulesShape) -> String {
        let margin = result.margin.map(|margin| margin.0);
        match result.winner {
            Some(winner) => self.won(winner.0, result.by.name(), margin, of_area(rules)),
            None => self.undecided(result.by.name()),
        }
    }

    /// How the game of a record by rules of this preset ended: in the record's words, where they are not understood.
    pub fn recorded_result(&self, result: &RecordResult, preset: Option<Preset>) -> String {
        let margin = result.margin.map(|margin| margin.0);
        match (result.winner, result.by.as_deref()) {
            (Some(winner), by) => self.won(winner.0, by.unwrap_or_default(), margin, preset),
            (None, Some(by @ ("score" | "void"))) => self.undecided(by),
            (None, _) => result.text.clone(),
        }
    }

    fn undecided(&self, by: &str) -> String {
        match by {
            "abort" => self.say("result.abort", &[]),
            "score" => self.say("result.draw", &[]),
            "adjudication" => self.say("result.adjudication_none", &[]),
            _ => self.say("result.no_result", &[]),
        }
    }

    fn won(&self, winner: Color, by: &str, margin: Option<HalfPoints>, preset: Option<Preset>) -> String {
        let color = self.color(winner);
        let color = ("color", Param::Text(&color));
        let stones = margin.filter(|_| by == "score").and_then(|margin| self.in_stones(margin, preset));
        if let Some(amount) = stones {
            return self.say("result.score_stones", &[color, ("amount", Param::Text(&amount))]);
        }
        let key = match (by, margin.map(HalfPoints::half_points)) {
            ("score", Some(1)) => "result.score_half_point",
            ("score", Some(halves)) => {
                let whole = Param::Count(u64::from(halves.unsigned_abs() / 2));
                return if halves % 2 == 0 {
                    self.say("result.score", &[color, ("count", whole)])
                } else {
                    self.say("result.score_half", &[color, ("whole", whole)])
                };
            }
            ("resignation", _) => "result.resignation",
            ("time", _) => "result.time",
            ("absence", _) => "result.absence",
            ("adjudication", _) => "result.adjudication",
            _ => "result.other",
        };
        self.say(key, &[color])
    }

    /// Points as stones of one side, each worth two: 3/4, 2 又 1/4. Nothing where readers count points, under all rules but those
    /// that the catalogue names, and for no points or less. The pages decide likewise (`inStones`).
    fn in_stones(&self, points: HalfPoints, preset: Option<Preset>) -> Option<String> {
        let quarters = u64::try_from(points.half_points()).ok().filter(|quarters| *quarters > 0)?;
        let preset = preset?.name();
        if !self.say("result.in_stones", &[]).split(' ').any(|named| named == preset) {
            return None;
        }
        let whole = quarters / 4;
        let part = match quarters % 4 {
            1 => "1/4",
            2 => "1/2",
            3 => "3/4",
            _ => return Some(whole.to_string()),
        };
        if whole == 0 {
            return Some(part.to_owned());
        }
        Some(self.say("number.mixed", &[("whole", Param::Count(whole)), ("part", Param::Text(part))]))
    }
}

/// The preset of rules that count area. Changed to territory, they count no stones.
fn of_area(rules: &RulesShape) -> Option<Preset> {
    (rules.scoring.0 == Scoring::Area).then_some(rules.preset.0)
}

fn count(number: usize) -> Param<'static> {
    Param::Count(number as u64)
}

#[cfg(test)]
mod tests {
    use tengen_game::PlayerId;
    use tengen_house::Level;
    use tengen_protocol::{PlayerKind, Points, ResultWord, Text};

    use super::*;

    fn voice(language: Language) -> Voice {
        Voice::new(None, language).unwrap()
    }

    fn rules(preset: Preset) -> RulesShape {
        RulesShape::new(preset, &preset.rules())
    }

    fn won_by(rules: &RulesShape, language: Language, by: ResultWord, halves: Option<i32>) -> String {
        let margin = halves.map(|halves| Points(HalfPoints::new(halves)));
        let (winner, text) = (Some(Text(Color::White)), String::new());
        voice(language).result(&ResultShape { winner, by, margin, text }, rules)
    }

    fn won(language: Language, by: ResultWord, halves: Option<i32>) -> String {
        won_by(&rules(Preset::Japanese), language, by, halves)
    }

    #[test]
    fn the_program_has_every_text_of_the_pages() {
        let unpacked = unpacked().unwrap();
        let written = Texts::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../static/text")).unwrap();
        assert!(unpacked.to_json() == written.to_json(), "{NAME} does not have the texts of static/text");
    }

    #[test]
    fn results_are_told_as_players_of_the_language_tell_them() {
        use Language::{English, Japanese, Korean, SimplifiedChinese, TraditionalChinese};
        for (language, score, half, resignation) in [
            (English, "White wins by 8.5 points", "White wins by half a point", "White wins by resignation"),
            (Japanese, "白8目半勝ち", "白半目勝ち", "白中押し勝ち"),
            (Korean, "백 8집반 승", "백 반집 승", "백 불계승"),
            (SimplifiedChinese, "白方胜 8.5 目", "白方胜半目", "白方中盘胜"),
            (TraditionalChinese, "白方勝 8.5 目", "白方勝半目", "白方中盤勝"),
        ] {
            assert_eq!(won(language, ResultWord::Score, Some(17)), score);
            assert_eq!(won(language, ResultWord::Score, Some(1)), half);
            assert_eq!(won(language, ResultWord::Resignation, None), resignation);
        }
        assert_eq!(won(English, ResultWord::Score, Some(2)), "White wins by 1 point");
        let decided = "White wins by decision of the server's staff";
        assert_eq!(won(English, ResultWord::Adjudication, None), decided);
        assert_eq!(won(Japanese, ResultWord::Adjudication, None), "白勝ち（運営の裁定）");
        let void =
            ResultShape { winner: None, by: ResultWord::Adjudication, margin: None, text: "Void".to_owned() };
        assert_eq!(
            voice(English).result(&void, &rules(Preset::Japanese)),
            "No result, by decision of the server's staff"
        );
        let (winner, text) = (None, "?".to_owned());
        let unknown = RecordResult { winner, by: None, margin: None, text };
        assert_eq!(voice(Japanese).recorded_result(&unknown, None), "?");
    }

    #[test]
    fn stones_are_told_where_readers_of_the_language_count_them() {
        use Language::{English, Japanese, Korean, SimplifiedChinese, TraditionalChinese};
        let chinese = rules(Preset::Chinese);
        let komi = |rules: &RulesShape, language: Language, halves: i32| {
            voice(language).komi(HalfPoints::new(halves), rules)
        };
        for (language, least, more, even, by_komi) in [
            (
                English,
                "White wins by half a point",
                "White wins by 5.5 points",
                "White wins by 4 points",
                "komi 7.5",
            ),
            (Japanese, "白半目勝ち", "白5目半勝ち", "白4目勝ち", "コミ7.5目"),
            (Korean, "백 반집 승", "백 5집반 승", "백 4집 승", "덤 7.5집"),
            (SimplifiedChinese, "白方胜 1/4 子", "白方胜 2 又 3/4 子", "白方胜 2 子", "贴 3 又 3/4 子"),
            (TraditionalChinese, "白方勝 1/4 子", "白方勝 2 又 3/4 子", "白方勝 2 子", "貼 3 又 3/4 子"),
        ] {
            for (halves, expected) in [(1, least), (11, more), (8, even)] {
                assert_eq!(won_by(&chinese, language, ResultWord::Score, Some(halves)), expected);
            }
            assert_eq!(komi(&chinese, language, 15), by_komi);
        }
        let superko = rules(Preset::ChineseSuperko);
        assert_eq!(won_by(&superko, SimplifiedChinese, ResultWord::Score, Some(2)), "白方胜 1/2 子");
        // Other rules count points, and so do these, if they are changed to count territory.
        let changed = RulesShape { scoring: Text(Scoring::Territory), ..chinese };
        for rules in [changed, rules(Preset::Aga), rules(Preset::Japanese)] {
            assert_eq!(won_by(&rules, SimplifiedChinese, ResultWord::Score, Some(3)), "白方胜 1.5 目");
            assert_eq!(komi(&rules, SimplifiedChinese, 15), "贴目 7.5");
        }
        assert_eq!(komi(&chinese, SimplifiedChinese, 0), "贴目 0");
        assert_eq!(komi(&chinese, SimplifiedChinese, -11), "贴目 -5.5");
        let recorded = RecordResult {
            winner: Some(Text(Color::Black)),
            by: Some("score".to_owned()),
            margin: Some(Points(HalfPoints::new(3))),
            text: "B+1.5".to_owned(),
        };
        let of_record = |preset| voice(TraditionalChinese).recorded_result(&recorded, preset);
        assert_eq!(of_record(Some(Preset::Chinese)), "黑方勝 3/4 子");
        assert_eq!(of_record(None), "黑方勝 1.5 目");
    }

    #[test]
    fn a_computer_and_a_board_are_called_in_every_language() {
        let computer = computers::card(Level::ALL[0]);
        for board in BoardName::EXAMPLES {
            let mut said: Vec<_> = Language::ALL.map(|language| voice(language).board(board)).to_vec();
            assert!(said.iter().all(|text| !text.contains(['{', '.'])), "{said:?}");
            said.dedup();
            assert!(said.len() > 1 || matches!(board, BoardName::Grid { .. }), "{said:?}");
        }
        assert_eq!(voice(Language::English).player(&computer), "Computer 1");
        assert_eq!(voice(Language::Korean).player(&computer), "컴퓨터 1");
    }

    #[test]
    fn a_guest_without_a_name_is_called_in_every_language() {
        let called = |language: Language, name: String, kind: PlayerKind| {
            let id = Text(PlayerId::from_entropy([7; 10]));
            voice(language).player(&PlayerCard { id, name, guest: kind == PlayerKind::Guest, kind })
        };
        let nameless = || names::of_nameless_guest(4821);
        assert_eq!(called(Language::English, nameless(), PlayerKind::Guest), "Guest 4821");
        assert_eq!(called(Language::Japanese, nameless(), PlayerKind::Guest), "ゲスト4821");
        // A name that somebody chose stays as it is.
        assert_eq!(called(Language::Japanese, nameless(), PlayerKind::Member), "Guest 4821");
        assert_eq!(called(Language::Japanese, "Guest Ann".to_owned(), PlayerKind::Guest), "Guest Ann");
    }
}
