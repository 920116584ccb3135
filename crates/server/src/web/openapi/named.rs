//! Names for all objects of a document: generators of clients make a type of each, and would name those without a name by where they stand.

use serde_json::{Map, Value, json};

use super::sent::SHAPES;

/// The shapes with names.
pub(super) struct Names {
    shapes: Map<String, Value>,
}

impl Names {
    /// These shapes, and those that stand within them.
    pub(super) fn of(shapes: Map<String, Value>) -> Self {
        let names: Vec<String> = shapes.keys().cloned().collect();
        let mut named = Self { shapes };
        for name in names {
            // The name stays taken meanwhile.
            let mut shape = named.shapes.get_mut(&name).map(Value::take).unwrap_or_default();
            named.within(&name, &mut shape);
            named.shapes.insert(name, shape);
        }
        named
    }

    /// Names what stands in the body or the answer of an operation.
    pub(super) fn of_operation(&mut self, id: &str, shape: &mut Value) {
        self.place(&pascal(id), shape);
    }

    /// All of them.
    pub(super) fn shapes(self) -> Map<String, Value> {
        self.shapes
    }

    /// Names what stands within a shape of this name.
    fn within(&mut self, name: &str, shape: &mut Value) {
        let Value::Object(fields) = shape else { return };
        or_nothing(fields);
        for forms in ["oneOf", "anyOf", "prefixItems"] {
            for form in fields.get_mut(forms).and_then(Value::as_array_mut).into_iter().flatten() {
                let of_form =
                    kind_of(form).map_or_else(|| name.to_owned(), |kind| format!("{name}{}", pascal(&kind)));
                self.place(&of_form, form);
            }
        }
        for (field, inner) in
            fields.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten()
        {
            self.place(&format!("{name}{}", pascal(field)), inner);
        }
        for inside in ["items", "additionalProperties"] {
            if let Some(inner) = fields.get_mut(inside) {
                self.place(name, inner);
            }
        }
    }

    /// Puts a reference in the place of an object, and names what stands in anything else.
    fn place(&mut self, name: &str, shape: &mut Value) {
        self.within(name, shape);
        if shape.get("properties").is_none() {
            return;
        }
        let words = shape.as_object_mut().and_then(|fields| fields.remove("description"));
        let name = self.kept(name, shape.take());
        *shape = json!({ "$ref": format!("{SHAPES}{name}") });
        if let Some(words) = words {
            shape["description"] = words;
        }
    }

    /// The name of a shape from now on: this one, one behind which a number stands, or that of the same shape.
    fn kept(&mut self, name: &str, shape: Value) -> String {
        let mut number = 1;
        loop {
            let name = if number == 1 { name.to_owned() } else { format!("{name}{number}") };
            match self.shapes.get(&name) {
                None => {
                    self.shapes.insert(name.clone(), shape);
                    return name;
                }
                Some(known) if *known == shape => return name,
                Some(_) => number += 1,
            }
        }
    }
}

/// An object that may be missing is one of two forms.
fn or_nothing(fields: &mut Map<String, Value>) {
    let is_maybe =
        fields.contains_key("properties") && fields.get("type") == Some(&json!(["object", "null"]));
    if !is_maybe {
        return;
    }
    let words = fields.remove("description");
    let mut object = std::mem::take(fields);
    object.insert("type".to_owned(), json!("object"));
    fields.insert("anyOf".to_owned(), json!([object, { "type": "null" }]));
    if let Some(words) = words {
        fields.insert("description".to_owned(), words);
    }
}

/// What tells a form from the others: the one word that a field may have, or the names of the fields that it needs.
fn kind_of(form: &Value) -> Option<String> {
    let fields = form.get("properties")?.as_object()?;
    let word = fields.values().find_map(|field| field.get("const")?.as_str().map(str::to_owned));
    let needed = || {
        let needed = form.get("required")?.as_array()?.iter().filter_map(Value::as_str);
        Some(needed.collect::<Vec<_>>().join("_"))
    };
    word.or_else(needed)
}

/// `rules_wish` as `RulesWish`.
fn pascal(words: &str) -> String {
    let words = words.split(|letter: char| !letter.is_ascii_alphanumeric());
    let capital =
        |word: &str| word.get(..1).unwrap_or_default().to_uppercase() + word.get(1..).unwrap_or_default();
    words.map(capital).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_object_has_a_name() {
        let point = json!({"type": "object", "properties": {"x": {"type": "integer"}}});
        let form = |kind: &str| json!({"type": "object", "description": "A form.", "properties": {"type": {"const": kind}, "at": point}});
        let shapes = json!({
            "Act": {"oneOf": [form("give_up"), form("go-on")]},
            "Maybe": {"type": "object", "properties": {"at": {"type": ["object", "null"], "properties": {}}}},
        });
        let Value::Object(shapes) = shapes else { panic!("no shapes") };
        let mut names = Names::of(shapes);
        let reference = |name: &str| json!({"$ref": format!("{SHAPES}{name}")});
        let mut body = json!({"type": "array", "items": point});
        names.of_operation("new_a", &mut body);
        assert_eq!(body, json!({"type": "array", "items": reference("NewA")}));
        let shapes = names.shapes();
        assert_eq!(
            shapes["Act"]["oneOf"][1],
            json!({"$ref": format!("{SHAPES}ActGoOn"), "description": "A form."})
        );
        assert_eq!(shapes["ActGiveUp"]["properties"]["at"], reference("ActGiveUpAt"));
        assert_eq!(shapes["ActGiveUpAt"], point);
        let maybe = json!({"anyOf": [reference("MaybeAt"), {"type": "null"}]});
        assert_eq!(shapes["Maybe"]["properties"]["at"], maybe);
        assert_eq!(shapes["NewA"], point);
    }
}
