/**
 * What people may be called. Names that strangers chose stand in mail to anybody, so they are short, on one line, and hold
 * nothing that a mail program makes a link of. `nameFault` says what is wrong with a name that is typed; `plainName` makes
 * a name fit for a mail, whenever and by whom it was stored.
 */
import { NAME_MAX } from "./rules";

/** Ends of lines and other controls, and the marks that turn the direction of a text. */
const NOT_ON_ONE_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** An at sign, a scheme, or words with a dot between them as only addresses have it: "J.R. Dr.Berg" has none. */
const ADDRESS = /[@\uff20]|:\/\/|\bwww\.|[\p{L}\p{N}]{3}[.\u3002\uff0e]\p{Ll}{2}/u;

/** Titles that people write before their names without spaces between, like a veterinarian's "Dr.med.vet.". */
const TITLES = /\b(?:arch|dipl|dr|geb|ing|mag|med|nat|prof|rer|vet)\./giu;

/** Says what is wrong with a name that is typed, or null. */
export function nameFault(label: string, name: string, max = NAME_MAX): string | null {
  if (name.length > max) return `${label} must be at most ${max} characters`;
  if (NOT_ON_ONE_LINE.test(name)) return `${label} must be on one line`;
  return ADDRESS.test(name.replace(TITLES, " ")) ? `${label} must not contain a web or email address` : null;
}

/** Like the ends of lines, and what is not seen at all. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;
const SCHEMES_AND_AT_SIGNS = /[@\uff20]|:\/\//gu;
/** A dot that is followed by no space joins what stands before and after it to an address. */
const JOINING_DOT = /[.\u3002\uff0e\uff61](?=[\p{L}\p{N}])/gu;

/** Makes a name short, of one line and without addresses, whatever it holds. */
export function plainName(name: string): string {
  const plain = name
    .replace(UNSEEN, " ")
    .replace(SCHEMES_AND_AT_SIGNS, " ")
    .replace(JOINING_DOT, ". ")
    .replace(/\s+/gu, " ")
    .trim();
  const letters = [...plain];
  return letters.length > NAME_MAX ? `${letters.slice(0, NAME_MAX).join("").trimEnd()}…` : plain;
}
