/**
 * The text of a file whose encoding nobody says: by its byte order mark, else UTF-16 or UTF-8, else the one of the old
 * 8-bit encodings under which the text looks most like writing. A file that was put together from two programs may be
 * UTF-8 in some lines and not in others, and is read line by line.
 */

const startsWith = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, at) => bytes[at] === byte);

/** Characters among which UTF-16 without a mark is told by its zero bytes. */
const SAMPLE_BYTES = 400;

/** Tells UTF-16 without a byte order mark: in most writing every other byte of the headings is zero. */
function guessUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = (odd: number) => sample.filter((byte, at) => at % 2 === odd && byte === 0).length;
  const many = sample.length / 4;
  if (sample.length < 4) return null;
  if (zeros(1) > many && zeros(0) === 0) return "utf-16le";
  return zeros(0) > many && zeros(1) === 0 ? "utf-16be" : null;
}

/** The old encodings of Western, Central European and Cyrillic programs; the first of those that fit alike is taken. */
const OLD_ENCODINGS = {
  "Windows-1252": "windows-1252",
  "Windows-1250": "windows-1250",
  "Latin-2": "iso-8859-2",
  "Windows-1251": "windows-1251",
  "Mac Roman": "macintosh",
} as const;

/** Signs that stand beside letters in no writing: 'K³os', 'Imiê psa¹', 'Gr¸n'. */
const STRAY = "[^\\p{ASCII}\\p{L}\\p{M}‘’‚“”„«»‹›–—…°™®©†•·]";

/** What a wrong encoding makes of words. */
const ODD = new RegExp(
  [
    "[\\u0080-\\u009f]",
    `(?<=\\p{L})${STRAY}(?=\\p{L}|[\\s,;|"]|$)`,
    // The signs before a Spanish question or call stand first in a word.
    `(?<=^|[\\s,;|"])(?![¿¡])${STRAY}(?=\\p{L})`,
    "(?<=\\p{Ll})(?!\\p{ASCII})\\p{Lu}",
    "(?<=\\p{Lu})(?!\\p{ASCII})\\p{Lu}(?=\\p{Ll})",
    // Many letters with marks in a row are letters of another alphabet; two alphabets are in no word.
    "(?:(?!\\p{ASCII})\\p{Script=Latin}){3}",
    "\\p{Script=Latin}(?=\\p{Script=Cyrillic})",
    "\\p{Script=Cyrillic}(?=\\p{Script=Latin})",
  ].join("|"),
  "gu",
);

/** Bytes that are looked at. */
const JUDGED_BYTES = 200_000;

type OldEncoding = keyof typeof OLD_ENCODINGS;

const decodeOld = (bytes: Uint8Array, encoding: OldEncoding): string =>
  new TextDecoder(OLD_ENCODINGS[encoding]).decode(bytes);

function guessOld(bytes: Uint8Array): OldEncoding {
  const sample = bytes.subarray(0, JUDGED_BYTES);
  const judged = (Object.keys(OLD_ENCODINGS) as OldEncoding[]).map((encoding) => ({
    encoding,
    odd: decodeOld(sample, encoding).match(ODD)?.length ?? 0,
  }));
  return judged.reduce((best, other) => (other.odd < best.odd ? other : best)).encoding;
}

/** Reads UTF-8, or returns null. */
function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const LINE_END = 0x0a;

function* linesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(LINE_END, from);
    const to = end < 0 ? bytes.length : end + 1;
    yield bytes.subarray(from, to);
    from = to;
  }
}

const isPlain = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 0x80);

function decodeLines(bytes: Uint8Array): { text: string; encoding: string } {
  const lines = [...linesOf(bytes)].map((line) => ({ line, text: decodeUtf8(line) }));
  const isMixed = lines.some(({ line, text }) => text !== null && !isPlain(line));
  if (!isMixed) {
    const encoding = guessOld(bytes);
    return { text: decodeOld(bytes, encoding), encoding };
  }
  const others = lines.filter(({ text }) => text === null).flatMap(({ line }) => [...line]);
  const encoding = guessOld(new Uint8Array(others.slice(0, JUDGED_BYTES)));
  return {
    text: lines.map(({ line, text }) => text ?? decodeOld(line, encoding)).join(""),
    encoding: `UTF-8 and ${encoding}`,
  };
}

/** Decodes the bytes of a file, and says how. */
export function decodeText(bytes: Uint8Array): { text: string; encoding: string } {
  const utf16 = startsWith(bytes, 0xff, 0xfe)
    ? "utf-16le"
    : startsWith(bytes, 0xfe, 0xff)
      ? "utf-16be"
      : guessUtf16(bytes);
  if (utf16) return { text: new TextDecoder(utf16).decode(bytes), encoding: "UTF-16" };
  const text = decodeUtf8(bytes);
  return text === null ? decodeLines(bytes) : { text, encoding: "UTF-8" };
}
