//! One game of a file as a file of its own.

use crate::{Collection, Name, Node, Raw};

/// How text is kept and written here, in the words of `CA`.
const ENCODING: &str = "UTF-8";

impl Collection {
    /// One game of another collection: the same nodes with the same properties and values, byte for byte. Only `CA` in
    /// its root is changed, to `UTF-8`, because text in memory is UTF-8.
    ///
    /// ```
    /// use tengen_sgf::Collection;
    ///
    /// let file = Collection::parse("(;CA[Big5]B[aa])(;W[bb](;XY[1\\]][2])(;C[]))")?;
    /// let games: Vec<String> = file.games().map(|game| Collection::of_game(game).to_string()).collect();
    /// assert_eq!(games[0], "(;CA[UTF-8]B[aa])\n");
    /// assert_eq!(games[1], "(;CA[UTF-8]W[bb]\n(;XY[1\\]][2])\n(;C[]))\n");
    /// # Ok::<(), tengen_sgf::ParseError>(())
    /// ```
    pub fn of_game(root: Node<'_>) -> Collection {
        let mut alone = Collection::new();
        let new_root = alone.add_game();
        if root.property(Name::CA).is_none() {
            alone.add_property(new_root, Name::CA, [Raw::simple_text(ENCODING)]);
        }
        let mut waiting = vec![(root, new_root)];
        while let Some((node, copy)) = waiting.pop() {
            for property in node.properties() {
                if copy == new_root && property.name() == Name::CA {
                    alone.add_property(copy, Name::CA, [Raw::simple_text(ENCODING)]);
                    continue;
                }
                let tables = &mut alone.tables;
                let first = tables.values.len();
                for value in property.values() {
                    tables.push_value(value.raw());
                }
                let name = tables.append(property.name().as_str());
                tables.push_property(copy, name, first);
            }
            // Children are numbered in their order, though it is the last of them that is copied next.
            waiting.extend(node.children().map(|child| (child, alone.add_child(copy))));
        }
        alone
    }
}
