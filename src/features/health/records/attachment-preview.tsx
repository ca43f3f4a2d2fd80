/** An attachment in a dialog of its own: a picture is shown, any other file says what it is and is offered to be saved. */
import { useState } from "react";
import { Download, FileText } from "lucide-react";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import type { Attachment } from "@/features/health/records/types";
import { apiUrl } from "@/lib/api-url";

type AttachmentPreviewProps = { attachment: Attachment; onClose: () => void };

/** Renders the open dialog. Source: rule HLT-18. */
export function AttachmentPreview({ attachment, onClose }: AttachmentPreviewProps) {
  const { fileName, mimeType, filePath } = attachment;
  const [hasFailed, setFailed] = useState(false);
  const url = apiUrl(filePath);
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent size="lg" aria-describedby={undefined}>
        <DialogHeader>
          <DialogTitle className="text-xl break-words">{fileName}</DialogTitle>
        </DialogHeader>
        <DialogBody className="flex min-h-48 flex-col items-center justify-center gap-3 bg-muted text-center">
          {mimeType.startsWith("image/") && !hasFailed ? (
            <img
              src={`${url}&show=true`}
              alt={fileName}
              className="max-h-[70dvh] max-w-full object-contain"
              onError={() => setFailed(true)}
            />
          ) : (
            <>
              <FileText aria-hidden className="size-10 text-brass" />
              <p className="break-words">
                {hasFailed ? `${fileName} could not be shown.` : `Cannot preview this file type: ${mimeType}`}
              </p>
            </>
          )}
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
          <Button asChild>
            <a href={url} download={fileName}>
              <Download aria-hidden />
              Download
            </a>
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
