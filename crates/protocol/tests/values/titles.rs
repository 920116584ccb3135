//! The titles of problems.

use std::collections::HashSet;

use tengen_protocol::ProblemCode;

#[test]
fn titles_speak_as_the_pages_do() {
    // "Voice" in docs/translating.md says why.
    const NEVER: [&str; 8] =
        [" may ", " nobody ", " whoever ", "oneself", " is not ", " does not ", "like this", "good for"];
    let mut known = HashSet::new();
    for code in ProblemCode::ALL {
        let title = code.title();
        let words = format!(" {} ", title.to_lowercase());
        assert!(!NEVER.iter().any(|phrase| words.contains(phrase)), "{title}");
        assert!(title.starts_with(char::is_uppercase) && title.ends_with('.'), "{title}");
        assert!(known.insert(title), "two codes say: {title}");
    }
}
