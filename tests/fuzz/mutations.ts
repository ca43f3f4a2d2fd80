/**
 * Modifies messages as an attacker would. JSON is changed by its structure: fields removed, duplicated, of another
 * type, named like properties of every object, too long, too deep.
 */
import type { Random } from "./random";

const NAMES = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "$integer",
  "$bytes",
  "$float",
  "$undefined",
  "",
];
const TEXTS = [
  "",
  "\0",
  "../../../etc/passwd",
  "..%2f..%2fadmin-key",
  "%00",
  "\r\nX-Injected: 1",
  "\ud800",
  "𝔘".repeat(50),
  "'; DROP TABLE documents; --",
  "<script>alert(1)</script>",
  "_system/cli/tables",
  "rooms:add",
  "component;rooms:list",
  "__proto__:x",
  "constructor:constructor",
];
const NUMBERS = [-1, 0, -0, 0.5, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 53), 1e308, 5e-324];

export function anyValue(random: Random, depth = 0): unknown {
  const kind = random.below(depth > 3 ? 6 : 10);
  switch (kind) {
    case 0:
      return null;
    case 1:
      return random.chance(0.5);
    case 2:
      return random.of(NUMBERS);
    case 3:
    case 4:
      return random.of(TEXTS);
    case 5:
      return "x".repeat(random.below(2000));
    case 6:
      return Array.from({ length: random.below(5) }, () => anyValue(random, depth + 1));
    case 7:
      return nested(random.of([20, 70, 400]));
    default:
      return Object.fromEntries(
        Array.from({ length: random.below(5) }, () => [anyName(random), anyValue(random, depth + 1)]),
      );
  }
}

export function anyText(random: Random): string {
  return random.chance(0.5) ? random.of(TEXTS) : (JSON.stringify(anyValue(random)) ?? "");
}

function anyName(random: Random): string {
  return random.chance(0.5) ? random.of(NAMES) : random.of(TEXTS);
}

function nested(levels: number): unknown {
  let value: unknown = "deep";
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Changes one place. The original remains unchanged. */
export function mutateJson(random: Random, value: unknown): unknown {
  if (random.chance(0.15) || typeof value !== "object" || value === null) return anyValue(random);
  if (Array.isArray(value)) {
    const copy: unknown[] = [...(value as unknown[])];
    const at = random.below(copy.length + 1);
    if (at === copy.length || random.chance(0.2)) copy.splice(at, 0, anyValue(random));
    else if (random.chance(0.3)) copy.splice(at, 1);
    else copy[at] = mutateJson(random, copy[at]);
    return copy;
  }
  // Entries preserve a field with the name __proto__.
  const fields = Object.entries(value);
  const at = random.below(fields.length + 1);
  const field = fields[at];
  if (field === undefined || random.chance(0.2)) fields.push([anyName(random), anyValue(random)]);
  else if (random.chance(0.25)) fields.splice(at, 1);
  else if (random.chance(0.15)) fields[at] = [anyName(random), field[1]];
  else fields[at] = [field[0], mutateJson(random, field[1])];
  return Object.fromEntries(fields);
}

export function mutateText(random: Random, text: string): string {
  const at = random.below(text.length + 1);
  switch (random.below(5)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + random.of(TEXTS) + text.slice(at);
    case 2:
      return text.slice(0, at) + String.fromCharCode(random.below(0x10000)) + text.slice(at + 1);
    case 3:
      return text + text.slice(at);
    default:
      return text.slice(0, at) + text.slice(at + random.below(20));
  }
}

export function mutateBytes(random: Random, bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  for (let count = 1 + random.below(4); count > 0 && copy.length > 0; count -= 1) {
    const at = random.below(copy.length);
    copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8));
  }
  return copy;
}
