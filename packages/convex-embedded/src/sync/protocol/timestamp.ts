/** Timestamps in the protocol: the eight bytes of an unsigned 64-bit integer, little-endian, in base64. */
import type { Timestamp } from "../../database/api.js";

export function encodeTimestamp(ts: Timestamp): string {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeBigUInt64LE(ts);
  return bytes.toString("base64");
}

/** Returns null if the text is not a timestamp. */
export function decodeTimestamp(text: string): Timestamp | null {
  const bytes = Buffer.from(text, "base64");
  return bytes.length === 8 && bytes.toString("base64") === text ? bytes.readBigUInt64LE() : null;
}
