/** Sends files as attachments of a health record, one after the other; one that fails holds up no other. */
import { useState } from "react";
import { useAction, useMutation } from "convex/react";
import type { Sending } from "@/components/sending-note";
import { uploadFile } from "@/lib/upload-file";
import { getErrorData } from "@domain/errors";
import { api } from "@convex/_generated/api";

/** A file that did not arrive, with the server's reason where it gave one. */
export type FailedFile = { file: File; reason: string | null };

/** Returns what is being sent and the function that sends. The files go on when the form is closed meanwhile. */
export function useAttachmentUpload() {
  const getAddress = useMutation(api.health.healthAttachments.generateUploadUrl);
  const addAttachment = useAction(api.health.healthAttachments.add);
  const [sending, setSending] = useState<Sending | null>(null);

  // Nothing stops the files: they belong to a record that is saved.
  const sendOne = async (recordId: string, file: File, show: (progress: number) => void) => {
    const { signal } = new AbortController();
    const storageId = await uploadFile(file, (bytes) => getAddress({ recordId, bytes }), show, signal);
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
