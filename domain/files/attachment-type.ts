/**
 * Decides whether a file can be attached to a health record. The form checks before the upload, and the server
 * checks again. Sources: rules HLT-14 and HLT-15, decision GAP-HLT-07.
 */
import { ATTACHMENT_TYPES, type AttachmentType } from "../health/rules";
import { cleanFileName, fileTypeOf } from "./file-type";

const PICTURES: ReadonlySet<AttachmentType> = new Set(["image/jpeg", "image/png"]);

/** The part after the last dot, unless it is the end of a date or a version. */
function endingOf(name: string): string {
  const ending = /\.([^.\s\\/]+)$/u.exec(name)?.[1]?.toLowerCase() ?? "";
  return /^\d*$/u.test(ending) ? "" : ending;
}

/** Returns null if there is no extension, undefined if the type is not accepted. */
function promisedTypeOf(name: string): AttachmentType | null | undefined {
  const ending = endingOf(name);
  if (ending === "") return null;
  return Object.entries(ATTACHMENT_TYPES).find(([known]) => known === ending)?.[1];
}

/** Returns null if the file is not attachable, or if its content does not match its name. */
export function attachmentTypeOf(bytes: Uint8Array, fileName: string): AttachmentType | null {
  const found = fileTypeOf(bytes);
  const type = Object.values(ATTACHMENT_TYPES).find((known) => known === found);
  const promised = promisedTypeOf(fileName);
  if (type === undefined || promised === undefined) return null;
  // Phones and editors often use wrong extensions for pictures. That is harmless, and the name is corrected.
  const isAsNamed = promised === null || promised === type || (PICTURES.has(promised) && PICTURES.has(type));
  return isAsNamed ? type : null;
}

/** A picture with another picture's extension gets its own extension. */
export function attachmentNameOf(fileName: string, type: AttachmentType): string {
  const promised = promisedTypeOf(fileName.trim());
  const isMixedUp = promised && promised !== type && PICTURES.has(promised);
  return cleanFileName(isMixedUp ? fileName.replace(/\.[^.]*$/u, "") : fileName, type);
}
