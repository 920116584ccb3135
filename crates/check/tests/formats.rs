//! Files of other programs: what a check reads and what an import keeps is the same game, and both refuse the same.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail the test like the tests themselves")]

use tengen_check::{Options, check, read};
use tengen_records::read_file;
use tengen_sgf::Collection;

const GIB: &str = "\\HS\n\\[GAMEBLACKNAME=Ann (3D)\\]\n\\[GAMETAG=W0,Z5,G65\\]\n\\HE\n\\GS\nINI 0 1 2 &4\nSTO 0 2 2 2 2\nSTO 0 3 1 16 16\n\\GE\n";
const NGF: &str = "Game\n9\nBen 5D\nAnn 4D\nwww\n0\n0\n6\n20240604\n5\nBlack wins by 2.5!\n3\nPMABBEEEE\nPMACWFEFE\nPMADBAAAA\n";
const UGF: &str = "[Header]\nSize=5\nHdcp=0,0.5\nPlayerB=Ann,3d\n[Data]\nCC,B1,1,0\nBB,W2,2,0\n";

#[test]
fn moves_are_judged_and_counted() {
    for (text, moves, komi, stones) in [(GIB, 2, 6.5, 4), (NGF, 3, 6.5, 2), (UGF, 2, 0.5, 2)] {
        let collection = read(text.as_bytes()).unwrap();
        let report = check(collection.games().next().unwrap(), &Options::default()).unwrap();
        assert_eq!((report.moves, report.komi.points.0.to_string()), (moves, komi.to_string()));
        assert_eq!(report.stones.bytes().filter(|stone| *stone != b'.').count(), stones);
        assert!(report.illegal.is_none() && report.warnings.is_empty());
        let kept = read_file(text.as_bytes()).unwrap().records.remove(0);
        assert_eq!(Collection::parse(kept.sgf.as_str()).unwrap(), collection);
    }
    let again = read(UGF.replace("BB,W2", "CC,W2").as_bytes()).unwrap();
    let report = check(again.games().next().unwrap(), &Options::default()).unwrap();
    assert_eq!(report.illegal.map(|illegal| (illegal.ply, illegal.rule)), Some((2, "occupied")));
}

#[test]
fn both_refuse_and_forgive_the_same() {
    for text in [
        GIB.replace("2 2 2", "2 2 20"),
        GIB.replace("STO 0 2 2 2 2", "STO 0 2"),
        NGF.replace("\n9\n", "\n99\n"),
        NGF.replace("FEFE", "F"),
        UGF.replace("Size=5", "Size=0"),
        UGF.replace("BB,W2", "B,W2"),
    ] {
        let failure = read(text.as_bytes()).unwrap_err();
        let unreadable = read_file(text.as_bytes()).unwrap_err();
        assert_eq!(
            (failure.code, failure.position),
            (unreadable.reason, Some(unreadable.position)),
            "{text}"
        );
    }
    for text in [GIB.replace("0 1 2", "0 1 x"), UGF.replace("0,0.5", "0,much")] {
        let collection = read(text.as_bytes()).unwrap();
        let report = check(collection.games().next().unwrap(), &Options::default()).unwrap();
        let kept = read_file(text.as_bytes()).unwrap().records.remove(0);
        let told = kept.warnings.iter().map(|told| (told.warning.code.clone(), told.warning.line as usize));
        let forgiven = report.warnings.iter().map(|forgiven| (forgiven.code.to_owned(), forgiven.line));
        assert!(!kept.warnings.is_empty());
        assert_eq!(told.collect::<Vec<_>>(), forgiven.collect::<Vec<_>>());
    }
}
