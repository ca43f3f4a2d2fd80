/** Sends files as documents of a breeding, one after the other; one that fails holds up no other. */
import { useEffect, useRef, useState } from "react";
import { useAction, useMutation } from "convex/react";
import { toast } from "sonner";
import type { Sending } from "@/components/sending-note";
import { failureText } from "@/lib/failure-text";
import { documentRefusal, uploadFile } from "@/lib/upload-file";
import type { DocumentType } from "@domain/constants/documents";
import { api } from "@convex/_generated/api";

/** Returns what is being sent, what could not be, and the way to add files. */
export function useDocumentUpload(breedingId: string) {
  const getAddress = useMutation(api.breedings.breedingDocuments.generateUploadUrl);
  const addDocument = useAction(api.breedings.breedingDocuments.add);
  const [sending, setSending] = useState<Sending | null>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const stopping = useRef<AbortController | null>(null);
  useEffect(() => () => stopping.current?.abort(), []);

  const send = async (file: File, documentType: DocumentType, signal: AbortSignal) => {
    const { name } = file;
    const show = (progress: number) => setSending({ name, progress });
    const storageId = await uploadFile(file, (bytes) => getAddress({ breedingId, bytes }), show, signal);
    await addDocument({ breedingId, storageId, fileName: name, documentType });
  };

  const add = async (files: readonly File[], documentType: DocumentType): Promise<void> => {
    const controller = new AbortController();
    stopping.current = controller;
    const found: string[] = [];
    let added = 0;
    setProblems([]);
    for (const file of files) {
      const refusal = documentRefusal(file);
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
