/**
 * Finds unpaired surrogates in JSON text. A JavaScript string may contain one half of a pair, and JSON.stringify()
 * writes it as an escape. Convex's server is written in Rust, whose strings contain whole characters, and its JSON
 * parser (serde_json, `parse_unicode_escape`) refuses the text. The messages and positions here are that parser's.
 */
import { MalformedValueError } from "./json.js";

const LONE = "lone leading surrogate in hex escape";
const CUT_OFF = "unexpected end of hex escape";
const ESCAPED_HALF = /\\u[dD][89a-fA-F]/;
/** Characters of an escape such as `\u00e9`. */
const ESCAPE_LENGTH = 6;

/**
 * Returns the reason and the position if a text that is otherwise JSON contains half a character. Otherwise returns
 * null.
 */
export function surrogateProblem(text: string): string | null {
  // Halves can only be sent as escapes, and most texts have no such escape.
  if (!ESCAPED_HALF.test(text)) return null;
  for (let at = text.indexOf("\\"); at >= 0;) {
    const unit = escapedUnit(text, at);
    if (isTrailing(unit)) return problem(LONE, text, at + ESCAPE_LENGTH);
    if (!isLeading(unit)) {
      at = text.indexOf("\\", at + (unit === null ? 2 : ESCAPE_LENGTH));
      continue;
    }
    const next = at + ESCAPE_LENGTH;
    if (text[next] !== "\\") return problem(CUT_OFF, text, next, 1);
    if (text[next + 1] !== "u") return problem(CUT_OFF, text, next + 1, 1);
    if (!isTrailing(escapedUnit(text, next))) return problem(LONE, text, next + ESCAPE_LENGTH);
    at = text.indexOf("\\", next + ESCAPE_LENGTH);
  }
  return null;
}

/** Throws a MalformedValueError with Convex's message if a request contains half a character. */
export function requireWellFormed(args: string): string {
  const found = surrogateProblem(args);
  if (found !== null) throw new MalformedValueError(`Received invalid json: ${found}`);
  return args;
}

/** Returns null for another kind of escape, such as that of a line break. */
function escapedUnit(text: string, at: number): number | null {
  return text[at + 1] === "u" ? Number.parseInt(text.slice(at + 2, at + ESCAPE_LENGTH), 16) : null;
}

function isLeading(unit: number | null): boolean {
  return unit !== null && unit >= 0xd800 && unit <= 0xdbff;
}

function isTrailing(unit: number | null): boolean {
  return unit !== null && unit >= 0xdc00 && unit <= 0xdfff;
}

/**
 * The position is that of serde_json: the line, and the bytes before it on that line. `more` bytes were not read.
 */
function problem(reason: string, text: string, end: number, more = 0): string {
  const before = text.slice(0, end).split("\n");
  const column = Buffer.byteLength(before.at(-1) ?? "") + more;
  return `${reason} at line ${before.length} column ${column}`;
}
