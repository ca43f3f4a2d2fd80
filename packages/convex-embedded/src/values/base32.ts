/**
 * Crockford's base 32 in lower case, as in Convex ids. The alphabet is in ASCII order, so encoded bytes sort like
 * the bytes. Decoding is strict: no upper case, no similar characters, no extra bits at the end.
 */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

const VALUE_OF = new Int8Array(128).fill(-1);
for (let value = 0; value < ALPHABET.length; value += 1) VALUE_OF[ALPHABET.charCodeAt(value)] = value;

export function encodeBase32(bytes: Uint8Array): string {
  let text = "";
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET.charAt((buffer >> bits) & 31);
    }
  }
  return bits > 0 ? text + ALPHABET.charAt((buffer << (5 - bits)) & 31) : text;
}

/** Returns null unless encodeBase32 wrote the text. */
export function decodeBase32(text: string): Uint8Array | null {
  const bytes = new Uint8Array((text.length * 5) >> 3);
  let buffer = 0;
  let bits = 0;
  let length = 0;
  for (let i = 0; i < text.length; i += 1) {
    const value = VALUE_OF[text.charCodeAt(i)] ?? -1;
    if (value < 0) return null;
    buffer = ((buffer << 5) | value) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[length] = (buffer >> bits) & 0xff;
      length += 1;
    }
  }
  return bits >= 5 || (buffer & ((1 << bits) - 1)) !== 0 ? null : bytes;
}
