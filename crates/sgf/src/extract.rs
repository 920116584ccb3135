//! One game of a file as a file of its own.

use crate::blank::blank_length;
use crate::{Collection, Name, Node};

/// How text is kept and written here, in the words of `CA`.
const ENCODING: &str = "UTF-8";

impl Collection {
    /// The places of the text at which a game that was read begins and ends, its brackets included.
    pub fn span_of_game(root: Node<'_>) -> (usize, usize) {
        root.collection().tables.span_of_game(root.id())
    }

    /// The text of one game that was read, byte for byte, and a line break. Only `CA` in its root is changed, to `UTF-8`, because text in
    /// memory is UTF-8. A `)` that is missing stays missing. `None` of a game that was not read.
    ///
    /// ```
    /// use tengen_sgf::Collection;
    ///
    /// let file = Collection::parse("(;CA[Big5] B[aa])  (;W[bb]\n ( ;XY[1\\]][2] )(;C[]))")?;
    /// let games: Vec<String> = file.games().filter_map(Collection::text_of_game).collect();
    /// assert_eq!(games[0], "(;CA[UTF-8] B[aa])\n");
    /// assert_eq!(games[1], "(;CA[UTF-8]W[bb]\n ( ;XY[1\\]][2] )(;C[]))\n");
    /// # Ok::<(), tengen_sgf::ParseError>(())
    /// ```
    pub fn text_of_game(root: Node<'_>) -> Option<String> {
        let tables = &root.collection().tables;
        let behind = tables.behind_mark(&tables.nodes[root.id().index()]);
        let (mut at, end) = tables.span_of_game(root.id());
        tables.text.get(at..behind)?;
        let mut text = String::with_capacity(end - at + ENCODING.len());
        let mut declared = root.declarations().peekable();
        if declared.peek().is_none() {
            text.push_str(&tables.text[at..behind]);
            text.push_str("CA[");
            text.push_str(ENCODING);
            text.push(']');
            at = behind;
            // A value without a name would become one of `CA`. An empty tree keeps them apart.
            let rest = &tables.text.as_bytes()[at..end];
            if rest.get(blank_length(rest)) == Some(&b'[') {
                text.push_str("()");
            }
        }
        for (start, end) in declared {
            text.push_str(&tables.text[at..start]);
            text.push_str(ENCODING);
            at = end;
        }
        text.push_str(&tables.text[at..end]);
        text.push('\n');
        Some(text)
    }
}

impl Node<'_> {
    /// The bytes between the first and the last bracket of each `CA`.
    fn declarations(self) -> impl Iterator<Item = (usize, usize)> {
        let named = self.properties().filter(|property| property.name() == Name::CA);
        named.filter_map(|property| {
            let (first, last) = (property.values().next()?, property.values().next_back()?);
            Some((first.offset(), last.offset() + last.raw().len()))
        })
    }
}
