/** What can be done with a health record: the entries of its menu, on its card and on its page. */
import { History, Pencil, Printer, Trash2 } from "lucide-react";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import { useHealthDialog } from "@/features/health/health-address";
import { useRecordActions } from "@/features/health/records/record-actions";
import type { HealthRecord } from "@/features/health/records/types";

/** Renders the entries; who may only look sees those that print and tell its history. */
export function RecordMenuItems({ record, canWrite }: { record: HealthRecord; canWrite: boolean }) {
  const { open } = useHealthDialog();
  const { print, showHistory, askToDelete } = useRecordActions();
  return (
    <>
      {canWrite ? (
        <DropdownMenuItem onSelect={() => open("record", record._id)}>
          <Pencil aria-hidden />
          Edit Record
        </DropdownMenuItem>
      ) : null}
      <DropdownMenuItem onSelect={() => print(record)}>
        <Printer aria-hidden />
        Print Record
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => showHistory(record)}>
        <History aria-hidden />
        History
      </DropdownMenuItem>
      {canWrite ? (
        <DropdownMenuItem variant="destructive" onSelect={() => askToDelete(record)}>
          <Trash2 aria-hidden />
          Delete Record
        </DropdownMenuItem>
      ) : null}
    </>
  );
}
