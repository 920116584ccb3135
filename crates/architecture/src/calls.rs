//! Calls in the text of a source.

/// Whether a source calls one of these. A name stands for a function, with or without a path before it, and not for a method of the same
/// name. A name that begins with a dot stands for a method of any type.
///
/// ```
/// use tengen_architecture::calls_one_of;
///
/// assert!(calls_one_of("tokio::time::sleep(AGAIN).await", &["sleep("]));
/// assert!(!calls_one_of("clock.sleep(AGAIN).await", &["sleep("]));
/// assert!(calls_one_of("began.elapsed()", &[".elapsed()"]));
/// ```
pub fn calls_one_of(source: &str, names: &[&str]) -> bool {
    let belongs_to_name = |before: char| before.is_alphanumeric() || before == '_' || before == '.';
    let is_called = |name: &str, at: usize| name.starts_with('.') || !source[..at].ends_with(belongs_to_name);
    names.iter().any(|&name| source.match_indices(name).any(|(at, _)| is_called(name, at)))
}
