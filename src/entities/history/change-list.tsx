/** A list of changes, page by page, each with the way back for whoever may take it. */
import type { UsePaginatedQueryResult } from "convex/react";
import { ChangeLine } from "@/entities/history/change-line";
import { useRemedies, type Change } from "@/entities/history/use-remedies";
import { PagedList } from "@/components/paged-list";
import { useNow } from "@/hooks/use-now";

type ChangeListProps = { page: UsePaginatedQueryResult<Change>; emptyText: string };

/** Renders the list, or what is there instead. */
export function ChangeList({ page, emptyText }: ChangeListProps) {
  const now = useNow();
  const { busyId, remedy } = useRemedies();
  return (
    <PagedList
      page={page}
      label="History"
      emptyText={emptyText}
      noneYetText="No match among the newest changes."
    >
      {(change) => (
        <ChangeLine
          key={change._id}
          change={change}
          now={now}
          isBusy={busyId === change._id}
          isDisabled={busyId !== null}
          onRemedy={() => void remedy(change)}
        />
      )}
    </PagedList>
  );
}
