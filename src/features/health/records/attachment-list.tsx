/** The files attached to a health record: viewing, saving, and deleting. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { Download, Eye, FileImage, FileText } from "lucide-react";
import { FileActions } from "@/components/file-actions";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import { DeleteQuestion } from "@/entities/history/delete-question";
import type { Attachment } from "@/features/health/records/record-queries";
import { apiUrl } from "@/lib/api-url";
import { api } from "@convex/_generated/api";
import { formatFileSize } from "@domain/files/file-size";

type AttachmentListProps = { attachments: readonly Attachment[]; canWrite: boolean };

export function AttachmentList({ attachments, canWrite }: AttachmentListProps) {
  const [shown, setShown] = useState<Attachment | null>(null);
  const [leaving, setLeaving] = useState<Attachment | null>(null);
  return (
    <>
      <ul aria-label="Attachments" className="flex flex-col divide-y rounded-md border">
        {attachments.map((attachment) => (
          <AttachmentRow
            key={attachment._id}
            attachment={attachment}
            onPreview={() => setShown(attachment)}
            onDelete={canWrite ? () => setLeaving(attachment) : null}
          />
        ))}
      </ul>
      {shown ? <AttachmentPreview attachment={shown} onClose={() => setShown(null)} /> : null}
      {leaving ? (
        <AttachmentQuestion key={leaving._id} attachment={leaving} onClose={() => setLeaving(null)} />
      ) : null}
    </>
  );
}

type AttachmentRowProps = {
  attachment: Attachment;
  onPreview: () => void;
  onDelete: (() => void) | null;
};

function AttachmentRow({ attachment, onPreview, onDelete }: AttachmentRowProps) {
  const { fileName, fileSize, mimeType, filePath } = attachment;
  const Icon = mimeType.startsWith("image/") ? FileImage : FileText;
  return (
    <li className="flex items-center gap-1 py-1.5 pr-1.5 pl-3">
      <Icon aria-hidden className="mr-2 size-5 shrink-0 text-brass" />
      <span className="min-w-0 flex-1">
        <span className="block break-words">{fileName}</span>
        <span className="block text-sm text-muted-foreground">{formatFileSize(fileSize)}</span>
      </span>
      <Button variant="ghost" size="icon" aria-label={`Preview ${fileName}`} onClick={onPreview}>
        <Eye aria-hidden />
      </Button>
      <FileActions url={apiUrl(filePath)} {...{ fileName, onDelete }} />
    </li>
  );
}

/** Sources: rule HLT-20, decision GAP-HLT-14. */
function AttachmentQuestion({ attachment, onClose }: { attachment: Attachment; onClose: () => void }) {
  const remove = useMutation(api.health.healthAttachments.remove);
  return (
    <DeleteQuestion
      recordId={attachment._id}
      title="Are you sure you want to delete this attachment?"
      remove={async () => await remove({ attachmentId: attachment._id })}
      deletedText="Attachment deleted"
      failureOf={() => "Failed to delete attachment."}
      onClose={onClose}
    >
      <p className="break-words">
        {attachment.fileName} is deleted for everybody. For 30 days it can be brought back from the history.
      </p>
    </DeleteQuestion>
  );
}

type AttachmentPreviewProps = { attachment: Attachment; onClose: () => void };

/** Only a picture is displayed. Any other file has its type and a save button. Source: rule HLT-18. */
function AttachmentPreview({ attachment, onClose }: AttachmentPreviewProps) {
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
