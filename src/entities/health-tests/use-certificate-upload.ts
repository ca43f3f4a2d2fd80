/** Uploads a file as the certificate of a health test. */
import { useEffect, useRef, useState } from "react";
import { useAction, useMutation } from "convex/react";
import { uploadFile } from "@/lib/upload-file";
import { api } from "@convex/_generated/api";

/** Returns the progress of an upload, and a function that starts an upload. */
export function useCertificateUpload(dogId: string) {
  const getAddress = useMutation(api.health.healthTests.generateUploadUrl);
  const addCertificate = useAction(api.health.healthTests.addCertificate);
  const [progress, setProgress] = useState<number | null>(null);
  const stopping = useRef<AbortController | null>(null);
  useEffect(() => () => stopping.current?.abort(), []);

  const send = async (testId: string, file: File): Promise<void> => {
    const controller = new AbortController();
    stopping.current = controller;
    const addressOf = (bytes: number) => getAddress({ dogId, testId, bytes });
    try {
      const storageId = await uploadFile(file, addressOf, setProgress, controller.signal);
      await addCertificate({ dogId, testId, storageId, fileName: file.name });
    } finally {
      setProgress(null);
    }
  };
  return { progress, send };
}
