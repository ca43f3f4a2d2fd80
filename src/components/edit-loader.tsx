/** Waits for the record that a form is to open with; the form goes on with it when the record is deleted later. */
import { useState, type ReactNode } from "react";
import { LoadError } from "@/components/load-error";
import { TitledDialog } from "@/components/titled-dialog";
import { DialogBody } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { useKennel } from "@/hooks/use-kennel";
import type { LiveQuery } from "@/hooks/use-live-query";
import { isNotFound } from "@/lib/not-found";

type EditLoaderProps<Stored> = {
  result: LiveQuery<Stored>;
  title: string;
  /** What the record is in a sentence: 'health record'. */
  thing: string;
  failureText: string;
  onClose: () => void;
  children: (record: Stored) => ReactNode;
};

/** Renders the form, or what stands in its place. */
export function EditLoader<Stored extends { kennelId: string }>(props: EditLoaderProps<Stored>) {
  const { result, title, thing, failureText, onClose, children } = props;
  const { kennelId } = useKennel();
  const [begun, setBegun] = useState<Stored | null>(null);
  if (begun === null && result.data?.kennelId === kennelId) setBegun(result.data);
  if (begun) return children(begun);
  const isMissing = (result.status === "error" && isNotFound(result.error)) || result.status === "ready";
  return (
    <TitledDialog title={title} onClose={onClose} size="md">
      <DialogBody>
        {isMissing ? (
          <p role="status">
            This {thing} was not found. It may have been deleted, or it belongs to another kennel.
          </p>
        ) : result.status === "error" ? (
          <LoadError message={failureText} onRetry={result.retry} />
        ) : (
          <Skeleton className="h-64" />
        )}
      </DialogBody>
    </TitledDialog>
  );
}
