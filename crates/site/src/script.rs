//! JavaScript as a row of tokens: enough to see where comments, texts and module declarations are.

/// A token as it stands in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    pub(crate) kind: Kind,
    pub(crate) text: &'a str,
    /// Whether it begins a line.
    pub(crate) on_new_line: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A name, a keyword or a number.
    Word,
    /// A string, a template with all that is in it, or a regular expression.
    Literal,
    /// One or more signs.
    Sign,
}

/// After these a slash begins a regular expression.
const BEFORE_VALUES: [&str; 9] = ["return", "typeof", "case", "in", "of", "await", "yield", "delete", "void"];

/// Takes a script apart. Comments and blanks are left out. Says where a text has no end.
pub(crate) fn tokens(source: &str) -> Result<Vec<Token<'_>>, String> {
    let mut found: Vec<Token<'_>> = Vec::new();
    let (mut at, mut on_new_line) = (0, true);
    while let Some(first) = source[at..].chars().next() {
        let rest = &source[at..];
        if first == '\n' {
            on_new_line = true;
            at += 1;
            continue;
        }
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        if rest.starts_with("/*") {
            let end = rest.find("*/").ok_or_else(|| unended(rest))?;
            on_new_line |= rest[..end].contains('\n');
            at += end + 2;
            continue;
        }
        let is_word = |sign: char| sign.is_alphanumeric() || matches!(sign, '_' | '$' | '#');
        let (kind, length) = if is_word(first) {
            let length = rest.find(|sign| !is_word(sign)).unwrap_or(rest.len());
            // The dot of 0.5 belongs to the number.
            let fraction = first.is_ascii_digit() && rest[length..].starts_with('.');
            let more = if fraction {
                rest[length + 1..].find(|sign| !is_word(sign)).map_or(rest.len(), |more| length + 1 + more)
            } else {
                length
            };
            (Kind::Word, more)
        } else if matches!(first, '\'' | '"') {
            (Kind::Literal, quoted(rest, first)?)
        } else if first == '`' {
            (Kind::Literal, template(rest)?)
        } else if first == '/' && expects_value(found.last()) {
            (Kind::Literal, expression(rest)?)
        } else {
            let length = ["=>", "...", "++", "--", "?."]
                .into_iter()
                .find(|sign| rest.starts_with(sign))
                .map_or(first.len_utf8(), str::len);
            (Kind::Sign, length)
        };
        found.push(Token { kind, text: &rest[..length], on_new_line });
        on_new_line = false;
        at += length;
    }
    Ok(found)
}

fn unended(rest: &str) -> String {
    format!("no end of {}", rest.lines().next().unwrap_or_default())
}

fn expects_value(last: Option<&Token<'_>>) -> bool {
    last.is_none_or(|last| match last.kind {
        Kind::Word => BEFORE_VALUES.contains(&last.text),
        Kind::Literal => false,
        Kind::Sign => !matches!(last.text, ")" | "]" | "}" | "++" | "--"),
    })
}

/// The length of a string.
fn quoted(rest: &str, quote: char) -> Result<usize, String> {
    let mut escaped = false;
    for (at, sign) in rest.char_indices().skip(1) {
        match sign {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => break,
            _ if sign == quote => return Ok(at + 1),
            _ => {}
        }
    }
    Err(unended(rest))
}

/// The length of a regular expression with its flags.
fn expression(rest: &str) -> Result<usize, String> {
    let (mut escaped, mut in_class) = (false, false);
    for (at, sign) in rest.char_indices().skip(1) {
        match sign {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' => in_class = true,
            ']' => in_class = false,
            '\n' => break,
            '/' if !in_class => {
                let flags = rest[at + 1..]
                    .find(|sign: char| !sign.is_ascii_alphabetic())
                    .unwrap_or(rest.len() - at - 1);
                return Ok(at + 1 + flags);
            }
            _ => {}
        }
    }
    Err(unended(rest))
}

/// The length of a template, with the values in it and the templates in those.
fn template(rest: &str) -> Result<usize, String> {
    let mut at = 1;
    while let Some(sign) = rest[at..].chars().next() {
        match sign {
            '\\' => at += 1 + rest[at + 1..].chars().next().map_or(0, char::len_utf8),
            '`' => return Ok(at + 1),
            '$' if rest[at..].starts_with("${") => at += value(&rest[at..])?,
            _ => at += sign.len_utf8(),
        }
    }
    Err(unended(rest))
}

/// The length of a value in a template, from `${` to its `}`.
fn value(rest: &str) -> Result<usize, String> {
    let (mut at, mut depth) = (2, 1);
    while let Some(sign) = rest[at..].chars().next() {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        at += match sign {
            '`' => template(&rest[at..])?,
            '\'' | '"' => quoted(&rest[at..], sign)?,
            _ => sign.len_utf8(),
        };
        if depth == 0 {
            return Ok(at);
        }
    }
    Err(unended(rest))
}

/// Puts tokens together with no more between them than they need to be read as they were.
pub(crate) fn write(tokens: &[Token<'_>], written: &mut String) {
    let mut last: Option<Token<'_>> = None;
    for token in tokens {
        if let Some(last) = last {
            if token.on_new_line && !ends_open(last) && !begins_open(*token) {
                written.push('\n');
            } else if clings(last, *token) {
                written.push(' ');
            }
        }
        written.push_str(token.text);
        last = Some(*token);
    }
}

/// Whether a line can't end with a token, so that its end means nothing.
fn ends_open(token: Token<'_>) -> bool {
    token.kind == Kind::Sign
        && matches!(token.text, "{" | "(" | "[" | "," | ";" | "=>" | "=" | ":" | "?" | "&" | "|" | "." | "?.")
}

/// Whether a line can't begin with a token.
fn begins_open(token: Token<'_>) -> bool {
    token.kind == Kind::Sign
        && matches!(token.text, "}" | ")" | "]" | "," | ";" | ":" | "?" | "." | "?." | "&" | "|" | "=")
}

/// Whether two tokens would become another one without a blank.
fn clings(last: Token<'_>, next: Token<'_>) -> bool {
    match (last.kind, next.kind) {
        (Kind::Word, Kind::Word) => true,
        // A word after an expression would be its flags.
        (Kind::Literal, Kind::Word) | (Kind::Word, Kind::Literal) => !next.text.starts_with('`'),
        (Kind::Sign, Kind::Literal) => last.text == "/" && next.text.starts_with('/'),
        (Kind::Sign, Kind::Sign) => {
            matches!(last.text, "+" | "-" | "++" | "--") && next.text.starts_with(['+', '-'])
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{tokens, write};

    fn shortened(source: &str) -> String {
        let mut written = String::new();
        write(&tokens(source).unwrap(), &mut written);
        written
    }

    #[test]
    fn comments_and_blanks_are_left_out() {
        let source = "// a\nconst a = 1; // b\n/* c\n d */ const  b = [1,\n  2];\n\nreturn { a,\n  b }\n";
        assert_eq!(shortened(source), "const a=1;const b=[1,2];return{a,b}");
    }

    #[test]
    fn texts_templates_and_expressions_stay_what_they_are() {
        for source in
            ["'// no  comment'", r#""it's \" so""#, "`a  ${b ? `//${'}'}` : { c }}  // d`", r"/[/'\]]+\/ /g"]
        {
            assert_eq!(shortened(&format!("x( {source} )")), format!("x({source})"));
        }
        assert_eq!(shortened("a / b / c"), "a/b/c");
        assert_eq!(shortened("f(a) / 2 // '"), "f(a)/2");
        assert_eq!(shortened("return /a b/.test(c)"), "return /a b/.test(c)");
    }

    #[test]
    fn what_would_run_together_stays_apart() {
        assert_eq!(shortened("a + +b - -c + ++d"), "a+ +b- -c+ ++d");
        assert_eq!(shortened("for (const a of 'abc') typeof a"), "for(const a of 'abc')typeof a");
        assert_eq!(shortened("a += 1; b -= 2"), "a+=1;b-=2");
        assert_eq!(shortened("a\n++b"), "a\n++b");
        assert_eq!(shortened("let a\nlet b\n(c)"), "let a\nlet b\n(c)");
        assert_eq!(shortened("a\n  .b()\n  ?.c()"), "a.b()?.c()");
        assert_eq!(shortened("1_000 * 0.5 / /a/"), "1_000*0.5/ /a/");
    }

    #[test]
    fn what_has_no_end_is_said() {
        for source in ["'a", "`a ${b", "/* a", "x(/a", "`a"] {
            assert!(tokens(source).unwrap_err().starts_with("no end of"), "{source}");
        }
    }
}
