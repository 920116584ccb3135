//! Events of version 2, added up, against the whole states of version 1: in random lives of games, for each audience.

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value)] // a test that can not go on should stop, and say where

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use serde_json::{Map, Value};
use tengen_game::{
    ClaimOutcome, Colors, Command, Event, GameId, Millis, Moment, NewGame, Outage, PlayerId, Ruling,
    Settings, State, TimeSystem,
};
use tengen_protocol::view::{self, Audience, Subject};
use tengen_protocol::{EventV2, IllegalPoint, Presence, StateAfter, Text};
use tengen_rules::{BoardName, Placement, Preset, Suicide, Vertex};

const SECOND: Millis = 1_000;
const DAY: Millis = 24 * 60 * 60 * SECOND;

fn player(number: u8) -> PlayerId {
    PlayerId::from_entropy([number; 10])
}

/// A viewer, who began with a snapshot and has taken up the changes since then.
struct Viewer {
    audience: Audience,
    state: StateAfter,
    /// The same, put together by a client that knows JSON and no members of it.
    json: Map<String, Value>,
}

impl Viewer {
    fn new(audience: Audience, state: &State) -> Self {
        let state = StateAfter { illegal: view::illegal_for(state, audience), ..view::standing(state) };
        Self { audience, json: fields(&state), state }
    }

    fn takes(&mut self, event: &EventV2) {
        // As it travels.
        let text = serde_json::to_string(event).unwrap();
        let read: EventV2 = serde_json::from_str(&text).unwrap();
        assert_eq!(read, *event);
        let changed: Map<String, Value> = fields(&event.changed);
        for (name, value) in &changed {
            let before = self.json.get(name).unwrap_or(&Value::Null);
            assert!(name == "illegal" || before != value, "{name} has not changed in {text}");
        }
        if changed.contains_key("turn") || changed.contains_key("to_move") {
            self.json.insert("illegal".to_owned(), Value::Array(Vec::new()));
        }
        self.json.extend(changed);
        self.state.apply(read.changed);
    }

    /// The state as JSON. A ko that is gone is `null` in a change, and left out where it stands by itself.
    fn json(&self) -> Map<String, Value> {
        let mut json = self.json.clone();
        json.retain(|name, value| name != "ko" || !value.is_null());
        json
    }
}

/// The ko in which nobody may take back now, out of the illegal points, which version 1 tells everybody: there the last move has
/// taken a stone, and no other. Where a single stone may kill itself, it brings back the position before a pass in just that
/// way, and is refused by the same rule.
fn ko(state: &State, illegal: &[IllegalPoint]) -> Option<Text<Vertex>> {
    let topology = state.settings().topology();
    let taken: Vec<_> =
        state.moves().last()?.captured.iter().map(|taken| Text(topology.vertex(*taken))).collect();
    let mut refused = illegal.iter().filter(|point| point.rule == "ko").map(|point| point.at);
    refused.find(|at| taken == [*at])
}

fn fields(value: &impl serde::Serialize) -> Map<String, Value> {
    serde_json::from_value(serde_json::to_value(value).unwrap()).unwrap()
}

/// A game, and those who look at it.
struct Life {
    state: State,
    log: Vec<Event>,
    viewers: Vec<Viewer>,
    /// How many events have told somebody illegal points.
    told: usize,
    /// How many events have made a ko, or ended one.
    kos: usize,
}

impl Life {
    fn takes(&mut self, event: Event) -> TestCaseResult {
        let before = view::standing(&self.state);
        self.state.apply(&event).unwrap();
        let after = view::standing(&self.state);
        self.log.push(event.clone());
        let subject = Subject {
            id: GameId::from_entropy([4; 10]),
            created_at: 0,
            updated_at: event.at,
            cards: &[],
            state: &self.state,
            now: event.at,
            behind: 0,
            presence: Presence::default(),
            rematch: None,
        };
        let whole = view::event(&subject, &event, Audience::Spectator);
        let brief = view::event_v2(&subject, &event, &before, &after);
        let ko = ko(&self.state, &whole.state.illegal);
        if self.state.settings().rules().suicide != Suicide::Allowed {
            let refused = whole.state.illegal.iter().filter(|point| point.rule == "ko");
            prop_assert_eq!(refused.count(), usize::from(ko.is_some()));
        }
        prop_assert_eq!(whole.state.ko, None, "version 1 has no such member");
        self.kos += usize::from(brief.changed.ko.is_some());
        for viewer in &mut self.viewers {
            let mut brief = brief.clone();
            let is_mover =
                viewer.audience.player().is_some() && viewer.audience.player() == view::mover(&self.state);
            if brief.changed.ends_illegal_points() {
                brief.changed.illegal = view::illegal_for(&self.state, viewer.audience);
            }
            self.told += usize::from(!brief.changed.illegal.is_empty());
            prop_assert!(is_mover || brief.changed.illegal.is_empty());
            viewer.takes(&brief);
            let illegal = if is_mover { whole.state.illegal.clone() } else { Vec::new() };
            let expected = StateAfter { illegal, ko, ..whole.state.clone() };
            prop_assert_eq!(&viewer.state, &expected, "{:?}", viewer.audience);
            prop_assert_eq!(&viewer.json(), &fields(&expected), "{:?}", viewer.audience);
            let snapshot = view::snapshot_v2(&subject, viewer.audience);
            prop_assert_eq!(StateAfter::from(&snapshot), expected, "{:?}", viewer.audience);
            prop_assert_eq!(view::snapshot(&subject).ko, None);
        }
        prop_assert_eq!(brief.is_last(), self.state.result().is_some());
        prop_assert_eq!(
            (brief.seq, brief.v, brief.at, brief.actor),
            (whole.seq, whole.v, whole.at, whole.actor)
        );
        prop_assert_eq!(brief.body, whole.body);
        Ok(())
    }

    fn lapses(&mut self, now: Millis) -> TestCaseResult {
        let mut events = 0;
        while let Some(event) = self.state.lapse(now) {
            self.takes(event)?;
            events += 1;
            prop_assert!(events < 100, "time goes round in circles");
        }
        Ok(())
    }

    fn wishes(&mut self, now: Millis, step: &Step) -> TestCaseResult {
        let Step { wish, column, row, yes, lag, .. } = *step;
        let (turn, at) = (self.state.turn(), Vertex::new(column, row).unwrap());
        let version = self.state.agreement().map_or(0, |agreement| agreement.version);
        let request = self.state.undo_request().map_or(0, |request| request.seq);
        let outcome = if yes { ClaimOutcome::Win } else { ClaimOutcome::Abort };
        let ruling = match wish {
            72 if column == 1 => Some(Ruling::Adjudicate(self.state.to_move().filter(|_| yes))),
            73 if column > 0 => Some(Ruling::Pause { until: now + Millis::from(row) * DAY }),
            74 if column > 0 => Some(Ruling::Unpause),
            _ => None,
        };
        if let Some(ruling) = ruling {
            return self.state.rule(ruling, now).map_or(Ok(()), |event| self.takes(event));
        }
        let command = match wish {
            0..=59 => Command::Play { turn, at },
            60..=71 => Command::Pass { turn, confirm: yes },
            72 if column == 0 => Command::Resign,
            73 if column == 0 => Command::Abort { reason: None },
            74..=75 => Command::Propose { version, dead: vec![at], neutral: None },
            76..=81 => Command::Accept { version },
            82..=84 => Command::Resume { version },
            85..=87 => Command::Undo { turn },
            88..=91 => Command::UndoAccept { request },
            92 => Command::UndoReject { request },
            93..=94 => Command::Pause,
            95..=97 => Command::Unpause,
            98 => Command::GiveClock,
            99 => Command::Claim { outcome },
            _ => return Ok(()),
        };
        let moment = Moment { lag, opponent_gone_since: yes.then_some(0), ..Moment::at(now) };
        // Whoever may do it does it.
        for actor in [player(1), player(2)] {
            if let Ok(event) = self.state.decide(actor, None, &command, moment) {
                return self.takes(event);
            }
        }
        Ok(())
    }
}

/// A command after a while, or an outage of that length.
#[derive(Debug, Clone, Copy)]
struct Step {
    wish: u8,
    column: u8,
    row: u8,
    yes: bool,
    lag: Millis,
    after: Millis,
    outage: bool,
}

fn step() -> impl Strategy<Value = Step> {
    let after = prop_oneof![20 => 0..20 * SECOND, 4 => 0..10 * 60 * SECOND, 1 => 0..20 * DAY, 3 => Just(0)];
    let outage = prop::bool::weighted(0.02);
    (0..100u8, 0..4u8, 1..5u8, any::<bool>(), 0..2 * SECOND, after, outage).prop_map(
        |(wish, column, row, yes, lag, after, outage)| Step { wish, column, row, yes, lag, after, outage },
    )
}

/// A ko in the corner: the last of these moves takes a stone, and its point is the ko.
const KO: [(u8, u8); 7] = [(1, 1), (0, 3), (3, 4), (1, 2), (2, 4), (0, 1), (0, 2)];

/// The steps of a life. Random moves hardly ever make a ko, so that some lives begin with one.
fn steps() -> impl Strategy<Value = Vec<Step>> {
    let ko =
        KO.map(|(column, row)| Step { wish: 0, column, row, yes: false, lag: 0, after: 0, outage: false });
    (any::<bool>(), prop::collection::vec(step(), 1..120)).prop_map(move |(begins_with_ko, steps)| {
        let opening = ko.iter().copied().filter(|_| begins_with_ko);
        opening.chain(steps).collect()
    })
}

fn wish() -> impl Strategy<Value = NewGame> {
    let clock = prop_oneof![
        Just(None),
        Just(Some(TimeSystem::Fischer { main: 900 * SECOND, increment: 5 * SECOND, max: 900 * SECOND })),
        Just(Some(TimeSystem::ByoYomi { main: 60 * SECOND, periods: 5, period: 30 * SECOND })),
        Just(Some(TimeSystem::Simple { period: 3 * DAY })),
    ];
    let free = prop::sample::select(vec![0, 0, 0, 2]);
    (prop::sample::select(Preset::ALL), clock, free).prop_map(|(preset, clock, handicap)| {
        let mut rules = preset.rules();
        if handicap > 0 {
            rules.placement = Placement::Free;
        }
        let board = BoardName::Grid { width: 4, height: 4 };
        NewGame { board, rules, clock, handicap, color: Colors::Black, ..NewGame::with_preset(preset) }
    })
}

fn life(wish: NewGame, steps: &[Step]) -> Result<Life, TestCaseError> {
    let state = State::new(Settings::new(player(1), wish).unwrap(), 0).unwrap();
    let audiences = [Audience::Spectator, Audience::Player(player(1)), Audience::Player(player(2))];
    let viewers = audiences.map(|audience| Viewer::new(audience, &state)).into();
    let mut life = Life { state, log: Vec::new(), viewers, told: 0, kos: 0 };
    let join = life.state.decide(player(2), None, &Command::Join, Moment::at(0)).unwrap();
    life.takes(join)?;
    let mut now = 0;
    for step in steps {
        let before = now;
        now += step.after;
        if step.outage {
            let outage = Outage { from: before, to: now };
            if let Some(event) = life.state.make_good(&[outage], now) {
                life.takes(event)?;
            }
        }
        life.lapses(now)?;
        life.wishes(now, step)?;
        // Somebody comes in and begins with the state as it is.
        if step.yes && life.viewers.len() < 12 {
            let audience = audiences[life.log.len() % 3];
            let viewer = Viewer::new(audience, &life.state);
            life.viewers.push(viewer);
        }
    }
    Ok(life)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn changes_add_up_to_the_state(wish in wish(), steps in steps()) {
        life(wish, &steps)?;
    }
}

#[test]
fn random_lives_change_every_member() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let lives = (wish(), steps());
    let mut changed = std::collections::BTreeSet::new();
    let (mut told, mut kos, mut events) = (0, 0, 0);
    for _ in 0..120 {
        let (wish, steps) = lives.new_tree(&mut runner).unwrap().current();
        let life = life(wish, &steps).unwrap();
        let mut state = State::new(life.state.settings().clone(), 0).unwrap();
        for event in &life.log {
            let before = fields(&view::standing(&state));
            state.apply(event).unwrap();
            let after = fields(&view::standing(&state));
            changed.extend(
                after
                    .into_iter()
                    .filter(|(name, value)| before.get(name) != Some(value))
                    .map(|(name, _)| name),
            );
        }
        told += life.told;
        kos += life.kos;
        events += life.log.len();
    }
    let all: Vec<_> = fields(&view::standing(
        &State::new(Settings::new(player(1), NewGame::with_preset(Preset::Japanese)).unwrap(), 0).unwrap(),
    ))
    .into_iter()
    .map(|(name, _)| name)
    .filter(|name| !changed.contains(name) && name != "illegal")
    .collect();
    assert!(all.is_empty(), "{all:?} never changed in {events} events");
    assert!(told > 100, "illegal points were told {told} times in {events} events");
    assert!(kos > 50, "a ko has come or gone {kos} times in {events} events");
}
