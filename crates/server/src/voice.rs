//! The server's own words to people: the texts of the catalogues, in one language.

use std::borrow::Cow;
use std::io::Read as _;
use std::path::Path;
use std::sync::LazyLock;

use flate2::read::GzDecoder;
use tengen_pages::{Error, Language, Param, Texts};
use tengen_protocol::record::RecordResult;
use tengen_protocol::{PlayerCard, ResultShape};
use tengen_rules::{BoardName, Color, HalfPoints};

use tengen_store::computers;

use crate::naming;

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
        match naming::number_of_nameless(player) {
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

    /// How a game ended.
    pub fn result(&self, result: &ResultShape) -> String {
        match result.winner {
            Some(winner) => self.won(winner.0, result.by.name(), result.margin.map(|margin| margin.0)),
            None => self.undecided(result.by.name()),
        }
    }

    /// How the game of a record ended: in the record's words, where they are not understood.
    pub fn recorded_result(&self, result: &RecordResult) -> String {
        match (result.winner, result.by.as_deref()) {
            (Some(winner), by) => {
                self.won(winner.0, by.unwrap_or_default(), result.margin.map(|margin| margin.0))
            }
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

    fn won(&self, winner: Color, by: &str, margin: Option<HalfPoints>) -> String {
        let color = self.color(winner);
        let color = ("color", Param::Text(&color));
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

    fn won(language: Language, by: ResultWord, halves: Option<i32>) -> String {
        let margin = halves.map(|halves| Points(HalfPoints::new(halves)));
        let (winner, text) = (Some(Text(Color::White)), String::new());
        voice(language).result(&ResultShape { winner, by, margin, text })
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
        assert_eq!(voice(English).result(&void), "No result, by decision of the server's staff");
        let (winner, text) = (None, "?".to_owned());
        let unknown = RecordResult { winner, by: None, margin: None, text };
        assert_eq!(voice(Japanese).recorded_result(&unknown), "?");
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
        let nameless = || naming::of_nameless_guest(4821);
        assert_eq!(called(Language::English, nameless(), PlayerKind::Guest), "Guest 4821");
        assert_eq!(called(Language::Japanese, nameless(), PlayerKind::Guest), "ゲスト4821");
        // A name that somebody chose stays as it is.
        assert_eq!(called(Language::Japanese, nameless(), PlayerKind::Member), "Guest 4821");
        assert_eq!(called(Language::Japanese, "Guest Ann".to_owned(), PlayerKind::Guest), "Guest Ann");
    }
}
