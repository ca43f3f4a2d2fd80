/** Creates a file, saves it and shows messages about the result. */
import { useState } from "react";
import { toast } from "sonner";
import { failureText } from "@/lib/failure-text";
import { saveFile } from "@/lib/save-file";

interface MadeFile {
  readonly content: BlobPart;
  readonly type: string;
  readonly fileName: string;
}

/** The returned function resolves to whether the file was saved. */
export function useMadeFile(failed: string, saved?: string) {
  const [isBusy, setBusy] = useState(false);
  const save = async (make: () => Promise<MadeFile>): Promise<boolean> => {
    setBusy(true);
    let isSaved = false;
    try {
      const { content, type, fileName } = await make();
      saveFile(new Blob([content], { type }), fileName);
      if (saved !== undefined) toast.success(saved);
      isSaved = true;
    } catch (error) {
      toast.error(failureText(failed, error));
    }
    setBusy(false);
    return isSaved;
  };
  return [isBusy, save] as const;
}
