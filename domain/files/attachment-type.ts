/**
 * Says whether a file may be attached to a health record: by what it holds, and by whether its name says the same.
 * Pure; the form asks before it sends, the server asks again. Sources: rules HLT-14 and HLT-15, decision GAP-HLT-07.
 */
import { ATTACHMENT_TYPES, type AttachmentType } from "../health/rules";
import { cleanFileName, fileTypeOf } from "./file-type";

const PICTURES: ReadonlySet<AttachmentType> = new Set(["image/jpeg", "image/png"]);

/** What comes behind the last dot, if it is an ending and not the rest of a date or a version. */
function endingOf(name: string): string {
  const ending = /\.([^.\s\\/]+)$/u.exec(name)?.[1]?.toLowerCase() ?? "";
  return /^\d*$/u.test(ending) ? "" : ending;
}

/** The type that the end of a name promises: null where it promises nothing, undefined where it is none of ours. */
function promisedTypeOf(name: string): AttachmentType | null | undefined {
  const ending = endingOf(name);
  if (ending === "") return null;
  return Object.entries(ATTACHMENT_TYPES).find(([known]) => known === ending)?.[1];
}

/** Names the type of a file that may be attached; null for one that is not, or is not what its name says. */
export function attachmentTypeOf(bytes: Uint8Array, fileName: string): AttachmentType | null {
  const found = fileTypeOf(bytes);
  const type = Object.values(ATTACHMENT_TYPES).find((known) => known === found);
  const promised = promisedTypeOf(fileName);
  if (type === undefined || promised === undefined) return null;
  // Telephones and editors mix up the endings of pictures, which does no harm: the name is put right.
  const isAsNamed = promised === null || promised === type || (PICTURES.has(promised) && PICTURES.has(type));
  return isAsNamed ? type : null;
}

/** Names an attachment by what it is; a picture with another picture's ending gets its own. */
export function attachmentNameOf(fileName: string, type: AttachmentType): string {
  const promised = promisedTypeOf(fileName.trim());
  const isMixedUp = promised && promised !== type && PICTURES.has(promised);
  return cleanFileName(isMixedUp ? fileName.replace(/\.[^.]*$/u, "") : fileName, type);
}
