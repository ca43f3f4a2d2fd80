/** Uploads files as documents: checks a file before anything is sent, and sends it to its upload address. */
import { begin } from "@/lib/page-owner";
import { sendFile } from "@/lib/send-file";
import { FILE_TYPES, MAX_FILE_BYTES } from "@domain/files/rules";
import { ERRORS } from "@domain/errors";
import type { Id } from "@convex/_generated/dataModel";

/** Checked before anything is sent. The server also checks the content. */
export function documentRefusal(file: File): string | null {
  const ending = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  if (!(ending in FILE_TYPES)) return ERRORS.FILE_TYPE_UNSUPPORTED.message;
  return file.size > MAX_FILE_BYTES ? ERRORS.FILE_TOO_LARGE.message : null;
}

export async function uploadFile(
  file: File,
  addressOf: (bytes: number) => Promise<string>,
  show: (part: number) => void,
  signal: AbortSignal,
): Promise<Id<"_storage">> {
  show(0);
  const onSent = (bytes: number) => show(bytes / Math.max(1, file.size));
  const send = async () => await sendFile(await addressOf(file.size), file, onSent, signal);
  // The upload address returns the id under which the file is stored.
  return (await begin(send())) as Id<"_storage">;
}
