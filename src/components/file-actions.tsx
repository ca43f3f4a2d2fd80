/** The buttons beside a stored file: one saves it, one deletes it. */
import { Download, Trash2 } from "lucide-react";
import { Button } from "@/components/ui/button";

type FileActionsProps = { url: string; fileName: string; onDelete: (() => void) | null };

/** Without `onDelete` the file can only be saved. */
export function FileActions({ url, fileName, onDelete }: FileActionsProps) {
  return (
    <>
      <Button variant="ghost" size="icon" asChild>
        <a href={url} download={fileName} aria-label={`Download ${fileName}`}>
          <Download aria-hidden />
        </a>
      </Button>
      {onDelete ? (
        <Button variant="ghost" size="icon" aria-label={`Delete ${fileName}`} onClick={onDelete}>
          <Trash2 aria-hidden />
        </Button>
      ) : null}
    </>
  );
}
