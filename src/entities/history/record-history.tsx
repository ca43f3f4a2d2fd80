/** The button and the menu entry for the history of a record. The code of the dialog loads after the page. */
import { useState } from "react";
import { History } from "lucide-react";
import { late } from "@/components/late";
import { Button } from "@/components/ui/button";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import type { HistoryTable } from "@domain/history/tables.gen";

export type RecordHistoryProps = {
  table: HistoryTable;
  recordId: string;
  name: string;
};

export const RecordHistoryDialog = late(
  async () => (await import("@/entities/history/record-history-dialog")).RecordHistoryDialog,
);

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

/** For records without a menu. */
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

/** The dialog must be rendered outside the menu. */
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
