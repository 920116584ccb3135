//! Names that a reader takes for that of a member are nobody else's.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use serde_json::json;

use crate::member::{at_home, member, register};
use crate::rest::{Answer, Visitor};
use crate::server::{Database, Server, crowded, on_both_databases};

on_both_databases! {
    no_lookalike_of_a_name_is_free
    no_lookalike_of_a_name_in_two_ways_is_free
    a_name_in_another_case_with_a_digit_for_a_letter_is_not_free
    other_names_are_free
    of_one_name_in_many_looks_one_registration_is_taken
}

/// It has a capital I, small letters l and o, an m and an r before an n.
const NAME: &str = "Ian Mollorn";

/// The ways in which a letter is changed into one that looks the same, or is the same but for case, width or marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Small,
    Large,
    Wide,
    Marked,
    Cyrillic,
    Greek,
    Upright,
    Round,
    Mathematical,
}

const WAYS: [Way; 9] = [
    Way::Small,
    Way::Large,
    Way::Wide,
    Way::Marked,
    Way::Cyrillic,
    Way::Greek,
    Way::Upright,
    Way::Round,
    Way::Mathematical,
];

impl Way {
    /// The letter changed in this way, if it can be. The number chooses among several.
    fn of(self, letter: char, number: usize) -> Option<String> {
        const MARKS: [char; 5] = ['\u{301}', '\u{308}', '\u{323}', '\u{327}', '\u{335}'];
        let beside = |pairs: &[(char, char)]| {
            pairs.iter().find(|(from, _)| *from == letter).map(|(_, to)| to.to_string())
        };
        match self {
            _ if !letter.is_ascii_alphabetic() => None,
            Self::Small => Some(letter.to_ascii_lowercase().to_string()),
            Self::Large => Some(letter.to_ascii_uppercase().to_string()),
            Self::Wide => char::from_u32(u32::from(letter) + 0xfee0).map(String::from),
            Self::Marked => Some(format!("{letter}{}", MARKS[number % MARKS.len()])),
            Self::Cyrillic => beside(&[
                ('I', '\u{406}'),
                ('a', '\u{430}'),
                ('M', '\u{41c}'),
                ('o', '\u{43e}'),
                ('l', '\u{4cf}'),
            ]),
            Self::Greek => beside(&[('I', '\u{399}'), ('M', '\u{39c}'), ('o', '\u{3bf}'), ('a', '\u{3b1}')]),
            Self::Upright => match letter {
                'I' => Some(["l", "1"][number % 2].to_owned()),
                'l' => Some(["I", "1"][number % 2].to_owned()),
                _ => None,
            },
            Self::Round => (letter == 'o').then(|| "0".to_owned()),
            Self::Mathematical => {
                let (base, from) = if letter.is_ascii_uppercase() { ('A', 0x1d400) } else { ('a', 0x1d41a) };
                char::from_u32(from + u32::from(letter) - u32::from(base)).map(String::from)
            }
        }
    }
}

/// Numbers that are the same in every run.
struct Lots(u64);

impl Lots {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % below
    }
}

/// The name with some letters changed, each in one of these ways.
fn changed(name: &str, ways: &[Way], lots: &mut Lots) -> String {
    let change = |letter: char| {
        let way = ways[lots.next(ways.len())];
        let number = lots.next(10);
        way.of(letter, number).filter(|_| lots.next(3) > 0).unwrap_or_else(|| letter.to_string())
    };
    let name: String = name.chars().map(change).collect();
    match lots.next(8) {
        0 => name.replace("rn", "m"),
        1 => name.replacen(' ', "", 1),
        2 => name.replacen(' ', "  ", 1),
        _ => name,
    }
}

/// So many different looks of the name, none of them the name as it is.
fn looks(count: usize, ways: impl Fn(&mut Lots) -> Vec<Way>) -> Vec<String> {
    let (mut lots, mut found) = (Lots(4711), BTreeSet::new());
    while found.len() < count {
        let ways = ways(&mut lots);
        let look = changed(NAME, &ways, &mut lots);
        if look != NAME && look.chars().count() <= 32 {
            found.insert(look);
        }
    }
    found.into_iter().collect()
}

/// Whether a name was refused to somebody.
#[track_caller]
fn is_refused(answer: &Answer) -> bool {
    let code = answer.json()["code"].as_str().unwrap_or_default().to_owned();
    match (answer.status, code.as_str()) {
        (409, "name_taken") | (422, "name_refused" | "invalid_name") => true,
        (200 | 201, _) | (409, "renamed_lately") => false,
        _ => panic!("{}", answer.text()),
    }
}

/// Asks for each of these names as a member who wants another name. A name that is refused is no change, so one member may ask for all.
async fn free_among(server: &Server, names: &[String]) -> Vec<String> {
    let mut free = Vec::new();
    let mut asks = member(server, "Zacharias").await;
    for name in names {
        if !is_refused(&asks.patch("/me", json!({"name": name})).await) {
            free.push(name.clone());
            asks = member(server, &format!("Zacharias {}", free.len() * 1_000 + 17)).await;
        }
    }
    free
}

async fn no_lookalike_of_a_name_is_free(database: Database) {
    let server = Server::start(database).await;
    let ian = member(&server, NAME).await;
    let names = looks(500, |lots| vec![WAYS[lots.next(WAYS.len())]]);
    let free = free_among(&server, &names).await;
    assert!(free.is_empty(), "{} of {}: {free:?}", free.len(), names.len());
    // Nor does anybody register by one.
    for name in names.iter().step_by(20) {
        assert!(is_refused(&register(&Visitor::stranger(&server), name).await), "{name}");
    }
    assert_eq!(ian.get("/me").await.ok()["player"]["name"], NAME);
}

/// Case and width and marks, together with letters that look the same. Which letters look the same depends on their case, so case goes
/// together with those alone that do so in both.
async fn no_lookalike_of_a_name_in_two_ways_is_free(database: Database) {
    const WITHOUT_CASE: [Way; 6] =
        [Way::Wide, Way::Marked, Way::Cyrillic, Way::Upright, Way::Round, Way::Mathematical];
    const WITH_CASE: [Way; 4] = [Way::Small, Way::Large, Way::Wide, Way::Marked];
    let server = Server::start(database).await;
    member(&server, NAME).await;
    let ways = |lots: &mut Lots| {
        let of: &[Way] = if lots.next(2) == 0 { &WITHOUT_CASE } else { &WITH_CASE };
        vec![of[lots.next(of.len())], of[lots.next(of.len())]]
    };
    let names = looks(500, ways);
    let free = free_among(&server, &names).await;
    assert!(free.is_empty(), "{} of {}: {free:?}", free.len(), names.len());
}

/// What looks like the name in capitals, or in small letters, looks like the name.
async fn a_name_in_another_case_with_a_digit_for_a_letter_is_not_free(database: Database) {
    let server = Server::start(database).await;
    member(&server, "Olli Modern").await;
    let names: Vec<String> =
        ["OLLI M0DERN", "0LLI MODERN", "olli m0dern", "0lli modern", "oIIi modern", "OLLI MODERN"]
            .map(str::to_owned)
            .into();
    let free = free_among(&server, &names).await;
    assert!(free.is_empty(), "{free:?}");
}

async fn other_names_are_free(database: Database) {
    let server = Server::start(database).await;
    member(&server, NAME).await;
    for name in
        ["Ian Mollor", "Ian Mollorna", "Ann Mollorn", "Mollorn Ian", "Ian Mollorn 2", "Иан", "伊恩", "Ιαν"]
    {
        member(&server, name).await;
    }
}

async fn of_one_name_in_many_looks_one_registration_is_taken(database: Database) {
    let server = Server::with_options(database, &[&crowded()]).await;
    // Each looks like each of the others: none has an i, of which the capital looks like an l.
    let looks = [
        "Anna Mollorn",
        "ANNA MOLLORN",
        "anna mollorn",
        "aNNA mOLLORN",
        "AnnaMollorn",
        "Anna Mollom",
        "Ánna Möllórn",
        "Ａｎｎａ Ｍｏｌｌｏｒｎ",
        "A n n a Mollorn",
        "Anna  Mollorn",
        "Anna Mo\u{302}llorn",
        "𝐀𝐧𝐧𝐚 𝐌𝐨𝐥𝐥𝐨𝐫𝐧",
        "Anna Mollórn",
        "Anna Mollörn",
        "ANNA MOLLÓRN",
        "anna Mollom",
    ];
    // Guests of one of the looks are there, and register among the others.
    let guests = [Visitor::guest(&server, "Anna Mollorn").await, Visitor::guest(&server, "Guest").await];
    let mut asking: Vec<Visitor> = (0..looks.len()).map(|_| Visitor::stranger(&server)).collect();
    for (place, guest) in guests.into_iter().enumerate() {
        asking[3 * place] = guest;
    }
    let answers = join_all(asking.iter().zip(looks).map(|(visitor, name)| register(visitor, name))).await;
    let won: Vec<_> = asking.iter().zip(&answers).filter(|(_, answer)| answer.status == 201).collect();
    for answer in answers.iter().filter(|answer| answer.status != 201) {
        answer.refused(409, "name_taken");
    }
    let [(visitor, answer)] = won[..] else { panic!("{} have the name", won.len()) };
    let anna = at_home(visitor, answer);
    assert_eq!(anna.get("/me").await.ok()["player"]["name"], json!(anna.name));
}
