/**
 * A list that is read page by page and stays live. It has the states loading, empty, filled, and with more pages.
 */
import { useEffect, useRef, type ReactNode } from "react";
import type { UsePaginatedQueryResult } from "convex/react";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";

export const LIST_PAGE = 25;

type PagedListProps<Entry> = {
  page: UsePaginatedQueryResult<Entry>;
  label: string;
  /**
   * `emptyText` is for a list without entries. `noneYetText` is for loaded pages without an entry that the user may
   * see.
   */
  emptyText: string;
  noneYetText: string;
  /** The title of an entry's group. Entries of one group follow each other. */
  groupOf?: (entry: Entry) => string;
  children: (entry: Entry) => ReactNode;
};

type Grouped<Entry> = { title: string | null; entries: Entry[] }[];

function grouped<Entry>(entries: readonly Entry[], groupOf?: (entry: Entry) => string): Grouped<Entry> {
  const groups: Grouped<Entry> = [];
  for (const entry of entries) {
    const title = groupOf?.(entry) ?? null;
    const last = groups.at(-1);
    if (last?.title === title) last.entries.push(entry);
    else groups.push({ title, entries: [entry] });
  }
  return groups;
}

/** How many pages without a visible entry are loaded before the user must ask for more. */
const MOST_EMPTY_PAGES = 5;

function useFirstEntries<Entry>({ results, status, loadMore }: UsePaginatedQueryResult<Entry>): void {
  const emptyPages = useRef(0);
  const isDue = results.length === 0 && status === "CanLoadMore";
  useEffect(() => {
    if (!isDue || emptyPages.current >= MOST_EMPTY_PAGES) return;
    emptyPages.current += 1;
    loadMore(LIST_PAGE);
  }, [isDue, loadMore]);
}

export function PagedList<Entry>({
  page,
  label,
  emptyText,
  noneYetText,
  groupOf,
  children,
}: PagedListProps<Entry>) {
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
        grouped(results, groupOf).map(({ title, entries }) => (
          <section key={title} className="flex flex-col">
            {title === null ? null : (
              // Below the app's header, or at the top of a dialog.
              <h3 className="sticky top-16 z-1 border-b bg-card pt-1 pb-1.5 text-sm font-semibold in-[[role=dialog]]:top-0 in-[[role=dialog]]:bg-popover print:static">
                {title}
              </h3>
            )}
            <ul aria-label={title === null ? label : `${label}, ${title}`} className="flex flex-col divide-y">
              {entries.map(children)}
            </ul>
          </section>
        ))
      )}
      {isWhole ? null : (
        <Button
          variant="outline"
          className="self-center"
          // With the `disabled` attribute, the button would lose the focus.
          aria-disabled={isLoading}
          onClick={() => loadMore(LIST_PAGE)}
        >
          {isLoading ? "Loading..." : "Show More"}
        </Button>
      )}
    </>
  );
}
