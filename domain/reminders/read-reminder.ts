/**
 * Reads a reminder from one line as people write it: "Trim nails Falk every 3 weeks from Monday". chrono-node finds
 * days and times in American English. This module finds recurrences, the kennel's dogs and types. Words that are
 * not recognized remain in the title, and a line without a day is due today. The web app loads this file together
 * with the input line.
 */
import { casual, type ParsedResult } from "chrono-node/en";
import { MAX_RECURRENCE_INTERVAL, type RecurrenceFrequency, type ReminderType } from "./rules";
import type { Recurrence } from "./recurrence";
import { addDays } from "../dates/calendar-days";

export interface LineContext {
  /** The user's date and time of day, such as 2026-11-28 and 09:15. */
  readonly today: string;
  readonly time: string;
  readonly dogs: readonly CalledDog[];
}

export interface CalledDog {
  readonly _id: string;
  readonly callName: string;
}

export interface ReadLine {
  readonly title: string;
  readonly dueDate: string;
  /** 24 hours, such as 08:00; null if the reminder has no time. */
  readonly dueTime: string | null;
  readonly dogId: string | null;
  readonly reminderType: ReminderType;
  readonly recurring: Recurrence | null;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const overlaps = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end;

/** The dots keep the positions of the other words, and keep them apart. */
const mask = (text: string, spans: readonly Span[]): string =>
  spans.reduce(
    (masked, { start, end }) => masked.slice(0, start) + "·".repeat(end - start) + masked.slice(end),
    text,
  );

const NUMBERS = "two three four five six seven eight nine ten eleven twelve".split(" ");
const UNITS: Record<string, RecurrenceFrequency> = {
  ...{ day: "daily", week: "weekly", month: "monthly", year: "yearly" },
  ...{ daily: "daily", weekly: "weekly", monthly: "monthly", yearly: "yearly", annually: "yearly" },
};
const WEEKDAY =
  "(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs?(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)";

/** "every 3 weeks", "every other day", "once a month". */
const EVERY = new RegExp(
  `\\b(?:(?:every|each)(?:\\s+(other|\\d{1,3}|${NUMBERS.join("|")}))?|once\\s+an?)\\s+(day|week|month|year)s?\\b`,
  "iu",
);
/** Matches "every Monday". The weekday also determines when the series begins. */
const EVERY_WEEKDAY = new RegExp(`\\b(?:every|each)\\s+(other\\s+)?(?=${WEEKDAY}\\b)`, "iu");
const WORD = /\b(?:daily|weekly|monthly|yearly|annually)\b/iu;

const countOf = (word: string | undefined): number =>
  word === undefined ? 1 : word === "other" ? 2 : /\d/u.test(word) ? Number(word) : NUMBERS.indexOf(word) + 2;

function findRepeat(line: string): (Span & { frequency: RecurrenceFrequency; interval: number }) | null {
  const found = (match: RegExpExecArray, unit: string, interval: number) => ({
    start: match.index,
    end: match.index + match[0].length,
    frequency: UNITS[unit] ?? "daily",
    interval,
  });
  const every = EVERY.exec(line);
  const interval = countOf(every?.[1]?.toLowerCase());
  if (every && interval > 0 && interval <= MAX_RECURRENCE_INTERVAL) {
    return found(every, (every[2] ?? "").toLowerCase(), interval);
  }
  const weekday = EVERY_WEEKDAY.exec(line);
  if (weekday) return found(weekday, "week", weekday[1] ? 2 : 1);
  const word = WORD.exec(line);
  return word && found(word, word[0].toLowerCase(), 1);
}

type NamedDog = Span & { readonly dog: CalledDog };

/** A name must be a whole word. A longer name is tried before a name that is part of it. */
function findDogs(line: string, dogs: readonly CalledDog[]): NamedDog[] {
  const found: NamedDog[] = [];
  const byLength = [...dogs].sort((a, b) => b.callName.length - a.callName.length);
  for (const dog of byLength) {
    const name = dog.callName.trim();
    // A single letter such as "A" is more often a word of the line than a name.
    if (name.length < 2) continue;
    const pattern = name.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`).replace(/\s+/gu, String.raw`\s+`);
    const match = new RegExp(String.raw`(?<![\p{L}\p{N}])${pattern}(?![\p{L}\p{N}])`, "iu").exec(line);
    if (!match) continue;
    const span = { start: match.index, end: match.index + match[0].length };
    if (!found.some((other) => overlaps(other, span))) found.push({ ...span, dog });
  }
  return found.sort((a, b) => a.start - b.start);
}

/** A span of time without a word for its start: "6 week check" is a title. */
const BARE_SPAN = new RegExp(
  `^(?:\\d+|an?|half an?|${NUMBERS.join("|")})\\s*(?:min\\w*|h|hours?|days?|weeks?|months?|years?)$`,
  "iu",
);

const hasDay = ({ start, text }: ParsedResult): boolean =>
  start.isCertain("day") ||
  start.isCertain("weekday") ||
  // A month alone is ignored: "march" is also a verb, and May is also a name.
  (start.isCertain("month") && /^(?:next|in|within)\s/iu.test(text));

const hasTime = ({ start, text }: ParsedResult): boolean =>
  start.isCertain("hour") && text.toLowerCase() !== "now";

const spanOf = ({ index, text }: ParsedResult): Span => ({ start: index, end: index + text.length });

const two = (value: number | null): string => String(value ?? 0).padStart(2, "0");

const dayOf = (start: ParsedResult["start"]): string =>
  `${String(start.get("year")).padStart(4, "0")}-${two(start.get("month"))}-${two(start.get("day"))}`;

/** Up to this hour, a time without AM or PM means the afternoon: "at 3". */
const LAST_AFTERNOON_HOUR = 6;

function timeOf({ start, text }: ParsedResult): string {
  const hour = start.get("hour") ?? 0;
  const isOpen = !start.isCertain("meridiem") && !start.isCertain("second") && !/\b0\d/u.test(text);
  const isAfternoon = isOpen && hour >= 1 && hour <= LAST_AFTERNOON_HOUR;
  return `${two(isAfternoon ? hour + 12 : hour)}:${two(start.get("minute"))}`;
}

/** The moments are in the order of the line. */
function findMoments(line: string, { today, time }: LineContext): ParsedResult[] {
  const now = new Date(`${today}T${time}:00`);
  return casual
    .parse(line, now, { forwardDate: true })
    .filter((result) => (hasDay(result) || hasTime(result)) && !BARE_SPAN.test(result.text));
}

/**
 * Leaves out dogs whose names mean a day here. "Bath May 5" contains a day in May. If the line contains another
 * day, or if the name has more words than the day, the name means the dog.
 */
function realDogs(line: string, named: readonly NamedDog[], context: LineContext): NamedDog[] {
  const moments = findMoments(line, context);
  return named.filter((dog) => {
    const own = moments.find((moment) => {
      const { start, end } = spanOf(moment);
      return start <= dog.start && dog.end <= end;
    });
    if (!own || moments.some((moment) => hasDay(moment) && moment !== own)) return true;
    // chrono finds "Monday tomorrow" as one moment. Without the name, "tomorrow" remains.
    return !/\d/u.test(own.text) && findMoments(mask(line, [dog]), context).some(hasDay);
  });
}

interface When {
  readonly dueDate: string;
  readonly dueTime: string | null;
  readonly endDate: string | null;
  readonly spans: Span[];
}

const UNTIL = /\b(?:until|till?|through|thru)\s+$/iu;

/** These words before a day are part of the day. */
const BEFORE_DAY = /(?:\b(?:due|on|by|at|from|starting|beginning|until|before)\s+)+$/iu;

const withWordsBefore = (line: string, { start, end }: Span, words: RegExp): Span => ({
  start: start - (words.exec(line.slice(0, start))?.[0].length ?? 0),
  end,
});

/** Returns the first day and the first time in the line and, for a recurring reminder, its last day. */
function readWhen(line: string, context: LineContext, isRepeated: boolean): When {
  const { today, time } = context;
  const moments = findMoments(line, context);
  const end = isRepeated
    ? moments.find((moment) => hasDay(moment) && UNTIL.test(line.slice(0, moment.index)))
    : undefined;
  const open = moments.filter((moment) => moment !== end);
  const day = open.find(hasDay);
  const at = day && hasTime(day) ? day : open.find((moment) => hasTime(moment) && !hasDay(moment));
  const dueTime = at ? timeOf(at) : null;
  const isPast = dueTime !== null && dueTime < time;
  let dueDate = day ? dayOf(day.start) : isPast ? addDays(today, 1) : today;
  // "Saturday at 8", written on a Saturday at 9, means the next Saturday.
  if (isPast && dueDate === today && day?.start.isCertain("weekday") && !day.start.isCertain("day")) {
    dueDate = addDays(today, 7);
  }
  const used = [day, at === day ? undefined : at].filter((moment) => moment !== undefined);
  // chrono finds "from Dec 1 until Dec 24" as one span of days.
  const last = end?.start ?? (isRepeated ? day?.end : undefined);
  return {
    dueDate,
    dueTime,
    endDate: last && dayOf(last) >= dueDate ? dayOf(last) : null,
    spans: [
      ...used.map((moment) => withWordsBefore(line, spanOf(moment), BEFORE_DAY)),
      ...(end ? [withWordsBefore(line, spanOf(end), UNTIL)] : []),
    ],
  };
}

/** Words before a dog's name that make the name a part of the sentence: "Call the vet about Falk". */
const NEEDS_NAME = /\b(?:about|with|to|of|from|and|or|&|the|between|after|before)\s+$/iu;

/** The span includes the "for" before the name. Returns null if the title needs the name. */
function spareName(rest: string, dog: NamedDog): Span | null {
  const [before, after] = [rest.slice(0, dog.start), rest.slice(dog.end)];
  const isLast = !/[\p{L}\p{N}]/u.test(after);
  const isFirst = !/[\p{L}\p{N}]/u.test(before);
  if (isLast && !isFirst) {
    return NEEDS_NAME.test(before) ? null : withWordsBefore(rest, dog, /\bfor\s+$/iu);
  }
  if (isFirst && /^:?\s+(?!to\b|and\b|is\b|has\b|&)[\p{L}\p{N}]/iu.test(after)) {
    return { start: dog.start, end: dog.end + (after.startsWith(":") ? 1 : 0) };
  }
  return null;
}

const isSign = (letter: string | undefined): boolean => letter !== undefined && /[\s,;:.\-–]/u.test(letter);

/** Removes the recognized parts, and the signs between the remaining words. */
function tidy(masked: string): string {
  const letters = [...masked.replace(/·+/gu, " ").replace(/\s+/gu, " ")];
  while (isSign(letters[0])) letters.shift();
  while (isSign(letters.at(-1)) && letters.at(-1) !== ".") letters.pop();
  return letters.join("").replace(/ (?=[,;.!?])/gu, "");
}

/** The first match counts. */
const TYPE_WORDS: readonly (readonly [RegExp, ReminderType])[] = [
  [/\b(?:certificates?|licen[cs]e|tags?|paperwork)\b/iu, "other"],
  [
    /\b(?:vaccin\w*|boosters?|rabies|shots?|dhpp|dapp|parvo|distemper|bordetella|lepto\w*)\b/iu,
    "vaccination",
  ],
  [
    /\b(?:(?:de|heart)?worm(?:s|ed|er|ing)?|fleas?|ticks?|tablets?|pills?|medication|antibiotics?)\b/iu,
    "medication",
  ],
  [/\b(?:nails?|bath(?:e|s)?|groom\w*|brush\w*|clip\w*|trim\w*)\b/iu, "grooming"],
  [
    /\b(?:(?:re|health )?check(?:-?\s?up)?|weigh\w*|x-?rays?|ultrasound|echocardiogram|temperature)\b/iu,
    "health_check",
  ],
  [/\b(?:mat(?:e|ing)|heat|progesterone|whelp\w*|stud|breed\w*)\b/iu, "breeding"],
  [/\b(?:train\w*|class|obedience|agility)\b/iu, "training"],
  [/\b(?:vet|veterinarian|appointment|clinic|dentist)\b/iu, "appointment"],
];

const typeOf = (title: string): ReminderType =>
  TYPE_WORDS.find(([words]) => words.test(title))?.[1] ?? "other";

/** If nothing remains for the title, the title is the whole line. */
export function readReminder(line: string, context: LineContext): ReadLine {
  const repeat = findRepeat(line);
  const withoutRepeat = mask(line, repeat ? [repeat] : []);
  const named = realDogs(withoutRepeat, findDogs(withoutRepeat, context.dogs), context);
  const when = readWhen(mask(withoutRepeat, named), context, repeat !== null);
  const rest = mask(withoutRepeat, when.spans);
  const [first, second] = named;
  const name = first && !second ? spareName(rest, first) : null;
  const title = tidy(mask(rest, name ? [name] : []));
  return {
    title: title || tidy(rest) || line.replace(/\s+/gu, " ").trim(),
    dueDate: when.dueDate,
    dueTime: when.dueTime,
    dogId: first?.dog._id ?? null,
    reminderType: typeOf(title),
    recurring: repeat && {
      frequency: repeat.frequency,
      interval: repeat.interval,
      endDate: when.endDate,
    },
  };
}
