/** Timestamps in the protocol: the eight bytes of an unsigned 64-bit integer, little-endian, in base64. */
import type { Timestamp } from "../../database/api.js";

/** Encodes a timestamp for the protocol. */
export function encodeTimestamp(ts: Timestamp): string {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeBigUInt64LE(ts);
  return bytes.toString("base64");
}

/** Decodes a timestamp of the protocol. Returns null for anything else. */
export function decodeTimestamp(text: string): Timestamp | null {
  const bytes = Buffer.from(text, "base64");
  return bytes.length === 8 && bytes.toString("base64") === text ? bytes.readBigUInt64LE() : null;
}
