/** Tells which files of a saved record did not arrive, each with the offer to send it again. */
import { toast } from "sonner";
import type { FailedFile } from "@/features/health/records/use-attachment-upload";

type Send = (recordId: string, files: readonly File[]) => Promise<FailedFile[]>;

/** Shows one message per file. Source: rule HLT-17. */
export function tellFailures(recordId: string, failed: readonly FailedFile[], send: Send): void {
  for (const { file, reason } of failed) {
    toast.error(`Failed to upload ${file.name}. Record saved without this attachment.`, {
      ...(reason !== null && { description: reason }),
      // A lost file is worth more than the usual six seconds.
      duration: Number.POSITIVE_INFINITY,
      action: {
        label: "Try Again",
        onClick: () =>
          void send(recordId, [file]).then((again) => {
            if (again.length === 0) toast.success(`${file.name} attached`);
            else tellFailures(recordId, again, send);
          }),
      },
    });
  }
}
