/** The history of one record: a button or an entry of its menu that opens it, and the dialog that tells it live. */
import { useState } from "react";
import { usePaginatedQuery } from "convex/react";
import { History } from "lucide-react";
import { ChangeList } from "@/entities/history/change-list";
import { LIST_PAGE } from "@/components/paged-list";
import { Button } from "@/components/ui/button";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import { Dialog, DialogBody, DialogContent, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { useKennel } from "@/hooks/use-kennel";
import type { HistoryTable } from "@domain/history/records";
import { api } from "@convex/_generated/api";

type RecordHistoryProps = {
  table: HistoryTable;
  recordId: string;
  /** What the record is called. */
  name: string;
};

/** Renders the button. */
export function HistoryButton(props: RecordHistoryProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" className="self-start" onClick={() => setOpen(true)}>
        <History aria-hidden />
        History
      </Button>
      {isOpen ? <RecordHistoryDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** Renders the button of a record that has no menu, among its other small ones. */
export function HistoryIcon(props: RecordHistoryProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`History of ${props.name}`}
        onClick={() => setOpen(true)}
      >
        <History aria-hidden />
      </Button>
      {isOpen ? <RecordHistoryDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** Returns the entry of a record's menu, and the dialog that it opens, to be rendered beside the menu. */
export function useHistoryEntry(props: RecordHistoryProps) {
  const [isOpen, setOpen] = useState(false);
  return {
    entry: (
      <DropdownMenuItem onSelect={() => setOpen(true)}>
        <History aria-hidden />
        History
      </DropdownMenuItem>
    ),
    dialog: isOpen ? <RecordHistoryDialog {...props} onClose={() => setOpen(false)} /> : null,
  };
}

/** Renders the dialog. */
export function RecordHistoryDialog({
  table,
  recordId,
  name,
  onClose,
}: RecordHistoryProps & { onClose: () => void }) {
  const { kennelId } = useKennel();
  // When the dialog was opened; what can be brought back changes once a month.
  const [now] = useState(() => Date.now());
  const page = usePaginatedQuery(
    api.history.history.ofRecord,
    { kennelId, table, recordId, now },
    { initialNumItems: LIST_PAGE },
  );
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent size="md" aria-describedby={undefined}>
        <DialogHeader>
          <DialogTitle>History of {name}</DialogTitle>
        </DialogHeader>
        <DialogBody className="flex min-h-[40dvh] flex-col gap-4">
          <ChangeList page={page} emptyText="No changes recorded yet." />
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
