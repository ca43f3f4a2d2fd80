/** The history of one record: a button or an entry of its menu that opens it. Its dialog comes when the page stands. */
import { useState } from "react";
import { History } from "lucide-react";
import { late } from "@/components/late";
import { Button } from "@/components/ui/button";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import type { HistoryTable } from "@domain/history/tables.gen";

export type RecordHistoryProps = {
  table: HistoryTable;
  recordId: string;
  /** What the record is called. */
  name: string;
};

/** Tells the history of a record. */
export const RecordHistoryDialog = late(
  async () => (await import("@/entities/history/record-history-dialog")).RecordHistoryDialog,
);

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
