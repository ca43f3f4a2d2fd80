/**
 * The checksum of a backup: a hash of its data in one canonical form, so that the order and spacing of the text do
 * not matter.
 */
import type { BackupData } from "./format";

/** Studbook's records have fewer than ten levels. */
const MAX_DEPTH = 32;

class TooDeep extends Error {
  override readonly message = "The data is nested too deeply";
}

function spell(value: unknown, depth: number): string {
  if (depth > MAX_DEPTH) throw new TooDeep();
  if (Array.isArray(value)) return `[${value.map((element) => spell(element ?? null, depth + 1)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${spell(field, depth + 1)}`);
  return `{${fields.join(",")}}`;
}

/** Writes a JSON value in canonical form: fields sorted by name, no spacing. */
export const canonicalJson = (value: unknown): string => spell(value, 0);

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

export async function checksumOf(data: BackupData): Promise<string> {
  return `sha256:${await sha256Of(new TextEncoder().encode(canonicalJson(data)))}`;
}
