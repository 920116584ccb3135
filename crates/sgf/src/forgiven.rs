//! What was forgiven in one game of a collection.

use crate::{Collection, Node, Warning, Warnings};

impl Collection {
    /// What was forgiven in the game that begins with `root`, in the order of the text: in its bytes and its form, and while its
    /// meaning was read with these warnings. Of either there are [`Warnings::MOST`] at most.
    pub fn warnings(&self, root: Node<'_>, meaning: &Warnings) -> Vec<Warning> {
        let number = self.tables.number_of_game(root.id());
        let forgiven = &self.tables.forgiven;
        let first = forgiven.partition_point(|(game, ..)| *game < number);
        let form = forgiven[first..].iter().take_while(|(game, ..)| *game == number);
        let mut noted: Vec<_> = form.map(|&(_, kind, offset)| (kind, offset)).collect();
        noted.extend_from_slice(meaning.noted());
        noted.sort_by_key(|(_, offset)| *offset);
        let here = noted.into_iter().map(|(kind, offset)| Warning { kind, position: self.place(offset) });
        self.elsewhere.iter().copied().chain(here).collect()
    }
}
