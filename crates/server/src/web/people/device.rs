//! The names of devices, by the header in which browsers and programs say which they are.

use axum::http::{HeaderMap, header};

/// Words of browsers, each with its name. The first one that is found counts: most browsers also call themselves by the names of others.
const BROWSERS: [(&str, &str); 12] = [
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("OPR/", "Opera"),
    ("Vivaldi/", "Vivaldi"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];
/// Words of systems, in the same way.
const SYSTEMS: [(&str, &str); 8] = [
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
    ("X11", "Linux"),
];
/// How many characters of a program's own name are kept.
const MOST: usize = 32;

/// The name of the device that makes a request: browser and system, such as `Firefox · Android`, or the name of a program, such as
/// `curl`. None, if it does not say.
pub(super) fn of(headers: &HeaderMap) -> Option<String> {
    name(headers.get(header::USER_AGENT)?.to_str().ok()?)
}

fn name(agent: &str) -> Option<String> {
    let find = |words: &[(&str, &'static str)]| {
        words.iter().find(|(word, _)| agent.contains(word)).map(|(_, name)| *name)
    };
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => Some(format!("{browser} · {system}")),
        (Some(browser), None) => Some(browser.to_owned()),
        (None, _) => {
            let program = agent.split(['/', ' ', '(']).next().unwrap_or_default();
            let plain =
                program.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(letter));
            (plain && !program.is_empty()).then(|| program.chars().take(MOST).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_and_programs_are_called_by_their_names() {
        const MOZILLA: &str = "Mozilla/5.0";
        for (rest, expected) in [
            ("(X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox · Linux"),
            (
                "(Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0",
                "Edge · Windows",
            ),
            (
                "(Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36",
                "Chrome · Android",
            ),
            (
                "(iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1",
                "Safari · iPhone",
            ),
            ("(Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15", "Safari · macOS"),
        ] {
            assert_eq!(name(&format!("{MOZILLA} {rest}")).as_deref(), Some(expected));
        }
        for (agent, expected) in [
            ("curl/8.5.0", Some("curl")),
            ("python-requests/2.32", Some("python-requests")),
            ("tengen-bot", Some("tengen-bot")),
            ("", None),
            ("<script>", None),
            ("名", None),
        ] {
            assert_eq!(name(agent).as_deref(), expected, "{agent}");
        }
        assert_eq!(name(&"x".repeat(500)).unwrap().len(), MOST);
    }
}
