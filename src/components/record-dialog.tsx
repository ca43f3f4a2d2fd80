/** One record's page in a dialog, for as long as the address names it. It is live, and says so when the record is gone. */
import { useState, type ComponentProps, type ReactNode } from "react";
import { LoadError } from "@/components/load-error";
import { DialogNotice } from "@/components/titled-dialog";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useKennel } from "@/hooks/use-kennel";
import type { LiveQuery } from "@/hooks/use-live-query";
import { isNotFound } from "@/lib/not-found";

type RecordDialogProps = {
  /** The record that the address names. */
  id: string | undefined;
  size: ComponentProps<typeof DialogContent>["size"];
  onClose: () => void;
  children: (id: string) => ReactNode;
};

/** Renders the dialog; the last record stays in it while it closes. */
export function RecordDialog({ id, size, onClose, children }: RecordDialogProps) {
  const [shownId, setShownId] = useState(id);
  if (id !== undefined && id !== shownId) setShownId(id);
  return (
    <Dialog open={id !== undefined} onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent size={size} aria-describedby={undefined}>
        {shownId === undefined ? null : children(shownId)}
      </DialogContent>
    </Dialog>
  );
}

type RecordInDialogProps<Stored> = {
  query: LiveQuery<Stored | null>;
  /** What it is: as a title, and in a sentence. */
  title: string;
  thing: string;
  failureText: string;
  skeleton: ReactNode;
  children: (record: Stored) => ReactNode;
};

/** Renders the record, or why there is none. */
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
