//! Records that are changed in places.

mod facts;
mod nodes;
mod refused;

use tengen_protocol::records::{
    LONGEST_NAME, LONGEST_REMARKS, RecordChange, RecordEdit, RecordHeadline, Shown,
};
use tengen_protocol::{Lines, is_text, written_moves};
use tengen_sgf::{Collection, NodeId};

use crate::tree::Spent;
use crate::written::File;
use crate::{Bounds, RecordFile, Unreadable, show};
use nodes::Nodes;
use refused::MOST_PARTS;
pub use refused::{NamedNode, NotEdited};

/// The rule of a new move that is no reason to refuse it: records have moves out of turn for reasons of their
/// own.
const OUT_OF_TURN: &str = "out_of_turn";

/// A record that was changed.
#[derive(Debug, Clone, PartialEq)]
pub struct Edited {
    /// Its file.
    pub file: RecordFile,
    /// The headline for lists.
    pub headline: RecordHeadline,
    /// The content.
    pub shown: Shown,
    /// The content before, if the changes look at it: where nodes go, and where drawings or facts are
    /// changed. To show a great record costs as much as to read it.
    pub before: Option<Shown>,
}

/// Changes a record, which has the widest bounds. Everything that the changes do not name stays as it is in
/// the text, byte for byte. `encoding` is that of the file that was brought, for the headline. That of the
/// changes is no concern of this: [`Brought::read_again`](crate::Brought::read_again) comes first.
///
/// Where the file says no size of the board that can be read, the one that its moves tell is written with the
/// first change.
///
/// A node with several moves, which the format forbids, becomes several ones when one of its parts is
/// changed. Marks of a kind that is changed are written anew: those that mean nothing, such as points beyond
/// the board, go with that.
///
/// ```
/// use tengen_protocol::records::RecordEdit;
/// use tengen_records::{RecordFile, edit};
///
/// let record = RecordFile { sgf: "(;SZ[9] XY[?];B[ee];W[gc] )\n".to_owned(), ..RecordFile::default() };
/// let changes: RecordEdit = serde_json::from_str(
///     r#"{"changes": [{"id": "a", "from": {"node": 1}, "move": "white:C7", "comment": "Better."}]}"#,
/// )?;
/// let edited = edit(&record, &changes, "UTF-8")?;
/// assert_eq!(edited.file.sgf, "(;SZ[9] XY[?];B[ee](;W[gc])\n(;W[cc]C[Better.]) )\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// When a change can't be made, or the record would be too large.
pub fn edit(record: &RecordFile, edit: &RecordEdit, encoding: &str) -> Result<Edited, NotEdited> {
    edit_within(record, edit, encoding, &Bounds::GREAT)
}

/// The same of a record that may not become greater than these bounds say.
///
/// # Errors
///
/// As [`edit`].
pub fn edit_within(
    record: &RecordFile,
    edit: &RecordEdit,
    encoding: &str,
    bounds: &Bounds,
) -> Result<Edited, NotEdited> {
    // One that is greater already may become smaller.
    let mut file = File::open(&record.sgf, &Bounds::GREAT.limits())?;
    let mut nodes = Nodes::of(&file, record)?;
    let looks_back = |change: &RecordChange| change.gone || change.marks.is_some();
    let before = if edit.info.is_some() || edit.changes.iter().any(looks_back) {
        let mut before = file.show()?;
        record.numbers.name(&mut before.nodes);
        Some(before)
    } else {
        None
    };
    // Brackets that are missing are added, but not for nothing.
    let is_same = edit.changes.is_empty() && edit.info.is_none();
    if !is_same {
        file.keep_size();
    }
    for change in &edit.changes {
        make(&mut file, &mut nodes, before.as_ref(), change)?;
    }
    if let (Some(info), Some(before)) = (&edit.info, &before) {
        facts::write(&mut file, &before.info, info)?;
    }
    let sgf = if is_same { record.sgf.clone() } else { file.game.to_string() };
    if sgf.len() > bounds.bytes.max(record.sgf.len()) {
        let detail = format!("more than {} bytes", bounds.bytes);
        return Err(Unreadable::new("too_large", None, detail).into());
    }
    // The text that was taken apart makes room for the same text as it is read.
    let (numbers, new) = nodes.numbers(&file);
    drop((file, nodes));
    let collection = Collection::parse_within(sgf.as_str(), &bounds.limits()).map_err(Unreadable::from)?;
    let root = collection.games().next();
    let root = root.ok_or_else(|| Unreadable::new("no_game", None, "there is no game in it"))?;
    let mut shown = show::of(root, &mut Spent::within(bounds))?;
    for (place, node) in new {
        let made = shown.nodes.get(place).and_then(|node| node.made.as_ref());
        if let Some((made, rule)) = made.and_then(|made| Some((made, made.illegal.as_deref()?)))
            && rule != OUT_OF_TURN
        {
            return Err(NotEdited::Illegal { node, at: made.at.clone(), rule: rule.to_owned() });
        }
    }
    numbers.name(&mut shown.nodes);
    let headline = show::headline(&shown, encoding, &sgf);
    Ok(Edited { file: RecordFile { sgf, numbers }, headline, shown, before })
}

/// Makes a change.
fn make(
    file: &mut File,
    nodes: &mut Nodes,
    before: Option<&Shown>,
    change: &RecordChange,
) -> Result<(), NotEdited> {
    let name = match (change.node, &change.id) {
        (Some(number), None) => NamedNode::Number(number),
        (None, Some(id)) => NamedNode::New(id.0.clone()),
        (Some(number), Some(_)) => return Err(NamedNode::Number(number).invalid("id")),
        (None, None) => return Err(NotEdited::NoNode),
    };
    // A request that is sent again finds nodes gone.
    if change.gone && change.node.is_some_and(|number| nodes.has_gone(file, number)) {
        return Ok(());
    }
    let is_new = matches!(&name, NamedNode::New(id) if !nodes.knows(id));
    let own = if is_new { hang(file, nodes, change, &name)? } else { find(file, nodes, change, &name)? };
    if change.gone {
        let says_more = change.name.is_some() || change.comment.is_some() || change.marks.is_some();
        if is_new || says_more || change.order.is_some() || own == file.game.root() {
            return Err(name.invalid("gone"));
        }
        nodes.remove(file, own);
        return Ok(());
    }
    let siblings = file.game.parent(own).map_or(0, |parent| file.game.children(parent).len());
    if file.game.property_count(own).max(siblings) > MOST_PARTS {
        return Err(NotEdited::too_much());
    }
    if let Some(words) = &change.name {
        let fits = is_text(words, LONGEST_NAME, Lines::One);
        fits.then(|| file.name(own, words)).ok_or_else(|| name.invalid("name"))?;
    }
    if let Some(words) = &change.comment {
        let fits = is_text(words, LONGEST_REMARKS, Lines::Many);
        fits.then(|| file.comment(own, words)).ok_or_else(|| name.invalid("comment"))?;
    }
    if let Some(marks) = &change.marks {
        let old = nodes.marks(own, before);
        let fits = marks.without(&old).fit(&file.topology);
        fits.then(|| file.marks(own, &old, marks)).ok_or_else(|| name.invalid("marks"))?;
        nodes.keep_marks(own, marks.clone());
    }
    if let Some(order) = change.order {
        file.game.put(own, order as usize);
    }
    Ok(())
}

/// The node of a change that is there.
fn find(
    file: &mut File,
    nodes: &mut Nodes,
    change: &RecordChange,
    name: &NamedNode,
) -> Result<NodeId, NotEdited> {
    let own = nodes.find(file, name)?;
    for (says, field) in [
        (change.parent.is_some(), "parent"),
        (change.from.is_some(), "from"),
        (change.made.is_some(), "move"),
    ] {
        if says {
            return Err(name.invalid(field));
        }
    }
    Ok(own)
}

/// Hangs a new node behind another one, or finds the one that has its move there.
fn hang(
    file: &mut File,
    nodes: &mut Nodes,
    change: &RecordChange,
    name: &NamedNode,
) -> Result<NodeId, NotEdited> {
    let behind = match (&change.parent, change.from) {
        (Some(parent), None) => NamedNode::New(parent.0.clone()),
        (None, Some(place)) => NamedNode::Number(place.node),
        (Some(_), Some(_)) => return Err(name.invalid("from")),
        (None, None) => return Err(NotEdited::Missing { node: name.clone(), missing: name.clone() }),
    };
    let parent =
        nodes.find(file, &behind).map_err(|_| NotEdited::Missing { node: name.clone(), missing: behind })?;
    let made = match &change.made {
        None => None,
        Some(text) => {
            let moves = written_moves(text, 1).map_err(|_| name.invalid("move"))?;
            let Some(&(Some(color), at)) = moves.first() else { return Err(name.invalid("move")) };
            let at = at.map(|at| file.topology.point(at).ok_or_else(|| name.invalid("move"))).transpose()?;
            Some((color, at))
        }
    };
    if file.game.children(parent).len() > MOST_PARTS {
        return Err(NotEdited::too_much());
    }
    let same = |child: &&NodeId| made.is_some() && file.move_of(**child) == made;
    let there = file.game.children(parent).iter().find(same).copied();
    let own = there.unwrap_or_else(|| {
        let own = file.game.add_child(parent);
        if let Some((color, at)) = made {
            file.made(own, color, at);
        }
        own
    });
    if let NamedNode::New(id) = name {
        nodes.call(id.clone(), own, there.is_none());
    }
    Ok(own)
}
