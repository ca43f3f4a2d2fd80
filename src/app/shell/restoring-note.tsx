/** Says, while a backup is being restored in the kennel, that nothing else can be changed in it. */
import { DatabaseBackup } from "lucide-react";
import { useKennel } from "@/hooks/use-kennel";
import { ERRORS } from "@domain/errors";

/** Renders the line, or nothing while none is being restored. */
export function RestoringNote() {
  const { kennel } = useKennel();
  if (kennel.isRestoring !== true) return null;
  return (
    <p
      role="status"
      className="flex items-center gap-2.5 border-b bg-warning-soft px-3 py-2 text-sm font-medium text-warning sm:px-6"
    >
      <DatabaseBackup aria-hidden className="size-5 shrink-0" />
      {ERRORS.KENNEL_RESTORING.message}
    </p>
  );
}
