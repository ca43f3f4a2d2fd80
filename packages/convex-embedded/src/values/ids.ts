/**
 * Document ids in Convex's format: base 32 of the table number (seven bits to a byte, lowest first), sixteen bytes
 * and a Fletcher checksum of both. In a new id, six of the sixteen bytes are the time and ten are random. An id
 * identifies its table, and a string that merely looks like an id is recognized without the database.
 */
import { randomFillSync } from "node:crypto";
import { decodeBase32, encodeBase32 } from "./base32.js";

const INTERNAL_LENGTH = 16;
const FOOTER_LENGTH = 2;
const MIN_TEXT_LENGTH = 31;
const MAX_TEXT_LENGTH = 37;
const MAX_TABLE_NUMBER_BYTES = 5;
/** An id begins with the time, so that documents created together are close together in the index of ids. */
const TIME_LENGTH = 6;
const RANDOM_LENGTH = INTERNAL_LENGTH - TIME_LENGTH;
const POOL_SIZE = 256 * RANDOM_LENGTH;

const pool = new Uint8Array(POOL_SIZE);
let poolUsed = POOL_SIZE;

function newInternalId(): Uint8Array {
  if (poolUsed === POOL_SIZE) {
    randomFillSync(pool);
    poolUsed = 0;
  }
  const internalId = Buffer.allocUnsafe(INTERNAL_LENGTH);
  internalId.writeUIntBE(Date.now(), 0, TIME_LENGTH);
  internalId.set(pool.subarray(poolUsed, poolUsed + RANDOM_LENGTH), TIME_LENGTH);
  poolUsed += RANDOM_LENGTH;
  return internalId;
}

function fletcher16(bytes: Uint8Array, length: number): number {
  let low = 0;
  let high = 0;
  for (let i = 0; i < length; i += 1) {
    low = (low + (bytes[i] ?? 0)) & 0xff;
    high = (high + low) & 0xff;
  }
  return (high << 8) | low;
}

export function encodeId(tableNumber: number, internalId: Uint8Array): string {
  const bytes = new Uint8Array(MAX_TABLE_NUMBER_BYTES + INTERNAL_LENGTH + FOOTER_LENGTH);
  let position = 0;
  let rest = tableNumber;
  while (rest >= 0x80) {
    bytes[position] = (rest & 0x7f) | 0x80;
    position += 1;
    rest >>>= 7;
  }
  bytes[position] = rest;
  bytes.set(internalId, position + 1);
  position += 1 + INTERNAL_LENGTH;
  const footer = fletcher16(bytes, position);
  bytes[position] = footer & 0xff;
  bytes[position + 1] = footer >> 8;
  return encodeBase32(bytes.subarray(0, position + FOOTER_LENGTH));
}

export function newId(tableNumber: number): string {
  return encodeId(tableNumber, newInternalId());
}

export type ParsedId =
  | { readonly tableNumber: number; readonly internalId: Uint8Array }
  | { readonly tableNumber: null; readonly error: string };

function unreadable(reason: string): ParsedId {
  return { tableNumber: null, error: `Unable to decode ID: ${reason}` };
}

/** If the text is not an id, returns the reason with Convex's message. */
export function parseId(text: string): ParsedId {
  if (text.length < MIN_TEXT_LENGTH || text.length > MAX_TEXT_LENGTH) {
    return unreadable(`Invalid ID length ${text.length}`);
  }
  const bytes = decodeBase32(text);
  if (bytes === null) return unreadable("ID wasn't valid base32");
  let tableNumber = 0;
  let position = 0;
  for (;;) {
    const byte = bytes[position];
    if (byte === undefined || position === MAX_TABLE_NUMBER_BYTES) return unreadable("Invalid table number");
    tableNumber += (byte & 0x7f) * 2 ** (7 * position);
    position += 1;
    if (byte < 0x80) break;
  }
  if (tableNumber === 0 || tableNumber > 0xffffffff) return unreadable("Invalid table number");
  const footerAt = position + INTERNAL_LENGTH;
  if (bytes.length !== footerAt + FOOTER_LENGTH) return unreadable(`Invalid ID length ${text.length}`);
  const expected = fletcher16(bytes, footerAt);
  const footer = (bytes[footerAt] ?? 0) | ((bytes[footerAt + 1] ?? 0) << 8);
  if (footer !== expected) return unreadable(`Invalid ID version ${footer} (expected ${expected})`);
  return { tableNumber, internalId: bytes.subarray(position, footerAt) };
}
