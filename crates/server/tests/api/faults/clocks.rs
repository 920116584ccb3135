//! The right clocks of a game, counted in the plainest way from the settings and the log alone.

use serde_json::{Value, json};

/// The most lag given back with one move, the stock that it comes from, and the addition of each move to that stock.
const LAG_A_MOVE: i64 = 1_000;
const LAG_STOCK: i64 = 3_000;
const LAG_REFILL: i64 = 200;
/// At most one part in ten of the time that a game gives a player is given back for lag.
const LAG_PART: i64 = 10;
/// Where Fischer's system has no maximum: 100 days.
const NO_MAXIMUM: i64 = 100 * 24 * 60 * 60 * 1_000;

/// A time in which one player was thinking, up to the event that ended it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Thought {
    pub(super) from: i64,
    pub(super) to: i64,
    /// The time given back meanwhile for outages.
    pub(super) credited: i64,
    /// The time given back for lag.
    pub(super) lag: i64,
}

/// Both players' clocks, as the log tells them.
pub(super) struct Clocks {
    system: Value,
    /// Black's and White's.
    left: [Left; 2],
    have_moved: [bool; 2],
    lag_stock: [i64; 2],
    /// The lag given back and the time spent, in all.
    lag_given_back: [i64; 2],
    spent: [i64; 2],
    /// The player who thinks, the beginning of the thought, and the time given back since.
    thinks: Option<(usize, i64, i64)>,
    /// Until when a first move is waited for.
    first_move_until: Option<i64>,
    /// From when on a game without a clock may be given one.
    givable_at: Option<i64>,
    pub(super) thoughts: Vec<Thought>,
    /// The places where the log differs.
    pub(super) mistakes: Vec<String>,
}

#[derive(Debug, Clone, Copy)]
struct Left {
    main: i64,
    period: i64,
    periods: i64,
    stones: i64,
}

impl Clocks {
    /// Goes through a log whose game has this clock in its settings.
    pub(super) fn follow(system: &Value, log: &[Value]) -> Self {
        let field = |name: &str| system[name].as_i64().unwrap_or(0);
        let left = Left {
            main: field("main"),
            period: field("period"),
            periods: field("periods"),
            stones: field("stones"),
        };
        let mut clocks = Self {
            system: system.clone(),
            left: [left; 2],
            have_moved: [false; 2],
            lag_stock: [LAG_STOCK; 2],
            lag_given_back: [0; 2],
            spent: [0; 2],
            thinks: None,
            first_move_until: None,
            givable_at: None,
            thoughts: Vec::new(),
            mistakes: Vec::new(),
        };
        for event in log {
            clocks.take(event);
        }
        clocks
    }

    fn take(&mut self, event: &Value) {
        let at = event["at"].as_i64().unwrap();
        match event["type"].as_str().unwrap() {
            "joined" => {}
            "played" | "passed" => {
                let color = usize::from(event["color"] == "white");
                let lag = event["lag"].as_i64().unwrap();
                let of_the_game = self.given(color) / LAG_PART - self.lag_given_back[color];
                let stock = self.lag_stock[color].min(of_the_game).max(0);
                if !(0..=LAG_A_MOVE.min(stock)).contains(&lag) {
                    self.mistakes.push(format!("{lag} ms of lag, of a stock of {stock}: {event}"));
                }
                if self.thinks.is_some() {
                    self.stop(at, lag);
                    self.made_move(color);
                    self.lag_given_back[color] += lag;
                    self.lag_stock[color] = (self.lag_stock[color] - lag + LAG_REFILL).min(LAG_STOCK);
                }
                self.have_moved[color] = true;
                if !self.system.is_null() && self.have_moved == [true; 2] {
                    self.thinks = Some((1 - color, at, 0));
                }
            }
            "credited" => {
                let millis = event["millis"].as_i64().unwrap();
                if let Some((_, _, credited)) = &mut self.thinks {
                    *credited += millis;
                } else if let Some(until) = &mut self.first_move_until {
                    *until += millis;
                    let waits = json!({"for": "first_move", "until": *until});
                    if event["state"]["waits"] != waits {
                        self.mistakes.push(format!("not {waits}: {event}"));
                    }
                } else if let Some(givable_at) = &mut self.givable_at {
                    *givable_at += millis;
                    if event["state"]["clock_givable_at"] != *givable_at {
                        self.mistakes.push(format!("not {givable_at}: {event}"));
                    }
                } else {
                    self.mistakes.push(format!("nothing to give back: {event}"));
                }
            }
            // Everything else ends the game.
            _ => self.stop(at, 0),
        }
        self.compare(event, at);
        let waits = &event["state"]["waits"];
        self.givable_at = event["state"]["clock_givable_at"].as_i64();
        self.first_move_until = (waits["for"] == "first_move").then(|| waits["until"].as_i64().unwrap());
    }

    /// The thinking ends, whatever ends it.
    fn stop(&mut self, at: i64, lag: i64) {
        if let Some((color, from, credited)) = self.thinks.take() {
            self.left[color] = self.after(color, at - from - credited - lag);
            self.spent[color] += (at - from - credited - lag).max(0);
            self.thoughts.push(Thought { from, to: at, credited, lag });
        }
    }

    /// The time that the game has given a player: the time spent before this thought, and the time left then.
    fn given(&self, color: usize) -> i64 {
        let left = self.left[color];
        self.spent[color] + left.main + left.period + (left.periods - 1).max(0) * self.length("period")
    }

    /// A player's time after some more milliseconds of thinking: main time goes first, then the period, then the next one.
    fn after(&self, color: usize, millis: i64) -> Left {
        let mut left = self.left[color];
        let mut millis = millis.max(0);
        let of_main = millis.min(left.main);
        left.main -= of_main;
        millis -= of_main;
        while millis > left.period && left.periods > 1 {
            millis -= left.period;
            left.period = self.length("period");
            left.periods -= 1;
        }
        if millis > left.period {
            return Left { main: 0, period: 0, periods: 0, stones: 0 };
        }
        left.period -= millis;
        left
    }

    /// What a move makes of the time of the player who made it.
    fn made_move(&mut self, color: usize) {
        let (increment, period, stones) =
            (self.length("increment"), self.length("period"), self.length("stones"));
        let most = self.system["max"].as_i64().unwrap_or(NO_MAXIMUM);
        let left = &mut self.left[color];
        match self.system["system"].as_str().unwrap() {
            "absolute" => {}
            "fischer" => left.main = (left.main + increment).min(most).max(left.main),
            "byo-yomi" | "simple" => left.period = period,
            "canadian" if left.main > 0 => {}
            "canadian" => {
                left.stones -= 1;
                if left.stones == 0 {
                    (left.period, left.stones) = (period, stones);
                }
            }
            other => panic!("{other} is no system"),
        }
    }

    fn length(&self, name: &str) -> i64 {
        self.system[name].as_i64().unwrap_or(0)
    }

    /// Notes where the event says something else than these clocks.
    fn compare(&mut self, event: &Value, at: i64) {
        let state = &event["state"];
        if self.system.is_null() {
            if !state["clock"].is_null() {
                self.mistakes.push(format!("a clock in a game without one: {event}"));
            }
            return;
        }
        let mut left = self.left;
        let mut running = Value::Null;
        if let Some((color, from, credited)) = self.thinks {
            left[color] = self.after(color, at - from - credited);
            running = json!(["black", "white"][color]);
            let start = self.left[color];
            let whole = start.main + start.period + (start.periods - 1).max(0) * self.length("period");
            let waits = json!({"for": "move", "until": from + credited + whole});
            if state["waits"] != waits {
                self.mistakes.push(format!("not {waits}: {event}"));
            }
        }
        let [black, white] = left.map(|left| {
            json!({"main": left.main, "period": left.period, "periods": left.periods, "stones": left.stones})
        });
        let clock = &state["clock"];
        for (name, value) in [("at", json!(at)), ("running", running), ("black", black), ("white", white)] {
            if clock[name] != value {
                self.mistakes.push(format!("{name} is not {value}: {event}"));
            }
        }
    }
}
