/** Sends files as documents of a breeding, one after the other; one that fails holds up no other. */
import { useEffect, useRef, useState } from "react";
import { useAction, useMutation } from "convex/react";
import { toast } from "sonner";
import { failureText } from "@/lib/failure-text";
import { sendFile } from "@/lib/send-file";
import { FILE_TYPES, MAX_FILE_BYTES, type DocumentType } from "@domain/constants/documents";
import { ERRORS } from "@domain/errors";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";

/** Says why a file cannot be taken, before anything is sent; its content is looked at afterwards. */
function refusalOf(file: File): string | null {
  const ending = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  if (!(ending in FILE_TYPES)) return ERRORS.FILE_TYPE_UNSUPPORTED.message;
  return file.size > MAX_FILE_BYTES ? ERRORS.FILE_TOO_LARGE.message : null;
}

/** Returns what is being sent, what could not be, and the way to add files. */
export function useDocumentUpload(breedingId: string) {
  const getAddress = useMutation(api.breedings.breedingDocuments.generateUploadUrl);
  const addDocument = useAction(api.breedings.breedingDocuments.add);
  const [sending, setSending] = useState<{ name: string; progress: number } | null>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const stopping = useRef<AbortController | null>(null);
  useEffect(() => () => stopping.current?.abort(), []);

  const send = async (file: File, documentType: DocumentType, signal: AbortSignal) => {
    setSending({ name: file.name, progress: 0 });
    const url = await getAddress({ breedingId, bytes: file.size });
    const onSent = (bytes: number) =>
      setSending({ name: file.name, progress: bytes / Math.max(1, file.size) });
    // The upload address answers with the id that the file is stored under.
    const storageId = (await sendFile(url, file, onSent, signal)) as Id<"_storage">;
    await addDocument({ breedingId, storageId, fileName: file.name, documentType });
  };

  const add = async (files: readonly File[], documentType: DocumentType): Promise<void> => {
    const controller = new AbortController();
    stopping.current = controller;
    const found: string[] = [];
    let added = 0;
    setProblems([]);
    for (const file of files) {
      const refusal = refusalOf(file);
      if (refusal !== null) {
        found.push(`${file.name}: ${refusal}`);
        continue;
      }
      try {
        await send(file, documentType, controller.signal);
        added += 1;
      } catch (error) {
        if (controller.signal.aborted) return;
        found.push(failureText(`Failed to add ${file.name}`, error));
      }
    }
    setSending(null);
    setProblems(found);
    if (added > 0) toast.success(added === 1 ? "Document added" : `${added} documents added`);
  };
  return { sending, problems, add };
}
