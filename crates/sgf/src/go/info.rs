//! A record's information about the whole game.

use std::sync::Arc;

use tengen_rules::{BoardName, HalfPoints, Preset, Topology};

use crate::go::komi::{self, KomiContext};
use crate::go::{BoardSize, KomiForm, Misfit, MisfitKind, RecordedResult, preset_named};
use crate::{Name, Node, Value};

/// Size, komi, handicap, rules and result of a game. `SZ`, `XSZ` and `GM` are read from the root, and each of the
/// others from the first node of the main line that has it. An empty value counts as none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameInfo {
    /// The size of the board; 19 by 19 where the record is silent.
    pub size: BoardSize,
    /// The board, if it is one that SGF cannot describe: `XSZ` has its name, and in place of `B`, `W`, `AB`, `AW`,
    /// `AE` and `HA` the record has properties with an `X` before their names, whose points are those of
    /// [`Vertex`](tengen_rules::Vertex). Programs that do not know them see a game without moves, rather than moves on
    /// a grid where other points are neighbours. `size` is then how the points lie in rows.
    pub board: Option<Arc<Topology>>,
    /// Komi in points, if the record says it.
    pub komi: Option<HalfPoints>,
    /// How the number of the komi was taken, if there is one.
    pub komi_form: Option<KomiForm>,
    /// The komi in the record's words.
    pub komi_text: Option<String>,
    /// The number of handicap stones; 0 where the record is silent.
    pub handicap: u8,
    /// The rules in the record's words.
    pub rules: Option<String>,
    /// The rules as a preset, if they are a known one.
    pub preset: Option<Preset>,
    /// The result in the record's words.
    pub result_text: Option<String>,
    /// The result, if it has the standard's form.
    pub result: Option<RecordedResult>,
}

impl GameInfo {
    /// Reads the main line that begins with `root`. A strange text for rules or result is never an error, because
    /// people write all sorts of things there.
    pub fn read(root: Node<'_>) -> Result<GameInfo, Misfit> {
        let (info, misfit) = Self::read_all(root)?;
        misfit.map_or(Ok(info), Err)
    }

    /// Reads as much as it takes to show the game: a komi or a handicap that means nothing counts as none.
    pub fn read_to_show(root: Node<'_>) -> Result<GameInfo, Misfit> {
        Self::read_all(root).map(|(info, _)| info)
    }

    /// The information, and the faults of komi or handicap.
    fn read_all(root: Node<'_>) -> Result<(GameInfo, Option<Misfit>), Misfit> {
        if let Some(game) = filled(root.value(Name::GM))
            && game.simple_text().trim() != "1"
        {
            return Err(Misfit::new(MisfitKind::NotGo, root, game));
        }
        let board = match filled(root.value(Name::XSZ)) {
            None => None,
            Some(value) => {
                let name = value.simple_text().trim().parse().and_then(BoardName::topology);
                Some(Arc::new(name.map_err(|_| Misfit::new(MisfitKind::Board, root, value))?))
            }
        };
        let size = match (&board, filled(root.value(Name::SZ))) {
            (Some(board), _) => BoardSize::of_rows(board),
            (None, None) => BoardSize::DEFAULT,
            (None, Some(value)) => {
                let size = value.simple_text().parse();
                size.map_err(|_| Misfit::new(MisfitKind::Size, root, value))?
            }
        };
        let stones = if board.is_some() { Name::XHA } else { Name::HA };
        let [komi, handicap, rules, result, program] =
            first_values(root, [Name::KM, stones, Name::RU, Name::RE, Name::AP]);
        let mut misfit = None;
        let mut complain = |kind, value| misfit = misfit.or(Some(Misfit::new(kind, root, value)));
        let [rules, result_text, komi_text, program] = [rules, result, komi, program]
            .map(|value| value.map(|value| value.simple_text().trim().to_owned()));
        let preset = rules.as_deref().and_then(preset_named);
        let context = KomiContext { program: program.as_deref(), preset, size };
        let read = komi.and_then(|value| {
            let read = komi::read(&value.simple_text(), &context);
            read.map_err(|_| complain(MisfitKind::Komi, value)).ok()
        });
        let (komi, komi_form) = read.unzip();
        let handicap = handicap.and_then(|value| {
            let stones = value.simple_text().trim().parse();
            stones.map_err(|_: std::num::ParseIntError| complain(MisfitKind::Handicap, value)).ok()
        });
        let result = result_text.as_deref().and_then(|text| text.parse().ok());
        let handicap = handicap.unwrap_or(0);
        let info = GameInfo {
            size,
            board,
            komi,
            komi_form,
            komi_text,
            handicap,
            rules,
            preset,
            result_text,
            result,
        };
        Ok((info, misfit))
    }
}

/// The value, unless it is empty.
fn filled(value: Option<Value<'_>>) -> Option<Value<'_>> {
    value.filter(|value| !value.raw().trim().is_empty())
}

/// For each name, the first value on the main line that is not empty.
fn first_values<'a, const N: usize>(root: Node<'a>, names: [Name<'static>; N]) -> [Option<Value<'a>>; N] {
    let mut found = [None; N];
    for property in root.main_line().flat_map(Node::properties) {
        for (name, found) in names.iter().zip(&mut found) {
            if found.is_none() && property.name() == *name {
                *found = filled(property.values().next());
            }
        }
    }
    found
}
