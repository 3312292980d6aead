use kahuna_board::link::{Language, Said, Say};
use kahuna_board::map::Island;
use kahuna_board::referee::Objection;

use crate::every;

/// Says something in every language, and shows that each says it.
fn say<T: Say + std::fmt::Debug>(what: &T) -> [String; 3] {
    let said = Language::ALL.map(|language| Said { language, what }.to_string());
    for (language, sentence) in Language::ALL.into_iter().zip(&said) {
        let context = format!("{} for {what:?}: {sentence}", language.name());
        assert!(sentence.trim() == sentence && sentence.chars().count() >= 8, "{context}");
        assert!(!sentence.contains(['{', '}', '\n', '"']) && !sentence.contains("  "), "{context}");
        assert!(!sentence.ends_with('.'), "{context}");
    }
    assert!(said[0] != said[1] && said[1] != said[2] && said[0] != said[2], "{said:?}");
    said
}

/// What must be the same in every language: islands, numbers, and words to be typed.
fn names(sentence: &str) -> Vec<&str> {
    let mut names: Vec<&str> = sentence
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| word.parse::<Island>().is_ok() && *word == word.to_ascii_uppercase())
        .collect();
    names.sort_unstable();
    names
}

#[test]
fn every_objection_ask_event_and_error_is_said_in_every_language() {
    let mut all = Vec::new();
    all.extend(every::asks().iter().map(say));
    all.extend(every::objections().iter().map(say));
    all.extend(every::events().iter().map(say));
    all.extend(every::errors().iter().map(say));
    all.extend(every::told().iter().map(say));
    for [english, french, german] in &all {
        assert_eq!(names(english), names(french), "{english} / {french}");
        assert_eq!(names(english), names(german), "{english} / {german}");
    }
}

#[test]
fn french_and_german_leave_no_word_of_english() {
    let english = ["the", "white", "black", "bridge", "card", "cards", "stick", "turn", "and", "is", "of"];
    let says = |what: &dyn Fn(Language) -> String| {
        for language in [Language::French, Language::German] {
            let sentence = what(language);
            let left = sentence.split(|c: char| !c.is_alphabetic()).find(|word| english.contains(word));
            assert_eq!(left, None, "{sentence}");
        }
    };
    for objection in every::objections() {
        says(&|language| Said { language, what: &objection }.to_string());
    }
    for told in every::told() {
        says(&|language| Said { language, what: &told }.to_string());
    }
    for event in every::events() {
        says(&|language| Said { language, what: &event }.to_string());
    }
}

#[test]
fn the_english_of_a_refusal_is_its_own_text() {
    for refusal in every::refusals() {
        let what = &Objection::Rules(refusal);
        assert_eq!(Said { language: Language::English, what }.to_string(), refusal.to_string());
    }
}

#[test]
fn players_are_addressed_plainly() {
    use kahuna_board::rules::{Player, Refusal};
    let what = &Objection::Rules(Refusal::NotYourTurn { turn: Player::White });
    let said = Language::ALL.map(|language| Said { language, what }.to_string());
    assert_eq!(said, ["it is white's turn", "c'est au tour de blanc", "Weiß ist am Zug"]);
}
