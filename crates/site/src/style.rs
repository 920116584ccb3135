//! Style sheets without the parts that only their writers need.

/// A style sheet without comments, and without blanks that mean nothing.
pub(crate) fn shortened(source: &str) -> String {
    let mut short = String::with_capacity(source.len());
    let mut rest = source;
    let mut blank = false;
    while let Some(first) = rest.chars().next() {
        if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.find("*/").map_or("", |end| &comment[end + 2..]);
            blank = true;
            continue;
        }
        if first.is_whitespace() {
            rest = &rest[first.len_utf8()..];
            blank = true;
            continue;
        }
        let length = if matches!(first, '"' | '\'') { text_length(rest, first) } else { first.len_utf8() };
        if matches!(first, '{' | '}' | ';' | ',') {
            if first == '}' && short.ends_with(';') {
                short.pop();
            }
        } else if blank && !short.ends_with(['{', '}', ';', ',', ':']) && !short.is_empty() {
            short.push(' ');
        }
        blank = false;
        short.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    short.push('\n');
    short
}

/// The length of a text with its quotes.
fn text_length(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, sign) in rest.char_indices().skip(1) {
        match sign {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if sign == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn blanks_stay_where_they_mean_something() {
        let source = "/* why */\n.a :hover,\n.b > c {\n  width: calc(1px + 2%); /* so */\n  content: \"a  ;}\";\n}\n@media (min-width: 600px) and (x) {\n  p { margin: 0 1px; }\n}\n";
        assert_eq!(
            shortened(source),
            ".a :hover,.b > c{width:calc(1px + 2%);content:\"a  ;}\"}@media (min-width:600px) and (x){p{margin:0 1px}}\n"
        );
    }
}
