//! Rules as records name them.

use tengen_rules::Preset;

use crate::go::plain::plain;
use crate::go::{NamedRules, katago_rules, komi_words};

/// Other names of the presets, without spaces, punctuation and words for rules, in small letters.
const NAMES: &[(&str, Preset)] = &[
    ("japan", Preset::Japanese),
    ("jp", Preset::Japanese),
    ("jpn", Preset::Japanese),
    ("nihonkiin", Preset::Japanese),
    ("japanesescoring", Preset::Japanese),
    ("territory", Preset::Japanese),
    ("territoryscoring", Preset::Japanese),
    ("日本", Preset::Japanese),
    ("日本棋院", Preset::Japanese),
    ("日本囲碁", Preset::Japanese),
    ("数目", Preset::Japanese),
    ("數目", Preset::Japanese),
    ("比目", Preset::Japanese),
    ("일본", Preset::Japanese),
    ("일본식", Preset::Japanese),
    ("일본기원", Preset::Japanese),
    ("china", Preset::Chinese),
    ("cn", Preset::Chinese),
    ("chn", Preset::Chinese),
    ("chineseweiqi", Preset::Chinese),
    ("chinesescoring", Preset::Chinese),
    ("area", Preset::Chinese),
    ("areascoring", Preset::Chinese),
    ("中国", Preset::Chinese),
    ("中國", Preset::Chinese),
    ("中国棋院", Preset::Chinese),
    ("中国围棋协会", Preset::Chinese),
    ("数子", Preset::Chinese),
    ("數子", Preset::Chinese),
    ("중국", Preset::Chinese),
    ("중국식", Preset::Chinese),
    ("chineseogs", Preset::ChineseSuperko),
    ("chinesekgs", Preset::ChineseSuperko),
    ("korea", Preset::Korean),
    ("kr", Preset::Korean),
    ("kor", Preset::Korean),
    ("kba", Preset::Korean),
    ("한국", Preset::Korean),
    ("한국식", Preset::Korean),
    ("한국기원", Preset::Korean),
    ("대한민국", Preset::Korean),
    ("韩国", Preset::Korean),
    ("韓国", Preset::Korean),
    ("韓國", Preset::Korean),
    ("韩国棋院", Preset::Korean),
    ("韓国棋院", Preset::Korean),
    ("韓國棋院", Preset::Korean),
    ("goe", Preset::Ing),
    ("ingsgoe", Preset::Ing),
    ("inggoe", Preset::Ing),
    ("ings", Preset::Ing),
    ("应氏", Preset::Ing),
    ("應氏", Preset::Ing),
    ("应氏计点", Preset::Ing),
    ("應氏計點", Preset::Ing),
    ("计点", Preset::Ing),
    ("計點", Preset::Ing),
    ("応氏", Preset::Ing),
    ("잉창치", Preset::Ing),
    ("응씨", Preset::Ing),
    ("응씨배", Preset::Ing),
    ("nz", Preset::NewZealand),
    ("newzealand", Preset::NewZealand),
    ("新西兰", Preset::NewZealand),
    ("新西蘭", Preset::NewZealand),
    ("紐西蘭", Preset::NewZealand),
    ("ニュージーランド", Preset::NewZealand),
    ("뉴질랜드", Preset::NewZealand),
    ("ffg", Preset::French),
    ("france", Preset::French),
    ("法国", Preset::French),
    ("法國", Preset::French),
    ("フランス", Preset::French),
    ("프랑스", Preset::French),
    ("british", Preset::Bga),
    ("英国", Preset::Bga),
    ("英國", Preset::Bga),
    ("イギリス", Preset::Bga),
    ("영국", Preset::Bga),
    ("american", Preset::Aga),
    ("usa", Preset::Aga),
    ("us", Preset::Aga),
    ("美国", Preset::Aga),
    ("美國", Preset::Aga),
    ("米国", Preset::Aga),
    ("アメリカ", Preset::Aga),
    ("미국", Preset::Aga),
    ("tt", Preset::TrompTaylor),
    ("tromptaylor", Preset::TrompTaylor),
    ("trompandtaylor", Preset::TrompTaylor),
    ("stonescoring", Preset::StoneScoring),
];

/// Words for rules, which may stand behind a name.
const WORDS: [&str; 22] = [
    "rules",
    "ruleset",
    "rule",
    "规则",
    "規則",
    "规约",
    "規約",
    "规定",
    "棋规",
    "棋規",
    "ルール",
    "方式",
    "規定",
    "규칙",
    "룰",
    "围棋",
    "圍棋",
    "囲碁",
    "바둑",
    "竞赛",
    "競賽",
    "法",
];

/// Endings that say nothing.
const ENDINGS: [&str; 5] = ["制", "式", "年", "weiqi", "baduk"];

/// The rules for the text of `RU`, by a name in one of several languages, or in KataGo's form; `None` for rules that this version does not
/// know.
///
/// ```
/// use tengen_rules::{Preset, Suicide};
/// use tengen_sgf::go::named_rules;
///
/// let preset = |text| named_rules(text).map(|named| named.preset);
/// assert_eq!(preset("Japanese"), Some(Preset::Japanese));
/// assert_eq!(preset("中国规则"), Some(Preset::Chinese));
/// assert_eq!(preset("house rules"), None);
///
/// let own = named_rules("koSIMPLEscoreAREAtaxNONEsui1").ok_or("unknown")?;
/// assert_eq!((own.preset, own.rules.suicide), (Preset::Chinese, Suicide::MultiStone));
/// # Ok::<(), &str>(())
/// ```
pub fn named_rules(text: &str) -> Option<NamedRules> {
    let text = plain(text)?;
    let named = |text: &str| katago_rules::read(text).or_else(|| preset_named(text).map(NamedRules::from));
    named(&text).or_else(|| {
        // What stands in brackets or behind a comma says more of the same, or of something else.
        let at = text.find(['(', ',', ';', '、'])?;
        let (name, more) = text.split_at(at);
        let read = named(name)?;
        let more = more.trim_matches(['(', ')', ',', ';', '、', '.']);
        let says_the_same = named(more).is_some_and(|other| other.rules.scoring == read.rules.scoring);
        let is_similar = !says_the_same && komi_words::read(more).is_none();
        Some(NamedRules { is_similar, ..read })
    })
}

/// The preset with that name, in small letters.
fn preset_named(small: &str) -> Option<Preset> {
    let bare = |text: &str| -> String { text.chars().filter(|letter| letter.is_alphanumeric()).collect() };
    let wanted = bare(small);
    let mut wanted = wanted.strip_prefix("the").unwrap_or(&wanted);
    loop {
        let by_name = Preset::ALL.iter().copied().find(|preset| bare(preset.name()) == wanted);
        let found =
            by_name.or_else(|| NAMES.iter().find(|(other, _)| *other == wanted).map(|(_, preset)| *preset));
        if found.is_some() {
            return found;
        }
        // A year, such as that of the Japanese rules of 1989.
        let without_year = wanted.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let shorter = WORDS.iter().chain(&ENDINGS).find_map(|word| without_year.strip_suffix(word));
        let shorter = shorter.unwrap_or(without_year);
        if shorter == wanted || shorter.is_empty() {
            return None;
        }
        wanted = shorter;
    }
}

#[cfg(test)]
mod tests {
    use tengen_rules::{Button, Dead, HandicapBonus, Repetition, Scoring, Suicide, Tax};

    use super::*;

    #[test]
    fn presets_have_many_names() {
        for (text, preset) in [
            ("Japanese", "japanese"),
            ("JP", "japanese"),
            ("japanese rules", "japanese"),
            ("Japanese (1989)", "japanese"),
            ("日本", "japanese"),
            ("日本规则", "japanese"),
            ("日本ルール", "japanese"),
            ("日本棋院囲碁規約", "japanese"),
            ("数目法", "japanese"),
            ("일본룰", "japanese"),
            ("Chinese", "chinese"),
            ("Ｃｈｉｎｅｓｅ", "chinese"),
            ("中国", "chinese"),
            ("中國", "chinese"),
            ("中国规则", "chinese"),
            ("中國規則", "chinese"),
            ("中国围棋规则", "chinese"),
            ("中国围棋规则2002年", "chinese"),
            ("中国围棋竞赛规则", "chinese"),
            ("中国规则(数子)", "chinese"),
            ("Japanese Rules, 6.5 komi", "japanese"),
            ("Tromp-Taylor rules (area)", "tromp-taylor"),
            ("中国ルール", "chinese"),
            ("数子规则", "chinese"),
            ("중국 룰", "chinese"),
            ("chinese-ogs", "chinese-superko"),
            ("한국", "korean"),
            ("한국식 규칙", "korean"),
            ("韩国规则", "korean"),
            ("韓国ルール", "korean"),
            ("應氏規則", "ing"),
            ("应氏计点制", "ing"),
            ("GOE", "ing"),
            ("Ing's Goe Rules", "ing"),
            ("AGA", "aga"),
            ("AGA rules", "aga"),
            ("New Zealand", "new-zealand"),
            ("tromp taylor", "tromp-taylor"),
            ("TrompTaylor", "tromp-taylor"),
            ("stone_scoring", "stone-scoring"),
        ] {
            assert_eq!(named_rules(text), Some(preset.parse::<Preset>().unwrap().into()), "{text}");
        }
        for preset in Preset::ALL {
            assert_eq!(named_rules(preset.name()).map(|named| named.preset), Some(*preset));
        }
        let texts =
            ["", "mine", "规则", "1989", "rules", "ko", "komi6.5", "koPOSITIONALscoreHALF", "mine (AGA)"];
        for text in texts {
            assert_eq!(named_rules(text), None, "{text}");
        }
        for (text, preset) in [
            ("Chinese (pie rule)", Preset::Chinese),
            ("Japanese (area)", Preset::Japanese),
            ("AGA, no passes", Preset::Aga),
        ] {
            assert_eq!(named_rules(text), Some(NamedRules { is_similar: true, ..preset.into() }), "{text}");
        }
    }

    #[test]
    fn the_form_of_katago_names_each_axis() {
        for (text, preset) in [
            ("koPOSITIONALscoreAREAtaxNONEsui1", "tromp-taylor"),
            ("koPOSITIONALscoreAREAtaxNONEsui1komi7.5", "tromp-taylor"),
            ("koSIMPLEscoreAREAtaxNONEsui0whbNfpok1", "chinese"),
            ("koPOSITIONALscoreAREAtaxNONEsui0whbNfpok1", "chinese-superko"),
            ("koSIMPLEscoreTERRITORYtaxSEKIsui0", "japanese"),
            ("koSIMPLEscoreTERRITORYtaxALLsui0", "ancient-territory"),
            ("koSIMPLEscoreAREAtaxALLsui0fpok1", "stone-scoring"),
            ("koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1fpok1", "aga-button"),
            (
                r#"{"ko":"SIMPLE","scoring":"TERRITORY","tax":"SEKI","suicide":false,"hasButton":false}"#,
                "japanese",
            ),
        ] {
            assert_eq!(named_rules(text), Some(preset.parse::<Preset>().unwrap().into()), "{text}");
        }
        let rules = |text| named_rules(text).unwrap().rules;
        let all = rules("koSITUATIONALscoreAREAtaxSEKIsui1button1whbN-1fpok1");
        assert_eq!((all.repetition, all.scoring), (Repetition::SituationalSuperko, Scoring::Area));
        assert_eq!((all.tax, all.suicide), (Tax::Seki, Suicide::MultiStone));
        assert_eq!((all.button, all.handicap_bonus), (Button::FirstPass, HandicapBonus::NMinusOne));
        let agreed = rules("koPOSITIONALscoreAREAtaxNONEsui1fpok1");
        assert_eq!((agreed.dead, agreed.resumptions), (Dead::Agreement, 2));
        assert_eq!(rules("koSPIGHTscoreAREAtaxNONEsui0").repetition, Repetition::NaturalSituationalSuperko);
        assert!(named_rules("koSPIGHTscoreAREAtaxNONEsui0").unwrap().is_similar);
        assert!(!named_rules("koSIMPLEscoreAREAtaxNONEsui1").unwrap().is_similar);
        assert_eq!(rules("koSIMPLEscoreTERRITORYtaxNONEsui1").tax, Tax::None);
        // No button goes with territory.
        assert_eq!(named_rules("koSIMPLEscoreTERRITORYtaxSEKIsui0button1"), None);
    }
}
