//! Komi as programs write it.

use tengen_rules::{HalfPoints, Rules, Scoring};

use crate::go::{BoardSize, PointsError, komi_words, parse_points};

/// The smallest number that is taken for hundredths where no program is named. No komi of a game between people comes near it.
const FEWEST_HUNDREDTHS: i32 = 200;

/// The smallest number that Fox means in hundredths: a quarter. Smaller ones are points.
const FEWEST_OF_FOX: i32 = 25;

/// The most hundredths that are stones under area scoring where the fraction is no quarter: four stones are eight points, as much as
/// any komi in use. Fox writes 375 for three stones and three quarters, and 750 for seven points and a half.
const MOST_OF_STONES: i32 = 400;

/// A komi as `KM` has it where nothing else says how it is meant: with a fraction, so that nobody takes it for hundredths.
///
/// ```
/// use tengen_rules::HalfPoints;
/// use tengen_sgf::go::komi_text;
///
/// assert_eq!(komi_text(HalfPoints::new(13)), "6.5");
/// assert_eq!(komi_text(HalfPoints::points(7)), "7");
/// assert_eq!(komi_text(HalfPoints::points(350)), "350.0");
/// ```
pub fn komi_text(komi: HalfPoints) -> String {
    if komi.half_points() % 50 == 0 && komi != HalfPoints::ZERO {
        format!("{komi}.0")
    } else {
        komi.to_string()
    }
}

/// How the number in `KM` was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KomiForm {
    /// In points.
    Points,
    /// In stones of one side, as under Chinese rules. A stone is two points.
    Stones,
    /// In hundredths of a point.
    Hundredths,
    /// In hundredths of a stone of one side.
    HundredthsOfStones,
}

impl KomiForm {
    /// Whether the number is in hundredths, of whatever.
    pub const fn is_in_hundredths(self) -> bool {
        matches!(self, Self::Hundredths | Self::HundredthsOfStones)
    }

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Stones => "stones",
            Self::Hundredths => "hundredths",
            Self::HundredthsOfStones => "hundredths_of_stones",
        }
    }
}

/// What tells how a record means the number in `KM`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct KomiContext<'a> {
    /// `AP`.
    pub(crate) program: Option<&'a str>,
    /// The rules, if they are known.
    pub(crate) rules: Option<Rules>,
    pub(crate) size: BoardSize,
}

/// The komi in points, and how it was written.
///
/// # Errors
/// A text that is no number of points.
pub(crate) fn read(text: &str, context: &KomiContext<'_>) -> Result<(HalfPoints, KomiForm), PointsError> {
    let Ok(komi) = parse_points(text) else {
        let amount = komi_words::read(text).ok_or(PointsError)?;
        let form = if amount.in_stones { KomiForm::Stones } else { KomiForm::Points };
        return Ok((amount.points, form));
    };
    // A fraction is written by whoever means points or stones.
    let has_fraction = text.contains(['.', ',']);
    if has_fraction {
        let form = if is_quarter(text) { KomiForm::Stones } else { KomiForm::Points };
        return Ok((komi, form));
    }
    let number = komi.half_points() / 2;
    if !are_hundredths(number, context) {
        return Ok((komi, KomiForm::Points));
    }
    let by_area = context.rules.is_some_and(|rules| rules.scoring == Scoring::Area);
    let of_stones = number % 50 != 0 || (by_area && number.abs() <= MOST_OF_STONES);
    // 25 hundredths of a stone are half a point, as are 50 hundredths of a point.
    if of_stones {
        Ok((HalfPoints::new(number / 25), KomiForm::HundredthsOfStones))
    } else {
        Ok((HalfPoints::new(number / 50), KomiForm::Hundredths))
    }
}

/// Whether a whole number is in hundredths: by the program that wrote it, or because nobody gives so many points.
fn are_hundredths(number: i32, context: &KomiContext<'_>) -> bool {
    if number % 25 != 0 {
        return false;
    }
    match context.program.map(program_name) {
        Some(fox) if fox.starts_with("fox") || fox.starts_with("野狐") => {
            number == 0 || number.abs() >= FEWEST_OF_FOX
        }
        // Games here may have a komi of hundreds of points.
        Some(own) if own == "tengen" => false,
        _ => {
            let points = i32::from(context.size.width()) * i32::from(context.size.height());
            number.abs() >= FEWEST_HUNDREDTHS && 2 * number.abs() > points
        }
    }
}

/// The name of a program without its version, in small letters.
fn program_name(text: &str) -> String {
    let name = text.split(':').next().unwrap_or_default();
    name.trim().to_lowercase()
}

/// Whether a fraction is one or three quarters.
fn is_quarter(text: &str) -> bool {
    let fraction = text.trim().split_once(['.', ',']).map_or("", |(_, fraction)| fraction);
    matches!(fraction.trim_end_matches('0'), "25" | "75")
}

#[cfg(test)]
mod tests {
    use tengen_rules::Preset;

    use super::*;

    #[test]
    fn hundredths_are_found_by_the_program_or_the_size() {
        for (text, program, rules, size, points, form) in [
            ("375", Some("foxwq"), Some("chinese"), 9, "7.5", "hundredths_of_stones"),
            ("375", Some("foxwq:1.0"), None, 19, "7.5", "hundredths_of_stones"),
            ("325", Some("FoxWQ"), Some("chinese"), 19, "6.5", "hundredths_of_stones"),
            ("275", None, Some("chinese"), 19, "5.5", "hundredths_of_stones"),
            ("350", Some("foxwq"), Some("chinese"), 19, "7", "hundredths_of_stones"),
            ("650", Some("foxwq"), Some("japanese"), 19, "6.5", "hundredths"),
            ("650", Some("foxwq"), Some("korean"), 9, "6.5", "hundredths"),
            ("750", Some("foxwq"), Some("chinese"), 19, "7.5", "hundredths"),
            ("-650", Some("foxwq"), Some("japanese"), 19, "-6.5", "hundredths"),
            ("50", Some("foxwq"), Some("japanese"), 19, "0.5", "hundredths"),
            ("0", Some("foxwq"), Some("chinese"), 19, "0", "hundredths_of_stones"),
            ("0", None, Some("chinese"), 19, "0", "points"),
            ("6", Some("foxwq"), None, 19, "6", "points"),
            ("6.5", Some("foxwq"), None, 19, "6.5", "points"),
            ("3.75", Some("foxwq"), Some("chinese"), 19, "7.5", "stones"),
            ("375", None, None, 9, "7.5", "hundredths_of_stones"),
            ("375", None, None, 19, "7.5", "hundredths_of_stones"),
            ("750", Some("Sabaki:0.52"), None, 19, "7.5", "hundredths"),
            // As many points as a game here may have, or no hundredths of anything.
            ("375", Some("Tengen:0.1"), Some("chinese"), 9, "375", "points"),
            ("375.0", Some("foxwq"), Some("chinese"), 9, "375", "points"),
            ("361", None, None, 19, "361", "points"),
            ("100", None, None, 19, "100", "points"),
            ("6.5目", None, None, 19, "6.5", "points"),
            ("6目半", None, None, 19, "6.5", "points"),
            ("黑贴3又3/4子", None, None, 19, "7.5", "stones"),
            ("25", None, None, 5, "25", "points"),
            ("不贴目", Some("foxwq"), Some("chinese"), 19, "0", "points"),
            ("倒贴6.5目", None, None, 19, "-6.5", "points"),
        ] {
            let size: BoardSize = size.to_string().parse().unwrap();
            let rules = rules.map(|rules| rules.parse::<Preset>().unwrap().rules());
            let (komi, found) = read(text, &KomiContext { program, rules, size }).unwrap();
            assert_eq!((komi.to_string().as_str(), found.name()), (points, form), "{text} {program:?}");
        }
    }
}
