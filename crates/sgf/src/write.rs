//! Writing a collection.

use std::fmt;

use crate::{Collection, Node};

/// The parts that are still to be written.
enum Task<'a> {
    /// The root of a game.
    Root(Node<'a>),
    /// The only node that follows another.
    Next(Node<'a>),
    /// One of several, in brackets.
    Variation(Node<'a>),
    /// The bracket after a variation.
    Close,
}

impl fmt::Display for Collection {
    /// Each game on lines of its own, each node on a line, values as they were read or given.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tasks = Vec::new();
        for game in self.games() {
            tasks.push(Task::Root(game));
            while let Some(task) = tasks.pop() {
                let node = match task {
                    Task::Close => {
                        f.write_str(")")?;
                        continue;
                    }
                    Task::Root(node) => {
                        f.write_str("(")?;
                        node
                    }
                    Task::Next(node) => {
                        f.write_str("\n")?;
                        node
                    }
                    Task::Variation(node) => {
                        f.write_str("\n(")?;
                        tasks.push(Task::Close);
                        node
                    }
                };
                write_node(node, f)?;
                follow(node, &mut tasks);
            }
            f.write_str(")\n")?;
        }
        Ok(())
    }
}

/// Puts the followers of a node on the list: the next node, or its variations.
fn follow<'a>(node: Node<'a>, tasks: &mut Vec<Task<'a>>) {
    let mut children = node.children();
    match (children.next(), children.next()) {
        (Some(only), None) => tasks.push(Task::Next(only)),
        (Some(_), Some(_)) => {
            let first = tasks.len();
            tasks.extend(node.children().map(Task::Variation));
            tasks[first..].reverse();
        }
        (None, _) => {}
    }
}

fn write_node(node: Node<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(";")?;
    for property in node.properties() {
        f.write_str(property.name().as_str())?;
        for value in property.values() {
            f.write_str("[")?;
            f.write_str(value.raw())?;
            f.write_str("]")?;
        }
    }
    Ok(())
}
