/** Typed text on one line, and the keys by which it is sorted, compared and searched: without case, accents or surplus spaces. */
import { SHORT_TEXT_MAX } from "../constants/text";

/** Letters that Unicode does not take apart into a base letter and a mark. */
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

/** Text in which nothing has to be taken apart; most names are, and lists fold thousands of them. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Puts a text on one line, as headers and their like need it: what people typed may hold ends of lines and other controls. */
export const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();

/** Folds `text` for comparing: case, accents and runs of spaces do not count. */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase().replace(/ {2,}/g, " ").trim();
  return text
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .replace(UNDECOMPOSED_LETTERS, (letter) => UNDECOMPOSED[letter] ?? letter)
    .replace(/\s+/gu, " ")
    .trim();
}

/** Folds an identifying number for comparing: case, spaces and dashes do not count. */
export const foldNumber = (text: string): string =>
  text
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s\-\u2010-\u2015]+/gu, "");

/** Folds an email address for comparing. */
export const foldEmail = (email: string): string => email.trim().toLowerCase();

/** Splits a search into its folded words; what goes beyond the longest name is not looked for, however much is sent. */
export const searchWords = (search: string): string[] =>
  foldText(search)
    .slice(0, SHORT_TEXT_MAX + 1)
    .split(" ")
    .filter(Boolean);

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** Says whether a word stands in a text, its beginning at the beginning of one of the text's words. */
function hasWord(text: string, word: string): boolean {
  const mayFollowAnything = !LETTER_OR_DIGIT.test(word.charAt(0));
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || mayFollowAnything || !LETTER_OR_DIGIT.test(text.charAt(at - 1))) return true;
  }
  return false;
}

/** Says whether a text has words that begin with each of these; both are already folded. */
export const hasWords = (words: readonly string[], text: string): boolean =>
  words.every((word) => hasWord(text, word));

/** Says whether every word is found in one of the fields; the words are already folded. */
export function matchesWords(
  words: readonly string[],
  fields: readonly (string | null | undefined)[],
): boolean {
  if (words.length === 0) return true;
  const folded = fields.filter((field) => field !== null && field !== undefined).map(foldText);
  return words.every((word) => folded.some((field) => field.includes(word)));
}

/** A word that may be a phone number, or a part of one. */
const PHONE_LIKE = /^[\d()+./\-\u2010-\u2015]+$/u;

/** Fewer digits stand in too many numbers; they are found as they were typed alone. */
const FEWEST_PHONE_DIGITS = 4;

/** Drops what parts the digits of a phone number, and the 0 that only callers at home dial. */
const plainPhone = (phone: string): string => phone.replaceAll("(0)", "").replaceAll(/[^\d+]/gu, "");

/** How many digits the code of a country may have. */
const COUNTRY_DIGITS = [1, 2, 3];

/**
 * Makes a test whether people fit a search: every word stands in a name, an address or the phone number, whose digits
 * may be parted in any way; a leading 0 also stands for the country's code, in the search as in the number.
 */
export function makePersonTest(search: string) {
  const words = searchWords(search);
  const others = words.filter((word) => !PHONE_LIKE.test(word));
  const typed = plainPhone(words.filter((word) => PHONE_LIKE.test(word)).join(""));
  const digits = typed.replace(/^(?:\+|00?)/, "");
  const hasNumber = typed.replace("+", "").length >= FEWEST_PHONE_DIGITS;
  // The whole of a number after the code of a country: others may have written it as they dial at home.
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
