//! GIB, the format of Tygem: a header of tags, then a line for each move.
//!
//! ```text
//! \HS
//! \[GAMEBLACKNAME=Ann (3D)\]
//! \[GAMETAG=S1,R3,W0,Z35,T30-3-1200,C2024:06:04:17:29,G65\]
//! \HE
//! \GS
//! INI 0 1 0 &4
//! STO 0 2 1 15 3
//! SKI 0 3
//! \GE
//! ```

use tengen_rules::Color;
use tengen_sgf::{Limits, Name, Position};

use crate::ReadError;
use crate::game::Game;
use crate::line::{Line, lines};

/// What a file calls the encoding of its text: the country of its server.
pub(crate) fn declared(text: &str) -> Option<&'static str> {
    let kind = lines(text).find_map(|line| tag(line.text).filter(|(name, _)| *name == "GIBOKIND"))?.1;
    match kind.to_ascii_lowercase().as_str() {
        "china" => Some("gb18030"),
        "korea" => Some("euc-kr"),
        "japan" => Some("shift_jis"),
        _ => None,
    }
}

pub(crate) fn read<'a>(text: &str, limits: &'a Limits) -> Result<Game<'a>, ReadError> {
    let mut game = Game::new(limits);
    // Both tell the komi and the result, and programs leave either of them at 0.
    let mut told = [Told::default(), Told::default()];
    let mut result = "";
    for line in lines(text) {
        if let Some((name, value)) = tag(line.text) {
            match name {
                "GAMEBLACKNAME" => player(&mut game, value, [Name::PB, Name::BR]),
                "GAMEWHITENAME" => player(&mut game, value, [Name::PW, Name::WR]),
                "GAMEINFOMAIN" => {
                    told[0] = Told::of(&line, value, ["GRLT:", "ZIPSU:", "GONGJE:", "GTIME:"], true);
                }
                "GAMETAG" => {
                    told[1] = Told::of(&line, value, ["W", "Z", "G", "T"], false);
                    let day =
                        field(value, "C").map(|day| day.split(':').take(3).collect::<Vec<_>>().join("-"));
                    game.fact(Name::DT, day.unwrap_or_default());
                }
                "GAMERESULT" => result = value,
                "GAMENAME" => game.fact(Name::EV, value),
                "GAMEPLACE" => game.fact(Name::PC, value),
                "GAMECOMMENT" => game.fact(Name::GC, value),
                _ => {}
            }
        } else {
            command(&mut game, &line)?;
        }
    }
    told.sort_by_key(|told| told.komi.is_none_or(|(komi, _)| is_zero(komi)));
    if let Some((tenths, position)) = told.iter().find_map(|told| told.komi) {
        match tenths.parse::<u32>() {
            Ok(tenths) => game.komi(&format!("{}.{}", tenths / 10, tenths % 10), position),
            Err(_) => game.komi(tenths, position),
        }
    }
    let won = told.iter().find_map(|told| won(told.result?, told.margin.unwrap_or("0")));
    game.fact(Name::RE, won.unwrap_or_else(|| result.to_owned()));
    if let Some(time) = told.iter().find_map(|told| told.time.as_ref()) {
        game.fact(Name::TM, time.main.clone());
        game.fact(Name::OT, time.overtime.clone());
    }
    Ok(game)
}

/// What a list of fields tells.
#[derive(Default)]
struct Told<'a> {
    /// How the game ended, and by how many tenths of a point.
    result: Option<&'a str>,
    margin: Option<&'a str>,
    /// In tenths of a point.
    komi: Option<(&'a str, Position)>,
    time: Option<Time>,
}

struct Time {
    main: String,
    overtime: String,
}

impl<'a> Told<'a> {
    /// `names` are those of the result, the margin, the komi and the time.
    fn of(line: &Line<'a>, value: &'a str, names: [&str; 4], is_main_first: bool) -> Self {
        let [result, margin, komi, time] = names;
        Told {
            result: field(value, result),
            margin: field(value, margin),
            komi: field(value, komi).map(|komi| (komi, line.place(komi))),
            time: field(value, time).and_then(|time| clock(time, is_main_first)),
        }
    }
}

/// A tag of the header: its name and its value.
fn tag(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("\\[")?.strip_suffix("\\]")?.split_once('=')
}

/// The rest of the field that begins so, of a list with commas between its fields.
fn field<'a>(list: &'a str, beginning: &str) -> Option<&'a str> {
    let fields = list.split(',').map(str::trim);
    fields
        .filter_map(|field| field.strip_prefix(beginning))
        .find(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
}

fn is_zero(number: &str) -> bool {
    number.parse() == Ok(0_u32)
}

/// A name, and the rank that stands in brackets behind it.
fn player(game: &mut Game<'_>, text: &str, [name, rank]: [Name<'static>; 2]) {
    let parts = text.trim().strip_suffix(')').and_then(|text| text.rsplit_once('('));
    let (own, its_rank) = parts.unwrap_or((text, ""));
    game.fact(name, own);
    game.fact(rank, its_rank);
}

/// The result in the words of SGF.
fn won(how: &str, tenths: &str) -> Option<String> {
    let color = match how {
        "0" | "3" | "7" => 'B',
        "1" | "4" | "8" => 'W',
        _ => return None,
    };
    let by = match how {
        "3" | "4" => "R".to_owned(),
        "7" | "8" => "T".to_owned(),
        // Nobody wins by nothing: the program that wrote this did not know it.
        _ => tenths
            .parse::<u32>()
            .ok()
            .filter(|tenths| *tenths > 0)
            .map(|tenths| (f64::from(tenths) / 10.0).to_string())?,
    };
    Some(format!("{color}+{by}"))
}

/// Main time in seconds, a period in seconds and the number of periods; or the main time last.
fn clock(text: &str, is_main_first: bool) -> Option<Time> {
    let numbers: Vec<u32> = text.split('-').map(|number| number.parse().ok()).collect::<Option<_>>()?;
    let [one, period_or_periods, last] = numbers[..] else { return None };
    let (main, period, periods) =
        if is_main_first { (one, period_or_periods, last) } else { (last, one, period_or_periods) };
    let overtime =
        if period > 0 && periods > 0 { format!("{periods}x{period} byo-yomi") } else { String::new() };
    Some(Time { main: main.to_string(), overtime })
}

/// A line of the game: the handicap, a move or a pass.
fn command(game: &mut Game<'_>, line: &Line<'_>) -> Result<(), ReadError> {
    let words: Vec<&str> = line.text.split_ascii_whitespace().collect();
    match words[..] {
        // There is one such line; others behind it mean nothing, and each would be a board's work.
        ["INI", _, _, stones, ..] if game.handicap == 0 => {
            game.stones(stones, line.place(stones));
            // The third stone stands at the upper left, as here.
            game.set_up_handicap(|place| place);
        }
        ["STO", _, _, color, column, row, ..] => {
            let color = match color {
                "1" => Color::Black,
                "2" => Color::White,
                _ => return Err(no_point(line.place(color))),
            };
            let number = |text: &str| text.parse::<usize>().map_err(|_| no_point(line.place(text)));
            game.play(color, Some((number(column)?, number(row)?)), line.place(column))?;
        }
        ["STO", ..] => return Err(no_point(line.start())),
        ["SKI", ..] => game.play(game.to_move(), None, line.start())?,
        _ => {}
    }
    Ok(())
}

fn no_point(position: Position) -> ReadError {
    ReadError::new("bad_point", position, "not a move: a colour, 1 or 2, and two numbers")
}
