//! The shapes of what is sent, beside those of what is answered.
//!
//! A shape that goes both ways may be read and written differently: what may be left out in a request is never left out in an
//! answer. Where the two are the same they are one shape of the document; else that of requests has a name of its own.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::walk::each_schema;

/// Where a reference to a shape that is sent leads until the two are put together.
pub(super) const SENT: &str = "#/components/sent/";
/// Where all references lead in the end.
pub(super) const SHAPES: &str = "#/components/schemas/";
/// The end of the name of a shape that is read differently than it is written.
const READ: &str = "Sent";

/// The shapes that are read differently than they are written.
pub(super) struct ReadDifferently(BTreeSet<String>);

/// Puts the shapes that are sent among those that are answered.
pub(super) fn merge(answered: &mut Map<String, Value>, sent: Map<String, Value>) -> ReadDifferently {
    let is_other =
        |(name, shape): &(&String, &Value)| answered.get(*name).is_some_and(|known| !is_same(known, shape));
    let mut different: BTreeSet<String> =
        sent.iter().filter(is_other).map(|(name, _)| name.clone()).collect();
    // A shape that contains one of another name is another one itself.
    loop {
        let further: Vec<String> = sent
            .iter()
            .filter(|(name, _)| !different.contains(*name) && answered.contains_key(*name))
            .filter(|(_, shape)| refers(shape, &|name| different.contains(name)))
            .map(|(name, _)| name.clone())
            .collect();
        if further.is_empty() {
            break;
        }
        different.extend(further);
    }
    let different = ReadDifferently(different);
    for (name, mut shape) in sent {
        different.lead(&mut shape);
        answered.entry(different.named(&name)).or_insert(shape);
    }
    different
}

impl ReadDifferently {
    fn named(&self, name: &str) -> String {
        if self.0.contains(name) { format!("{name}{READ}") } else { name.to_owned() }
    }

    /// Makes the references to shapes that are sent lead to where these are now.
    pub(super) fn lead(&self, within: &mut Value) {
        lead_to(within, &|name| format!("{SHAPES}{}", self.named(name)));
    }
}

/// Whether two shapes are the same, but for where their references lead.
fn is_same(answered: &Value, sent: &Value) -> bool {
    let mut sent = sent.clone();
    lead_to(&mut sent, &|name| format!("{SHAPES}{name}"));
    *answered == sent
}

fn refers(shape: &Value, is_meant: &dyn Fn(&str) -> bool) -> bool {
    match shape {
        Value::Object(fields) => {
            let target =
                fields.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix(SENT));
            target.is_some_and(is_meant) || fields.values().any(|inner| refers(inner, is_meant))
        }
        Value::Array(values) => values.iter().any(|inner| refers(inner, is_meant)),
        _ => false,
    }
}

/// Changes where the references to shapes that are sent lead.
fn lead_to(within: &mut Value, named: &dyn Fn(&str) -> String) {
    each_schema(within, &mut |schema| {
        let target = schema.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix(SENT));
        if let Some(target) = target.map(named) {
            schema.insert("$ref".to_owned(), Value::String(target));
        }
    });
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_shape_that_is_read_differently_has_a_name_of_its_own() {
        let reference = |to: &str, name: &str| json!({"$ref": format!("{to}{name}")});
        let answered = json!({
            "Color": {"type": "string"},
            "Place": {"type": "object", "required": ["x"]},
            "Node": {"type": "object", "properties": {"at": reference(SHAPES, "Place")}},
        });
        let sent = json!({
            "Color": {"type": "string"},
            "Place": {"type": "object"},
            "Node": {"type": "object", "properties": {"at": reference(SENT, "Place")}},
            "Wish": {"type": "object", "properties": {"node": reference(SENT, "Node"), "by": reference(SENT, "Color")}},
        });
        let (Value::Object(mut shapes), Value::Object(sent)) = (answered, sent) else { panic!("no shapes") };
        let different = merge(&mut shapes, sent);
        let mut body = reference(SENT, "Node");
        different.lead(&mut body);
        assert_eq!(body, reference(SHAPES, "NodeSent"));
        let names: Vec<_> = shapes.keys().collect();
        assert_eq!(names, ["Color", "Node", "NodeSent", "Place", "PlaceSent", "Wish"]);
        assert_eq!(shapes["Wish"]["properties"]["node"], reference(SHAPES, "NodeSent"));
        assert_eq!(shapes["Wish"]["properties"]["by"], reference(SHAPES, "Color"));
        assert_eq!(shapes["NodeSent"]["properties"]["at"], reference(SHAPES, "PlaceSent"));
        assert_eq!(shapes["Node"]["properties"]["at"], reference(SHAPES, "Place"));
    }
}
