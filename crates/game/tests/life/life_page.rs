//! `docs/life.md` says what the code does: its tables are made here.

use std::fmt::Write;
use std::path::Path;

use tengen_game::{
    FLAG_GRACE, LAG_A_MOVE, LAG_PART, LOOK_AT_PROPOSAL, Millis, NO_MOVE_BEFORE_CLOCK, PAUSES_EACH,
    PROPOSALS_EACH, Patience, STAFF_PAUSE_MOST, TimeSystem, UNDOS_EACH,
};

use crate::table::{DAY, HOUR, MINUTE, SECOND};
use crate::{ruling_table, transitions};

/// Set to anything, this writes the page instead of failing.
const WRITE: &str = "TENGEN_WRITE_DOCS";

/// A time as people say it.
fn spoken(millis: Millis) -> String {
    if millis > MINUTE && millis < HOUR && millis % MINUTE != 0 {
        return format!("{} {}", spoken(millis - millis % MINUTE), spoken(millis % MINUTE));
    }
    for (unit, one, many) in
        [(DAY, "day", "days"), (HOUR, "hour", "hours"), (MINUTE, "min", "min"), (SECOND, "s", "s")]
    {
        if millis >= unit && millis % unit == 0 {
            let count = millis / unit;
            return format!("{count} {}", if count == 1 { one } else { many });
        }
    }
    format!("{millis} ms")
}

fn patience() -> String {
    let clocks = [
        ("absolute, 1 min", Some(TimeSystem::Absolute { main: MINUTE })),
        (
            "Fischer, 5 min and 5 s",
            Some(TimeSystem::Fischer { main: 5 * MINUTE, increment: 5 * SECOND, max: HOUR }),
        ),
        (
            "byo-yomi, 20 min and 5x30 s",
            Some(TimeSystem::ByoYomi { main: 20 * MINUTE, periods: 5, period: 30 * SECOND }),
        ),
        (
            "Canadian, 1 hour and 20 stones in 10 min",
            Some(TimeSystem::Canadian { main: HOUR, stones: 20, period: 10 * MINUTE }),
        ),
        ("simple, 1 day a move", Some(TimeSystem::Simple { period: DAY })),
        ("none", None),
    ];
    let mut text = "| clock | first move | absence | scoring | clocks after a resumption, at least | pauses of each player |\n|---|---|---|---|---|---|\n".to_owned();
    for (name, clock) in clocks {
        let patience = Patience::of(clock.as_ref());
        let absence = patience.absence.map_or_else(|| "for ever".to_owned(), spoken);
        let pauses = match patience.pauses {
            0 => "none".to_owned(),
            pauses => format!("{}, at most {PAUSES_EACH} times", spoken(pauses)),
        };
        let [first_move, scoring, resumed] =
            [patience.first_move, patience.scoring, patience.resumed].map(spoken);
        writeln!(text, "| {name} | {first_move} | {absence} | {scoring} | {resumed} | {pauses} |").unwrap();
    }
    text
}

fn figures() -> String {
    let figures = [
        ("lag given back with one move, at most", spoken(LAG_A_MOVE)),
        (
            "lag given back in a whole game, at most, of the time that it gives a player",
            format!("1/{LAG_PART}"),
        ),
        ("grace before a flag falls or a deadline passes", spoken(FLAG_GRACE)),
        ("without a move, before a game without a clock may be given one", spoken(NO_MOVE_BEFORE_CLOCK)),
        ("proposals of dead stones for each player and scoring phase", PROPOSALS_EACH.to_string()),
        ("requests of each player to take back", UNDOS_EACH.to_string()),
        ("a pause of the staff, at most", spoken(STAFF_PAUSE_MOST)),
        ("left on the scoring deadline by each proposal, at least", spoken(LOOK_AT_PROPOSAL)),
    ];
    let mut text = "| what | how much |\n|---|---|\n".to_owned();
    for (what, much) in figures {
        writeln!(text, "| {what} | {much} |").unwrap();
    }
    text
}

/// The page with the part between two markers replaced.
fn with_part(page: &str, part: &str, content: &str) -> String {
    let (begin, end) = (format!("<!-- {part}: begin -->\n"), format!("<!-- {part}: end -->"));
    let (before, rest) = page.split_once(&begin).unwrap_or_else(|| panic!("docs/life.md lacks {begin:?}"));
    let (_, after) = rest.split_once(&end).unwrap_or_else(|| panic!("docs/life.md lacks {end:?}"));
    format!("{before}{begin}\n{content}\n{end}{after}")
}

#[test]
fn the_page_says_what_the_code_does() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/life.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let mut made = with_part(&page, "patience", &patience());
    made = with_part(&made, "figures", &figures());
    made = with_part(&made, "rulings", &ruling_table::table());
    made = with_part(&made, "transitions", &transitions::tables());
    if made == page {
        return;
    }
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(&path, made).unwrap();
        return;
    }
    let line = made.lines().zip(page.lines()).find(|(made, page)| made != page);
    panic!(
        "docs/life.md is not what the code does; run this test with {WRITE}=1 to write it. First difference: {line:?}"
    );
}
