/**
 * Reads the text of a file with unknown encoding. A byte order mark decides first, then the tests for UTF-16 and
 * UTF-8. Otherwise the file has an old 8-bit encoding: the encoding that the file names, or the one whose text
 * looks most like a language. In a file written by two programs, only some lines may be UTF-8. Such a file is
 * decoded line by line.
 */

const startsWith = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, at) => bytes[at] === byte);

/** UTF-16 without a byte order mark is recognized by the zero bytes of this many bytes. */
const SAMPLE_BYTES = 400;

/** Recognizes UTF-16 without a byte order mark. In most languages every other byte of the headings is zero. */
function guessUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = (odd: number) => sample.filter((byte, at) => at % 2 === odd && byte === 0).length;
  const many = sample.length / 4;
  if (sample.length < 4) return null;
  if (zeros(1) > many && zeros(0) === 0) return "utf-16le";
  return zeros(0) > many && zeros(1) === 0 ? "utf-16be" : null;
}

/** Most common first. */
const OLD_ENCODINGS = {
  "Windows-1252": "windows-1252",
  "Windows-1250": "windows-1250",
  "Latin-2": "iso-8859-2",
  "Windows-1254": "windows-1254",
  "Windows-1251": "windows-1251",
  "Mac Roman": "macintosh",
  "Windows-1253": "windows-1253",
  "Windows-1257": "windows-1257",
  "KOI8-R": "koi8-r",
  "DOS 850": null,
  "DOS 437": null,
  "DOS 852": null,
  "DOS 866": "ibm866",
} as const;

/**
 * Encodings that are tried only if every more common encoding gives unusual letters, or if the text then fits a
 * language.
 */
const UNCOMMON: ReadonlySet<string> = new Set(Object.keys(OLD_ENCODINGS).slice(6));

/**
 * The upper halves of code pages that browsers cannot decode, such as that of Excel's 'CSV (MS-DOS)'. Source:
 * Unicode's CP850.TXT and the like.
 */
const CODE_PAGES: Partial<Record<OldEncoding, string>> = {
  "DOS 850":
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
  "DOS 437":
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0",
  "DOS 852":
    "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0",
};

/** GEDCOM names the encoding in `CHAR`, other files in their first lines. */
const DECLARED: readonly (readonly [RegExp, OldEncoding])[] = [
  [/^(?:cp|ibm|dos|oem)?-?850$/iu, "DOS 850"],
  [/^(?:cp|ibm|dos|oem)?-?852$/iu, "DOS 852"],
  [/^(?:cp|ibm|dos)?-?866$/iu, "DOS 866"],
  [/^(?:(?:cp|ibm|dos|oem)?-?437|ibm ?-?pc|ms-?dos|dos|oem|ibm ?dos)$/iu, "DOS 437"],
  [
    /^(?:(?:cp|windows-?|win-?|ms-?)?1252|ansi|windows|ibm ?windows|(?:iso-?8859-?|latin-?)1)$/iu,
    "Windows-1252",
  ],
  [/^(?:cp|windows-?|win-?|ms-?)?1250$/iu, "Windows-1250"],
  [/^(?:cp|windows-?|win-?|ms-?)?1251$/iu, "Windows-1251"],
  [/^(?:(?:cp|windows-?|win-?|ms-?)?1253|iso-?8859-?7)$/iu, "Windows-1253"],
  [/^(?:(?:cp|windows-?|win-?|ms-?)?1254|iso-?8859-?9)$/iu, "Windows-1254"],
  [/^(?:(?:cp|windows-?|win-?|ms-?)?1257|iso-?8859-?13)$/iu, "Windows-1257"],
  [/^(?:iso-?8859-?2|latin-?2)$/iu, "Latin-2"],
  [/^koi8-?[ru]?$/iu, "KOI8-R"],
  [/^(?:mac(?:intosh|roman)?|mac-?roman)$/iu, "Mac Roman"],
];
const NAMED_ELSEWHERE = /\b(?:encoding|charset|codepage)["']?[ \t]?[:=][ \t]?["']?([\w-]{3,20})/iu;

/** The encoding's name is searched in this many bytes. */
const HEAD_BYTES = 4000;

/** A version such as 850 is more exact than the name 'IBMPC', so the version has priority. */
function findDeclared(bytes: Uint8Array): OldEncoding | undefined {
  const head = new TextDecoder("windows-1252").decode(bytes.subarray(0, HEAD_BYTES));
  let named: string | undefined;
  let version: string | undefined;
  for (const line of head.split(/[\r\n]+/u)) {
    const [level, tag, ...value] = line.trim().split(/\s+/u);
    if (level === "1" && tag === "CHAR") named = value.join(" ");
    // VERS is the encoding's version only if it is directly below CHAR.
    else if (level === "2" && tag === "VERS" && named !== undefined) version ??= value.join(" ");
    else if (named !== undefined) break;
  }
  const other = NAMED_ELSEWHERE.exec(head)?.[1];
  const find = (text: string | undefined) =>
    text === undefined ? undefined : DECLARED.find(([pattern]) => pattern.test(text))?.[1];
  return find(version) ?? find(named) ?? find(other);
}

function decodeAs(encoding: OldEncoding, bytes: Uint8Array): string {
  const label = OLD_ENCODINGS[encoding];
  if (label !== null) return new TextDecoder(label).decode(bytes);
  const upper = CODE_PAGES[encoding] ?? "";
  let text = "";
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : (upper[byte - 0x80] ?? "");
  return text;
}

/** The letters besides A to Z in the languages of breeders. A file rarely mixes two languages. */
const ALPHABETS = (
  "äöüßé àâæçéèêëîïôœùûüÿ áéíñóúü áâãàçéêíóôõúü àèéìíîòóùú áèéêëïóôöúü åäöéüæø æøåéäöü áðéíóúýþæö äöõüšž " +
  "ąćęłńóśźż áčďéěíňóřšťúůýžäôľĺŕ áéíóöőúüű ăâîșțşţ čćđšž çğıiöşüâîû ąčęėįšųūž āčēģīķļņšūžō"
)
  .split(" ")
  .map((letters) => new Set(letters));

/** True if all letters of a text belong to one language. */
function fitsLanguage(text: string): boolean {
  const letters = new Set(text.toLowerCase().match(/(?!\p{ASCII})\p{L}/gu) ?? []);
  if (/^\p{Script=Cyrillic}*$/u.test([...letters].join(""))) return true;
  if (/^[\u0370-\u03ff]*$/u.test([...letters].join(""))) return true;
  return ALPHABETS.some((alphabet) => [...letters].every((letter) => alphabet.has(letter)));
}

/** Characters that only a wrong encoding puts beside letters: 'K³os', 'Imiê psa¹', 'Gr¸n'. */
const STRAY = "[^\\p{ASCII}\\p{L}\\p{M}\\u00a0‘’‚“”„«»‹›–—…°™®©†•·]";

/** Patterns that a wrong encoding produces in words. */
const ODD = new RegExp(
  [
    "[\\u0080-\\u009f\\ufffd\\u2500-\\u25ff]",
    // Windows punctuation within a word is really a DOS letter. So is a character that no word contains.
    "(?<=\\p{L})[‚„…†‡ˆ‰‹›“”•™](?=\\p{Ll})",
    "(?<![aeiouyäöü])ß",
    "[ΰΐ]",
    "[®©](?=\\p{L})",
    `(?<=\\p{L})${STRAY}(?=\\p{L}|[\\s,;|"]|$)`,
    // The inverted Spanish marks occur only at the start of a word.
    `(?<=^|[\\s,;|"])(?![¿¡])${STRAY}(?=\\p{L})`,
    "(?<=\\p{Ll})(?!\\p{ASCII})\\p{Lu}",
    "(?<=\\p{Lu})(?!\\p{ASCII})\\p{Lu}(?=\\p{Ll})",
    // Three accented Latin letters in a row are really letters of another alphabet. No word mixes two alphabets.
    "(?:(?!\\p{ASCII})\\p{Script=Latin}){3}",
    "\\p{Script=Latin}(?=\\p{Script=Cyrillic})",
    "\\p{Script=Cyrillic}(?=\\p{Script=Latin})",
    "\\p{Script=Latin}(?=\\p{Script=Greek})",
    "\\p{Script=Greek}(?=\\p{Script=Latin})",
  ].join("|"),
  "gu",
);

/** The limit of judged bytes, counted only in lines that are not UTF-8. */
const JUDGED_BYTES = 200_000;

export type OldEncoding = keyof typeof OLD_ENCODINGS;

/** The text as it is in one old encoding. */
export interface Reading {
  readonly encoding: OldEncoding;
  /** Words that differ between the readings. */
  readonly words: readonly string[];
}

/**
 * A more common encoding is preferred if it has at most this many unusual letters more than the best reading, such
 * as one correct 'm³'.
 */
const NEAR = 1;

/**
 * Best first: the encodings in which the text looks most like a language. Encodings that give the same text count
 * once.
 */
function findReadings(bytes: Uint8Array, declared: OldEncoding | undefined): Reading[] {
  const judged = (Object.keys(OLD_ENCODINGS) as OldEncoding[]).map((encoding) => {
    const text = decodeAs(encoding, bytes);
    return { encoding, text, odd: text.match(ODD)?.length ?? 0, isOfLanguage: fitsLanguage(text) };
  });
  const least = Math.min(...judged.map(({ odd }) => odd));
  const best = judged.findIndex(({ odd }) => odd === least);
  const isMatched = judged.some(({ encoding, odd }) => odd === least && !UNCOMMON.has(encoding));
  const near = judged
    .filter(({ odd }, at) => odd <= least + (at < best ? NEAR : 0))
    .filter(({ encoding, isOfLanguage }) => !isMatched || isOfLanguage || !UNCOMMON.has(encoding))
    .concat(judged.filter(({ encoding }) => encoding === declared))
    .filter(({ text }, at, all) => all.findIndex((other) => other.text === text) === at)
    .sort((one, other) => one.odd - other.odd || Number(other.isOfLanguage) - Number(one.isOfLanguage));
  const words = tellingWords(near.map(({ text }) => text));
  return near.map(({ encoding }, at) => ({ encoding, words: words.map((readings) => readings[at] ?? "") }));
}

/** Finds words that together distinguish all readings. Returns each word as every reading has it. */
function tellingWords(texts: readonly string[]): string[][] {
  const found: string[][] = [];
  const countTold = (words: readonly string[][]) =>
    new Set(texts.map((_, at) => words.map((readings) => readings[at]).join(" "))).size;
  // Every old encoding has one byte for each letter, so a word has the same position in all readings.
  for (const { 0: word, index } of texts[0]?.matchAll(/[^ \t\r\n,;|"]+/gu) ?? []) {
    const told = countTold(found);
    if (told === texts.length) break;
    const readings = texts.map((text) => text.slice(index, index + word.length));
    if (countTold([...found, readings]) > told) found.push(readings);
  }
  return found;
}

/** Null if the bytes are not UTF-8. */
function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** UTF-8 text that a program read as Windows-1252 and encoded as UTF-8 again: 'JÃ¤ger'. */
const TWICE = /[\u00c2-\u00c5\u00d0\u00d1\u00ce\u00cf](?!\p{ASCII})./u;

/** The characters of Windows-1252 with their bytes. */
const WINDOWS_BYTES = new Map(
  Array.from({ length: 256 }, (_, byte) => [decodeAs("Windows-1252", Uint8Array.of(byte)), byte] as const),
);

/** Decodes lines that were encoded as UTF-8 twice. Other lines stay unchanged. */
function undoTwice(text: string): string {
  if (!TWICE.test(text)) return text;
  return text
    .split("\n")
    .map((line) => {
      const bytes = TWICE.test(line) ? [...line].map((letter) => WINDOWS_BYTES.get(letter)) : [];
      if (bytes.length === 0 || bytes.includes(undefined)) return line;
      return decodeUtf8(Uint8Array.from(bytes, (byte) => byte ?? 0)) ?? line;
    })
    .join("\n");
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

function joinStart(lines: readonly Uint8Array[], most: number): Uint8Array {
  const joined = new Uint8Array(most);
  let length = 0;
  for (const line of lines) {
    const part = line.subarray(0, most - length);
    joined.set(part, length);
    length += part.length;
    if (length === most) break;
  }
  return joined.subarray(0, length);
}

function decodeLines(bytes: Uint8Array, chosen: OldEncoding | undefined): DecodedText {
  const lines = [...linesOf(bytes)].map((line) => ({ line, text: decodeUtf8(line) }));
  const old = lines.filter(({ text }) => text === null).map(({ line }) => line);
  const declared = findDeclared(bytes);
  const isFirst = ({ encoding }: Reading) => encoding === (chosen ?? declared);
  const readings = findReadings(joinStart(old, JUDGED_BYTES), chosen ?? declared).sort(
    (one, other) => Number(isFirst(other)) - Number(isFirst(one)),
  );
  const encoding = readings[0]?.encoding ?? "Windows-1252";
  const isMixed = lines.some(({ line, text }) => text !== null && !isPlain(line));
  return {
    text: lines.map(({ line, text }) => text ?? decodeAs(encoding, line)).join(""),
    encoding: isMixed ? `UTF-8 and ${encoding}` : encoding,
    readings,
  };
}

export interface DecodedText {
  readonly text: string;
  readonly encoding: string;
  /**
   * The old encodings that fit about equally well, the used encoding first. Empty if the text is not in an old
   * encoding.
   */
  readonly readings: readonly Reading[];
}

/** If several old encodings fit about equally well, `chosen` is used. */
export function decodeText(bytes: Uint8Array, chosen?: OldEncoding): DecodedText {
  const utf16 = startsWith(bytes, 0xff, 0xfe)
    ? "utf-16le"
    : startsWith(bytes, 0xfe, 0xff)
      ? "utf-16be"
      : guessUtf16(bytes);
  if (utf16) return { text: new TextDecoder(utf16).decode(bytes), encoding: "UTF-16", readings: [] };
  const text = decodeUtf8(bytes);
  if (text === null) return decodeLines(bytes, chosen);
  const once = undoTwice(text);
  return { text: once, encoding: once === text ? "UTF-8" : "UTF-8 that was stored twice", readings: [] };
}
