/** Where files for a health record are chosen or dropped: each is looked at before anything is sent. */
import { useId, useRef, useState } from "react";
import { CircleAlert, FileText, Paperclip, X } from "lucide-react";
import { useDrop } from "@/components/use-drop";
import { Button } from "@/components/ui/button";
import { ACCEPTED_FILES, FILE_RULES, refusalOf } from "@/features/health/records/check-file";
import type { Sending } from "@/features/health/records/use-attachment-upload";
import { cn } from "@/lib/utils";
import { formatFileSize } from "@domain/files/file-size";

/** A chosen file; one with a refusal is never sent. */
export type ChosenFile = { id: number; file: File; refusal: string | null };

let lastId = 0;

/** Holds the chosen files. */
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
    /** Keeps only what could not be taken. */
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

/** Renders the area with what was chosen under it. */
export function FileDrop({ chosen, onAdd, onRemove, isDisabled = false }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
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
        <Button
          variant="outline"
          size="sm"
          aria-describedby={rulesId}
          disabled={isDisabled}
          onClick={() => input.current?.click()}
        >
          <Paperclip aria-hidden />
          Choose Files
        </Button>
        <p id={rulesId} className="min-w-0 flex-1 basis-48 text-sm text-muted-foreground">
          <span className="hidden sm:inline">or drop them here. </span>
          {FILE_RULES}
        </p>
        <input
          ref={input}
          type="file"
          multiple
          accept={ACCEPTED_FILES}
          aria-label="Attachment files"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            onAdd([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
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

/** Renders how far the file that is on its way has come. */
export function SendingNote({ sending }: { sending: Sending | null }) {
  if (sending === null) return null;
  const { name, progress, index, count } = sending;
  return (
    <div role="status" className="flex flex-col gap-1 text-sm">
      <span className="break-words">
        Uploading {name}
        {count > 1 ? ` (${index} of ${count})` : ""}... {Math.round(progress * 100)}%
      </span>
      <progress aria-label={`Uploading ${name}`} value={progress} className="h-1.5 w-full" />
    </div>
  );
}
