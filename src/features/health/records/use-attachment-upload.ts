/** Sends files as attachments of a health record, one after the other; one that fails holds up no other. */
import { useState } from "react";
import { useAction, useMutation } from "convex/react";
import { sendFile } from "@/lib/send-file";
import { getErrorData } from "@domain/errors";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";

/** What is on its way: which file, how far it is, and its place among them. */
export type Sending = { name: string; progress: number; index: number; count: number };

/** A file that did not arrive, with the server's reason where it gave one. */
export type FailedFile = { file: File; reason: string | null };

/** Returns what is being sent and the function that sends. The files go on when the form is closed meanwhile. */
export function useAttachmentUpload() {
  const getAddress = useMutation(api.health.healthAttachments.generateUploadUrl);
  const addAttachment = useAction(api.health.healthAttachments.add);
  const [sending, setSending] = useState<Sending | null>(null);

  // Nothing stops the files: they belong to a record that is saved.
  const sendOne = async (recordId: string, file: File, show: (progress: number) => void) => {
    show(0);
    const url = await getAddress({ recordId, bytes: file.size });
    const onSent = (bytes: number) => show(bytes / file.size);
    // The upload address answers with the id that the file is stored under.
    const storageId = (await sendFile(url, file, onSent, new AbortController().signal)) as Id<"_storage">;
    await addAttachment({ recordId, storageId, fileName: file.name });
  };
  const send = async (recordId: string, files: readonly File[]): Promise<FailedFile[]> => {
    const failed: FailedFile[] = [];
    for (const [index, file] of files.entries()) {
      try {
        await sendOne(recordId, file, (progress) =>
          setSending({ name: file.name, progress, index: index + 1, count: files.length }),
        );
      } catch (error) {
        failed.push({ file, reason: getErrorData(error)?.message ?? null });
      }
    }
    setSending(null);
    return failed;
  };
  return { sending, send };
}
