//! A record's information about the whole game.

use std::sync::Arc;

use tengen_rules::{BoardName, HalfPoints, Topology};

use crate::go::fitting::fitting_size;
use crate::go::komi::{self, KomiContext};
use crate::go::{BoardSize, KomiForm, Misfit, MisfitKind, NamedRules, RecordedResult, named_rules};
use crate::{Name, Node, Value, WarningKind, Warnings};

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
    /// The rules, if they are known by these words.
    pub named_rules: Option<NamedRules>,
    /// The result in the record's words.
    pub result_text: Option<String>,
    /// The result, if it has the standard's form.
    pub result: Option<RecordedResult>,
}

impl GameInfo {
    /// Reads the main line that begins with `root`. A strange text for rules or result is never an error, because
    /// people write all sorts of things there.
    ///
    /// # Errors
    /// Where the record is of another game, or its board can't be known.
    pub fn read(root: Node<'_>) -> Result<GameInfo, Misfit> {
        Self::read_noting(root, &mut Warnings::default())
    }

    /// The same. What is forgiven is noted: a komi or a handicap that means nothing counts as none.
    ///
    /// # Errors
    /// Where the record is of another game, or its board can't be known.
    pub fn read_noting(root: Node<'_>, warnings: &mut Warnings) -> Result<GameInfo, Misfit> {
        if let Some(game) = filled(root.value(Name::GM))
            && !is_go(&game.simple_text())
        {
            return Err(Misfit::new(MisfitKind::NotGo, root, game));
        }
        let (board, size) = board(root, warnings)?;
        let stones = if board.is_some() { Name::XHA } else { Name::HA };
        let [komi, handicap, rules, result, program] =
            first_values(root, [Name::KM, stones, Name::RU, Name::RE, Name::AP]);
        let [rules_text, result_text, komi_text, program] = [rules, result, komi, program]
            .map(|value| value.map(|value| value.simple_text().trim().to_owned()));
        let named_rules = rules.and_then(|value| {
            // Our own records may say their rules in a second way.
            read_rules(value, filled(root.value(Name::XRU)).is_some(), warnings)
        });
        let context =
            KomiContext { program: program.as_deref(), rules: named_rules.map(|named| named.rules), size };
        let (komi, komi_form) = komi.and_then(|value| read_komi(value, &context, warnings)).unzip();
        let result = result_text.as_deref().and_then(|text| text.parse().ok());
        let handicap = handicap.and_then(|value| read_handicap(value, warnings)).unwrap_or(0);
        Ok(GameInfo {
            size,
            board,
            komi,
            komi_form,
            komi_text,
            handicap,
            rules: rules_text,
            named_rules,
            result_text,
            result,
        })
    }
}

/// The board, if it is one with a name, and how its points lie in rows.
fn board(root: Node<'_>, warnings: &mut Warnings) -> Result<(Option<Arc<Topology>>, BoardSize), Misfit> {
    if let Some(value) = filled(root.value(Name::XSZ)) {
        let name = value.simple_text().trim().parse().and_then(BoardName::topology);
        let board = name.map_err(|_| Misfit::new(MisfitKind::Board, root, value))?;
        let size = BoardSize::of_rows(&board);
        return Ok((Some(Arc::new(board)), size));
    }
    let Some(value) = filled(root.value(Name::SZ)) else { return Ok((None, BoardSize::DEFAULT)) };
    let text = value.simple_text();
    let size = text.parse().or_else(|_| {
        warnings.note(WarningKind::Size, value);
        let size = BoardSize::in_other_words(&text);
        let fits = size.or_else(|| (!BoardSize::is_too_large(&text)).then(|| fitting_size(root)));
        fits.ok_or_else(|| Misfit::new(MisfitKind::Size, root, value))
    })?;
    Ok((None, size))
}

/// The rules, if they are known. `has_others` tells whether the record says its rules in a second way.
fn read_rules(value: Value<'_>, has_others: bool, warnings: &mut Warnings) -> Option<NamedRules> {
    let named = named_rules(value.simple_text().trim());
    match named {
        None if !has_others => warnings.note(WarningKind::UnknownRules, value),
        Some(NamedRules { is_similar: true, .. }) if !has_others => {
            warnings.note(WarningKind::SimilarRules, value);
        }
        _ => {}
    }
    named
}

/// The komi and how it was taken, if it means something.
fn read_komi(
    value: Value<'_>,
    context: &KomiContext<'_>,
    warnings: &mut Warnings,
) -> Option<(HalfPoints, KomiForm)> {
    let read = komi::read(&value.simple_text(), context).ok();
    match read {
        None => warnings.note(WarningKind::Komi, value),
        Some((komi, form)) if form.is_in_hundredths() && komi != HalfPoints::ZERO => {
            warnings.note(WarningKind::KomiInHundredths, value);
        }
        Some(_) => {}
    }
    read
}

/// The number of handicap stones, if it is one.
fn read_handicap(value: Value<'_>, warnings: &mut Warnings) -> Option<u8> {
    let stones = value.simple_text().trim().parse().ok();
    if stones.is_none() {
        warnings.note(WarningKind::Handicap, value);
    }
    stones
}

/// Whether `GM` names Go, by its number or by a word.
fn is_go(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    text.parse() == Ok(1_u32)
        || matches!(text.as_str(), "go" | "igo" | "weiqi" | "baduk" | "围棋" | "圍棋" | "囲碁" | "바둑")
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
