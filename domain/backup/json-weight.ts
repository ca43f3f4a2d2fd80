/**
 * Weighs a JSON text before it is parsed. A few hundred kilobytes of ZIP unpack to a text of millions of empty objects,
 * and each of them takes many times more memory than it has characters. Counted are places that hold a value; whether
 * the text is JSON at all is for the parser to say. Pure.
 */

export interface JsonLimits {
  /** Objects and arrays. */
  readonly containers: number;
  /** Values in all of them together. */
  readonly values: number;
  /** Values in one object: each name takes more than its value does. */
  readonly fields: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** Finds the quote that ends the string which begins at `start`; the end of the text where none does. */
function endOfString(text: Uint8Array, start: number): number {
  for (let at = text.indexOf(QUOTE, start + 1); at !== -1; at = text.indexOf(QUOTE, at + 1)) {
    let before = at - 1;
    while (before > start && text[before] === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 1) return at;
  }
  return text.length;
}

/** Says whether a text holds no more than these; it stops at the first thing too many. */
export function isLightJson(text: Uint8Array, limits: JsonLimits): boolean {
  let containers = 0;
  let values = 0;
  /** Values so far in each object that is open; an array's begin so low that they never are too many. */
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        containers += 1;
        values += 1;
        open.push(text[at] === OPEN_BRACE ? 1 : -Infinity);
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        open.pop();
        break;
      case COMMA: {
        values += 1;
        const fields = (open.pop() ?? 0) + 1;
        if (fields > limits.fields) return false;
        open.push(fields);
        break;
      }
      default:
    }
    if (containers > limits.containers || values > limits.values) return false;
  }
  return true;
}
