//! The languages of Western and Northern Europe.

use encoding_rs::{Encoding, WINDOWS_1252};

use super::language::Language;

/// The encodings of all of them.
const WESTERN: &[&Encoding] = &[WINDOWS_1252];

/// German.
pub(super) const GERMAN: Language = Language {
    encodings: WESTERN,
    letters: "äöüß",
    parts: &[
        "mü", "mö", "mä", "jör", "jür", "jäg", "größ", "groß", "weiß", "schü", "schö", "schä", "köh", "kön",
        "krü", "brü", "grü", "gün", "für", "fün", "lück", "böh", "öst", "über", "dän", "län", "männ", "rös",
        "straß", "züg", "züri", "köln", "nürn", "würz", "göt", "lüb", "düs", "härt", "größe", "heiß",
    ],
};

/// French.
pub(super) const FRENCH: Language = Language {
    encodings: WESTERN,
    letters: "àâæçèéêëîïôùûüÿœ",
    parts: &[
        "andré",
        "rené",
        "jérô",
        "sébas",
        "françois",
        "benoît",
        "frédér",
        "stép",
        "thé",
        "éric",
        "étien",
        "émil",
        "mère",
        "pière",
        "père",
        "école",
        "fédér",
        "coupé",
        "hélè",
        "noël",
        "joël",
        "gaël",
        "rég",
        "gér",
        "sév",
        "né",
        "réa",
        "très",
        "même",
        "être",
        "côt",
        "maît",
        "début",
        "défen",
        "première",
        "dernière",
        "français",
        "deuxième",
        "troisième",
        "territoire à",
        "à",
        "où",
        "ça",
    ],
};

/// Spanish.
pub(super) const SPANISH: Language = Language {
    encodings: WESTERN,
    letters: "áéíóúüñ",
    parts: &[
        "garcí",
        "josé",
        "maría",
        "gonzál",
        "rodrí",
        "fernánd",
        "hernánd",
        "lópez",
        "pérez",
        "sánch",
        "martín",
        "gómez",
        "ramír",
        "jiméne",
        "díaz",
        "núñ",
        "muñoz",
        "peña",
        "ibáñ",
        "andrés",
        "ángel",
        "óscar",
        "víctor",
        "sebastián",
        "nicolás",
        "tomás",
        "españ",
        "méx",
        "campeón",
        "ción",
        "más",
        "también",
        "león",
        "simón",
        "ramón",
        "inés",
        "perú",
    ],
};

/// Portuguese.
pub(super) const PORTUGUESE: Language = Language {
    encodings: WESTERN,
    letters: "áâãàçéêíóôõú",
    parts: &["joão", "são", "ção", "ções", "ões", "antôn", "gonçal", "araúj", "ão", "ãe"],
};

/// Italian.
pub(super) const ITALIAN: Language = Language {
    encodings: WESTERN,
    letters: "àèéìòù",
    parts: &["perché", "città", "più", "è", "à", "nicolò"],
};

/// Danish, Norwegian, Swedish and Finnish.
pub(super) const NORDIC: Language = Language {
    encodings: WESTERN,
    letters: "åäöæøé",
    parts: &[
        "håk", "mån", "sjö", "strö", "björ", "åke", "öberg", "ström", "sør", "jørg", "bjør", "øst", "kjær",
        "møl", "når", "på", "vä", "gö", "hä", "määt", "törm", "nyström", "mäki", "järv", "hämä", "västr",
        "länd", "små", "blå", "svær", "øyv", "grø", "ødeg", "sæt", "åse", "pål",
    ],
};
