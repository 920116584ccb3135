//! Lines of moves, as a text and as a list.

use serde_json::json;
use tengen_protocol::{PositionShape, TryMove};

#[test]
fn a_list_is_the_same_as_a_text() {
    let position = |moves| {
        let position = json!({"stones": ".........", "to_move": "black", "moves": moves});
        serde_json::from_value::<PositionShape>(position)
    };
    let text = position(json!("B2,white:pass")).unwrap();
    assert_eq!(position(json!(["B2", "white:pass"])).unwrap(), text);
    assert_eq!(serde_json::to_value(&text).unwrap()["moves"], "B2,white:pass");
    assert_eq!(position(json!([])).unwrap(), position(json!("")).unwrap());
    let tried = |moves| {
        let board = json!({"width": 9, "height": 9});
        let tried = json!({"board": board, "rules": "chinese", "moves": moves, "move": "G7"});
        serde_json::from_value::<TryMove>(tried)
    };
    assert_eq!(tried(json!(["E5", "C3"])).unwrap(), tried(json!("E5,C3")).unwrap());
    for no_line in [json!(["B2,B3"]), json!([""]), json!([1]), json!(7), json!({}), json!(vec!["Q16"; 1_001])]
    {
        assert!(position(no_line.clone()).is_err() && tried(no_line.clone()).is_err(), "{no_line}");
    }
}
