/**
 * A dog's further registrations as text: 'FCI: NHSB 3141592 (limited) | 2024-05-01 | a note' is read exactly as it
 * was written. People also write 'AKC SR12345601 (limited)' in their files.
 */
import { isCalendarDay } from "../dates/calendar-days";
import type { ValuesOf } from "../records/record";
import { foldNumber, foldText } from "../text/text";
import type { REGISTRATION_FIELDS } from "./record";
import { MAX_OTHER_REGISTRATIONS, REGISTRATION_KINDS } from "./rules";

export type Registration = ValuesOf<typeof REGISTRATION_FIELDS>;

/** A closing bracket at the end, also in the form that Chinese and Japanese keyboards write. */
const CLOSED = /[)\uff09]$/u;
const LAST_BRACKETS = /[(\uff08]([^(\uff08]*)[)\uff09]$/u;

const wordsOf = (kind: string): string => kind.replaceAll("_", " ");

/** Writes, for example, 'FCI: NHSB 3141592 (limited)'. */
export function registrationNumberText({ registry, number, kind }: Registration): string {
  // If the kind were left out, a number that ends with brackets would be read as a number with a kind.
  const hasKind = kind !== "full" || CLOSED.test(number);
  return `${registry}: ${number}${hasKind ? ` (${wordsOf(kind)})` : ""}`;
}

const isDayOrNothing = (text: string): boolean => text === "" || isCalendarDay(text);

export function registrationText(registration: Registration): string {
  const { since, notes } = registration;
  const isNoteAmbiguous = notes !== null && isDayOrNothing((notes.split("|")[0] ?? "").trim());
  const day = since ?? (isNoteAmbiguous ? "" : null);
  return [registrationNumberText(registration), day, notes].filter((part) => part !== null).join(" | ");
}

/** Splits 'NHSB 3141592 (limited)'. Without a kind, the number is the whole text. */
function splitKind(text: string): { named: string; kind: Registration["kind"] } {
  const brackets = LAST_BRACKETS.exec(text);
  const word = foldText(brackets?.[1] ?? "").replace(/ registration$/u, "");
  const kind = brackets ? REGISTRATION_KINDS.find((each) => wordsOf(each) === word) : undefined;
  return kind === undefined ? { named: text, kind: "full" } : { named: text.slice(0, brackets?.index), kind };
}

/** Other characters between registry and number: 'FCI - NHSB 3141592', 'AKC#SR12345601'. */
const SEPARATOR = /[\uff1a;=#]|\s[-\u2010-\u2015]\s/u;

/**
 * Splits at the colon. Without a colon, the registry is one word in capitals, or all words before the first digit.
 */
function splitRegistry(text: string): readonly [registry: string, number: string] {
  const colon = text.indexOf(":");
  if (colon >= 0) return [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
  const separator = SEPARATOR.exec(text);
  if (separator) {
    const registry = text.slice(0, separator.index).trim();
    const number = text.slice(separator.index + separator[0].length).trim();
    if (/^[\p{L} ./&]+$/u.test(registry) && /\p{N}/u.test(number)) return [registry, number];
  }
  const words = text.trim().split(/\s+/u);
  const first = words.findIndex((word) => /\p{N}/u.test(word));
  const at = first > 0 && /^\p{Lu}{2,8}$/u.test(words[0] ?? "") ? 1 : first;
  return at <= 0 ? ["", ""] : [words.slice(0, at).join(" "), words.slice(at).join(" ")];
}

/** Returns null if there is no registry or no number. */
export function parseRegistration(cell: string): Registration | null {
  const [head = "", second = "", ...rest] = cell.split("|");
  const { named, kind } = splitKind(head.trim());
  const [registry, number] = splitRegistry(named);
  if (registry === "" || number === "") return null;
  const isDay = isDayOrNothing(second.trim());
  const since = (isDay && second.trim()) || null;
  const notes = (isDay ? rest : [second, ...rest]).join("|").trim() || null;
  return { registry, number, kind, since, notes };
}

/** Returns the normalized number for comparisons; undefined without a number. */
export const numberKeyOf = (text: string | null | undefined): string | undefined =>
  text ? foldNumber(text) || undefined : undefined;

interface Registered {
  readonly otherRegistrations?: readonly Registration[] | null | undefined;
}

/** Returns one line for documents; null if there are no further registrations. */
export const otherRegistrationsText = ({ otherRegistrations }: Registered): string | null =>
  (otherRegistrations ?? []).map(registrationNumberText).join(" · ") || null;

/** Returns one line for documents that starts with the first registration; null if there are none. */
export const allRegistrationsText = (
  dog: Registered & { readonly registrationNumber?: string | null | undefined },
): string | null => [dog.registrationNumber, otherRegistrationsText(dog)].filter(Boolean).join(" · ") || null;

export const otherKeysOf = ({ otherRegistrations }: Registered): string[] =>
  (otherRegistrations ?? []).flatMap(({ number }) => numberKeyOf(number) ?? []);

/**
 * Adds the registrations in a file to a dog's registrations. The dog keeps all its own registrations. If the file
 * contains the same number, the data in the file replaces the dog's data. Registrations beyond the maximum are left
 * out.
 */
export function joinRegistrations(
  own: readonly Registration[] | null | undefined,
  given: readonly Registration[],
): Registration[] {
  const withKey = (rows: readonly Registration[], key: string | undefined) =>
    rows.find(({ number }) => numberKeyOf(number) === key);
  const kept = (own ?? []).map((each) => withKey(given, numberKeyOf(each.number)) ?? each);
  const added = given.filter(({ number }) => !withKey(kept, numberKeyOf(number)));
  return [...kept, ...added].slice(0, Math.max(kept.length, MAX_OTHER_REGISTRATIONS));
}
