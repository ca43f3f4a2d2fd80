/** The dialog that shows the history of one record, live. */
import { useState } from "react";
import { usePaginatedQuery } from "convex/react";
import { ChangeList } from "@/entities/history/change-list";
import type { RecordHistoryProps } from "@/entities/history/record-history";
import { LIST_PAGE } from "@/components/paged-list";
import { TitledDialog } from "@/components/titled-dialog";
import { DialogBody } from "@/components/ui/dialog";
import { useKennel } from "@/hooks/use-kennel";
import { api } from "@convex/_generated/api";

export function RecordHistoryDialog({
  table,
  recordId,
  name,
  onClose,
}: RecordHistoryProps & { onClose: () => void }) {
  const { kennelId } = useKennel();
  // The records that can be restored depend on the time when the dialog was opened.
  const [now] = useState(() => Date.now());
  const page = usePaginatedQuery(
    api.history.history.ofRecord,
    { kennelId, table, recordId, now },
    { initialNumItems: LIST_PAGE },
  );
  return (
    <TitledDialog title={`History of ${name}`} onClose={onClose} size="md">
      <DialogBody className="flex min-h-[40dvh] flex-col gap-4">
        <ChangeList page={page} emptyText="No changes recorded yet." />
      </DialogBody>
    </TitledDialog>
  );
}
