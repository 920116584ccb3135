//! Which of the copies in a folder are kept: the newest ones, and the newest of each day and week. Their names tell when they were made.

use std::collections::BTreeSet;

use time::{Date, Duration, Month, OffsetDateTime, PrimitiveDateTime, Time};

/// How the name of a copy begins and ends. Files of other names are nobody's here.
const BEGIN: &str = "tengen-";
const END: &str = ".sqlite";
/// What stands between them, as in 2026-11-23T170501Z, of UTC: by their names copies are in the order of their times.
const TIME: usize = "2026-11-23T170501Z".len();

/// How the name of a copy ends that is still being made, or was when the power failed.
const PART: &str = ".part";
/// After this time nobody makes a copy any more that has begun: large ones take minutes.
const LONGEST: Duration = Duration::DAY;

/// How many copies are kept, each kind for itself: a copy that one of them keeps stays.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Policy {
    /// The newest ones.
    pub(super) newest: usize,
    /// The newest of each of the last days that have one.
    pub(super) daily: usize,
    /// The newest of each of the last weeks that have one, from Monday on.
    pub(super) weekly: usize,
}

/// The name of a copy that is made at a time.
pub(super) fn name(at: OffsetDateTime) -> String {
    let (date, time) = (at.date(), at.time());
    let (year, month, day) = (date.year(), u8::from(date.month()), date.day());
    let (hour, minute, second) = (time.hour(), time.minute(), time.second());
    format!("{BEGIN}{year:04}-{month:02}-{day:02}T{hour:02}{minute:02}{second:02}Z{END}")
}

/// When the copy of a name was made; none if it is not the name of one.
pub(super) fn made_at(name: &str) -> Option<OffsetDateTime> {
    let text =
        name.strip_prefix(BEGIN)?.strip_suffix(END).filter(|text| text.len() == TIME && text.is_ascii())?;
    let number = |from: usize, digits: usize| -> Option<u16> {
        let digits = text.get(from..from + digits)?;
        if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None }
    };
    let small = |from: usize| u8::try_from(number(from, 2)?).ok();
    let date =
        Date::from_calendar_date(i32::from(number(0, 4)?), Month::try_from(small(5)?).ok()?, small(8)?)
            .ok()?;
    let time = Time::from_hms(small(11)?, small(13)?, small(15)?).ok()?;
    let at = PrimitiveDateTime::new(date, time).assume_utc();
    // The signs between the numbers.
    (self::name(at) == name).then_some(at)
}

/// Whether this is the name of a part of a copy that nobody makes any more. No other copy has its name, so nobody would ask for
/// its removal.
pub(super) fn is_left_part(name: &str, now: OffsetDateTime) -> bool {
    name.strip_suffix(PART).and_then(made_at).is_some_and(|at| now - at > LONGEST)
}

impl Policy {
    /// Whether it keeps nothing in particular, and so removes nothing.
    pub(super) fn is_none(self) -> bool {
        self.newest == 0 && self.daily == 0 && self.weekly == 0
    }

    /// Of these names those of copies that it does not keep, the oldest first. The newest copy always stays.
    ///
    /// Copies of a time to come are neither counted nor removed. Either they were made while the clock was ahead, or it is behind
    /// now and they are true ones.
    pub(super) fn superfluous<'n>(
        self,
        names: impl IntoIterator<Item = &'n str>,
        now: OffsetDateTime,
    ) -> Vec<&'n str> {
        let copy = |name| made_at(name).filter(|at| *at <= now).map(|at| (at, name));
        let mut copies: Vec<(OffsetDateTime, &str)> = names.into_iter().filter_map(copy).collect();
        if self.is_none() {
            return Vec::new();
        }
        copies.sort_unstable();
        let (mut days, mut weeks) = (BTreeSet::new(), BTreeSet::new());
        let mut gone = Vec::new();
        for (older, (at, name)) in copies.iter().rev().enumerate() {
            // The first of all Julian days was a Monday.
            let day = at.to_julian_day();
            let is_newest_of_day = days.len() < self.daily && days.insert(day);
            let is_newest_of_week = weeks.len() < self.weekly && weeks.insert(day.div_euclid(7));
            if older >= self.newest.max(1) && !is_newest_of_day && !is_newest_of_week {
                gone.push(*name);
            }
        }
        gone.reverse();
        gone
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The name of a copy of some day of November 2026, of which the 23rd was a Monday, at some hour.
    fn of(day: u8, hour: u8) -> String {
        format!("tengen-2026-11-{day:02}T{hour:02}0000Z.sqlite")
    }

    /// The end of that month.
    fn now() -> OffsetDateTime {
        made_at(&of(30, 23)).unwrap()
    }

    fn kept(policy: Policy, copies: &[String]) -> Vec<String> {
        let gone = policy.superfluous(copies.iter().map(String::as_str), now());
        copies.iter().filter(|name| !gone.contains(&name.as_str())).cloned().collect()
    }

    #[test]
    fn a_name_tells_the_time() {
        let at = OffsetDateTime::from_unix_timestamp(1_795_453_501).unwrap();
        let name = name(at);
        assert_eq!(name, "tengen-2026-11-23T170501Z.sqlite");
        assert_eq!(made_at(&name), Some(at));
        for other in [
            "tengen.sqlite",
            "tengen-2026-11-23T170501Z.sqlite.part",
            "tengen-2026-11-23T170501.sqlite",
            "tengen-2026-13-23T170501Z.sqlite",
            "tengen-2026-11-23T250501Z.sqlite",
            "tengen-2026-11-23x170501Z.sqlite",
            "tengen-+026-11-23T170501Z.sqlite",
            "mine-2026-11-23T170501Z.sqlite",
        ] {
            assert_eq!(made_at(other), None, "{other}");
        }
    }

    #[test]
    fn parts_of_copies_are_left_after_a_day() {
        let now = made_at(&of(23, 12)).unwrap();
        assert!(is_left_part(&format!("{}.part", of(22, 11)), now));
        for other in [format!("{}.part", of(22, 13)), of(1, 3), "mine.part".to_owned()] {
            assert!(!is_left_part(&other, now), "{other}");
        }
    }

    #[test]
    fn the_newest_stay() {
        let copies: Vec<String> = (1..=9).map(|day| of(day, 3)).collect();
        assert_eq!(kept(Policy { newest: 2, ..Policy::default() }, &copies), [of(8, 3), of(9, 3)]);
        assert_eq!(kept(Policy { newest: 20, ..Policy::default() }, &copies), copies);
        assert_eq!(kept(Policy::default(), &copies), copies, "nothing is asked for");
        let mixed = ["tengen.sqlite".to_owned(), of(1, 3), of(2, 3), "tengen-mine.sqlite".to_owned()];
        let gone =
            Policy { newest: 1, ..Policy::default() }.superfluous(mixed.iter().map(String::as_str), now());
        assert_eq!(gone, [of(1, 3)], "what is no copy stays");
    }

    #[test]
    fn the_newest_of_each_day_and_week_stay() {
        let copies: Vec<String> = (9..=24).flat_map(|day| [of(day, 3), of(day, 15)]).collect();
        let daily = Policy { daily: 3, ..Policy::default() };
        assert_eq!(kept(daily, &copies), [of(22, 15), of(23, 15), of(24, 15)]);
        let weekly = Policy { weekly: 3, ..Policy::default() };
        assert_eq!(kept(weekly, &copies), [of(15, 15), of(22, 15), of(24, 15)]);
        let all = Policy { newest: 3, daily: 2, weekly: 2 };
        assert_eq!(kept(all, &copies), [of(22, 15), of(23, 15), of(24, 3), of(24, 15)]);
        // Days without a copy are not counted.
        let rare = [of(1, 3), of(12, 3), of(24, 3)];
        assert_eq!(kept(daily, &rare), rare);
        assert_eq!(kept(Policy { daily: 1, ..Policy::default() }, &rare), rare[2..]);
    }

    #[test]
    fn copies_of_a_time_to_come_are_neither_counted_nor_removed() {
        let ahead = [1, 2, 3].map(|day| format!("tengen-2036-01-{day:02}T030000Z.sqlite"));
        let policies = [
            Policy { newest: 3, ..Policy::default() },
            Policy { daily: 3, ..Policy::default() },
            Policy { weekly: 3, ..Policy::default() },
        ];
        let others = [of(10, 3), of(17, 3), of(24, 3), of(30, 3)];
        for policy in policies {
            let all = [ahead.as_slice(), &others].concat();
            assert_eq!(kept(policy, &all), [ahead.as_slice(), &others[1..]].concat(), "{policy:?}");
            assert_eq!(kept(policy, &ahead), ahead, "{policy:?}");
        }
    }

    /// The clock of a machine shows a Thursday, since it has not asked anybody yet, and copies of later days are there.
    #[test]
    fn a_clock_that_is_behind_removes_no_newer_copy() {
        let copies = [of(24, 3), of(25, 3), of(26, 3), of(27, 3), of(28, 3)];
        let gone = Policy { newest: 2, ..Policy::default() }
            .superfluous(copies.iter().map(String::as_str), made_at(&of(26, 3)).unwrap());
        assert_eq!(gone, [of(24, 3)]);
    }
}
