//! A way through a schema and all that stand within it.

use serde_json::{Map, Value};

/// Fields of schemas whose content is no schema.
const VALUES: [&str; 5] = ["const", "default", "enum", "example", "examples"];

/// Looks at every object that may be a schema, those inside of another one first. The maps by name between them are among these objects.
pub(super) fn each_schema(within: &mut Value, look: &mut dyn FnMut(&mut Map<String, Value>)) {
    match within {
        Value::Object(fields) => {
            for (name, inner) in fields.iter_mut() {
                // A property may have such a name; then it is a schema.
                if !VALUES.contains(&name.as_str()) || inner.get("type").is_some() {
                    each_schema(inner, look);
                }
            }
            look(fields);
        }
        Value::Array(values) => values.iter_mut().for_each(|inner| each_schema(inner, look)),
        _ => {}
    }
}
