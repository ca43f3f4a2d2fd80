/**
 * The format of values in an HTTP response: Convex's own encoding, from which each value can be restored, or clean
 * JSON, which is easier for people. The field `format` decides. Without it, the kind of client decides.
 */
import { HttpError } from "./responses.js";

export type ValueFormat = "encoded" | "clean";

/** Older clients expect the encoding without requesting it. */
const FIRST_CLEAN_VERSIONS: Readonly<Record<string, readonly [number, number, number]>> = {
  npm: [1, 4, 1],
  cli: [1, 4, 1],
  actions: [1, 4, 1],
  python: [0, 5, 0],
};

/** Without a `format`, the `Convex-Client` header decides. Throws a 400 for an unknown format. */
export function chooseFormat(format: unknown, clientHeader: string | undefined): ValueFormat {
  switch (format) {
    case "convex_encoded_json":
    case "convex_json":
      return "encoded";
    case "json":
    case "convex_clean_json":
      return "clean";
    case undefined:
    case null:
      return defaultFormat(clientHeader);
    default:
      throw new HttpError(
        400,
        "BadFormat",
        `format param must be one of [\`json\`]. Got ${JSON.stringify(format)}`,
      );
  }
}

function defaultFormat(clientHeader: string | undefined): ValueFormat {
  const match = /^([a-z-]+?)-(\d+)\.(\d+)\.(\d+)/i.exec(clientHeader ?? "");
  const first = FIRST_CLEAN_VERSIONS[match?.[1]?.toLowerCase() ?? ""];
  if (match === null || first === undefined) return "clean";
  for (const [position, least] of first.entries()) {
    const part = Number(match[position + 2]);
    if (part !== least) return part > least ? "clean" : "encoded";
  }
  return "clean";
}

export function formatValue(encoded: string, format: ValueFormat): string {
  if (format === "encoded" || !encoded.includes('"$')) return encoded;
  return cleanText(JSON.parse(encoded));
}

function cleanText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(cleanText).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields: [string, unknown][] = Object.entries(value);
  const [only] = fields;
  if (fields.length === 1 && only !== undefined && typeof only[1] === "string") {
    const special = cleanSpecial(only[0], only[1]);
    if (special !== null) return special;
  }
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${cleanText(field)}`).join(",")}}`;
}

function cleanSpecial(tag: string, base64: string): string | null {
  const bytes = Buffer.from(base64, "base64");
  switch (tag) {
    case "$bytes":
      return JSON.stringify(base64);
    case "$integer":
      return bytes.length === 8 ? `"${bytes.readBigInt64LE()}"` : null;
    case "$float": {
      if (bytes.length !== 8) return null;
      const float = bytes.readDoubleLE();
      if (Object.is(float, -0)) return "-0.0";
      return Number.isFinite(float) ? JSON.stringify(float) : `"${float}"`;
    }
    default:
      return null;
  }
}
