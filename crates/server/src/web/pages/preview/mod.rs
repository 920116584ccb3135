//! What a page says of itself to programs that show a preview of its address: the lines of its head, in the language
//! that the program asks for.

mod subjects;

use axum::http::{HeaderMap, Uri};
use tengen_pages::{Language, Param};

pub(in crate::web) use self::subjects::Subject;
use crate::app::App;
use crate::picture::{HEIGHT, WIDTH};
use crate::voice::Voice;
use crate::web::pages::escaped::escaped;
use crate::web::pages::page_parts::Varying;
use crate::web::pages::site;

/// The preview of an address.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Preview {
    /// The content of the page, in a few words.
    title: String,
    /// The title that the page has in a browser, if its file does not have it.
    page_title: Option<String>,
    /// More about it.
    description: Option<String>,
    /// The address itself, without the server.
    path: String,
    /// The address of a picture, without the server.
    picture: Option<String>,
}

/// What the page of a subject has beside its file. Nothing, while the database is away, or for a request that names no
/// server.
pub(in crate::web) async fn of(
    app: &App,
    subject: Subject,
    address: &Uri,
    language: Language,
    headers: &HeaderMap,
) -> Varying {
    let origin = site::origin(&app.options, headers);
    let voice = Voice::new(app.options.static_dir.as_deref(), language);
    let (Some(origin), Ok(voice)) = (origin, voice) else { return Varying::default() };
    let Some(preview) = subject.preview(app, &voice, address.path()).await else {
        return Varying::default();
    };
    let title = preview.page_title.as_deref().map(|title| {
        let title = voice.say("preview.page_title", &[("title", Param::Text(title))]);
        escaped(&title)
    });
    Varying { title, head: preview.head(&origin), ..Varying::default() }
}

impl Preview {
    fn head(&self, origin: &str) -> String {
        let whole = |path: &str| format!("{origin}{path}");
        let mut tags = vec![("og:site_name", "Tengen".to_owned()), ("og:type", "website".to_owned())];
        tags.push(("og:title", self.title.clone()));
        tags.extend(self.description.iter().map(|text| ("og:description", text.clone())));
        tags.push(("og:url", whole(&self.path)));
        if let Some(picture) = &self.picture {
            tags.push(("og:image", whole(picture)));
            tags.push(("og:image:width", WIDTH.to_string()));
            tags.push(("og:image:height", HEIGHT.to_string()));
        }
        let card = if self.picture.is_some() { "summary_large_image" } else { "summary" };
        tags.push(("twitter:card", card.to_owned()));
        tags.iter().map(|(property, content)| line(property, content)).collect()
    }
}

fn line(property: &str, content: &str) -> String {
    let kind = if property.starts_with("og:") { "property" } else { "name" };
    format!("<meta {kind}=\"{property}\" content=\"{}\">\n", escaped(content))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_inside_its_quotes() {
        let hostile = line("og:title", r#""><script>alert('&')</script>"#);
        assert_eq!(
            hostile,
            "<meta property=\"og:title\" content=\"&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;\">\n"
        );
    }

    #[test]
    fn addresses_are_whole() {
        let text = |text: &str| text.to_owned();
        let mut preview = Preview {
            title: text("Ann v Ben"),
            page_title: None,
            description: None,
            path: text("/games/x"),
            picture: Some(text("/games/x/board.png")),
        };
        let head = preview.head("https://go.example.org");
        assert!(head.contains("content=\"https://go.example.org/games/x/board.png\""), "{head}");
        assert!(head.contains("\"og:url\" content=\"https://go.example.org/games/x\""), "{head}");
        assert!(head.contains("summary_large_image"), "{head}");
        preview.picture = None;
        assert!(!preview.head("https://go.example.org").contains("image"));
    }
}
