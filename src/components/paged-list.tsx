/** A list that is read page by page and stays live, in its states: loading, empty, filled, and with more pages. */
import { useEffect, useRef, type ReactNode } from "react";
import type { UsePaginatedQueryResult } from "convex/react";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";

/** How many entries one page has. */
export const LIST_PAGE = 25;

type PagedListProps<Entry> = {
  page: UsePaginatedQueryResult<Entry>;
  label: string;
  /** The messages if there are no entries, and if none of the pages read so far has an entry that may be shown. */
  emptyText: string;
  noneYetText: string;
  /** Renders an entry as an item of the list. */
  children: (entry: Entry) => ReactNode;
};

/** How many pages without a visible entry are read before the user is asked. */
const MOST_EMPTY_PAGES = 5;

/** Reads on by itself while no entry of the pages so far may be shown. */
function useFirstEntries<Entry>({ results, status, loadMore }: UsePaginatedQueryResult<Entry>): void {
  const emptyPages = useRef(0);
  const isDue = results.length === 0 && status === "CanLoadMore";
  useEffect(() => {
    if (!isDue || emptyPages.current >= MOST_EMPTY_PAGES) return;
    emptyPages.current += 1;
    loadMore(LIST_PAGE);
  }, [isDue, loadMore]);
}

/** Renders the list, or its other states. */
export function PagedList<Entry>({ page, label, emptyText, noneYetText, children }: PagedListProps<Entry>) {
  const { results, status, loadMore } = page;
  useFirstEntries(page);
  if (status === "LoadingFirstPage") {
    return (
      <div role="status" aria-label={`Loading ${label.toLowerCase()}`} className="flex flex-col gap-3">
        {[0, 1, 2, 3].map((index) => (
          <Skeleton key={index} className="h-14" />
        ))}
      </div>
    );
  }
  const isWhole = status === "Exhausted";
  const isLoading = status === "LoadingMore";
  return (
    <>
      {results.length === 0 ? (
        <p className="text-muted-foreground">{isWhole ? emptyText : noneYetText}</p>
      ) : (
        <ul aria-label={label} className="flex flex-col divide-y">
          {results.map(children)}
        </ul>
      )}
      {isWhole ? null : (
        <Button
          variant="outline"
          className="self-center"
          // A button that is really disabled would lose the focus.
          aria-disabled={isLoading}
          onClick={() => loadMore(LIST_PAGE)}
        >
          {isLoading ? "Loading..." : "Show More"}
        </Button>
      )}
    </>
  );
}
