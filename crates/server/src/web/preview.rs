//! What a page says of itself to programs that show a preview of its address: the lines of its head.

use axum::http::HeaderMap;
use tengen_game::GameId;
use tengen_protocol::view::Audience;
use tengen_protocol::{PlayerCard, Snapshot};

use super::site;
use crate::app::App;

/// The lines for a game, as spectators see it. A private game names nobody and shows no board, and neither does one that
/// is not there.
pub(super) async fn of_game(app: &App, id: &str, headers: &HeaderMap) -> String {
    let Some(origin) = site::origin(&app.options, headers) else { return String::new() };
    let game = match id.parse::<GameId>() {
        Ok(id) => app.rooms.snapshot(id, Audience::Spectator).await.ok(),
        Err(_) => None,
    };
    game.map(|game| lines(&origin, &game)).unwrap_or_default()
}

fn lines(origin: &str, game: &Snapshot) -> String {
    let address = format!("{origin}/games/{}", game.id.0);
    let mut tags = vec![("og:site_name", "Tengen".to_owned()), ("og:type", "website".to_owned())];
    if game.settings.private {
        tags.push(("og:title", "A private game of Go".to_owned()));
        tags.push(("twitter:card", "summary".to_owned()));
    } else {
        let (board, komi) = (game.settings.board.name(), game.settings.komi.0);
        tags.push(("og:title", title(game)));
        tags.push(("og:description", format!("Go, {board}, komi {komi}, {} moves", game.moves.len())));
        // The number makes programs that keep pictures ask again when the position has changed.
        tags.push(("og:image", format!("{address}/board.png?seq={}", game.seq)));
        tags.push(("og:image:width", crate::picture::WIDTH.to_string()));
        tags.push(("og:image:height", crate::picture::HEIGHT.to_string()));
        tags.push(("twitter:card", "summary_large_image".to_owned()));
    }
    tags.push(("og:url", address));
    tags.iter().map(|(property, content)| line(property, content)).collect()
}

/// Who plays whom, and how it ended.
fn title(game: &Snapshot) -> String {
    let name = |card: &Option<PlayerCard>| card.as_ref().map(|card| card.name.clone());
    match (name(&game.players.black), name(&game.players.white), &game.result) {
        (Some(black), Some(white), Some(result)) => format!("{black} – {white}, {}", result.text),
        (Some(black), Some(white), None) => format!("{black} – {white}"),
        _ => game.creator.name.clone(),
    }
}

fn line(property: &str, content: &str) -> String {
    let kind = if property.starts_with("og:") { "property" } else { "name" };
    format!("  <meta {kind}=\"{property}\" content=\"{}\">\n", escaped(content))
}

/// A text inside the quotes of an attribute.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_inside_its_quotes() {
        let hostile = line("og:title", r#""><script>alert('&')</script>"#);
        assert_eq!(
            hostile,
            "  <meta property=\"og:title\" content=\"&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;\">\n"
        );
    }
}
