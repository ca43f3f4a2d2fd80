/** The progress of a file upload. */

/** `index` and `count` are set if there are several files. */
export type Sending = { name: string; progress: number; index?: number; count?: number };

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
