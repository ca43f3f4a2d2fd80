/**
 * The dialogs for the record that the address names: its live page and its form. If the record was deleted, both
 * dialogs say so.
 */
import { useState, type ComponentProps, type ReactNode } from "react";
import { LoadError } from "@/components/load-error";
import { PrintLine } from "@/components/print-line";
import { DialogNotice, TitledDialog } from "@/components/titled-dialog";
import { Dialog, DialogBody, DialogContent } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { useKennel } from "@/hooks/use-kennel";
import { useLast } from "@/hooks/use-last";
import type { LiveQuery } from "@/hooks/use-live-query";
import { isNotFound } from "@/lib/failure-text";

type RecordDialogProps = {
  /** The record's id in the address. */
  id: string | undefined;
  size: ComponentProps<typeof DialogContent>["size"];
  onClose: () => void;
  children: (id: string) => ReactNode;
};

export function RecordDialog({ id, size, onClose, children }: RecordDialogProps) {
  const shownId = useLast(id);
  return (
    <Dialog open={id !== undefined} onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent size={size} aria-describedby={undefined}>
        <PrintLine />
        {shownId === undefined ? null : children(shownId)}
      </DialogContent>
    </Dialog>
  );
}

type RecordInDialogProps<Stored> = {
  query: LiveQuery<Stored | null>;
  /** Capitalized for a title, unlike `thing`. */
  title: string;
  thing: string;
  failureText: string;
  skeleton: ReactNode;
  children: (record: Stored) => ReactNode;
};

/** If the record cannot be shown, shows the reason. */
export function RecordInDialog<Stored extends { kennelId: string }>(props: RecordInDialogProps<Stored>) {
  const { query, title, thing, failureText, skeleton, children } = props;
  const { kennelId } = useKennel();
  if (query.status === "loading") return skeleton;
  if (query.status === "error" && !isNotFound(query.error)) {
    return (
      <DialogNotice title={title}>
        <LoadError message={failureText} onRetry={query.retry} />
      </DialogNotice>
    );
  }
  if (query.data?.kennelId === kennelId) return children(query.data);
  return (
    <DialogNotice title={`This ${thing} was not found`}>
      <p role="status">It may have been deleted, or it belongs to another kennel.</p>
    </DialogNotice>
  );
}

type EditLoaderProps<Stored> = {
  result: LiveQuery<Stored | null>;
  title: string;
  thing: string;
  failureText: string;
  onClose: () => void;
  children: (record: Stored) => ReactNode;
};

/** The form stays open if the record is deleted later. */
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
