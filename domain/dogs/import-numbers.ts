/**
 * Registration numbers as offices, programs and people write them: the same in another form, and beside a dog's name in
 * one cell. Pure.
 */
import { SHORT_TEXT_MAX } from "../constants/text";
import { foldNumber } from "../text/text";

const bare = (key: string): string => key.replace(/[^\p{L}\p{N}]/gu, "");

/** Compares folded numbers without their slashes and points; only for dogs of one name, as 12/345 is not 123/45. */
export const isSameNumber = (one: string, other: string): boolean =>
  one === other || bare(one) === bare(other);

/** Returns an id of the file as all programs write it: spreadsheets and programs make 1, 001 and 1.0 of each other. */
export const plainId = (id: string): string =>
  /^\d{1,15}(?:[.,]0{1,4})?$/u.test(id.trim()) ? String(parseInt(id.trim(), 10)) : id.trim();

/** Digits from which on two numbers of the same are hardly two dogs'. */
const TELLING_DIGITS = 3;

const lettersOf = (key: string): string => key.replace(/[^\p{L}]/gu, "");

/** The digits of a folded number without leading zeros and without the century of a year behind a slash. */
export const digitsOf = (key: string): string =>
  key
    .replace(/(?<=\d\/)(?:19|20)(?=\d\d(?!\d))/u, "")
    .replace(/\d+/gu, (run) => run.replace(/^0+(?=\d)/u, ""))
    .replace(/\D/gu, "");

/** Whether the letters of one are some of the other's in their order: AW and KCAW, S and SE. */
function isPartOf(part: string, whole: string): boolean {
  let at = 0;
  for (const letter of whole) if (letter === part[at]) at += 1;
  return at === part.length;
}

/** Says whether two folded numbers may be one in two forms: with the club's letters, zeros before it, the year in full. */
export function isAlikeNumber(one: string, other: string): boolean {
  const digits = digitsOf(one);
  if (digits.length < TELLING_DIGITS || digits !== digitsOf(other)) return false;
  const [letters, others] = [lettersOf(one), lettersOf(other)];
  return isPartOf(letters, others) || isPartOf(others, letters);
}

/** Clubs and stud books that stand before their number. */
const CLUB =
  "(?:akc|kc|ukc|ckc|ikc|nzkc|ankc|fci|vdh|dbk|skk|nkk|dkk|fkk|hkr|lof|loe|loi|lop|lo[sh]h?|roi|rsr|nhsb|pkr|zb|oehzb|öhzb|shsb|spkp|cmku|rkf|ркф|dna)";

/** Words before a number of any kind. */
const WORD = "(?:reg(?:d|nr|istration)?|no|nr|num(?:ber|mer)?|zuchtbuch|tattoo|chip|microchip)";

/** Of letters and digits, but no year: 'WW2018' is a title. */
const NO_YEAR = "(?!(?:19|20)\\d{2}(?!\\d))";

/** Numbers beside a name, also those that are no registration's: 'AKC DNA V123', a microchip, a day of birth. */
const BESIDE = [
  `${CLUB}(?:[ ./:#-]+(?:${CLUB}|${WORD}|[a-z]{1,3}))*[ ./:#-]*[a-z]{0,4}\\d{2}[\\d/.-]*`,
  `${WORD}(?:[ ./:#-]+${WORD})*[ ./:#-]*[a-z]{0,4}\\d{4}[\\d/.-]*`,
  "(?:born|geb|né|née|ur|b|\\*)[. ]*(?:\\d{1,2}[./-]){0,2}(?:19|20)\\d{2}",
  "\\d{1,2}[./-]\\d{1,2}[./-](?:19|20)?\\d{2}",
  "(?:19|20)\\d{2}-\\d{2}-\\d{2}",
  "\\p{L}{1,5}[-.]?\\d{2,}/\\d{2,4}",
  "\\d{3,}/\\d{2,4}",
  `\\p{L}{1,5}[-.]?${NO_YEAR}\\d{4,}(?:/\\d{1,4})?`,
  "\\d{5,}",
].join("|");
const BEFORE = new RegExp(`^(?:${BESIDE})(?=[\\s,;/|:)\\]}-])`, "iu");
const BEHIND = new RegExp(`(?<=[\\s,;/|([{#*-])(?:${BESIDE})$`, "iu");

/** What parts a number from a name. */
const PARTING = new Set(" ,;/|:-([{}])#*\t\u00a0");

/** Drops what stands around a name, or around a number, that is neither. */
function trimParting(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && PARTING.has(text.charAt(from))) from += 1;
  while (to > from && PARTING.has(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

const toKey = (number: string): string => trimParting(foldNumber(number)).replace(/[^\p{L}\p{N}/]/gu, "");

/** No name has more characters with a number beside it. */
const LONGEST = 2 * SHORT_TEXT_MAX;

const hasName = (text: string): boolean => /\p{L}{2}/u.test(text);

/** Takes the numbers from before and behind a name, never all of it; returns them folded. */
export function withoutNumbers(name: string): { rest: string; numbers: string[] } {
  if (!/\d\d/u.test(name) || name.length > LONGEST) return { rest: name, numbers: [] };
  const split = splitNumber(name);
  let rest = split?.name ?? name;
  const numbers = split ? [toKey(split.number)] : [];
  for (const end of [BEFORE, BEHIND, BEHIND]) {
    const trimmed = trimParting(rest);
    const found = end.exec(trimmed)?.[0];
    if (found === undefined) continue;
    const left = trimParting(trimmed.replace(end, " "));
    if (!hasName(left)) continue;
    rest = left;
    numbers.push(toKey(found));
  }
  return { rest, numbers };
}

/** What a cell says that names a dog and its registration number. */
interface NamedNumber {
  readonly name: string;
  readonly number: string;
  /** Whether brackets, a comma or the like part them; otherwise the number may be of the name. */
  readonly isParted: boolean;
}

const NUMBER = "[\\p{Lu}\\d](?:[\\p{Lu}\\d]|[ ./:-](?=[\\p{Lu}\\d]))*";
const PARTED = [
  `^(?<name>.+?)\\s*[([{]\\s*(?<number>${NUMBER})\\s*[)\\]}]$`,
  `^[([{]\\s*(?<number>${NUMBER})\\s*[)\\]}]\\s*(?<name>.+)$`,
  `^(?<name>.+?)(?:\\s*[,;|#]\\s*#?|\\s+[/–—-]\\s+)(?<number>${NUMBER})$`,
  `^(?<number>${NUMBER})(?:\\s*[,;|]\\s*|\\s+[/–—-]\\s+)(?<name>.+)$`,
].map((pattern) => new RegExp(pattern, "u"));
const LETTERS_AND_DIGITS =
  "(?:\\p{Lu}{1,5}[-.]?)?\\d{2,}/\\d{2,4}|\\p{Lu}{1,5}[-.]?\\d{4,}|\\p{Lu}{2,5} \\d{4,}";
const JOINED = [
  `^(?<name>.+?)\\s+(?<number>(?:${LETTERS_AND_DIGITS}))$`,
  `^(?<number>(?:${LETTERS_AND_DIGITS}))\\s+(?<name>.+)$`,
].map((pattern) => new RegExp(pattern, "u"));

const MICROCHIP_DIGITS = 15;
const LIFE = /^(?:19|20)\d\d(?: ?- ?(?:(?:19|20)\d\d)?)?$/u;
const DAY = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/u;
const YEAR_BEHIND_LETTERS = /^\p{Lu}[\p{Lu} .:-]*(?:19|20)\d\d$/u;

/** Whether a text can be a registration number: no year, day of birth, title, microchip or profile of DNA. */
function isNumber(text: string): boolean {
  const digits = text.replace(/\D/gu, "").length;
  if (LIFE.test(text) || DAY.test(text) || YEAR_BEHIND_LETTERS.test(text) || /DNA/u.test(text)) return false;
  return digits !== MICROCHIP_DIGITS && digits >= (/\p{Lu}/u.test(text) ? 3 : 4);
}

/** Letters of an office and digits, with nothing between that a name has. */
const IS_NUMBER = /^(?:\p{Lu}{1,5}[ ./:-]*){0,3}\d[\d./ -]*$/u;

const isName = (text: string): boolean => /\p{L}{2}/u.test(text) && !IS_NUMBER.test(text);

const OFFICES = new RegExp(`^(?:(?:${CLUB}|${WORD})[ ./:#-]*)+$`, "iu");

/** Says whether a text is only what stands before a number: 'VDH', 'Reg. No.'. */
export const isOffice = (text: string): boolean => OFFICES.test(text) || /^\p{Lu}{1,6}$/u.test(text);

/** Takes a cell apart that holds a name and a number; null for one that does not. */
export function splitNumber(text: string): NamedNumber | null {
  if (!/\d{2}/u.test(text) || text.length > LONGEST) return null;
  for (const isParted of [true, false])
    for (const pattern of isParted ? PARTED : JOINED) {
      const { name = "", number = "" } = pattern.exec(text)?.groups ?? {};
      if (isName(name) && isNumber(number))
        return { name: name.replace(/[,;]$/u, "").trim(), number, isParted };
    }
  return null;
}
