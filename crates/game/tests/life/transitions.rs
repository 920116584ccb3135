//! Every state of a game, and the outcome of each command of each actor in it.

use std::fmt::Write;

use tengen_game::{
    ClaimOutcome, Command, Event, GameResult, Millis, Moment, NO_MOVE_BEFORE_CLOCK, NewGame, Outage,
    PlayerId, Refusal, Ruling, TimeSystem,
};
use tengen_rules::{BoardName, Color, Preset};

use crate::ruling_table;
use crate::table::{DAY, MINUTE, SECOND, Table, at, black, player, stranger, white};

const CLOCK: TimeSystem = TimeSystem::ByoYomi { main: 30 * MINUTE, periods: 3, period: 30 * SECOND };
/// The clock of a game by days.
pub(crate) const BY_DAYS: TimeSystem = TimeSystem::Simple { period: DAY };
const SMALL: BoardName = BoardName::Grid { width: 5, height: 5 };

/// An actor who sends commands in a state.
struct Actor {
    name: &'static str,
    id: PlayerId,
    /// The colour that the commands name, if they do.
    color: Option<Color>,
    /// Since when the opponent has been away.
    opponent_gone_since: Option<Millis>,
}

fn actor(name: &'static str, id: PlayerId) -> Actor {
    Actor { name, id, color: None, opponent_gone_since: None }
}

/// A state, and its actors.
pub(crate) struct Stage {
    pub(crate) name: &'static str,
    pub(crate) table: Table,
    actors: Vec<Actor>,
    /// When they act.
    pub(crate) now: Millis,
}

impl Stage {
    /// A second after the last event, by the player to move, the other, and a stranger.
    pub(crate) fn playing(name: &'static str, table: Table) -> Self {
        let to_move = table.state.to_move().unwrap();
        let actors = vec![
            actor("the player to move", player(to_move)),
            actor("the other", player(to_move.opponent())),
            actor("a stranger", stranger()),
        ];
        Self { name, now: table.now + SECOND, table, actors }
    }

    /// The same for two players who are alike.
    pub(crate) fn either(name: &'static str, table: Table) -> Self {
        let actors =
            vec![actor("a player", black()), actor("the other", white()), actor("a stranger", stranger())];
        Self { name, now: table.now + SECOND, table, actors }
    }

    /// A local game, whose player names either colour or none.
    fn local(name: &'static str, table: Table) -> Self {
        let first = table.state.to_move().unwrap_or(Color::Black);
        let names = match table.state.to_move() {
            Some(_) => ["for the colour to move", "for the other"],
            None => ["for Black", "for White"],
        };
        let by = |name, color| Actor { color, ..actor(name, black()) };
        let actors = vec![
            by(names[0], Some(first)),
            by(names[1], Some(first.opponent())),
            by("for none", None),
            actor("a stranger", stranger()),
        ];
        Self { name, now: table.now + SECOND, table, actors }
    }

    fn open(name: &'static str, opponent: Option<PlayerId>) -> Self {
        let table = Table::open(NewGame { board: SMALL, opponent, ..NewGame::with_preset(Preset::Japanese) });
        let mut actors = vec![actor("the creator", black())];
        actors.extend(opponent.map(|id| actor("the invited", id)));
        actors.push(actor("a stranger", stranger()));
        Self { name, now: SECOND, table, actors }
    }

    fn name_of(&self, color: Color) -> &'static str {
        let has = |actor: &&Actor| actor.color.map_or(actor.id == player(color), |own| own == color);
        let name = self.actors.iter().find(has).map_or("nobody", |actor| actor.name);
        name.strip_prefix("for ").unwrap_or(name)
    }
}

/// A small game under way. `white_to_move` adds a move.
pub(crate) fn under_way(clock: Option<TimeSystem>, white_to_move: bool) -> Table {
    let wish = NewGame { board: SMALL, clock, ..NewGame::with_preset(Preset::Japanese) };
    let mut table = Table::open(wish);
    table.does(white(), Command::Join);
    // Black owns the left, White the right, and the white stone on A5 is dead.
    table.moves("B1 D1 B2 D2 B3 D3 B4 D4 B5 D5 C1 A5 C2 C3 C4 C5");
    if white_to_move {
        table.moves("A1");
    }
    table
}

pub(crate) fn in_scoring(clock: TimeSystem) -> Table {
    let mut table = under_way(Some(clock), false);
    table.moves("pass pass");
    table
}

/// The same game, paused by the staff for three days.
fn paused_by_staff(mut table: Table) -> Table {
    let (at, until) = (table.now + SECOND, table.now + 3 * DAY);
    table.is_ruled(at, Ruling::Pause { until }).unwrap();
    table
}

/// The states that both colours can be to move in.
fn symmetric(white_to_move: bool) -> Vec<Stage> {
    let ready = || under_way(Some(CLOCK), white_to_move);
    let does = |command: fn(&Table) -> Command, by_mover: bool| {
        let mut table = ready();
        let mover = table.state.to_move().unwrap();
        let command = command(&table);
        table.does(player(if by_mover { mover } else { mover.opponent() }), command);
        table
    };
    let undo = |table: &Table| Command::Undo { turn: table.state.turn() };
    let mut away = Stage::playing("Playing, the other has left", ready());
    away.now += 5 * MINUTE;
    away.actors[0].opponent_gone_since = Some(away.table.now);
    let mut time_up = Stage::playing("Playing, time is up", ready());
    time_up.now = time_up.table.flag().unwrap().1 + 1;
    let passed = {
        let mut table = ready();
        table.moves("pass");
        table
    };
    let untimed = Stage::playing("Playing without a clock", under_way(None, white_to_move));
    let staff = paused_by_staff(under_way(Some(BY_DAYS), white_to_move));
    let mut waited =
        Stage::playing("Playing without a clock, no move for a long time", under_way(None, white_to_move));
    waited.now = waited.table.now + NO_MOVE_BEFORE_CLOCK;
    vec![
        Stage::playing("Playing", ready()),
        Stage::playing("Playing, the other has just passed", passed),
        Stage::playing("Paused by the player to move", does(|_| Command::Pause, true)),
        Stage::playing("Paused by the other", does(|_| Command::Pause, false)),
        Stage::playing("Paused by the staff", staff),
        Stage::playing("Playing, the player to move asks to take back", does(undo, true)),
        Stage::playing("Playing, the other asks to take back", does(undo, false)),
        away,
        time_up,
        untimed,
        waited,
    ]
}

/// Play for the last time, where Black, whose opponent's stone looks dead, is to move.
fn last_resumption() -> Table {
    let mut table = in_scoring(CLOCK);
    table.resumes(white()).unwrap();
    table.moves("pass pass");
    table.resumes(white()).unwrap();
    table
}

pub(crate) fn stages() -> Vec<Stage> {
    let unbegun = Table::unbegun(Some(CLOCK));
    let mut one_move = unbegun.clone();
    one_move.moves("E5");
    let mut one_accepted = in_scoring(CLOCK);
    one_accepted.accepts(black()).unwrap();
    let mut one_accepted = Stage::either("Scoring, one player has accepted", one_accepted);
    one_accepted.actors[0].name = "who has accepted";
    let mut finished = in_scoring(CLOCK);
    finished.accepts(black()).unwrap();
    finished.accepts(white()).unwrap();
    let mut stages = vec![
        Stage::open("Open", None),
        Stage::open("Open, kept for an opponent", Some(white())),
        Stage::playing("Playing, no move made", unbegun),
        Stage::playing("Playing, one player has not moved", one_move),
    ];
    stages.extend(symmetric(false));
    stages.extend([
        Stage::playing("Playing after the last resumption, the other's stones look dead", last_resumption()),
        Stage::either("Scoring, nobody has accepted", in_scoring(CLOCK)),
        one_accepted,
        Stage::either("Scoring, paused by the staff", paused_by_staff(in_scoring(BY_DAYS))),
        Stage::either("Finished", finished),
    ]);
    stages.extend(local());
    stages
}

/// A local game, in which Black and White are one person.
fn local_table(clock: Option<TimeSystem>) -> Table {
    let wish = NewGame { board: SMALL, clock, local: true, ..NewGame::with_preset(Preset::Japanese) };
    let mut table = Table::open(wish);
    table.does(black(), Command::Join);
    table
}

fn local() -> Vec<Stage> {
    let open = Table::open(NewGame { board: SMALL, local: true, ..NewGame::with_preset(Preset::Japanese) });
    let begun = || {
        let mut table = local_table(Some(CLOCK));
        for (turn, point) in
            (0..).zip(["B1", "D1", "B2", "D2", "B3", "D3", "B4", "D4", "B5", "D5", "C1", "A5"])
        {
            let color = table.state.to_move();
            table.does(black(), by(color, Command::Play { turn, at: at(point) }));
        }
        table
    };
    let mut undo = begun();
    let (turn, last) = (undo.state.turn(), undo.state.to_move().map(Color::opponent));
    undo.does(black(), by(last, Command::Undo { turn }));
    let mut scoring = begun();
    for _ in 0..2 {
        let (turn, color) = (scoring.state.turn(), scoring.state.to_move());
        scoring.does(black(), by(color, Command::Pass { turn, confirm: true }));
    }
    vec![
        Stage {
            name: "Local: open",
            now: SECOND,
            table: open,
            actors: vec![actor("the creator", black()), actor("a stranger", stranger())],
        },
        Stage::local("Local: playing, no move made", local_table(Some(CLOCK))),
        Stage::local("Local: playing", begun()),
        Stage::local("Local: playing, the other colour asks to take back", undo),
        Stage::local("Local: scoring", scoring),
    ]
}

/// Every kind of command with numbers that fit the state, and those that name numbers with one that does not.
fn commands(table: &Table) -> Vec<(&'static str, Command)> {
    let turn = table.state.turn();
    let version = table.state.agreement().map_or(0, |agreement| agreement.version);
    let request = table.state.undo_request().map_or(0, |request| request.seq);
    let mut commands = vec![
        ("`join`", Command::Join),
        ("`play`", Command::Play { turn, at: at("E1") }),
        ("stale `play`", Command::Play { turn: turn + 7, at: at("E1") }),
        ("`pass`", Command::Pass { turn, confirm: false }),
        ("confirmed `pass`", Command::Pass { turn, confirm: true }),
        ("stale `pass`", Command::Pass { turn: turn + 7, confirm: false }),
        ("`resign`", Command::Resign),
        ("`abort`", Command::Abort { reason: None }),
        ("`propose`", Command::Propose { version, dead: vec![at("A5")], neutral: None }),
        ("`propose` half a chain", Command::Propose { version, dead: vec![at("B1")], neutral: None }),
        ("stale `propose`", Command::Propose { version: version + 7, dead: vec![], neutral: None }),
        ("`accept`", Command::Accept { version }),
        ("stale `accept`", Command::Accept { version: version + 7 }),
        ("`resume`", Command::Resume { version }),
        ("stale `resume`", Command::Resume { version: version + 7 }),
        ("`undo`", Command::Undo { turn }),
        ("stale `undo`", Command::Undo { turn: turn + 7 }),
        ("`undo_accept`", Command::UndoAccept { request }),
        ("another `undo_accept`", Command::UndoAccept { request: request + 7 }),
        ("`undo_reject`", Command::UndoReject { request }),
        ("`pause`", Command::Pause),
        ("`unpause`", Command::Unpause),
        ("`give_clock`", Command::GiveClock),
        ("`claim` a win", Command::Claim { outcome: ClaimOutcome::Win }),
        ("`claim` no result", Command::Claim { outcome: ClaimOutcome::Abort }),
    ];
    let topology = table.state.settings().topology();
    let stone = topology.points().find(|point| table.state.stones().get(*point).is_some());
    if let Some(stone) = stone {
        commands.insert(2, ("`play` on a stone", Command::Play { turn, at: topology.vertex(stone) }));
    }
    commands
}

/// The kinds of events.
pub(crate) const EVENTS: [&str; 18] = [
    "joined",
    "played",
    "passed",
    "proposed",
    "accepted",
    "resumed",
    "resigned",
    "aborted",
    "timed_out",
    "claimed",
    "adjudicated",
    "undo_requested",
    "undo_accepted",
    "undo_rejected",
    "paused",
    "unpaused",
    "clock_given",
    "credited",
];

/// The name of a variant as the API has it: `UndoRequested { .. }` is `undo_requested`.
pub(crate) fn name(value: &impl std::fmt::Debug) -> String {
    let text = format!("{value:?}");
    let variant = text.split(|letter: char| !letter.is_alphanumeric()).next().unwrap();
    let mut name = String::new();
    for letter in variant.chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}

/// An event in a cell of the table: its name, and the phase or the result it leads to.
fn told(stage: &Stage, event: &Event) -> String {
    let mut text = format!("**{}**", name(&event.kind));
    match (event.result, event.begins()) {
        (Some(GameResult { margin: Some(_), .. }), _) => text.push_str(", scored"),
        (Some(GameResult { winner: Some(color), .. }), _) => {
            write!(text, ", {} wins", stage.name_of(color)).unwrap();
        }
        (Some(_), _) => text.push_str(", no result"),
        (None, Some(phase)) => write!(text, ", {}", phase.name()).unwrap(),
        (None, None) => {}
    }
    text
}

fn decided(stage: &Stage, actor: &Actor, command: &Command) -> String {
    let command = by(actor.color, command.clone());
    let moment = Moment { opponent_gone_since: actor.opponent_gone_since, ..Moment::at(stage.now) };
    match stage.table.state.decide(actor.id, None, &command, moment) {
        Ok(event) => {
            // Whatever is decided can be applied.
            stage.table.state.clone().apply(&event).unwrap();
            told(stage, &event)
        }
        // The API calls it by its full name.
        Err(Refusal::Illegal { .. }) => "illegal_move".to_owned(),
        Err(refusal) => name(&refusal),
    }
}

/// The command, for a colour if there is one.
pub(crate) fn by(color: Option<Color>, command: Command) -> Command {
    match color {
        Some(color) => Command::By { color, command: Box::new(command) },
        None => command,
    }
}

/// The outcome of time alone, and whether an outage is given back.
fn left_alone(stage: &Stage) -> String {
    let state = &stage.table.state;
    let time = if let Some((waiting, until)) = state.waits() {
        let due = state.due().unwrap();
        assert!(until <= due && state.lapse(due - 1).is_none());
        let waiting = waiting.name().replace('_', " ");
        format!("waits for: {waiting}. Then {}.", told(stage, &state.lapse(due).unwrap()))
    } else {
        assert_eq!(state.lapse(i64::MAX), None);
        "waits for nothing.".to_owned()
    };
    let outage = Outage { from: stage.now + 1, to: stage.now + 2 };
    let credit = match state.make_good(&[outage], stage.now + 3) {
        Some(event) => format!("An outage leads to {}.", told(stage, &event)),
        None => "An outage changes nothing.".to_owned(),
    };
    format!("Time alone: {time} {credit}")
}

/// More commands than this have the same answers only where they make no sense.
const MANY: usize = 9;

/// One state as a table: a row for commands with the same answers, a column for each actor.
fn table(stage: &Stage) -> String {
    let mut rows: Vec<(Vec<String>, Vec<&str>)> = Vec::new();
    for (command, wish) in commands(&stage.table) {
        let cells: Vec<String> = stage.actors.iter().map(|actor| decided(stage, actor, &wish)).collect();
        match rows.iter_mut().find(|(same, _)| *same == cells) {
            Some((_, commands)) => commands.push(command),
            None => rows.push((cells, vec![command])),
        }
    }
    let names: Vec<&str> = stage.actors.iter().map(|actor| actor.name).collect();
    let mut text = format!("### {}\n\n{}\n\n", stage.name, left_alone(stage));
    writeln!(text, "| command | {} |\n|---|{}", names.join(" | "), "---|".repeat(names.len())).unwrap();
    // The row of many commands goes last.
    rows.sort_by_key(|(_, commands)| commands.len() > MANY);
    for (cells, commands) in rows {
        let commands = if commands.len() > MANY { "everything else".to_owned() } else { commands.join(", ") };
        writeln!(text, "| {commands} | {} |", cells.join(" | ")).unwrap();
    }
    text
}

/// Every state, one table after the other.
pub(crate) fn tables() -> String {
    stages().iter().map(table).collect::<Vec<_>>().join("\n")
}

#[test]
fn black_and_white_are_alike() {
    for (one, other) in symmetric(false).iter().zip(&symmetric(true)) {
        assert_ne!(one.table.state.to_move(), other.table.state.to_move(), "{}", one.name);
        assert_eq!(table(one), table(other), "{}", one.name);
        assert_eq!(ruling_table::ruled(one), ruling_table::ruled(other), "{}", one.name);
    }
}

#[test]
fn the_table_has_every_phase_every_wait_and_every_event() {
    let stages = stages();
    for phase in tengen_game::Phase::ALL {
        assert!(stages.iter().any(|stage| stage.table.phase() == phase), "{phase:?}");
    }
    let tables = tables() + &ruling_table::table();
    for waiting in tengen_game::Waiting::ALL {
        assert!(tables.contains(&format!("waits for: {}", waiting.name().replace('_', " "))), "{waiting:?}");
    }
    for event in EVENTS {
        assert!(tables.contains(&format!("**{event}**")), "{event}");
    }
}
