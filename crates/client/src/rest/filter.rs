//! Which games a list has.

use std::ops::RangeInclusive;

use reqwest::Url;
use tengen_game::{Millis, Phase, PlayerId};
use tengen_protocol::ResultWord;
use tengen_rules::{BoardName, Color, Preset, Vertex};

use super::write_page;

/// Which games a list has: those that are all of what is asked for. What spectators do not see yet does not count.
///
/// ```
/// use tengen_client::{GameFilter, OpeningMove, Outcome};
/// use tengen_client::protocol::ResultWord;
/// use tengen_client::rules::{BoardName, Color, Preset};
///
/// // Won by Black by resignation, on 9x9 under Chinese rules with two to four stones, after White had opened at E5.
/// let filter = GameFilter {
///     rules: Some(Preset::Chinese),
///     board: Some(BoardName::Grid { width: 9, height: 9 }),
///     handicap: Some(2..=4),
///     results: vec![Outcome::Won(Color::Black), Outcome::By(ResultWord::Resignation)],
///     opening: vec![OpeningMove { color: Some(Color::White), at: Some("E5".parse()?) }],
///     ..GameFilter::default()
/// };
/// # assert_eq!(filter.opening.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GameFilter {
    /// Only games of this player, whatever the colour, offers included.
    pub player: Option<PlayerId>,
    /// Only games in which `player`, who must be named, has this colour.
    pub color: Option<Color>,
    /// Only games that `player`, who must be named, plays with this one.
    pub opponent: Option<PlayerId>,
    /// Only games in one of these phases. Empty for all.
    pub phases: Vec<Phase>,
    /// Only games under the rules of this preset, or rules made from them.
    pub rules: Option<Preset>,
    /// Only games on this board.
    pub board: Option<BoardName>,
    /// Only games with so much handicap.
    pub handicap: Option<RangeInclusive<u8>>,
    /// Only games that ended in one of these ways: of who won and of what by, where named, one each must hold. Empty
    /// for all.
    pub results: Vec<Outcome>,
    /// Only games made then or later.
    pub since: Option<Millis>,
    /// Only games made before.
    pub until: Option<Millis>,
    /// Only games that began with exactly these moves, ten at most. Empty for all.
    pub opening: Vec<OpeningMove>,
    /// Only games with so many moves or more.
    pub min_moves: Option<u32>,
    /// How many games on a page, 1 to 100; the server decides when it is left out.
    pub limit: Option<u8>,
    /// Where to go on: [`GameList::next`](tengen_protocol::GameList::next) of the page before.
    pub cursor: Option<String>,
}

/// Something about a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// This player won.
    Won(Color),
    /// The scores were equal.
    Jigo,
    /// Nobody won, and not because the scores were equal.
    NoWinner,
    /// The reason that ended the game.
    By(ResultWord),
}

impl Outcome {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Won(color) => color.name(),
            Self::Jigo => "jigo",
            Self::NoWinner => "none",
            Self::By(word) => word.name(),
        }
    }
}

/// One of the first moves of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OpeningMove {
    /// The player, if it is not the opponent of who has made the move before it; Black makes the first.
    pub color: Option<Color>,
    /// Where the stone is; `None` is a pass.
    pub at: Option<Vertex>,
}

impl OpeningMove {
    /// As queries spell it.
    fn text(self) -> String {
        let color = self.color.map(|color| format!("{}:", color.name())).unwrap_or_default();
        let at = self.at.map_or_else(|| "pass".to_owned(), |vertex| vertex.to_string());
        color + &at
    }
}

impl GameFilter {
    /// Adds all but the player, who stands in the address, to the query.
    pub(super) fn write(&self, url: &mut Url) {
        let list = |words: Vec<&'static str>| Some(words.join(",")).filter(|words| !words.is_empty());
        let opening: Vec<_> = self.opening.iter().map(|first| first.text()).collect();
        let fields = [
            ("phase", list(self.phases.iter().map(|phase| phase.name()).collect())),
            ("color", self.color.map(|color| color.name().to_owned())),
            ("opponent", self.opponent.map(|player| player.to_string())),
            ("rules", self.rules.map(|preset| preset.to_string())),
            ("size", self.board.map(|board| board.to_string())),
            ("handicap", self.handicap.as_ref().map(|range| format!("{}..{}", range.start(), range.end()))),
            ("result", list(self.results.iter().map(|outcome| outcome.name()).collect())),
            ("since", self.since.map(|moment| moment.to_string())),
            ("until", self.until.map(|moment| moment.to_string())),
            ("opening", Some(opening.join(",")).filter(|moves| !moves.is_empty())),
            ("min_moves", self.min_moves.map(|moves| moves.to_string())),
        ];
        for (name, value) in fields {
            if let Some(value) = value {
                url.query_pairs_mut().append_pair(name, &value);
            }
        }
        write_page(url, self.limit, self.cursor.as_deref());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(filter: &GameFilter) -> String {
        let mut url = Url::parse("http://localhost/games").unwrap();
        filter.write(&mut url);
        url.query().unwrap_or_default().to_owned()
    }

    #[test]
    fn fields_are_spelt_as_the_server_reads_them() {
        assert_eq!(query(&GameFilter::default()), "");
        let filter = GameFilter {
            phases: vec![Phase::Playing, Phase::Finished],
            handicap: Some(2..=9),
            results: vec![Outcome::NoWinner, Outcome::By(ResultWord::NoResult)],
            opening: vec![
                OpeningMove { color: Some(Color::White), at: Some("q16".parse().unwrap()) },
                OpeningMove { color: None, at: None },
            ],
            limit: Some(5),
            ..GameFilter::default()
        };
        assert_eq!(
            query(&filter),
            "phase=playing%2Cfinished&handicap=2..9&result=none%2Cno_result&opening=white%3AQ16%2Cpass&limit=5"
        );
    }
}
