/**
 * Scans JSON text without parsing it: finds the positions of the members of an array or object, and the maximum
 * number of values that each contains. It needs no memory for skipped text and stops at a limit, so that a limit is
 * checked before a parser reads the text. For invalid JSON the result is undefined, and the parser refuses it
 * later.
 */

/** `start` and `end` are its positions in the text. */
export interface JsonPart {
  readonly start: number;
  readonly end: number;
  /** The number of values in the part, including itself. */
  readonly values: number;
}

export class TooManyValuesError extends Error {
  constructor(readonly limit: number) {
    super(`Too many values (limit: ${limit})`);
  }
}

export class NestedTooDeepError extends Error {
  override readonly message = "recursion limit exceeded";
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Throws a TooManyValuesError or a NestedTooDeepError. */
export function outlineObject(
  text: string,
  most: number,
  from = 0,
  mostDepth = Infinity,
): ReadonlyMap<string, JsonPart> | null {
  const fields = new Map<string, JsonPart>();
  const onMember = (part: JsonPart, name: string | null) => {
    if (name !== null) fields.set(name, part);
  };
  const isWhole = walk(text, from, OPEN_OBJECT, most, onMember, mostDepth);
  return isWhole ? fields : null;
}

export function valuesIn(parts: Iterable<JsonPart>): number {
  let sum = 0;
  for (const { values } of parts) sum += values;
  return sum;
}

/** Finds the fields of an object that end within the first `most` values. The rest may exceed limits. */
export function outlineStart(text: string, most: number, from = 0): ReadonlyMap<string, JsonPart> {
  const fields = new Map<string, JsonPart>();
  try {
    walk(text, from, OPEN_OBJECT, most, (part, name) => {
      if (name !== null) fields.set(name, part);
    });
  } catch (error) {
    if (!(error instanceof TooManyValuesError)) throw error;
  }
  return fields;
}

/** Throws a TooManyValuesError, also if there are more than `mostElements`. */
export function outlineArray(
  text: string,
  most: number,
  from = 0,
  mostElements = Infinity,
): readonly JsonPart[] | null {
  const parts: JsonPart[] = [];
  const isWhole = walk(text, from, OPEN_ARRAY, most, (part) => {
    if (parts.push(part) > mostElements) throw new TooManyValuesError(mostElements);
  });
  return isWhole ? parts : null;
}

export function stringAt(text: string, part: JsonPart | undefined): string | null {
  if (part === undefined) return null;
  return unquote(text.slice(part.start, part.end).trim());
}

function unquote(text: string): string | null {
  if (!text.startsWith('"')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}

/**
 * Calls back for each member of the array or object at `from`. Returns false if there is no container or it does
 * not end.
 */
function walk(
  text: string,
  from: number,
  opening: number,
  most: number,
  onMember: (part: JsonPart, name: string | null) => void,
  mostDepth = Infinity,
): boolean {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at += 1;
  if (text.charCodeAt(at) !== opening) return false;
  let depth = 0;
  let values = 0;
  let start = at + 1;
  let valuesBefore = 1;
  let name: string | null = null;
  const endMember = () => {
    const own = values - valuesBefore + 1;
    // Nothing is between the brackets of an empty array or object.
    if (name !== null || opening === OPEN_ARRAY) onMember({ start, end: at, values: own }, name);
  };
  for (; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) {
      at = endOfString(text, at);
    } else if (character === OPEN_ARRAY || character === OPEN_OBJECT || character === COMMA) {
      if (character !== COMMA) {
        depth += 1;
        if (depth > mostDepth) throw new NestedTooDeepError();
      } else if (depth === 1) {
        endMember();
        start = at + 1;
        valuesBefore = values + 1;
        name = null;
      }
      // Each value except the first of its container follows a comma. The first follows the bracket.
      values += 1;
      if (values > most) throw new TooManyValuesError(most);
    } else if (character === CLOSE_ARRAY || character === CLOSE_OBJECT) {
      depth -= 1;
      if (depth > 0) continue;
      endMember();
      return true;
    } else if (character === COLON && depth === 1) {
      name = unquote(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return false;
}

function endOfString(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (close > 0 && isEscaped(text, close)) close = text.indexOf('"', close + 1);
  return close < 0 ? text.length : close;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 0;
}

function isBlank(character: number): boolean {
  return character === 0x20 || character === 0x0a || character === 0x0d || character === 0x09;
}
