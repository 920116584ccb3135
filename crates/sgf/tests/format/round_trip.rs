//! Whatever is written is read again as it was.

use proptest::prelude::*;
use tengen_sgf::{Collection, Limits, Raw, TextEncoding, decode, decode_as};

use crate::trees::collections;

proptest! {
    #[test]
    fn what_is_written_reads_back(collection in collections()) {
        let text = collection.to_string();
        let again = Collection::parse(text.as_str()).unwrap();
        prop_assert_eq!(&again, &collection);
        prop_assert_eq!(again.to_string(), text);
    }

    #[test]
    fn text_keeps_its_meaning(text in "[\\]\\[\\\\:;()\n a-c棋é]{0,12}") {
        let mut written = Collection::new();
        let game = written.add_game();
        let name = tengen_sgf::Name::C;
        written.add_property(game, name, [Raw::text(&text), Raw::simple_text(&text), Raw::composed(&text, &text)]);
        let read = Collection::parse(written.to_string()).unwrap();
        let values: Vec<_> = read.games().next().unwrap().property(name).unwrap().values().collect();
        let on_one_line = text.replace('\n', " ");
        prop_assert_eq!(values[0].text(), text);
        prop_assert_eq!(values[1].simple_text(), on_one_line.as_str());
        let (first, second) = values[2].composed().unwrap();
        prop_assert_eq!(first.simple_text(), on_one_line.as_str());
        prop_assert_eq!(second.simple_text(), on_one_line.as_str());
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[(;)\\[\\]\\\\ABab\n ]{0,40}") {
        if let Ok(read) = Collection::parse(text) {
            prop_assert_eq!(Collection::parse(read.to_string()).unwrap(), read);
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..60), head in "(\\(;(CA\\[[a-zA-Z0-9-]{3,9}\\])?C\\[)?") {
        let bytes = [head.as_bytes(), &bytes, b"])"].concat();
        let Ok(decoded) = decode(&bytes) else { return Ok(()) };
        // No character stands for bytes that were lost.
        let named = decode_as(&bytes, decoded.encoding).map(|named| named.text);
        prop_assert!(named.as_ref() == Ok(&decoded.text) || decoded.encoding == TextEncoding::UTF_8);
        if let Ok(read) = Collection::read(decoded, &Limits::DEFAULT) {
            prop_assert_eq!(Collection::parse(read.to_string()).unwrap(), read);
        }
    }
}
