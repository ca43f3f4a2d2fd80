/**
 * Files for a health record: chosen or dropped, checked before anything is sent, and uploaded one after another.
 */
import { useId, useState } from "react";
import { useAction, useMutation } from "convex/react";
import { CircleAlert, FileText, Paperclip, X } from "lucide-react";
import { toast } from "sonner";
import { FileButton, acceptOf } from "@/components/file-button";
import type { Sending } from "@/components/sending-note";
import { Button } from "@/components/ui/button";
import { useDrop } from "@/components/use-drop";
import { uploadFile } from "@/lib/upload-file";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";
import { MAX_FILE_BYTES } from "@domain/files/rules";
import { ATTACHMENT_TYPES } from "@domain/health/rules";
import { getErrorData } from "@domain/errors";
import { attachmentTypeOf } from "@domain/files/attachment-type";
import { formatFileSize } from "@domain/files/file-size";

/** A file with a refusal is never sent. */
type ChosenFile = { id: number; file: File; refusal: string | null };

let lastId = 0;

export function useChosenFiles() {
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([]);
  const add = async (files: readonly File[]): Promise<File[]> => {
    const looked = await Promise.all(
      files.map(async (file) => ({ id: (lastId += 1), file, refusal: await refusalOf(file) })),
    );
    setChosen((last) => [...last, ...looked]);
    return looked.filter(({ refusal }) => refusal === null).map(({ file }) => file);
  };
  return {
    chosen,
    add,
    remove: (id: number) => setChosen((last) => last.filter((each) => each.id !== id)),
    keepRefused: () => setChosen((last) => last.filter(({ refusal }) => refusal !== null)),
    files: chosen.filter(({ refusal }) => refusal === null).map(({ file }) => file),
  };
}

type FileDropProps = {
  chosen: readonly ChosenFile[];
  onAdd: (files: File[]) => void;
  onRemove: (id: number) => void;
  isDisabled?: boolean;
};

export function FileDrop({ chosen, onAdd, onRemove, isDisabled = false }: FileDropProps) {
  const rulesId = useId();
  const { isOver, handlers } = useDrop((files) => (isDisabled ? undefined : onAdd(files)));
  return (
    <div className="flex flex-col gap-2">
      <div
        {...handlers}
        className={cn(
          "flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-dashed border-input px-4 py-3",
          isOver && "border-primary bg-accent",
        )}
      >
        <FileButton
          label="Attachment files"
          accept={ACCEPTED_FILES}
          multiple
          size="sm"
          aria-describedby={rulesId}
          disabled={isDisabled}
          onFiles={onAdd}
        >
          <Paperclip aria-hidden />
          Choose Files
        </FileButton>
        <p id={rulesId} className="min-w-0 flex-1 basis-48 text-sm text-muted-foreground">
          <span className="hidden sm:inline">or drop them here. </span>
          {FILE_RULES}
        </p>
      </div>
      {chosen.length === 0 ? null : (
        <ul aria-label="Chosen files" className="flex flex-col gap-1.5">
          {chosen.map(({ id, file, refusal }) => (
            <li key={id} className="flex items-start gap-2.5 rounded-md border px-3 py-1.5">
              {refusal === null ? (
                <FileText aria-hidden className="mt-2 size-4 shrink-0 text-brass" />
              ) : (
                <CircleAlert aria-hidden className="mt-2 size-4 shrink-0 text-error" />
              )}
              <span className="min-w-0 flex-1 py-1.5 leading-tight">
                <span className="break-words">{file.name}</span>{" "}
                <span className="text-sm text-muted-foreground">{formatFileSize(file.size)}</span>
                {refusal === null ? null : (
                  <span role="alert" className="mt-0.5 block text-sm font-semibold text-error">
                    {refusal}
                  </span>
                )}
              </span>
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={`Remove ${file.name}`}
                disabled={isDisabled}
                onClick={() => onRemove(id)}
              >
                <X aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The file types that the file dialog offers. */
const ACCEPTED_FILES = acceptOf(ATTACHMENT_TYPES);

/** The form's text about files. Source: document 001 section 5. */
const FILE_RULES = "PDF, DOC, DOCX, JPG, JPEG, PNG, TXT, at most 10MB each";

/** Null for a valid file. The server checks again. Sources: rules HLT-14 and HLT-15, decision GAP-HLT-07. */
async function refusalOf(file: File): Promise<string | null> {
  if (file.size === 0) return "This file is empty.";
  if (file.size > MAX_FILE_BYTES) return "This file is larger than 10MB.";
  const ending = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  if (!(ending in ATTACHMENT_TYPES))
    return "Only PDF, DOC, DOCX, JPG, JPEG, PNG and TXT files can be attached.";
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (attachmentTypeOf(bytes, file.name) !== null) return null;
    return `This file does not match its name: it is not a valid ${ending.toUpperCase()} file.`;
  } catch {
    return "This file could not be read.";
  }
}

/** The reason comes from the server. Null without a reason. */
type FailedFile = { file: File; reason: string | null };

/**
 * Uploads one file after another. A failed file does not stop the others. Uploads continue after the form is
 * closed.
 */
export function useAttachmentUpload() {
  const getAddress = useMutation(api.health.healthAttachments.generateUploadUrl);
  const addAttachment = useAction(api.health.healthAttachments.add);
  const [sending, setSending] = useState<Sending | null>(null);

  // The uploads need not be stopped, because their record is saved.
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

type Send = (recordId: string, files: readonly File[]) => Promise<FailedFile[]>;

/** Each file that could not be uploaded has a retry. Source: rule HLT-17. */
export function tellFailures(recordId: string, failed: readonly FailedFile[], send: Send): void {
  for (const { file, reason } of failed) {
    toast.error(`Failed to upload ${file.name}. Record saved without this attachment.`, {
      ...(reason !== null && { description: reason }),
      // This message is visible longer than the usual six seconds, because a file may be lost.
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
