//! Which room of a crate imports from which.

use std::collections::BTreeMap;

use crate::files::{Imports, Sources};
use crate::names::Names;

/// Pairs of rooms, each with the imports between their files by which the first imports from the second.
pub type Rooms = BTreeMap<(String, String), Imports>;

impl Sources {
    /// Which room imports from which.
    ///
    /// The rooms of a folder are the folders and files in it, each folder with everything inside. Its head, `mod.rs` or the file
    /// of the same name, is a room of it, too. An import counts between the two rooms in which the files are where their folders part.
    ///
    /// Whoever asks for a thing imports from the room in which it is written, and also from each room that passes it on. The heads of
    /// the folders in which one is oneself pass on without being imported from.
    pub fn rooms(&self) -> Rooms {
        let mut rooms = Rooms::new();
        for module in self.files.keys() {
            for path in self.asked_for(module) {
                let ways = self.ways(path);
                for (place, other) in ways.iter().enumerate() {
                    let is_passer = place + 1 < ways.len();
                    if other != module && !(is_passer && module.starts_with(other)) {
                        let arrow = self.between(module, other);
                        let files = (self.files[module].0.clone(), self.files[other].0.clone());
                        rooms.entry(arrow).or_default().insert(files);
                    }
                }
            }
        }
        rooms
    }

    /// The two rooms of one folder in which two modules are.
    fn between(&self, one: &Names, other: &Names) -> (String, String) {
        let shared = one.iter().zip(other).take_while(|(one, other)| one == other).count();
        (self.room_of(one, shared), self.room_of(other, shared))
    }

    /// The room in which a module is, in the folder that so many of its names lead to.
    fn room_of(&self, module: &Names, folder: usize) -> String {
        let room = &module[..module.len().min(folder + 1)];
        let is_inside = |other: &Names| other.len() > room.len() && other.starts_with(room);
        // What is inside comes next in the order of names.
        let is_folder = self.files.range(room.to_vec()..).take(2).any(|(other, _)| is_inside(other));
        if is_folder && module.len() > folder { room.join("/") } else { self.files[module].0.clone() }
    }
}
