/** Where files for a health record are chosen or dropped: each is looked at before anything is sent. */
import { useId, useState } from "react";
import { CircleAlert, FileText, Paperclip, X } from "lucide-react";
import { FileButton } from "@/components/file-button";
import { useDrop } from "@/components/use-drop";
import { Button } from "@/components/ui/button";
import { ACCEPTED_FILES, FILE_RULES, refusalOf } from "@/features/health/records/check-file";
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
