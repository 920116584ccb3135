//! Rules as records name them.

use tengen_rules::Preset;

/// Other names of the presets, without spaces and hyphens, in small letters.
const NAMES: &[(&str, &str)] = &[
    ("japan", "japanese"),
    ("jp", "japanese"),
    ("nihonkiin", "japanese"),
    ("日本", "japanese"),
    ("china", "chinese"),
    ("cn", "chinese"),
    ("中国", "chinese"),
    ("korea", "korean"),
    ("kr", "korean"),
    ("goe", "ing"),
    ("nz", "new-zealand"),
    ("newzealand", "new-zealand"),
    ("ffg", "french"),
    ("british", "bga"),
    ("tt", "tromp-taylor"),
];

/// The preset for the text of `RU`; `None` for rules that this version does not know.
///
/// ```
/// use tengen_rules::Preset;
/// use tengen_sgf::go::preset_named;
///
/// assert_eq!(preset_named("Japanese"), Some(Preset::Japanese));
/// assert_eq!(preset_named("Tromp-Taylor"), Some(Preset::TrompTaylor));
/// assert_eq!(preset_named("house rules"), None);
/// ```
pub fn preset_named(text: &str) -> Option<Preset> {
    let plain = |text: &str| -> String {
        let letters =
            text.chars().filter(|character| !character.is_whitespace() && !matches!(character, '-' | '_'));
        letters.flat_map(char::to_lowercase).collect()
    };
    let wanted = plain(text);
    let wanted = wanted.strip_suffix("rules").unwrap_or(&wanted);
    let by_name = Preset::ALL.iter().copied().find(|preset| plain(preset.name()) == wanted);
    by_name.or_else(|| NAMES.iter().find(|(other, _)| *other == wanted)?.1.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_have_many_names() {
        for (text, preset) in [
            ("Japanese", "japanese"),
            ("JP", "japanese"),
            ("japanese rules", "japanese"),
            ("Chinese", "chinese"),
            ("中国", "chinese"),
            ("AGA", "aga"),
            ("tromp taylor", "tromp-taylor"),
            ("TrompTaylor", "tromp-taylor"),
        ] {
            assert_eq!(preset_named(text), preset.parse().ok(), "{text}");
        }
        for preset in Preset::ALL {
            assert_eq!(preset_named(preset.name()), Some(*preset));
        }
        assert_eq!(preset_named(""), None);
    }
}
