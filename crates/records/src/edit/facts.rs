//! The facts about a game, as they are changed.

use tengen_game::Settings;
use tengen_protocol::records::{
    LONGEST_FACT, LONGEST_REMARKS, PlayerEdit, PlayersEdit, RecordInfo, RecordInfoEdit,
};
use tengen_protocol::{Lines, Points, is_text};
use tengen_sgf::go::{KomiForm, komi_text};
use tengen_sgf::{Name, NodeId, Raw};

use super::NotEdited;
use crate::info;
use crate::written::File;

/// A fact: its field, its property, and its text from now on and of before.
struct Fact<'a> {
    field: &'static str,
    name: Name<'static>,
    now: Option<String>,
    before: Option<&'a str>,
}

/// Writes the facts that change.
pub(super) fn write(file: &mut File, before: &RecordInfo, edit: &RecordInfoEdit) -> Result<(), NotEdited> {
    let periods = file.game.collection().games().next().and_then(info::periods);
    let by_periods = periods.is_some() && periods == before.overtime;
    for Fact { field, name, now, before } in facts(before, edit) {
        let Some(now) = now else { continue };
        if !is_text(&now, LONGEST_FACT, Lines::One) {
            return Err(NotEdited::InvalidFact { field });
        }
        if now.trim() != before.unwrap_or_default() {
            set(file, name, &now, Raw::simple_text);
            // Rules in other words are no longer a preset with changes.
            if name == Name::RU {
                file.game.set(file.game.root(), &[Name::XRU], Name::XRU, []);
                keep_komi(file);
            }
            // So is an overtime that is said by its periods, where they are what was shown.
            if name == Name::OT && by_periods {
                set(file, Name::TC, "", Raw::simple_text);
                set(file, Name::TT, "", Raw::simple_text);
            }
        }
    }
    // A file may have words instead of a number there. They are no komi, and can be taken away as one.
    if let Some(komi) = edit.komi.filter(|komi| komi.is_none() || *komi != before.komi) {
        let komi = komi.map(|Points(komi)| komi);
        if let Some(komi) = komi {
            Settings::check_komi(komi).map_err(|_| NotEdited::InvalidFact { field: "komi" })?;
        }
        set(file, Name::KM, &komi.map(komi_text).unwrap_or_default(), Raw::simple_text);
    }
    if let Some(handicap) = edit.handicap.filter(|handicap| *handicap != before.handicap) {
        let stones = if handicap == 0 { String::new() } else { handicap.to_string() };
        let name = file.own_name(Name::HA);
        set(file, Name::new(&name).unwrap_or(Name::HA), &stones, Raw::simple_text);
    }
    if let Some(comment) = &edit.comment {
        if !is_text(comment, LONGEST_REMARKS, Lines::Many) {
            return Err(NotEdited::InvalidFact { field: "comment" });
        }
        if comment.trim() != before.comment.as_deref().unwrap_or_default() {
            set(file, Name::GC, comment, Raw::text);
        }
    }
    Ok(())
}

/// Writes the komi in points where it is in hundredths: the rules tell whether these are of points or of
/// stones, and they become others.
fn keep_komi(file: &mut File) {
    let komi = file.info.komi;
    if let Some(komi) = komi.filter(|_| file.info.komi_form.is_some_and(KomiForm::is_in_hundredths)) {
        set(file, Name::KM, &komi_text(komi), Raw::simple_text);
    }
}

/// The facts on one line.
fn facts<'a>(before: &'a RecordInfo, edit: &RecordInfoEdit) -> Vec<Fact<'a>> {
    let fact = |field, name, now: &Option<String>, before: &'a Option<String>| Fact {
        field,
        name,
        now: now.clone(),
        before: before.as_deref(),
    };
    let PlayersEdit { black, white } = edit.players.clone().unwrap_or_default();
    let [black, white] = [black, white].map(Option::unwrap_or_default);
    let player = |edit: &PlayerEdit| [edit.name.clone(), edit.rank.clone(), edit.team.clone()];
    let [[pb, br, bt], [pw, wr, wt]] = [player(&black), player(&white)];
    let (was_black, was_white) = (&before.players.black, &before.players.white);
    let result = Fact {
        field: "result",
        name: Name::RE,
        now: edit.result.clone(),
        before: before.result.as_ref().map(|result| result.text.as_str()),
    };
    vec![
        fact("players.black.name", Name::PB, &pb, &was_black.name),
        fact("players.black.rank", Name::BR, &br, &was_black.rank),
        fact("players.black.team", Name::BT, &bt, &was_black.team),
        fact("players.white.name", Name::PW, &pw, &was_white.name),
        fact("players.white.rank", Name::WR, &wr, &was_white.rank),
        fact("players.white.team", Name::WT, &wt, &was_white.team),
        result,
        fact("rules", Name::RU, &edit.rules, &before.rules),
        fact("time", Name::TM, &edit.time, &before.time),
        fact("overtime", Name::OT, &edit.overtime, &before.overtime),
        fact("name", Name::GN, &edit.name, &before.name),
        fact("date", Name::DT, &edit.date, &before.date),
        fact("place", Name::PC, &edit.place, &before.place),
        fact("event", Name::EV, &edit.event, &before.event),
        fact("round", Name::RO, &edit.round, &before.round),
        fact("opening", Name::ON, &edit.opening, &before.opening),
        fact("annotator", Name::AN, &edit.annotator, &before.annotator),
        fact("user", Name::US, &edit.user, &before.user),
        fact("source", Name::SO, &edit.source, &before.source),
        fact("copyright", Name::CP, &edit.copyright, &before.copyright),
    ]
}

/// Writes a fact where it is read: in the first property on the main line that tells it, or else in the first
/// of its name, or in the root. An empty one is told nowhere.
fn set(file: &mut File, name: Name<'_>, text: &str, raw: impl Fn(&str) -> Raw) {
    let next = |node: &NodeId| file.game.children(*node).first().copied();
    let line: Vec<NodeId> = std::iter::successors(Some(file.game.root()), next)
        .filter(|node| !file.game.first_values(*node, name).is_empty())
        .collect();
    if text.trim().is_empty() {
        for node in line {
            file.game.set(node, &[name], name, []);
        }
        return;
    }
    let tells = |node: &NodeId| {
        let values = file.game.first_values(*node, name);
        values.iter().position(|value| !value.trim().is_empty()).map(|number| (*node, number))
    };
    let first = line.iter().find_map(tells).or(line.first().map(|node| (*node, 0)));
    let (node, number) = first.unwrap_or((file.game.root(), 0));
    file.game.set_one(node, name, number, &raw(text));
}
