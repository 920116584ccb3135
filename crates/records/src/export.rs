//! The record of a game in SGF, the Smart Game Format, version 4.
//!
//! The format knows grids alone. On any other board other points are neighbours, so a program would show
//! moves and captures that never were. There the record has properties of our own in place of those with
//! points, and a comment that says so. Other programs pass over such properties;
//! [`GameInfo::board`](tengen_sgf::go::GameInfo::board) lists them.

use tengen_game::{Millis, MoveMade, PlayerTime, Settings};
use tengen_protocol::RulesChoice;
use tengen_protocol::view::Subject;
use tengen_rules::{BoardName, ByColor, Color, Move, Point, SgfVertex, Topology};
use tengen_sgf::go::{BoardSize, GameInfo, komi_text};
use tengen_sgf::{Collection, Name, Node, NodeId, Raw, WarningKind, Warnings};

use time::OffsetDateTime;

/// The words at the position in which a game began, where moves led to it.
const LED_TO_THE_BEGINNING: &str = "The game began here. The moves up to here led to the position.";

/// The record of a game: rules, players, setup, every move, and the result, with the territory if the game
/// was scored. `site` is the address of the server, if the server knows it; then the record names the address
/// of the game.
pub fn record(subject: &Subject<'_>, site: Option<&str>) -> String {
    let state = subject.state;
    let topology = state.settings().topology();
    let mut record = Record { collection: Collection::new(), topology };
    let mut last = record.collection.add_game();
    record.root(last, subject, site);
    if let Some(beginning) = state.settings().beginning() {
        for &(color, made) in beginning.moves() {
            last = record.collection.add_child(last);
            record.made(last, color, made);
        }
    }
    let begins = last;
    for MoveMade { color, made, time_left, .. } in state.moves() {
        last = record.collection.add_child(last);
        record.made(last, *color, *made);
        if let Some(time) = time_left {
            record.time_left(last, *color, time);
        }
    }
    if state.settings().beginning().is_some_and(|beginning| !beginning.moves().is_empty()) {
        record.text(begins, Name::C, LED_TO_THE_BEGINNING);
    }
    if let Some(agreement) = state.agreement().filter(|_| state.result().is_some())
        && let Ok(score) = state.score_with(&agreement.marks)
    {
        let stones = state.stones();
        for (color, name) in [(Color::Black, Name::TB), (Color::White, Name::TW)] {
            let counted = |point: &Point| {
                score.owners.get(point.index()).copied().flatten() == Some(color)
                    && stones.get(*point) != Some(color)
            };
            record.points(last, name, topology.points().filter(counted));
        }
    }
    record.collection.to_string()
}

/// The rules of a record whose information is `info`, if it names some that are known.
pub fn known_rules(root: Node<'_>, info: &GameInfo) -> Option<RulesChoice> {
    let named = || info.named_rules.map(|named| RulesChoice::new(named.preset, named.rules));
    changed_rules(root).or_else(named)
}

/// The same. Rules that are said in a form of this server's records, and mean nothing, are noted: those of
/// `RU` hold then.
pub fn known_rules_noting(root: Node<'_>, info: &GameInfo, warnings: &mut Warnings) -> Option<RulesChoice> {
    let changed = root.value(Name::XRU).filter(|value| !value.raw().trim().is_empty());
    if let Some(value) = changed.filter(|_| changed_rules(root).is_none()) {
        warnings.note(WarningKind::UnknownRules, value);
    }
    known_rules(root, info)
}

/// The rules of a record that says which axes of a preset it changes, as [`record`] does where they are
/// changed.
pub fn changed_rules(root: Node<'_>) -> Option<RulesChoice> {
    root.value(Name::XRU)?.simple_text().parse().ok()
}

/// The names of the players, as the subject's cards have them.
fn names(subject: &Subject<'_>) -> Option<ByColor<String>> {
    subject.state.players().map(|players| players.map(|player| subject.card(player).name))
}

/// A record under construction.
struct Record<'a> {
    collection: Collection,
    topology: &'a Topology,
}

impl Record<'_> {
    fn root(&mut self, node: NodeId, subject: &Subject<'_>, site: Option<&str>) {
        let settings = subject.state.settings();
        if self.topology.is_plain_grid() {
            self.text(node, Name::GM, "1");
        }
        self.text(node, Name::FF, "4");
        self.text(node, Name::CA, "UTF-8");
        self.collection.add_property(node, Name::AP, [Raw::composed("Tengen", env!("CARGO_PKG_VERSION"))]);
        self.board(node, settings.board());
        self.text(node, Name::RU, rules_name(settings));
        if settings.is_custom() {
            let changed = RulesChoice::new(settings.preset(), *settings.rules());
            self.text(node, Name::XRU, &changed.to_string());
        }
        // Another program keeps the number and writes its own name, and then none of ours says how it is
        // meant.
        self.text(node, Name::KM, &komi_text(settings.komi()));
        if settings.handicap() >= 2 {
            self.text(node, self.with_points(Name::HA), &settings.handicap().to_string());
        }
        if let Some(names) = names(subject) {
            self.text(node, Name::PB, &names.black);
            self.text(node, Name::PW, &names.white);
        }
        if let Some(clock) = settings.clock() {
            self.text(node, Name::TM, &seconds(clock.main()));
            let overtime = clock.to_string();
            if !overtime.is_empty() {
                self.text(node, Name::OT, &overtime);
            }
        }
        let aids = settings.aids();
        let helped = [(aids.variations, "variations"), (aids.estimate, "estimate")];
        let words: Vec<&str> = helped.into_iter().filter(|(has, _)| *has).map(|(_, word)| word).collect();
        if !words.is_empty() {
            self.text(node, Name::XAI, &words.join(","));
        }
        self.text(node, Name::DT, &dates(subject));
        self.text(node, Name::GN, subject.id.as_str());
        if let Some(site) = site {
            self.text(node, Name::PC, &format!("{}/games/{}", site.trim_end_matches('/'), subject.id));
        }
        if let Some(result) = subject.state.result() {
            self.text(node, Name::RE, &result.to_string());
        }
        if !settings.setup().is_empty() {
            self.points(node, Name::AB, settings.setup().iter().copied());
            self.text(node, Name::PL, "W");
        }
        if let Some(beginning) = settings.beginning() {
            for (color, name) in [(Color::Black, Name::AB), (Color::White, Name::AW)] {
                let mut own = self
                    .topology
                    .points()
                    .filter(|point| beginning.stones().get(*point) == Some(color))
                    .peekable();
                if own.peek().is_some() {
                    self.points(node, name, own);
                }
            }
            self.text(node, Name::PL, if beginning.to_move() == Color::Black { "B" } else { "W" });
        }
    }

    fn made(&mut self, node: NodeId, color: Color, made: Move) {
        let name = match color {
            Color::Black => Name::B,
            Color::White => Name::W,
        };
        match made {
            Move::Play(at) => self.points(node, name, [at]),
            Move::Pass => self.pass(node, name),
        }
    }

    /// The player's time after a move: in overtime that of the period, with the periods or stones left in it.
    fn time_left(&mut self, node: NodeId, color: Color, time: &PlayerTime) {
        let (left, count) = match color {
            Color::Black => (Name::BL, Name::OB),
            Color::White => (Name::WL, Name::OW),
        };
        let in_overtime = time.main == 0 && time.period > 0;
        self.text(node, left, &seconds(if in_overtime { time.period } else { time.main }));
        let remaining = time.periods.max(time.stones);
        if in_overtime && remaining > 0 {
            self.text(node, count, &remaining.to_string());
        }
    }

    fn text(&mut self, node: NodeId, name: Name<'_>, text: &str) {
        self.collection.add_property(node, name, [Raw::simple_text(text)]);
    }

    /// The size of a grid, or the name of any other board.
    fn board(&mut self, node: NodeId, name: BoardName) {
        if !self.topology.is_plain_grid() {
            self.text(node, Name::XSZ, &name.to_string());
            let comment = format!(
                "This game was played on the board \"{name}\", which SGF cannot describe. Its moves are in the properties XB \
                 and XW, where other programs do not see them."
            );
            self.text(node, Name::C, &comment);
            return;
        }
        let sides = [self.topology.width(), self.topology.height()].map(u8::try_from);
        if let [Ok(width), Ok(height)] = sides
            && let Some(size) = BoardSize::new(width, height)
        {
            self.text(node, Name::SZ, &size.to_string());
        }
    }

    fn pass(&mut self, node: NodeId, name: Name<'static>) {
        let pass = if self.topology.is_plain_grid() { "" } else { "pass" };
        self.text(node, self.with_points(name), pass);
    }

    fn points(&mut self, node: NodeId, name: Name<'static>, points: impl IntoIterator<Item = Point>) {
        let topology = self.topology;
        let values = points.into_iter().map(|point| {
            Raw::simple_text(&if topology.is_plain_grid() {
                SgfVertex::of(topology, point).to_string()
            } else {
                topology.vertex(point).to_string()
            })
        });
        self.collection.add_property(node, self.with_points(name), values);
    }

    /// The property of this board that stands for that one of a grid.
    fn with_points(&self, name: Name<'static>) -> Name<'static> {
        match name {
            grid if self.topology.is_plain_grid() => grid,
            Name::AB => Name::XAB,
            Name::AW => Name::XAW,
            Name::B => Name::XB,
            Name::HA => Name::XHA,
            Name::TB => Name::XTB,
            Name::TW => Name::XTW,
            Name::W => Name::XW,
            other => other,
        }
    }
}

/// The name by which SGF readers know the rules; SGF itself defines some of them.
fn rules_name(settings: &Settings) -> &'static str {
    use tengen_rules::Preset;
    match settings.preset() {
        Preset::Japanese => "Japanese",
        Preset::Chinese => "Chinese",
        Preset::Aga => "AGA",
        Preset::TrompTaylor => "Tromp-Taylor",
        // SGF calls Ing's rules GOE, after the Goe game of Mr Ing.
        Preset::Ing => "GOE",
        Preset::NewZealand => "NZ",
        Preset::Korean => "Korean",
        Preset::French => "French",
        preset => preset.name(),
    }
}

/// Seconds as SGF's reals have them.
fn seconds(millis: Millis) -> String {
    format!("{}.{:03}", millis / 1_000, millis % 1_000).trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The day on which a game was made, and, where it went on beyond that, the day on which it ended.
fn dates(subject: &Subject<'_>) -> String {
    let (first, last) = (date(subject.created_at), date(subject.updated_at));
    if subject.state.result().is_none() || first == last { first } else { format!("{first},{last}") }
}

/// The day of a time in UTC, as `YYYY-MM-DD`; years beyond four digits, which no clock shows, are left out.
fn date(at: Millis) -> String {
    let day = OffsetDateTime::from_unix_timestamp(at.div_euclid(1_000)).map(OffsetDateTime::date);
    day.map(|day| day.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (at, day) in [
            (0, "1970-01-01"),
            (951_782_400_000, "2000-02-29"),
            (951_868_800_000, "2000-03-01"),
            (1_790_000_000_000, "2026-09-21"),
            (4_107_542_399_999, "2100-02-28"),
            (4_107_542_400_000, "2100-03-01"),
        ] {
            assert_eq!(date(at), day);
        }
    }
}
