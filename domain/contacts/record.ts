/** The fields of a contact, each defined once. A contact is a person or an office that the kennel deals with. */
import { email, list, neededText, notes, phone, text } from "../records/fields";
import { requiredText } from "../records/parts";
import { foldEmail, foldText } from "../text/text";

/** A contact may have several roles. */
export const CONTACT_KINDS = [
  "buyer",
  "owner",
  "breeder",
  "stud_owner",
  "veterinarian",
  "authority",
  "supplier",
  "helper",
] as const;

/** Enough for two hundred new people a year over fifty years. */
export const MAX_CONTACTS = 10_000;

export const CONTACT_FIELDS = {
  name: {
    ...neededText("Name", "Name is required", { example: "Anna Berg" }),
    // A name that consists only of accents could not be found by any search.
    schema: requiredText("Name", "Name is required").refine(
      (name) => foldText(name) !== "",
      "Name is required",
    ),
  },
  email: email("Email"),
  phone: phone("Phone"),
  address: text("Address"),
  country: text("Country"),
  kinds: list("Kinds", CONTACT_KINDS, "kind"),
  licenseNumber: text("License number", { about: "Of a licensed breeder, dealer or veterinarian" }),
  notes: notes("Notes"),
} as const;

/**
 * How many of the last digits of a phone number identify it in other spellings. Two different numbers may have the
 * same last digits.
 */
const KEY_DIGITS = 7;

/** Returns undefined if the number has too few digits. */
export function phoneKeyOf(phone: string | null | undefined): string | undefined {
  const { digits } = dialed(phone);
  return digits.length < KEY_DIGITS ? undefined : digits.slice(-KEY_DIGITS);
}

/** The possible lengths of a country code. */
const COUNTRY_DIGITS = [1, 2, 3];

/** `atHome` contains the possible digits within the country if the number has a country code of unknown length. */
function dialed(phone: string | null | undefined) {
  // The 0 in "+49 (0)171" is dialed only within the country. An extension is dialed only after the call is
  // connected.
  const [number = ""] = (phone ?? "").replaceAll("(0)", "").split(/(?:ext|x|#)/iu);
  const all = number.replace(/\D/gu, "");
  const digits = all.replace(/^0+/u, "");
  const isAbroad = /^\s*(?:\+|00)/u.test(number);
  const atHome = isAbroad ? COUNTRY_DIGITS.map((code) => digits.slice(code).replace(/^0+/u, "")) : [];
  return { all, digits, isAbroad, atHome };
}

/**
 * Says whether two spellings may be the same phone number: they are equal, or only one of them has a country code.
 */
export function isSamePhone(one: string | null | undefined, other: string | null | undefined): boolean {
  const [a, b] = [dialed(one), dialed(other)];
  if (phoneKeyOf(one) === undefined || phoneKeyOf(other) === undefined) return false;
  if (a.isAbroad === b.isAbroad) return a.digits === b.digits;
  return a.isAbroad ? a.atHome.includes(b.digits) : b.atHome.includes(a.digits);
}

/**
 * Returns the prefixes that find a phone number in a search: the whole number, the number as dialed within its
 * country, and its last digits.
 */
export function phoneWords(phone: string | null | undefined): string[] {
  const { all, digits, atHome } = dialed(phone);
  return [...new Set([digits, ...atHome, digits.slice(-KEY_DIGITS), all])].filter(Boolean);
}

interface Reached {
  readonly name: string;
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
}

/** A key is undefined if the contact has no such detail. */
export const contactKeys = ({ name, email, phone }: Reached) => ({
  nameKey: foldText(name),
  emailKey: email ? foldEmail(email) : undefined,
  phoneKey: phoneKeyOf(phone),
});

/** A part of an address that is not a town: a state, or the letters of a postal code. */
const NO_TOWN = /^\p{Lu}{0,3}$/u;

/** The last part of an address that is not only a number or a state; null if there is none. */
export function townOf(address: string | null | undefined): string | null {
  const parts = (address ?? "").split(/[,;\n]/u).slice(1);
  const named = parts.map((part) =>
    part
      .split(/\s+/u)
      .filter((word) => !/\d/u.test(word))
      .join(" ")
      .trim(),
  );
  return named.findLast((part) => !NO_TOWN.test(part)) ?? null;
}
