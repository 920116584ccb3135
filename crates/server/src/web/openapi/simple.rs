//! The same shapes in words that every generator of clients knows.

use serde_json::{Map, Value, json};

use super::walk::each_schema;

/// Says a shape in simple words.
pub(super) fn simplify(shape: &mut Value) {
    each_schema(shape, &mut |schema| {
        // That nothing is meant by what is left out goes without saying, and is no value of most types.
        if schema.get("default").is_some_and(Value::is_null) {
            schema.remove("default");
        }
        list_words(schema);
        spread(schema);
        unwrap_one(schema);
    });
}

/// Words that are described one by one become one list of words, with what each means in the description.
fn list_words(schema: &mut Map<String, Value>) {
    let Some(forms) = schema.get("oneOf").and_then(Value::as_array) else { return };
    let words: Vec<_> =
        forms.iter().filter_map(|form| form.get("const").filter(|word| word.is_string())).collect();
    if words.len() != forms.len() {
        return;
    }
    let meaning =
        |form: &Value| Some(format!(" `{}`: {}", form["const"].as_str()?, form["description"].as_str()?));
    let text = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    let text = text.to_owned() + &forms.iter().filter_map(meaning).collect::<String>();
    let words = json!(words);
    schema.remove("oneOf");
    schema.insert("type".to_owned(), json!("string"));
    schema.insert("enum".to_owned(), words);
    if !text.is_empty() {
        schema.insert("description".to_owned(), Value::String(text.trim_start().to_owned()));
    }
}

/// Fields beside several forms of an object become fields of each form.
fn spread(schema: &mut Map<String, Value>) {
    if !schema.contains_key("properties") || !schema.contains_key("oneOf") {
        return;
    }
    let (fields, needed) = (schema.remove("properties"), schema.remove("required"));
    schema.remove("type");
    let forms = schema.get_mut("oneOf").and_then(Value::as_array_mut);
    for form in forms.into_iter().flatten().filter_map(Value::as_object_mut) {
        let mut all = fields.clone().unwrap_or_else(|| json!({}));
        if let (Some(all), Some(Value::Object(own))) = (all.as_object_mut(), form.remove("properties")) {
            all.extend(own);
        }
        form.insert("properties".to_owned(), all);
        let mut all: Vec<Value> =
            needed.clone().and_then(|needed| needed.as_array().cloned()).unwrap_or_default();
        if let Some(Value::Array(own)) = form.remove("required") {
            all.extend(own);
        }
        form.insert("required".to_owned(), Value::Array(all));
    }
}

/// One form alone is the shape itself.
fn unwrap_one(schema: &mut Map<String, Value>) {
    let forms = schema.get("oneOf").and_then(Value::as_array);
    let Some([Value::Object(form)]) = forms.map(Vec::as_slice) else { return };
    let mut form = form.clone();
    schema.remove("oneOf");
    // The words about the whole go before those about its form.
    form.append(schema);
    *schema = form;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_a_list() {
        let mut schema = json!({"description": "Who may join.", "oneOf": [
            {"description": "Everybody.", "type": "string", "const": "open"},
            {"type": "string", "const": "closed"},
        ], "default": null});
        simplify(&mut schema);
        let text = "Who may join. `open`: Everybody.";
        assert_eq!(schema, json!({"description": text, "type": "string", "enum": ["open", "closed"]}));
        let mut forms = json!({"oneOf": [{"type": "string", "const": "a"}, {"type": "integer"}]});
        let before = forms.clone();
        simplify(&mut forms);
        assert_eq!(forms, before);
    }

    #[test]
    fn one_form_alone_is_the_shape() {
        let mut schema =
            json!({"description": "An act.", "oneOf": [{"description": "Ends it.", "type": "object"}]});
        simplify(&mut schema);
        assert_eq!(schema, json!({"description": "An act.", "type": "object"}));
    }

    #[test]
    fn each_form_has_all_fields() {
        let mut schema = json!({
            "type": "object", "properties": {"seq": {"type": "integer"}}, "required": ["seq"],
            "oneOf": [
                {"type": "object", "properties": {"type": {"const": "a"}}, "required": ["type"]},
                {"type": "object"},
            ],
        });
        simplify(&mut schema);
        let fields = json!({"seq": {"type": "integer"}, "type": {"const": "a"}});
        let form = json!({"type": "object", "properties": fields, "required": ["seq", "type"]});
        assert_eq!(schema["oneOf"][0], form);
        assert_eq!(schema["oneOf"][1]["required"], json!(["seq"]));
    }
}
