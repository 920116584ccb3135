//! Random commands of two players and a stranger at random times, with rulings of the staff, outages and flags: no sequence of them
//! breaks the game.

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use tengen_game::{
    Command, Event, EventKind, Millis, Moment, NO_MOVE_BEFORE_CLOCK, NewGame, Outage, PAUSES_EACH,
    PROPOSALS_EACH, Pace, Phase, Ruling, STAFF_PAUSE_MOST, Trail, Waiting,
};
use tengen_rules::{Color, Move};

use crate::clock_model::ClockModel;
use crate::table::{DAY, Table, black, player, stranger, visible, white};
use crate::transitions::{EVENTS, name};
use crate::wishes::{Wish, command, delay, game, wish};

/// The next thing that happens, after a while.
#[derive(Debug, Clone)]
enum Step {
    /// Somebody sends a command: with the lag that was measured, and whether the opponent has long been away.
    Wishes { who: u8, wish: Wish, lag: Millis, away: bool },
    /// The staff rules. A pause is given by its length.
    Rules(Ruling),
    /// The server was away for the while.
    Outage,
}

fn step() -> impl Strategy<Value = (Step, Millis, bool)> {
    let wishes = (0..12u8, wish(), -10..2_000i64, prop::bool::weighted(0.3))
        .prop_map(|(who, wish, lag, away)| Step::Wishes { who, wish, lag, away });
    let step = prop_oneof![80 => wishes, 5 => ruling().prop_map(Step::Rules), 2 => Just(Step::Outage)];
    // Now and then the server looks at its deadlines late.
    (step, delay(), prop::bool::weighted(0.9))
}

/// A ruling. Most are pauses, some of them too long.
fn ruling() -> impl Strategy<Value = Ruling> {
    let winner = prop::sample::select(vec![Some(Color::Black), Some(Color::White), None]);
    prop_oneof![
        20 => (-DAY..9 * DAY).prop_map(|until| Ruling::Pause { until }),
        10 => Just(Ruling::Unpause),
        1 => winner.prop_map(Ruling::Adjudicate),
    ]
}

/// A game, its model, and the observations of it.
struct Life {
    table: Table,
    model: ClockModel,
    /// Follows the game from outside.
    trail: Trail,
    /// The event, the turn, the version, and the time that were seen last.
    seen: (u32, u32, u32, Millis),
    /// When the position last changed, plus the time that was given back since then.
    moved: Option<Millis>,
    /// The wait that a pause of the staff has stopped, and how much of it was left, unless moves were taken back since.
    stopped: Option<(Waiting, Millis)>,
}

impl Life {
    fn takes(&mut self, event: Event) -> TestCaseResult {
        prop_assert!(self.table.state.result().is_none(), "nothing happens after the end");
        let look_by = self.table.state.due_after(&event);
        let paused = self.table.state.pause().copied();
        match event.kind {
            EventKind::Paused { color: None, .. } if paused.is_none_or(|pause| pause.color.is_some()) => {
                let waits = self.table.state.waits().filter(|_| paused.is_none());
                self.stopped = waits.map(|(waiting, until)| (waiting, until - event.at));
            }
            EventKind::UndoAccepted { .. } => self.stopped = None,
            _ => {}
        }
        self.table.takes(event.clone());
        self.trail.apply(&event);
        prop_assert_eq!(self.trail.stones(), &self.table.state.position().board().stones());
        prop_assert_eq!(self.trail.moves(), self.table.state.moves().len());
        let set = self.table.state.moves().iter().filter(|turn| turn.made != Move::Pass).count();
        prop_assert_eq!(self.trail.stones_set(), set);
        if let EventKind::Unpaused { .. } = event.kind
            && let Some((waiting, left)) = self.stopped.take()
        {
            prop_assert_eq!(self.table.state.waits(), Some((waiting, event.at + left)), "nothing was lost");
        }
        if let Some(look) = self.table.state.look_again_at(event.at) {
            prop_assert!(look_by.is_some_and(|by| by <= look), "looked at in time");
        }
        self.model.follow(&event, &self.table.state);
        match event.kind {
            EventKind::Joined { .. }
            | EventKind::Played { .. }
            | EventKind::Passed { .. }
            | EventKind::UndoAccepted { .. } => self.moved = Some(event.at),
            EventKind::Credited { millis } => self.moved = self.moved.map(|moved| moved + millis),
            _ => {}
        }
        self.holds_together(&event)
    }

    fn holds_together(&mut self, event: &Event) -> TestCaseResult {
        let state = &self.table.state;
        let version = state.agreement().map_or(self.seen.2, |agreement| agreement.version);
        let now = (state.seq(), state.turn(), version, state.at());
        prop_assert_eq!((now.0, now.3), (self.seen.0 + 1, event.at));
        prop_assert!(
            now.1 >= self.seen.1 && now.2 >= self.seen.2 && now.3 >= self.seen.3,
            "numbers never go back"
        );
        self.seen = now;
        prop_assert_eq!(state.result().is_some(), state.phase() == Phase::Finished);
        prop_assert_eq!(event.result, state.result());
        let agrees = state.agreement().is_some() && state.result().is_none();
        prop_assert_eq!(agrees, state.phase() == Phase::Scoring);
        if let Some(agreement) = state.agreement() {
            let score = state.score_with(&agreement.marks).unwrap();
            prop_assert!(score.lines.iter().any(|line| line.points.white == state.settings().komi()));
        }
        prop_assert!(state.waits().is_none_or(|(_, until)| state.due() >= Some(until)));
        let untimed = state.phase() == Phase::Playing && state.clock().is_none();
        prop_assert_eq!(state.clock_givable_at().is_some(), untimed);
        prop_assert!(Color::ALL.iter().all(|color| state.pauses_left(*color).millis >= 0));
        let now = state.position_after(state.moves().len()).unwrap();
        prop_assert_eq!((now.stones, now.next), (state.stones(), None));
        prop_assert!(
            state.pause().is_none_or(|pause| pause.since <= state.at() && pause.since <= pause.until)
        );
        self.clocks_agree(&[event.at, event.at + 1, event.at + 12_345])
    }

    /// The state's clock and the model's are the same.
    fn clocks_agree(&self, moments: &[Millis]) -> TestCaseResult {
        let state = &self.table.state;
        prop_assert_eq!(state.clock().is_some(), self.model.is_there());
        let Some(clock) = state.clock() else { return Ok(()) };
        prop_assert_eq!(clock.running().map(|(color, _)| color), self.model.thinker());
        for (color, at) in Color::ALL.iter().flat_map(|color| moments.iter().map(move |at| (*color, *at))) {
            let time = clock.time(color, at);
            prop_assert!(time.main >= 0 && time.period >= 0);
            // The player who has lost on time has none left.
            prop_assert_eq!(time, self.model.time(color, at).unwrap_or_default(), "{} at {}", color, at);
        }
        if let Some((color, due)) = clock.flag() {
            prop_assert!(self.model.time(color, due).is_some() && self.model.time(color, due + 1).is_none());
        }
        Ok(())
    }

    /// Everything that time alone has led to by now. It leads to little.
    fn lapses(&mut self, now: Millis, late: bool) -> Result<(), TestCaseError> {
        let mut events = 0;
        while let Some(due) = self.table.state.due().filter(|due| *due <= now) {
            prop_assert_eq!(self.table.state.lapse(due - 1), None);
            let event = self.table.state.lapse(if late { now } else { due }).unwrap();
            prop_assert_eq!((event.actor, event.at >= due), (None, true));
            // A time that was up when the staff paused the game is up as soon as it goes on.
            let goes_on = matches!(event.kind, EventKind::Unpaused { color: None });
            self.takes(event)?;
            prop_assert!(goes_on || self.table.state.due().is_none_or(|next| next > due));
            events += 1;
            prop_assert!(events <= 4, "time goes round in circles");
        }
        Ok(())
    }

    fn wishes(&mut self, now: Millis, who: u8, wish: &Wish, lag: Millis, away: bool) -> TestCaseResult {
        let command = command(&self.table.state, wish);
        // Mostly the player whose doing it is, where there is one; sometimes the other, sometimes a stranger.
        let asker = self.table.state.undo_request().map(|request| request.color);
        let expected = match wish {
            Wish::UndoAccept(_) => asker.map(Color::opponent),
            _ => self.table.state.to_move(),
        };
        let actor = match (who, expected) {
            (0, _) => stranger(),
            (1..=9, Some(color)) => player(color),
            (10..=11, Some(color)) => player(color.opponent()),
            _ if who.is_multiple_of(2) => white(),
            _ => black(),
        };
        let moment = Moment { lag, opponent_gone_since: away.then_some(0), ..Moment::at(now) };
        let before = visible(&self.table.state);
        let staff_pauses = self.staff_pauses();
        match self.table.state.decide(actor, None, &command, moment) {
            Err(_) => prop_assert_eq!(before, visible(&self.table.state), "a refusal changes nothing"),
            Ok(event) => {
                let stranger_plays = self.table.state.color_of(stranger()).is_some();
                prop_assert!(actor != stranger() || stranger_plays || command == Command::Join);
                prop_assert_eq!(event.at, now.max(self.table.state.at()));
                let possible = matches!(
                    event.kind,
                    EventKind::Resigned { .. }
                        | EventKind::Aborted { .. }
                        | EventKind::UndoRequested { .. }
                        | EventKind::UndoAccepted { .. }
                        | EventKind::UndoRejected { .. }
                );
                prop_assert!(possible || !staff_pauses, "{:?} in a pause of the staff", event);
                if let EventKind::Played { color, lag: given, .. }
                | EventKind::Passed { color, lag: given, .. } = event.kind
                {
                    prop_assert_eq!(given, self.model.lag(color, lag));
                }
                if matches!(event.kind, EventKind::ClockGiven { .. }) {
                    prop_assert!(self.moved.is_some_and(|moved| event.at - moved >= NO_MOVE_BEFORE_CLOCK));
                }
                self.takes(event)?;
            }
        }
        Ok(())
    }

    fn staff_pauses(&self) -> bool {
        self.table.state.pause().is_some_and(|pause| pause.color.is_none())
    }

    fn rules(&mut self, now: Millis, ruling: Ruling) -> TestCaseResult {
        let ruling = match ruling {
            Ruling::Pause { until } => Ruling::Pause { until: now + until },
            other => other,
        };
        let state = &self.table.state;
        let before = visible(state);
        let lasted_until = state.pause().filter(|_| self.staff_pauses()).map(|pause| pause.until);
        let Ok(event) = state.rule(ruling, now) else {
            prop_assert_eq!(before, visible(&self.table.state), "a refusal changes nothing");
            return Ok(());
        };
        prop_assert_eq!((event.at, event.actor), (now.max(state.at()), None));
        prop_assert!(matches!(state.phase(), Phase::Playing | Phase::Scoring));
        let by_days = state.settings().patience().pace == Pace::Correspondence;
        self.takes(event.clone())?;
        match (&event.kind, self.table.state.pause()) {
            (EventKind::Paused { color: None, until: Some(until) }, Some(pause)) => {
                prop_assert!(by_days && event.at < *until && *until <= event.at + STAFF_PAUSE_MOST);
                prop_assert!(lasted_until < Some(*until), "a pause is only lengthened");
                prop_assert_eq!((pause.color, pause.until), (None, *until));
                prop_assert_eq!(self.table.state.waits(), Some((Waiting::Pause, *until)));
            }
            (EventKind::Unpaused { color: None }, None) => prop_assert!(lasted_until.is_some()),
            (EventKind::Adjudicated, None) => prop_assert!(event.result.is_some()),
            other => prop_assert!(false, "{:?}", other),
        }
        Ok(())
    }

    fn outage(&mut self, from: Millis, to: Millis) -> TestCaseResult {
        let outages = [Outage { from, to }, Outage { from: from - 5, to }];
        if self.staff_pauses() {
            prop_assert_eq!(self.table.state.make_good(&outages, to), None, "no time runs");
        }
        let counts_until = self.table.state.time_counts_until();
        let Some(event) = self.table.state.make_good(&outages, to) else { return Ok(()) };
        let lost = to - (from - 5).max(self.table.state.at());
        prop_assert_eq!(&event.kind, &EventKind::Credited { millis: lost });
        prop_assert!(counts_until > Some(to - lost), "it cost somebody something");
        self.takes(event)?;
        prop_assert_eq!(self.table.state.make_good(&outages, to), None, "each outage once");
        Ok(())
    }

    /// The log has as many events as the limits allow, and one result at most.
    fn is_bounded(&self) -> TestCaseResult {
        let state = &self.table.state;
        let count =
            |test: fn(&EventKind) -> bool| self.table.log.iter().filter(|event| test(&event.kind)).count();
        let resumed = count(|kind| matches!(kind, EventKind::Resumed { .. }));
        let requests = count(|kind| matches!(kind, EventKind::UndoRequested { .. }));
        let answers =
            count(|kind| matches!(kind, EventKind::UndoAccepted { .. } | EventKind::UndoRejected { .. }));
        let pauses = count(|kind| matches!(kind, EventKind::Paused { color: Some(_), .. }));
        let proposals = count(|kind| matches!(kind, EventKind::Proposed { .. }));
        let accepted = count(|kind| matches!(kind, EventKind::Accepted { .. }));
        prop_assert!(resumed <= usize::from(state.settings().rules().resumptions));
        prop_assert!(requests <= 2 * (state.turn() as usize + 1) && answers <= requests);
        let clocks = count(|kind| matches!(kind, EventKind::ClockGiven { .. }));
        prop_assert!(clocks <= 1 && (clocks == 0 || state.settings().clock().is_none()));
        prop_assert!(pauses <= 2 * usize::from(PAUSES_EACH));
        prop_assert!(proposals <= (resumed + 1) * 2 * usize::from(PROPOSALS_EACH));
        prop_assert!(accepted <= 2 * (proposals + resumed + 1));
        let moves = count(|kind| matches!(kind, EventKind::Played { .. } | EventKind::Passed { .. }));
        prop_assert!(moves <= state.turn() as usize);
        prop_assert!(self.table.log.iter().filter(|event| event.result.is_some()).count() <= 1);
        Ok(())
    }
}

/// Plays a life to its end; answers how it ended.
fn life(wish: NewGame, steps: &[(Step, Millis, bool)]) -> Result<Table, TestCaseError> {
    let clock = wish.clock;
    let table = Table::open(wish);
    let trail = Trail::new(table.state.settings());
    let mut life =
        Life { table, model: ClockModel::new(clock), trail, seen: (0, 0, 0, 0), moved: None, stopped: None };
    let patience = life.table.state.settings().patience().first_move;
    let mut now = 0;
    for (step, delay, punctual) in steps {
        let before = now;
        now += delay * patience / 1_000_000;
        match step {
            Step::Outage => life.outage(before, now)?,
            Step::Rules(ruling) => {
                if *punctual {
                    life.lapses(now, false)?;
                }
                life.rules(now, *ruling)?;
            }
            Step::Wishes { who, wish, lag, away } => {
                if *punctual {
                    life.lapses(now, false)?;
                }
                life.wishes(now, *who, wish, *lag, *away)?;
            }
        }
        life.clocks_agree(&[now.max(life.table.state.at())])?;
    }
    life.table.must_replay();
    // Left alone, every game ends but one without a clock in which both have moved.
    life.lapses(now, true)?;
    life.lapses(now + 400 * crate::table::DAY, false)?;
    let endless = life.table.state.clock().is_none() && life.table.phase() == Phase::Playing;
    prop_assert!(life.table.phase() == Phase::Finished || endless);
    life.is_bounded()?;
    life.table.must_replay();
    Ok(life.table)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_game_stays_whole_whatever_its_players_do(
        game in game(),
        steps in prop::collection::vec(step(), 0..160),
        after in prop::collection::vec((0..12u8, wish()), 20),
    ) {
        // Most lives begin with an opponent.
        let join = (Step::Wishes { who: 2, wish: Wish::Join, lag: 0, away: false }, 10, true);
        let steps: Vec<_> = std::iter::once(join).chain(steps).collect();
        let table = life(game, &steps)?;
        if table.phase() == Phase::Finished {
            for (who, wish) in &after {
                let actor = [black(), white(), stranger()][usize::from(who % 3)];
                let moment = Moment { opponent_gone_since: Some(0), ..Moment::at(table.now) };
                let command = command(&table.state, wish);
                prop_assert!(table.state.decide(actor, None, &command, moment).is_err(), "{} after the end", command);
            }
            prop_assert_eq!(table.state.lapse(i64::MAX), None);
        }
    }
}

#[test]
fn random_lives_see_everything_that_can_happen() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let lives = (game(), prop::collection::vec(step(), 0..160));
    let mut seen = std::collections::BTreeMap::<String, usize>::new();
    for _ in 0..300 {
        let (game, mut steps) = lives.new_tree(&mut runner).unwrap().current();
        steps.insert(0, (Step::Wishes { who: 2, wish: Wish::Join, lag: 0, away: false }, 10, true));
        let table = life(game, &steps).unwrap();
        let kinds = table.log.iter().map(|event| name(&event.kind));
        let result = table.state.result().map(|result| format!("by {}", name(&result.by)));
        for what in kinds.chain(result) {
            *seen.entry(what).or_default() += 1;
        }
    }
    let ends = ["by score", "by resignation", "by abort", "by time", "by absence", "by adjudication"];
    for what in EVENTS.iter().copied().chain(ends) {
        assert!(seen.get(what).is_some_and(|times| *times >= 3), "{what} in {seen:?}");
    }
}
