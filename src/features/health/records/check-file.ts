/** Says why a file cannot be attached to a health record, before anything is sent. The server looks again. */
import { acceptOf } from "@/components/file-button";
import { MAX_FILE_BYTES } from "@domain/constants/documents";
import { ATTACHMENT_TYPES } from "@domain/constants/health";
import { attachmentTypeOf } from "@domain/files/attachment-type";

/** What the file dialog offers. */
export const ACCEPTED_FILES = acceptOf(ATTACHMENT_TYPES);

/** What the form says of files. Source: document 001 section 5. */
export const FILE_RULES = "PDF, DOC, DOCX, JPG, JPEG, PNG, TXT, at most 10MB each";

/** Returns the reason, or null for a file that may be sent. Sources: rules HLT-14 and HLT-15, decision GAP-HLT-07. */
export async function refusalOf(file: File): Promise<string | null> {
  if (file.size === 0) return "This file is empty.";
  if (file.size > MAX_FILE_BYTES) return "This file is larger than 10MB.";
  const ending = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  if (!(ending in ATTACHMENT_TYPES))
    return "Only PDF, DOC, DOCX, JPG, JPEG, PNG and TXT files can be attached.";
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (attachmentTypeOf(bytes, file.name) !== null) return null;
    return `This file does not match its name: it is not a valid ${ending.toUpperCase()} file.`;
  } catch {
    return "This file could not be read.";
  }
}
