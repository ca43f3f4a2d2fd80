/**
 * Puts entered text on one line, and creates the keys for sorting, comparing and searching. The keys ignore case,
 * accents, extra spaces, invisible characters, and the kinds of apostrophes, quotation marks and dashes.
 */
import { SHORT_TEXT_MAX } from "./rules";

/** Letters that Unicode does not decompose into a base letter and a mark. */
const UNDECOMPOSED: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  þ: "th",
  ı: "i",
};
const UNDECOMPOSED_LETTERS = new RegExp(`[${Object.keys(UNDECOMPOSED).join("")}]`, "g");

/** Most names need no decomposition, and lists convert thousands of names. */
const PLAIN = /^[\x20-\x5f\x61-\x7e]*$/;

/** Characters that keyboards, phones and programs use in place of each other. */
const APOSTROPHES =
  /[`\u00b4\u02b9\u02bb\u02bc\u02bd\u02c8\u055a\u2018-\u201b\u2032\u2035\ua78c\uff07\uff40]/gu;
const QUOTES = /[\u00ab\u00bb\u02ba\u201c-\u201f\u2033\u2036\u2039\u203a\u301d-\u301f\uff02]/gu;
const DASHES = /[\u058a\u05be\u2010-\u2015\u2043\u2212\u2e3a\u2e3b\ufe31\ufe32\ufe58\ufe63\uff0d]/gu;
const foldSigns = (text: string): string =>
  text.replace(APOSTROPHES, "'").replace(QUOTES, '"').replace(DASHES, "-");

/** Invisible characters that are not spaces: direction marks, zero-width characters, controls, fillers. */
const UNSEEN = /(?!\s)[\p{Cc}\p{Cf}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/gu;

export const isVisible = (text: string): boolean =>
  text
    .replace(UNSEEN, "")
    .replace(/\p{Mn}/gu, "")
    .trim() !== "";

/**
 * Puts a text on one line. Headers require this, because entered text may contain line ends and other control
 * characters.
 */
export const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();

/** Ignores case, accents, repeated spaces and the kinds of apostrophes, quotes and dashes. */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase().replace(/ {2,}/g, " ").trim();
  const decomposed = foldSigns(text)
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();
  return foldSigns(decomposed.normalize("NFKD"))
    .replace(/\p{Mn}/gu, "")
    .replace(UNSEEN, "")
    .replace(UNDECOMPOSED_LETTERS, (letter) => UNDECOMPOSED[letter] ?? letter)
    .replace(/\s+/gu, " ")
    .trim();
}

/** Letters that can be written as two letters: Jäger and Jaeger, Bjørn and Bjoern, Åsa and Aasa. */
const WRITTEN_AS_TWO: Record<string, string> = { ä: "ae", ö: "oe", ø: "oe", ü: "ue", å: "aa" };

/** The result is in lower case. */
export const writeAsTwo = (text: string): string =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[äöøüå]/gu, (letter) => WRITTEN_AS_TWO[letter] ?? letter);

/** Two letters that may stand for one letter. */
const PAIRS = /(?<=[aou])e|(?<=a)a/gu;

/** A word with 'ä' or 'ae' is included in both spellings. */
export function foldForSearch(text: string): string {
  const folded = foldText(text);
  const inTwo = PLAIN.test(text) ? folded : foldText(writeAsTwo(text));
  const words = new Set(folded.split(" "));
  const more = [...inTwo.split(" "), ...words]
    .flatMap((word) => [word, word.replace(PAIRS, "")])
    .filter((word) => !words.has(word));
  return more.length === 0 ? folded : [folded, ...new Set(more)].join(" ");
}

/** Compares either spelling of ä, ö, ü, ø and å. */
export function isSameText(one: string, other: string): boolean {
  const formsOf = (text: string) => [foldText(text), foldText(writeAsTwo(text))];
  const forms = formsOf(one);
  return formsOf(other).some((form) => forms.includes(form));
}

/** More pairs in both spellings would multiply the searches for a long word. */
const MOST_PAIRS = 3;

/** The beginnings are keys of `foldText`. An ä may be one letter or two letters there. */
export function searchStarts(search: string): string[] {
  const folded = foldText(search);
  const starts = new Set([folded, foldText(writeAsTwo(search))]);
  const pairs = [...folded.matchAll(PAIRS)].slice(0, MOST_PAIRS).map(({ index }) => index);
  for (let choice = 1; choice < 2 ** pairs.length; choice += 1) {
    const dropped = new Set(pairs.filter((_, at) => Math.floor(choice / 2 ** at) % 2 === 1));
    starts.add([...folded].filter((_, at) => !dropped.has(at)).join(""));
  }
  return [...starts];
}

/** Ignores case, spaces and dashes. */
export const foldNumber = (text: string): string =>
  text
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s\-\u2010-\u2015]+/gu, "");

export const foldEmail = (email: string): string => email.trim().toLowerCase();

/** At most one character more than the longest possible name is used. */
export const searchWords = (search: string): string[] =>
  foldText(search)
    .slice(0, SHORT_TEXT_MAX + 1)
    .split(" ")
    .filter(Boolean);

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

function hasWord(text: string, word: string): boolean {
  const mayFollowAnything = !LETTER_OR_DIGIT.test(word.charAt(0));
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || mayFollowAnything || !LETTER_OR_DIGIT.test(text.charAt(at - 1))) return true;
  }
  return false;
}

/** The text must be a search key. */
export const hasWords = (words: readonly string[], text: string): boolean =>
  words.every((word) => hasWord(text, word));

/** Different words may occur in different fields. The words must be keys. */
export function matchesWords(
  words: readonly string[],
  fields: readonly (string | null | undefined)[],
): boolean {
  if (words.length === 0) return true;
  const folded = fields.filter((field) => field !== null && field !== undefined).map(foldForSearch);
  return words.every((word) => folded.some((field) => field.includes(word)));
}

/** A word that may be a phone number, or a part of one. */
const PHONE_LIKE = /^[\d()+./\-\u2010-\u2015]+$/u;

/** Fewer digits occur in too many numbers. They match only as they were entered. */
const FEWEST_PHONE_DIGITS = 4;

/** This also removes the leading 0 of calls within a country. */
const plainPhone = (phone: string): string => phone.replaceAll("(0)", "").replaceAll(/[^\d+]/gu, "");

/** The possible number of digits of a country code. */
const COUNTRY_DIGITS = [1, 2, 3];

/**
 * Every word must occur in a name, an address or the phone number. The digits of a number may be separated in any
 * way. A leading 0 also matches a country code, in the search and in the number.
 */
export function makePersonTest(search: string) {
  const words = searchWords(search);
  const others = words.filter((word) => !PHONE_LIKE.test(word));
  const typed = plainPhone(words.filter((word) => PHONE_LIKE.test(word)).join(""));
  const digits = typed.replace(/^(?:\+|00?)/, "");
  const hasNumber = typed.replace("+", "").length >= FEWEST_PHONE_DIGITS;
  // The number without its country code, because other people may have written it with a leading 0.
  const atHome = (/^(?:\+|00)/.test(typed) ? COUNTRY_DIGITS : [])
    .map((code) => digits.slice(code))
    .filter(({ length }) => length >= FEWEST_PHONE_DIGITS);
  return (fields: readonly (string | null | undefined)[], phone: string | null | undefined): boolean => {
    const plain = plainPhone(phone ?? "");
    const isNumber = hasNumber && (plain.includes(digits) || atHome.includes(plain.replace(/^0/, "")));
    if (isNumber && matchesWords(others, fields)) return true;
    return matchesWords(words, [...fields, phone, plain]);
  };
}
