/** A list of changes, page by page, each with the way back for whoever may take it. */
import type { UsePaginatedQueryResult } from "convex/react";
import { ChangeLine } from "@/components/history/change-line";
import { useRemedies, type Change } from "@/components/history/use-remedies";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useNow } from "@/hooks/use-now";

export const HISTORY_PAGE = 25;

type ChangeListProps = { page: UsePaginatedQueryResult<Change>; emptyText: string };

/** Renders the list, or what is there instead. */
export function ChangeList({ page: { results, status, loadMore }, emptyText }: ChangeListProps) {
  const now = useNow();
  const { busyId, remedy } = useRemedies();
  if (status === "LoadingFirstPage") {
    return (
      <div role="status" aria-label="Loading history" className="flex flex-col gap-3">
        {[0, 1, 2, 3].map((index) => (
          <Skeleton key={index} className="h-14" />
        ))}
      </div>
    );
  }
  return (
    <>
      {results.length === 0 ? (
        <p className="text-muted-foreground">
          {status === "Exhausted" ? emptyText : "Nothing among the newest changes."}
        </p>
      ) : (
        <ul aria-label="History" className="flex flex-col divide-y">
          {results.map((change) => (
            <ChangeLine
              key={change._id}
              change={change}
              now={now}
              isBusy={busyId === change._id}
              isDisabled={busyId !== null}
              onRemedy={() => void remedy(change)}
            />
          ))}
        </ul>
      )}
      {status === "Exhausted" ? null : (
        <Button
          variant="outline"
          className="self-center"
          aria-disabled={status === "LoadingMore"}
          onClick={() => loadMore(HISTORY_PAGE)}
        >
          {status === "LoadingMore" ? "Loading..." : "Show more"}
        </Button>
      )}
    </>
  );
}
