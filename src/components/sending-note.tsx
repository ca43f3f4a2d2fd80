/** The progress of a file upload. */

/** The file that is being uploaded, with its number if there are several. */
export type Sending = { name: string; progress: number; index?: number; count?: number };

/** Renders the note; nothing if no file is being uploaded. */
export function SendingNote({ sending }: { sending: Sending | null }) {
  if (sending === null) return null;
  const { name, progress, index, count = 1 } = sending;
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
