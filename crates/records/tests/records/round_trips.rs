//! The kept part of files from elsewhere, as both readers see it.

use proptest::prelude::*;
use tengen_records::{read_file, show};
use tengen_sgf::Collection;

use crate::generated::{Said, build, files};
use crate::oracle;

#[test]
fn a_broken_character_is_lost_alone_and_a_broken_unit_is_refused() {
    let file = b"(;GM[1]PB[\xe9\xbb\x92\xe7\x99]PW[\xe7\x99\xbd];B[pd];W[dd])";
    for file in [file.to_vec(), [b"\xef\xbb\xbf", &file[..]].concat()] {
        let kept = read_file(&file).unwrap().remove(0);
        assert_eq!((kept.headline.moves, kept.headline.encoding.as_str()), (2, "UTF-8"));
        assert_eq!(kept.headline.players.black.name.as_deref(), Some("黒\u{fffd}"));
        assert_eq!(kept.headline.players.white.name.as_deref(), Some("白"));
    }
    // A bracket behind half a unit of UTF-16 is half of another.
    let wide = read_file(b"\xff\xfe(\0;\0C\0[\0\0\xd8]\0)\0\0").unwrap_err();
    assert_eq!(wide.reason, "bad_encoding");
}

proptest! {
    /// Brought in any encoding, given back in UTF-8: nothing is lost, as both readers see it.
    #[test]
    fn what_is_brought_comes_back((label, encoding, nodes) in files()) {
        let file = build(label, &nodes);
        let text = file.to_string();
        let (bytes, _, lossy) = encoding.encode(&text);
        prop_assert!(!lossy, "{} in {}", text, label);
        let kept = read_file(&bytes).unwrap().remove(0);

        let back = Collection::parse(kept.sgf.as_str()).unwrap();
        prop_assert_eq!(&back, &build("UTF-8", &nodes));
        let other = oracle::other(&kept.sgf);
        prop_assert_eq!(&oracle::own(&back), &other);
        // And the other reader finds the same in it as before.
        let mut before = oracle::other(&text);
        before[0][0].1.insert("CA".to_owned(), vec!["UTF-8".to_owned()]);
        prop_assert_eq!(other, before);

        // A file that came back comes back unchanged, and shows the same.
        let again = read_file(kept.sgf.as_bytes()).unwrap().remove(0);
        prop_assert_eq!(&again.sgf, &kept.sgf);
        let shown = show(&kept.sgf).unwrap();
        prop_assert_eq!(shown.nodes.len(), nodes.len() + 1);
        let comments = shown.nodes.iter().filter(|node| node.comment.is_some()).count();
        let said = |said: &&Said| said.texts.iter().any(|(name, text)| *name == "C" && !text.is_empty());
        prop_assert_eq!(comments, nodes.iter().filter(said).count());
    }
}
