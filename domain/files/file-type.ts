/**
 * Determines the type of an attached file from its content, because its name and declared type are not trusted.
 * Sources: PDF 32000-1 section 7.5.2, [MS-CFB] section 2.2, ISO/IEC 29500-2 and document 001 section 5.
 */
import { FILE_TYPES, type FileType } from "./rules";
import { SHORT_TEXT_MAX } from "../text/rules";
import { textAt } from "../photos/bytes";
import { imageTypeOf } from "../photos/image-type";

/** A PDF may start with a few other bytes, which PDF programs accept. */
const PDF_HEAD_BYTES = 1024;

const COMPOUND_FILE_SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** Spreadsheets and installers are also compound files. Only a Word document has this stream. */
const WORD_STREAM = [..."WordDocument"].flatMap((letter) => [letter.charCodeAt(0), 0]);

const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));

function contains(bytes: Uint8Array, part: readonly number[]): boolean {
  const [first = 0] = part;
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (part.every((byte, index) => bytes[at + index] === byte)) return true;
  }
  return false;
}

/** A Word text without programs. */
const isWordPackage = (bytes: Uint8Array): boolean =>
  textAt(bytes, 0, 4) === "PK\u0003\u0004" &&
  contains(bytes, ascii("word/document.xml")) &&
  !contains(bytes, ascii("vbaProject.bin"));

const isWordDocument = (bytes: Uint8Array): boolean =>
  COMPOUND_FILE_SIGNATURE.every((byte, index) => bytes[index] === byte) && contains(bytes, WORD_STREAM);

/** Valid UTF-8 without control characters other than tabs and line ends. */
function isPlainText(bytes: Uint8Array): boolean {
  if (bytes.length === 0) return false;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return !/[\u0000-\u0008\u000e-\u001f\u007f]/u.test(text);
  } catch {
    return false;
  }
}

/** Returns null if the file must not be stored. */
export function fileTypeOf(bytes: Uint8Array): FileType | null {
  const image = imageTypeOf(bytes);
  if (image === "image/heic") return null;
  if (image !== null) return image;
  if (contains(bytes.subarray(0, PDF_HEAD_BYTES), ascii("%PDF-"))) return "application/pdf";
  if (isWordPackage(bytes)) return FILE_TYPES.docx;
  if (isWordDocument(bytes)) return "application/msword";
  return isPlainText(bytes) ? "text/plain" : null;
}

export const extensionOf = (type: FileType): string =>
  Object.entries(FILE_TYPES).find(([, known]) => known === type)?.[0] ?? "";

const endingOf = (name: string): string => /\.([^.\s]{1,5})$/u.exec(name)?.[1]?.toLowerCase() ?? "";

const hasEndingOf = (name: string, type: FileType): boolean =>
  Object.entries(FILE_TYPES).some(([ending, known]) => known === type && ending === endingOf(name));

/** Removes characters that file systems refuse, and adds the type's extension. */
export function cleanFileName(name: string, type: FileType): string {
  const cleaned = (name.split(/[\\/]/u).at(-1) ?? "")
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}:*?"<>|]+/gu, " ")
    .replace(/\s+/gu, " ")
    .replace(/^[\s.]+/u, "")
    .trim();
  const ending = extensionOf(type);
  if (cleaned === "") return `document.${ending}`;
  const stem = hasEndingOf(cleaned, type) ? cleaned.slice(0, cleaned.lastIndexOf(".")) : cleaned;
  const kept = hasEndingOf(cleaned, type) ? endingOf(cleaned) : ending;
  const whole = [...stem].slice(0, SHORT_TEXT_MAX - kept.length - 1).join("");
  return `${whole.trim() || "document"}.${kept}`;
}
