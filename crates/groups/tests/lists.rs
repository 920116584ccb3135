//! Lists of names: what is read, what is refused, and what holds for every list.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail the test like the tests themselves")]

use proptest::prelude::*;
use tengen_groups::{BadList, NameFault, name_fault, read_names};

fn names(list: &str) -> Vec<(u32, Option<String>)> {
    read_names(list.as_bytes(), 200).unwrap().into_iter().map(|row| (row.line, row.name)).collect()
}

fn some(line: u32, name: &str) -> (u32, Option<String>) {
    (line, Some(name.to_owned()))
}

#[test]
fn a_name_a_line_or_a_column() {
    assert_eq!(names("Ann\nBen\n"), [some(1, "Ann"), some(2, "Ben")]);
    assert_eq!(names("\u{feff}Name\r\n Ann \r\n\r\nBen"), [some(2, "Ann"), some(4, "Ben")]);
    assert_eq!(
        names("year,NAME\n4,\"Müller, Ann\"\n5,\"Ben \"\"B\"\"\""),
        [some(2, "Müller, Ann"), some(3, "Ben \"B\"")]
    );
    // HTML is a text like any other.
    assert_eq!(names("<b>Ann</b>"), [some(1, "<b>Ann</b>")]);
}

#[test]
fn a_row_that_does_not_read_is_told_in_its_place() {
    assert_eq!(names("Ann\nBen,4\nCarl"), [some(1, "Ann"), (2, None), some(3, "Carl")]);
    assert_eq!(names("year,name\n4\n5,Ben"), [(2, None), some(3, "Ben")]);
    assert_eq!(names("Ann\nB\"en"), [some(1, "Ann"), (2, None)]);
    assert_eq!(names("name,year\n,4\nBen,5"), [some(2, ""), some(3, "Ben")]);
}

#[test]
fn lists_that_are_none() {
    let refused = |list: &[u8]| read_names(list, 200).unwrap_err();
    assert_eq!(refused(b""), BadList::Empty);
    assert_eq!(refused(b"\r\n\n  \n"), BadList::Empty);
    assert_eq!(refused(b"name\n"), BadList::Empty);
    assert_eq!(refused(b"Ann,4\nBen,5"), BadList::NoColumn);
    assert_eq!(refused(b"M\xfcller"), BadList::NoText);
    assert_eq!(refused("a\n".repeat(100_000).as_bytes()), BadList::TooMany(200));
    assert!(read_names("a\n".repeat(200).as_bytes(), 200).is_ok());
}

#[test]
fn what_a_program_for_tables_would_compute_is_no_name() {
    for name in ["=1+1", "+1", "-1", "@SUM(A1)", " =1"] {
        assert_eq!(name_fault(name), Some(NameFault::Formula), "{name}");
    }
    for name in ["a\tb", "a\nb", "\u{7}", "a\0"] {
        assert_eq!(name_fault(name), Some(NameFault::Unprintable), "{name:?}");
    }
    for name in ["Ann", "Jean-Luc", "<script>alert(1)</script>", "a=b"] {
        assert_eq!(name_fault(name), None, "{name}");
    }
}

/// A field as a program writes it.
fn written(field: &str) -> String {
    format!("\"{}\"", field.replace('"', "\"\""))
}

proptest! {
    #[test]
    fn nothing_makes_it_fall(list in proptest::collection::vec(any::<u8>(), 0..200), most in 0usize..9) {
        if let Ok(rows) = read_names(&list, most) {
            prop_assert!(!rows.is_empty() && rows.len() <= most);
            // Lines only go up, and there are as many in the list.
            prop_assert!(rows.is_sorted_by(|one, other| one.line < other.line));
            let lines = list.iter().filter(|byte| matches!(byte, b'\r' | b'\n')).count() + 1;
            prop_assert!(rows.iter().all(|row| row.line as usize <= lines));
        }
    }

    #[test]
    fn what_is_written_is_read(table in proptest::collection::vec(("\\PC{1,8}", "[a-z\", \r\n]{0,8}"), 1..9)) {
        let table: Vec<_> = table.into_iter().filter(|(name, _)| !name.trim().is_empty()).collect();
        prop_assume!(!table.is_empty());
        let rows = table.iter().map(|(name, other)| format!("{},{}\r\n", written(other), written(name)));
        let list = format!("other,name\r\n{}", rows.collect::<String>());
        let read: Vec<_> = names(&list).into_iter().map(|(_, name)| name.unwrap()).collect();
        let names: Vec<_> = table.iter().map(|(name, _)| name.trim().to_owned()).collect();
        prop_assert_eq!(read, names);
    }
}
