/**
 * Names of people. A name that a stranger chose may appear in a mail to anybody. It must therefore be short, on one
 * line, and contain nothing that a mail program turns into a link. `nameFault` returns the error in an entered
 * name. `plainName` makes any stored name safe for a mail.
 */
import { NAME_MAX } from "./rules";

/** Line ends and other control characters, and characters that change the direction of text. */
const NOT_ON_ONE_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** An at sign, a scheme, or words joined by dots as in an address. "J.R. Dr.Berg" is not an address. */
const ADDRESS = /[@\uff20]|:\/\/|\bwww\.|[\p{L}\p{N}]{3}[.\u3002\uff0e]\p{Ll}{2}/u;

/** Titles that are written before names without spaces, such as a veterinarian's "Dr.med.vet.". */
const TITLES = /\b(?:arch|dipl|dr|geb|ing|mag|med|nat|prof|rer|vet)\./giu;

/** Returns null if the name is valid. */
export function nameFault(label: string, name: string, max = NAME_MAX): string | null {
  if (name.length > max) return `${label} must be at most ${max} characters`;
  if (NOT_ON_ONE_LINE.test(name)) return `${label} must be on one line`;
  return ADDRESS.test(name.replace(TITLES, " ")) ? `${label} must not contain a web or email address` : null;
}

/** Line ends and other control characters, and invisible characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;
const SCHEMES_AND_AT_SIGNS = /[@\uff20]|:\/\//gu;
/** A dot without a space after it. It joins the words around it to an address. */
const JOINING_DOT = /[.\u3002\uff0e\uff61](?=[\p{L}\p{N}])/gu;

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
