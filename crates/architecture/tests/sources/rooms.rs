//! The rooms of each folder, which are the files and folders in it, have an order: each imports from those behind it alone. What breaks
//! the order today is known by name, and gets less.

use tengen_architecture::{Imports, Rooms, circles};

use crate::SOURCES;

/// An arrow of a crate: the first room imports from the second.
type Arrow = (&'static str, &'static str);

/// By crate the arrows that break the order of its rooms. Nothing is added here. An arrow that breaks the order no more leaves the list.
const KNOWN: &[(&str, &[Arrow])] = &[
    ("client", &[("rest", "lines")]),
    ("live", &[("after_end", "rooms.rs")]),
    (
        "server",
        &[
            // Options are the program's, and everything else is to be handed values of its own.
            ("admin", "options"),
            ("app.rs", "options"),
            ("web", "options"),
            // Figures are gathered from the parts of the server.
            ("app.rs", "metrics"),
            // The desk carries out what the command line asks for.
            ("admin", "keeping"),
        ],
    ),
];

/// What is wrong with the rooms of a crate when these arrows are known to break their order.
fn faults(rooms: &Rooms, known: &[Arrow]) -> Vec<String> {
    let is_known = |(from, to): &(String, String)| known.contains(&(from.as_str(), to.as_str()));
    let others: Imports = rooms.keys().filter(|arrow| !is_known(arrow)).cloned().collect();
    let mut faults = Vec::new();
    for circle in circles(&others) {
        let within = |room: &String| circle.contains(&room.as_str());
        for arrow in others.iter().filter(|(from, to)| within(from) && within(to)) {
            let (from, to) = arrow;
            let (file, other) = rooms[arrow].first().unwrap();
            faults.push(format!("{from} imports from {to}, and leads back to itself: {file} from {other}"));
        }
    }
    for (from, to) in known {
        let arrow = ((*from).to_owned(), (*to).to_owned());
        let mut with_it = others.clone();
        with_it.insert(arrow.clone());
        let is_in = |circle: &Vec<&str>| circle.contains(from) && circle.contains(to);
        if !rooms.contains_key(&arrow) || !circles(&with_it).iter().any(is_in) {
            faults.push(format!("{from} imports from {to}: known, and breaks the order no more"));
        }
    }
    faults
}

#[test]
fn no_room_imports_anything_that_leads_back_to_it() {
    let mut found = Vec::new();
    for (name, sources) in &*SOURCES {
        let known = KNOWN.iter().find(|(other, _)| other == name).map_or(&[][..], |(_, arrows)| *arrows);
        let of_crate = faults(&sources.rooms(), known);
        found.extend(of_crate.into_iter().map(|fault| format!("crates/{name}/src: {fault}")));
    }
    let is_there = |name: &&str| SOURCES.iter().any(|(other, _)| other == name);
    found.extend(KNOWN.iter().map(|(name, _)| *name).filter(|name| !is_there(name)).map(str::to_owned));
    assert!(found.is_empty(), "{found:#?}");
}

fn rooms(arrows: &[Arrow]) -> Rooms {
    let arrow = |(from, to): &Arrow| {
        let files = (format!("{from}/a.rs"), format!("{to}/b.rs"));
        (((*from).to_owned(), (*to).to_owned()), Imports::from([files]))
    };
    arrows.iter().map(arrow).collect()
}

#[test]
fn a_circle_is_found_with_a_file_of_each_arrow() {
    let rooms = rooms(&[("web", "app"), ("app", "options"), ("options", "web"), ("serve", "web")]);
    assert_eq!(
        faults(&rooms, &[]),
        [
            "app imports from options, and leads back to itself: app/a.rs from options/b.rs",
            "options imports from web, and leads back to itself: options/a.rs from web/b.rs",
            "web imports from app, and leads back to itself: web/a.rs from app/b.rs",
        ]
    );
    assert!(faults(&rooms, &[("app", "options")]).is_empty());
}

#[test]
fn an_arrow_leaves_the_list_when_it_is_gone_or_breaks_nothing() {
    let rooms = rooms(&[("web", "app"), ("app", "options")]);
    for known in [("options", "web"), ("app", "options")] {
        let (from, to) = known;
        let expected = format!("{from} imports from {to}: known, and breaks the order no more");
        assert_eq!(faults(&rooms, &[known]), [expected]);
    }
}

#[test]
fn two_arrows_are_not_known_for_one_circle() {
    let rooms = rooms(&[("web", "app"), ("app", "web")]);
    assert_eq!(faults(&rooms, &[("web", "app"), ("app", "web")]).len(), 2);
}
