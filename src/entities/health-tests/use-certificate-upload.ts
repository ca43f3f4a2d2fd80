/** Sends a file as the certificate of a health test; what cannot be taken is told before anything is sent. */
import { useEffect, useRef, useState } from "react";
import { useAction, useMutation } from "convex/react";
import { sendFile } from "@/lib/send-file";
import { FILE_TYPES, MAX_FILE_BYTES } from "@domain/constants/documents";
import { ERRORS } from "@domain/errors";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";

/** Says why a file cannot be taken; its content is looked at by the server. */
export function certificateRefusal(file: File): string | null {
  const ending = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  if (!(ending in FILE_TYPES)) return ERRORS.FILE_TYPE_UNSUPPORTED.message;
  return file.size > MAX_FILE_BYTES ? ERRORS.FILE_TOO_LARGE.message : null;
}

/** Returns how far a certificate is on its way, and the way to send one. */
export function useCertificateUpload(dogId: string) {
  const getAddress = useMutation(api.health.healthTests.generateUploadUrl);
  const addCertificate = useAction(api.health.healthTests.addCertificate);
  const [progress, setProgress] = useState<number | null>(null);
  const stopping = useRef<AbortController | null>(null);
  useEffect(() => () => stopping.current?.abort(), []);

  const send = async (testId: string, file: File): Promise<void> => {
    const controller = new AbortController();
    stopping.current = controller;
    setProgress(0);
    try {
      const url = await getAddress({ dogId, testId, bytes: file.size });
      const onSent = (bytes: number) => setProgress(bytes / Math.max(1, file.size));
      // The upload address answers with the id that the file is stored under.
      const storageId = (await sendFile(url, file, onSent, controller.signal)) as Id<"_storage">;
      await addCertificate({ dogId, testId, storageId, fileName: file.name });
    } finally {
      setProgress(null);
    }
  };
  return { progress, send };
}
