//! Rounds: what holds for every one of them, held against all the rounds that there are.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail the test like the tests themselves")]

use std::collections::BTreeMap;

use proptest::prelude::*;
use tengen_groups::{Pairing, Standing, pair};

type Meetings = BTreeMap<(usize, usize), u32>;

fn key(one: usize, other: usize) -> (usize, usize) {
    (one.min(other), one.max(other))
}

fn times(met: &Meetings, one: usize, other: usize) -> u32 {
    met.get(&key(one, other)).copied().unwrap_or(0)
}

fn again(round: &Pairing, met: &Meetings) -> usize {
    round.pairs.iter().filter(|(one, other)| times(met, *one, *other) > 0).count()
}

/// How few of these meet again at least, by looking at every round.
fn fewest_again(rest: &[usize], met: &Meetings) -> usize {
    let Some((first, others)) = rest.split_first() else { return 0 };
    let with = |other: &usize| {
        let left: Vec<usize> = others.iter().copied().filter(|left| left != other).collect();
        usize::from(times(met, *first, *other) > 0) + fewest_again(&left, met)
    };
    others.iter().map(with).min().unwrap()
}

fn check(standings: &[Standing], met: &Meetings) -> Result<Pairing, TestCaseError> {
    let round = pair(standings, |one, other| times(met, one, other));
    let mut all: Vec<usize> =
        round.pairs.iter().flat_map(|(black, white)| [*black, *white]).chain(round.bye).collect();
    all.sort_unstable();
    prop_assert_eq!(all, (0..standings.len()).collect::<Vec<_>>());
    prop_assert_eq!(round.bye.is_some(), standings.len() % 2 == 1);
    for (black, white) in &round.pairs {
        prop_assert!(standings[*black].blacks <= standings[*white].blacks);
    }
    Ok(round)
}

proptest! {
    #[test]
    fn as_few_meet_again_as_can_be(
        standings in proptest::collection::vec((0u32..5, 0u32..2, -2i32..3), 0..8),
        meetings in proptest::collection::vec((0usize..8, 0usize..8), 0..26),
    ) {
        let standings: Vec<_> =
            standings.into_iter().map(|(points, byes, blacks)| Standing { points, byes, blacks }).collect();
        let mut met = Meetings::new();
        for (one, other) in meetings {
            if one != other {
                *met.entry(key(one, other)).or_insert(0) += 1;
            }
        }
        let round = check(&standings, &met)?;
        let all: Vec<usize> = (0..standings.len()).collect();
        if standings.len() % 2 == 0 {
            prop_assert_eq!(again(&round, &met), fewest_again(&all, &met));
        } else {
            let fewest = standings.iter().map(|standing| standing.byes).min().unwrap();
            prop_assert_eq!(standings[round.bye.unwrap()].byes, fewest);
            let candidates = all.iter().filter(|who| standings[**who].byes == fewest);
            let least = candidates.map(|who| {
                let rest: Vec<_> = all.iter().copied().filter(|other| other != who).collect();
                fewest_again(&rest, &met)
            });
            prop_assert_eq!(again(&round, &met), least.min().unwrap());
        }
        let once_more = pair(&standings, |one, other| times(&met, one, other));
        prop_assert_eq!(once_more, round);
    }
}

/// Plays a whole tournament in which the first of the list always wins, and answers its rounds.
fn tournament(players: usize, rounds: usize) -> (Vec<Pairing>, Vec<Standing>, Meetings) {
    let (mut standings, mut met, mut played) =
        (vec![Standing::default(); players], Meetings::new(), Vec::new());
    for _ in 0..rounds {
        let round = check(&standings, &met).unwrap();
        for (black, white) in &round.pairs {
            *met.entry(key(*black, *white)).or_insert(0) += 1;
            standings[*black].blacks += 1;
            standings[*white].blacks -= 1;
            standings[*black.min(white)].points += 2;
        }
        if let Some(bye) = round.bye {
            standings[bye].byes += 1;
            standings[bye].points += 2;
        }
        played.push(round);
    }
    (played, standings, met)
}

#[test]
fn everybody_meets_everybody_before_anybody_meets_again() {
    for players in [4, 6, 8, 10, 12, 20] {
        let (_, standings, met) = tournament(players, players - 1);
        // A round may find itself with a rest of the pairs that can't be put together without a meeting of before, as in every
        // Swiss tournament.
        let rounds = players / 2 + 1;
        let (_, _, fresh) = tournament(players, rounds.min(players - 1));
        assert!(fresh.values().all(|times| *times == 1), "{players}: {fresh:?}");
        assert!(met.values().all(|times| *times <= 3), "{players}");
        assert!(standings.iter().all(|standing| standing.blacks.abs() <= 4), "{standings:?}");
    }
}

#[test]
fn of_an_odd_number_each_is_left_over_once_before_anybody_is_twice() {
    for players in [3, 5, 7, 9] {
        let (rounds, standings, _) = tournament(players, players);
        assert!(standings.iter().all(|standing| standing.byes == 1), "{players}: {standings:?}");
        let first = rounds.first().and_then(|round| round.bye);
        assert_eq!(first, Some(players - 1), "the lowest one is left over first");
    }
}

#[test]
fn those_who_stand_alike_meet() {
    let standing = |points| Standing { points, ..Standing::default() };
    let round =
        pair(&[standing(0), standing(4), standing(2), standing(4), standing(2), standing(0)], |_, _| 0);
    assert_eq!(round.pairs, [(3, 1), (4, 2), (5, 0)]);
    // The leaders have met: each of them meets the next one.
    let round =
        pair(&[standing(4), standing(4), standing(2), standing(2)], |one, other| u32::from(one + other == 1));
    assert_eq!(round.pairs, [(2, 0), (3, 1)]);
}

#[test]
fn two_hundred_are_paired() {
    let (rounds, ..) = tournament(200, 12);
    assert_eq!(rounds.len(), 12);
    assert_eq!(pair(&[], |_, _| 0), Pairing::default());
    assert_eq!(pair(&[Standing::default()], |_, _| 0), Pairing { pairs: Vec::new(), bye: Some(0) });
}
