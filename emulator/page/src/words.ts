import { LANGUAGES, type Language } from "./protocol.js";
import { de } from "./words/de.js";
import { en, type Words } from "./words/en.js";
import { fr } from "./words/fr.js";

export type { Words };

export const WORDS: Readonly<Record<Language, Words>> = { en, fr, de };

/** What each language calls itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: "English", fr: "Français", de: "Deutsch" };

const KEPT = "kahuna-language";

/** The language chosen here before, or the first of the browser's that the page speaks. */
export function firstLanguage(): Language {
  const wanted = [localStorage.getItem(KEPT), ...navigator.languages].map((tag) => tag?.slice(0, 2).toLowerCase());
  for (const tag of wanted) {
    const found = LANGUAGES.find((language) => language === tag);
    if (found !== undefined) return found;
  }
  return "en";
}

export const keepLanguage = (language: Language): void => localStorage.setItem(KEPT, language);
