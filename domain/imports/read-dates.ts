/**
 * Dates in files: in any order, with words of the languages of breeders, as a spreadsheet's number, or only as a
 * year. Only the present year, which decides how short years are read, comes from the clock. Sources: Unicode CLDR
 * through Intl for the names of months; ECMA-376, part 1, 18.17.4.1 for the 1900 date system.
 */
import { isCalendarDay } from "../dates/calendar-days";
import { foldText } from "../text/text";

export const DATE_ORDERS = ["ymd", "mdy", "dmy"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

export type ReadDate =
  | { readonly kind: "day"; readonly day: string }
  /** `from` is the first day of the given year or month. */
  | { readonly kind: "partial"; readonly from: string | null }
  | null;

const LANGUAGES = "en de fr es it pt nl sv da nb fi pl cs sk hu ro ru uk sl et lv lt".split(" ");

const foldWord = (word: string): string => foldText(word).replace(/[^\p{L}]/gu, "");

/** The names in all languages and forms, with their number. */
function namesOf(part: "month" | "weekday", count: number): Map<string, number> {
  const names = new Map<string, number>();
  for (const language of LANGUAGES) {
    for (const width of ["long", "short"] as const) {
      // In Slavic and Baltic languages, the name of a month has another ending beside a day.
      for (const options of [{ [part]: width }, { day: "numeric", [part]: width }] as const) {
        const format = new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
        for (let at = 0; at < count; at += 1) {
          const date =
            part === "month" ? new Date(Date.UTC(2024, at, 15)) : new Date(Date.UTC(2024, 0, 1 + at));
          const name = format.formatToParts(date).find(({ type }) => type === part)?.value ?? "";
          const word = foldWord(name);
          if (word.length > 1 && !names.has(word)) names.set(word, at + 1);
        }
      }
    }
  }
  return names;
}

let known: { months: Map<string, number>; weekdays: Map<string, number> } | undefined;
const knownWords = () =>
  (known ??= { months: namesOf("month", 12).set("sept", 9), weekdays: namesOf("weekday", 7) });

/** If a year of two digits would be later than next year, it belongs to the 20th century. */
function readYear(text: string): number {
  const year = Number(text);
  if (text.length > 2) return year;
  return 2000 + year > new Date().getFullYear() + 1 ? 1900 + year : 2000 + year;
}

function makeDay(year: string, month: string | number, day: string): ReadDate {
  const text = [
    String(readYear(year)).padStart(4, "0"),
    String(month).padStart(2, "0"),
    day.padStart(2, "0"),
  ].join("-");
  if (isCalendarDay(text)) return { kind: "day", day: text };
  // Some programs write unknown parts as '00.00.2018' or '2018-03-00'.
  return Number(day) === 0 ? makePartial(year, Number(month)) : null;
}

function makePartial(year: string, month: number): ReadDate {
  const from = `${String(readYear(year))}-${String(Math.max(1, month)).padStart(2, "0")}-01`;
  return isCalendarDay(from) ? { kind: "partial", from } : null;
}

const NUMERIC = /^(\d{1,4})(?:\s*[-/.]\s*|\s+)(\d{1,2})(?:\s*[-/.]\s*|\s+)(\d{1,4})\.?$/;

function readNumeric(text: string, order: DateOrder): ReadDate {
  const match = NUMERIC.exec(text);
  if (!match) return null;
  const [first = "", second = "", third = ""] = match.slice(1);
  // Four digits are a year at every position, and the month is next to the year, because nobody writes year, day,
  // month. A month above 12 is then an error that no guess can correct.
  if (first.length === 4) return makeDay(first, second, third);
  if (order === "ymd") return third.length > 2 ? null : makeDay(first, second, third);
  return order === "mdy" ? makeDay(third, first, second) : makeDay(third, second, first);
}

/** The spreadsheet numbers that are read as dates, from 1950 to 2099. Smaller numbers are years. */
const SERIAL = { first: 18_264, last: 73_050 } as const;
const DAY_MS = 86_400_000;

function readDigits(text: string, order: DateOrder): ReadDate {
  if (/^(1[89]|20)\d\d$/.test(text)) return makePartial(text, 0);
  if (/^\d{8}$/.test(text)) {
    const asYearFirst = makeDay(text.slice(0, 4), text.slice(4, 6), text.slice(6));
    if (asYearFirst && /^(1[89]|20)/.test(text)) return asYearFirst;
    return readNumeric(`${text.slice(0, 2)}.${text.slice(2, 4)}.${text.slice(4)}`, order);
  }
  const serial = Math.floor(Number(text));
  if (!/^\d{5}(?:[.,]\d+)?$/.test(text) || serial < SERIAL.first || serial > SERIAL.last) return null;
  return { kind: "day", day: new Date(Date.UTC(1899, 11, 30) + serial * DAY_MS).toISOString().slice(0, 10) };
}

const FILLERS = new Set(
  "of de del the le la den der d am vom il el on r roku g goda г года р року".split(" "),
);

/** Words and signs that say that a date is approximate. */
const ABOUT =
  /^(?:abt|about|est|estimated|cal|calculated|bef|before|aft|after|bet|between|from|to|circa|ca|c|um|vor|nach|vers|avant|apres|approx|int|~|<|>)(?![\p{L}])\.?/u;

function readWords(text: string, order: DateOrder): ReadDate {
  const { months, weekdays } = knownWords();
  const spaced = text.replace(/(\d)(?:st|nd|rd|th|er|ere|e|º|ª|°)(?!\p{L})/giu, "$1");
  const tokens = spaced.match(/\p{L}+\p{M}*|\d+/gu) ?? [];
  const numbers = tokens.filter((token) => /^\d/.test(token));
  const words = tokens.filter((token) => !/^\d/.test(token)).map(foldWord);
  const named = words.flatMap((word) => months.get(word) ?? []);
  const [month] = named;
  const isKnown = (word: string) => months.has(word) || weekdays.has(word) || FILLERS.has(word);
  if (named.length !== 1 || month === undefined || !words.every(isKnown)) return null;
  const [first = "", second] = numbers;
  // 'Mar-18' is March 2018 or March 18 of an unknown year.
  if (second === undefined)
    return first.length === 4 ? makePartial(first, month) : { kind: "partial", from: null };
  if (numbers.length > 2) return null;
  const isYearFirst = first.length === 4 || (second.length <= 2 && order === "ymd");
  return isYearFirst ? makeDay(first, month, second) : makeDay(second, month, first);
}

const ROMAN_MONTHS = "i ii iii iv v vi vii viii ix x xi xii".split(" ");

/** A month in Roman numerals between the day and the year, in either order: 3.III.1996, 1996/XI/30. */
const ROMAN_MONTH = /(?<=^\d{1,4} ?[-/. ] ?)([ivx]{1,4})(?= ?[-/. ] ?\d{1,4}\.?$)/iu;

/** Matches a GEDCOM date without its qualifying words. */
const INTERPRETED = /^INT ([^()]+)\([^()]*\)$/iu;

/** Words about a date that are not a date. */
const PHRASE = /^\(.*\)$/u;

/** A time after the date is allowed. */
export function readDate(text: string, order: DateOrder): ReadDate {
  if (PHRASE.test(text.trim()) || /^@#D(?!GREGORIAN)[A-Z ]+@/iu.test(text.trim()))
    return { kind: "partial", from: null };
  const trimmed = text
    .replace(/\s+/gu, " ")
    .trim()
    .replace(/^@#DGREGORIAN@\s*/i, "")
    .replace(INTERPRETED, "$1")
    .trim()
    .replace(ROMAN_MONTH, (month) => String(ROMAN_MONTHS.indexOf(month.toLowerCase()) + 1))
    .replace(/(?<=\d)[T\s]+\d{1,2}:\d{2}.*$/u, "")
    .replace(/^[*†+]\s*/u, "");
  const about = ABOUT.exec(foldText(trimmed));
  if (about) return /\d{4}/.test(trimmed) ? { kind: "partial", from: null } : null;
  if (/^\d+([.,]\d+)?$/.test(trimmed) && !/^\d{1,2}[.,]\d{4}$/.test(trimmed))
    return readDigits(trimmed, order);
  const month = /^(\d{1,2})[-/.](\d{4})$/.exec(trimmed) ?? /^(\d{4})[-/.](\d{1,2})$/.exec(trimmed)?.reverse();
  if (month) {
    const [one = "", other = ""] = month.filter((part) => part !== trimmed);
    return makePartial(one.length === 4 ? one : other, Number(one.length === 4 ? other : one));
  }
  return readNumeric(trimmed, order) ?? readWords(trimmed, order);
}

/** Returns null for any other content of a cell. */
export function readDay(text: string, order: DateOrder): string | null {
  const read = readDate(text, order);
  return read?.kind === "day" ? read.day : null;
}

export interface DateOrders {
  /** Null if the user must be asked. */
  readonly order: DateOrder | null;
  /** Another order would result in other dates. */
  readonly hasOrders: boolean;
  /**
   * Set if the column contains a date that can only have the day first, and a date that can only have the month
   * first.
   */
  readonly mixed: readonly [dayFirst: string, monthFirst: string] | null;
}

/**
 * The user is asked if several orders fit equally well and result in different dates, or if some dates can only
 * have the day first and other dates only the month first. Dates with dots have the day first, because no country
 * writes the month first with dots, unless most dates contradict this.
 */
export function detectDateOrder(cells: readonly string[]): DateOrders {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
  const readings = DATE_ORDERS.map((order) => ({ order, days: filled.map((cell) => readDay(cell, order)) }));
  const daysBy = (order: DateOrder) => readings.find((reading) => reading.order === order)?.days ?? [];
  const isSame = (days: readonly (string | null)[], others: readonly (string | null)[]) =>
    days.every((day, at) => day === others[at]);
  const readable = (days: readonly (string | null)[]) => days.filter((day) => day !== null).length;
  const possible = readings.filter(({ order, days }) => order !== "ymd" || readable(days) > 0);
  const hasOrders = possible.some(({ days }) => !isSame(days, possible[0]?.days ?? []));
  const onlyBy = (order: DateOrder, other: DateOrder) =>
    filled.filter((_, at) => daysBy(order)[at] !== null && daysBy(other)[at] === null);
  const [dayFirst, monthFirst] = [onlyBy("dmy", "mdy"), onlyBy("mdy", "dmy")];
  const [day, month] = [dayFirst[0], monthFirst[0]];
  const mixed = day !== undefined && month !== undefined ? ([day, month] as const) : null;
  const found = { hasOrders, mixed };
  const isDotted = filled.every((cell) => !/^\d{1,2}[-/\s]\d/.test(cell));
  if (isDotted && readable(daysBy("dmy")) > 0 && monthFirst.length > 0) {
    return { ...found, order: monthFirst.length * 2 > filled.length ? "mdy" : "dmy" };
  }
  if (mixed) return { ...found, order: null };
  const most = Math.max(...readings.map(({ days }) => readable(days)));
  const best = readings.filter(({ days }) => readable(days) === most);
  const [first] = best;
  if (first && best.every(({ days }) => isSame(days, first.days))) return { ...found, order: first.order };
  return { ...found, order: isDotted && best.some(({ order }) => order === "dmy") ? "dmy" : null };
}
