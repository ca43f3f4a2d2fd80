/**
 * Checks the JSON text of arguments and results, which are passed on without parsing, for the limits of values. A
 * single pass over the characters nearly always shows that no limit can be exceeded. Only otherwise is the text
 * parsed and measured.
 */
import { parseJson, type JsonValue } from "./json.js";
import { MAX_ARRAY_LENGTH, MAX_NESTING, MAX_OBJECT_FIELDS, measureValue } from "./limits.js";

/**
 * For each character of its text and a following comma, a value counts at most this many bytes in Convex. `1,` has
 * two characters and counts as nine bytes.
 */
const MAX_BYTES_PER_CHARACTER = 4.5;

/**
 * Returns null if the value has at most `enough` bytes. Throws a ValueLimitError if the value is nested too deep or
 * a part of it has too many elements. A caller that has parsed the text already passes the value.
 */
export function measureText(text: string, enough: number, value?: JsonValue): number | null {
  const mayBeLarge = (text.length + 1) * MAX_BYTES_PER_CHARACTER > enough;
  if (!mayBeLarge && !mayBreakLimits(text)) return null;
  return measureValue(value ?? parseJson(text)).size;
}

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const OPENING_BRACKET = 91;
const CLOSING_BRACKET = 93;
const OPENING_BRACE = 123;
const CLOSING_BRACE = 125;

const commas = new Uint32Array(MAX_NESTING + 2);
const mostCommas = new Uint32Array(MAX_NESTING + 2);

/** Reads only brackets and commas. False: no part is nested too deep or too long. */
function mayBreakLimits(text: string): boolean {
  // A level takes two characters, a field six.
  if (text.length <= 2 * MAX_NESTING) return false;
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    switch (text.charCodeAt(i)) {
      case QUOTE:
        i = endOfString(text, i);
        break;
      case COMMA:
        commas[depth] = (commas[depth] ?? 0) + 1;
        if ((commas[depth] ?? 0) > (mostCommas[depth] ?? 0)) return true;
        break;
      case OPENING_BRACKET:
      case OPENING_BRACE:
        depth += 1;
        if (depth > MAX_NESTING) return true;
        commas[depth] = 0;
        mostCommas[depth] = (text.charCodeAt(i) === OPENING_BRACE ? MAX_OBJECT_FIELDS : MAX_ARRAY_LENGTH) - 1;
        break;
      case CLOSING_BRACKET:
      case CLOSING_BRACE:
        depth -= 1;
        break;
      default:
    }
  }
  return false;
}

/** `start` is the position of the opening quote. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    if (end < 0) return text.length;
    let first = end;
    while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
    if ((end - first) % 2 === 0) return end;
  }
}
