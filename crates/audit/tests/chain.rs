//! A chain shows each change.

use proptest::prelude::*;
use tengen_audit::{Aside, Broken, Chain, Entry, How, Kind, Link, START, Subject};

fn entry(seq: i64, aside: Option<&Aside>) -> Entry {
    Entry {
        seq,
        at: 1_700_000_000_000 + seq,
        actor: (seq % 2 == 0).then(|| "0123456789abcdef".to_owned()),
        kind: Kind::ALL
            .iter()
            .cycle()
            .nth(usize::try_from(seq).unwrap_or(0))
            .map_or("", |kind| kind.name())
            .to_owned(),
        subject: Subject { kind: "player".to_owned(), id: format!("{seq:016x}") },
        facts: format!(r#"{{"number":{seq}}}"#),
        aside: aside.map(Aside::hash),
    }
}

fn aside(seq: i64) -> Aside {
    Aside { salt: format!("salt-{seq}"), reason: format!("\"reason\" {seq}\n") }
}

/// A chain of so many entries. Each third one has no reason.
fn chain(length: i64) -> Vec<(Link, Option<Aside>)> {
    let mut previous = START.to_owned();
    let mut links = Vec::new();
    for seq in 1..=length {
        let aside = (seq % 3 != 0).then(|| aside(seq));
        let link = entry(seq, aside.as_ref()).link(&previous);
        previous.clone_from(&link.hash);
        links.push((link, aside));
    }
    links
}

fn walk(links: &[(Link, Option<Aside>)]) -> Result<Chain, Broken> {
    let mut chain = Chain::default();
    for (link, aside) in links {
        chain.next_with(link, aside.as_ref())?;
    }
    Ok(chain)
}

/// The letters that are hashed never change: chains of earlier releases hold.
#[test]
fn the_hash_is_that_of_a_known_text() {
    let link = entry(1, Some(&aside(1))).link(START);
    // As sha256sum says, too.
    let text = format!(
        r#"{{"seq":1,"at":1700000000001,"actor":null,"kind":"revoke","subject":{{"kind":"player","id":"0000000000000001"}},"facts":"{{\"number\":1}}","aside":"{}","previous":"{START}"}}"#,
        aside(1).hash()
    );
    let json = serde_json::to_string(&link).unwrap();
    assert_eq!(json, format!(r#"{},"hash":"{}"}}"#, text.strip_suffix('}').unwrap(), link.hash));
    assert_eq!(aside(1).hash(), "fcb991973676f8cf7160aaca9d9cbc0fc4620838d6754be54af0d9f366948a50");
    assert_eq!(link.hash, "ba69da14d7efc33b4e45dbcc2c5e2a00883cac4340c9a6ca557155b7c8150878");
}

#[test]
fn what_was_written_reads_back() {
    for (link, _) in chain(20) {
        let json = serde_json::to_string(&link).unwrap();
        assert_eq!(serde_json::from_str::<Link>(&json).unwrap(), link);
    }
}

#[test]
fn words_are_each_their_own() {
    let mut words: Vec<_> = Kind::ALL.map(Kind::name).to_vec();
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), Kind::ALL.len());
}

#[test]
fn reasons_may_go_and_not_change() {
    let mut links = chain(9);
    let whole = walk(&links).unwrap();
    for (_, aside) in &mut links {
        *aside = None;
    }
    assert_eq!(walk(&links), Ok(whole));
    links[3].1 = Some(Aside { reason: "another one".to_owned(), ..aside(4) });
    assert_eq!(walk(&links), Err(Broken { seq: 4, how: How::ReasonChanged }));
    // Nor may one be put where there was none.
    let mut links = chain(9);
    links[2].1 = Some(aside(3));
    assert_eq!(walk(&links), Err(Broken { seq: 3, how: How::ReasonChanged }));
}

#[test]
fn a_gap_a_change_and_a_tear_are_told_apart() {
    let mut links = chain(5);
    links.remove(2);
    assert_eq!(walk(&links), Err(Broken { seq: 4, how: How::Gap }));
    let mut links = chain(5);
    links[2].0.entry.facts = "{}".to_owned();
    assert_eq!(walk(&links), Err(Broken { seq: 3, how: How::Changed }));
    // The entry was made anew, with its own hash; the next one did not follow it.
    let mut links = chain(5);
    links[2].0 = Entry { facts: "{}".to_owned(), ..links[2].0.entry.clone() }.link(&links[1].0.hash);
    assert_eq!(walk(&links), Err(Broken { seq: 4, how: How::Torn }));
}

proptest! {
    /// Whatever is changed in whichever entry, the walk ends there or at the next one; and without a change it does not.
    #[test]
    fn every_change_is_found(length in 2_i64..30, place in 0_usize..30, what in 0_u8..7) {
        let mut links = chain(length);
        prop_assert_eq!(walk(&links).unwrap().seq(), length);
        let place = place % links.len();
        let link = &mut links[place].0;
        match what {
            0 => link.entry.at += 1,
            1 => link.entry.actor = Some("fedcba9876543210".to_owned()),
            2 => link.entry.kind = "other".to_owned(),
            3 => link.entry.subject.id.push('0'),
            4 => link.entry.facts.insert(1, ' '),
            5 => link.entry.aside = Some(START.to_owned()),
            _ => link.previous = link.hash.clone(),
        }
        let seq = link.entry.seq;
        prop_assert_eq!(walk(&links), Err(Broken { seq, how: How::Changed }));
        // Made anew, it tears the chain, if anything follows.
        let (entry, previous) = (links[place].0.entry.clone(), links[place].0.previous.clone());
        links[place].0 = entry.link(&previous);
        links[place].1 = None;
        let told = walk(&links);
        if what == 6 {
            prop_assert_eq!(told, Err(Broken { seq, how: How::Torn }));
        } else if seq < length {
            prop_assert_eq!(told, Err(Broken { seq: seq + 1, how: How::Torn }));
        }
    }
}
