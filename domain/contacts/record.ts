/** The fields of a contact, each defined once: a person or office that the kennel deals with. */
import { email, list, neededText, notes, phone, text } from "../records/fields";
import { foldEmail, foldText } from "../text/text";

/** What a contact is to the kennel; one may be several. */
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

/** The most contacts of one kennel: two hundred new people a year over fifty years. */
export const MAX_CONTACTS = 10_000;

/** The editable fields of a contact; only a name is required. */
export const CONTACT_FIELDS = {
  name: neededText("Name", "Name is required", { example: "Anna Berg" }),
  email: email("Email"),
  phone: phone("Phone"),
  address: text("Address"),
  country: text("Country"),
  kinds: list("Kinds", CONTACT_KINDS, "kind"),
  licenseNumber: text("License number", { about: "Of a licensed breeder, dealer or veterinarian" }),
  notes: notes("Notes"),
} as const;

/** Two spellings of a phone number agree in so many of its last digits, whatever stands for the country. */
const SAME_DIGITS = 9;
/** Fewer digits are part of too many numbers. */
const FEWEST_DIGITS = 7;

/** Returns the key by which two spellings of a phone number are recognized; undefined for one that is too short. */
export function phoneKeyOf(phone: string | null | undefined): string | undefined {
  const digits = (phone ?? "").replace(/\D/gu, "");
  return digits.length < FEWEST_DIGITS ? undefined : digits.slice(-SAME_DIGITS);
}

/** The possible number of digits of a country code. */
const COUNTRY_DIGITS = [1, 2, 3];
/** The digits that people remember of a number. */
const LAST_DIGITS = 7;

/** Returns the beginnings by which a phone number is searched: whole, as dialed within its country, its last digits. */
export function phoneWords(phone: string | null | undefined): string[] {
  const digits = (phone ?? "").replace(/\D/gu, "").replace(/^0+/u, "");
  const isAbroad = /^\s*(?:\+|00)/u.test(phone ?? "");
  const atHome = isAbroad ? COUNTRY_DIGITS.map((code) => digits.slice(code)) : [];
  return [...new Set([digits, ...atHome, digits.slice(-LAST_DIGITS)])].filter(Boolean);
}

interface Reached {
  readonly name: string;
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
}

/** Returns the keys by which contacts are sorted and found again; undefined where there is nothing to compare. */
export const contactKeys = ({ name, email, phone }: Reached) => ({
  nameKey: foldText(name),
  emailKey: email ? foldEmail(email) : undefined,
  phoneKey: phoneKeyOf(phone),
});
