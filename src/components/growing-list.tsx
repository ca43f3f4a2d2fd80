/**
 * A list of cards in its four states: loading, failed, empty and filled. Further pages are appended when the user
 * asks for them.
 */
import { useState, type ReactNode } from "react";
import { RefreshCw } from "lucide-react";
import { LoadError } from "@/components/load-error";
import { Button } from "@/components/ui/button";
import { useLivePage, type LivePage, type PagedQuery } from "@/hooks/use-live-page";
import { cn } from "@/lib/utils";

type ListPage<Item> = {
  data: readonly Item[];
  pagination: { totalItems: number; totalPages: number; limit: number };
  /** Whether a search stopped before it found every match. */
  isCut?: boolean;
};

/** For lists that combine several kinds of items. */
export type RowsOfPage<Item> = {
  items: readonly Item[];
  /** The last item of the previous page; undefined on the first page. */
  before: Item | undefined;
  /** Whether this is the last page. */
  isLast: boolean;
};

type PageProps<Item> = {
  list: PagedQuery<ListPage<Item>>;
  failureText: string;
  children?: (item: Item) => ReactNode;
  /** Renders a whole page of items. Replaces the children. */
  rows?: (page: RowsOfPage<Item>) => ReactNode;
};

function Rows<Item>({
  children,
  rows,
  ...page
}: Pick<PageProps<Item>, "children" | "rows"> & RowsOfPage<Item>): ReactNode {
  return rows ? rows(page) : children && page.items.map(children);
}

type GrowingListProps<Item> = PageProps<Item> & {
  /** The first page also has the screen's totals. */
  first: LivePage<ListPage<Item>>;
  /** When the filters change, the list starts again. */
  filter: object;
  label: string;
  /** The noun of the items, like 'records'. */
  things: string;
  className: string;
  skeleton: ReactNode;
  empty: ReactNode;
  /** Replaces the button for further pages. Receives the last loaded item. */
  folded?: (last: Item) => ReactNode;
};

export function GrowingList<Item>(props: GrowingListProps<Item>) {
  const { first, filter, label, things, className, skeleton, empty, folded, ...further } = props;
  const key = JSON.stringify(filter);
  const [shown, setShown] = useState({ key, pages: 1 });
  const pages = shown.key === key ? shown.pages : 1;
  // When the filter changes, the former cards are removed. Otherwise they would move across the page.
  const [listed, setListed] = useState(key);
  if (!first.isStale && listed !== key) setListed(key);
  // The last page has the most exact total, because a search counts only the matches that it has read.
  const last = useLivePage(further.list, pages);
  if (first.hasFailed) return <LoadError message={further.failureText} onRetry={first.retry} />;
  if (!first.page) return skeleton;
  if (first.page.pagination.totalItems === 0) return empty;
  const shownLast = last.page ?? first.page;
  const lastItem = shownLast.data.at(-1);
  const fold = folded && lastItem !== undefined ? folded(lastItem) : null;
  return (
    <>
      <ul key={listed} aria-label={label} aria-busy={first.isStale} className={className}>
        <Rows
          {...further}
          items={first.page.data}
          before={undefined}
          isLast={first.page.pagination.totalPages <= 1}
        />
        {Array.from({ length: pages - 1 }, (_, index) => (
          <FurtherPage key={`${key} ${index}`} page={index + 2} {...further} />
        ))}
      </ul>
      {fold ? (
        fold
      ) : pages > 1 && last.isStale ? null : (
        <ListEnd
          last={shownLast}
          pages={pages}
          things={things}
          onMore={() => setShown({ key, pages: pages + 1 })}
        />
      )}
    </>
  );
}

function FurtherPage<Item>({ list, page, failureText, ...draw }: PageProps<Item> & { page: number }) {
  const live = useLivePage(list, page);
  // The hook that reads the first page is already subscribed to this page.
  const before = useLivePage(list, page - 1);
  if (live.hasFailed) {
    return (
      <li className="col-span-full">
        <LoadError message={failureText} onRetry={live.retry} />
      </li>
    );
  }
  if (!live.page) return null;
  return (
    <Rows
      {...draw}
      items={live.page.data}
      before={before.page?.data.at(-1)}
      isLast={live.page.pagination.totalPages <= page}
    />
  );
}

type ListEndProps = {
  /** The last visible page has the most exact total. */
  last: ListPage<unknown>;
  pages: number;
  things: string;
  onMore: () => void;
};

/** Renders nothing if all items are shown. */
function ListEnd({ last: { pagination, isCut }, pages, things, onMore }: ListEndProps) {
  const { totalItems, totalPages, limit } = pagination;
  if (pages < totalPages) {
    return (
      <div className="flex flex-col items-center gap-2">
        <p role="status" className="text-sm text-muted-foreground">
          {isCut
            ? `${pages * limit} ${things} shown, and there are more`
            : `${pages * limit} of ${totalItems} ${things} shown`}
        </p>
        <Button variant="outline" onClick={onMore}>
          Show More
        </Button>
      </div>
    );
  }
  if (!isCut) return null;
  return (
    <p role="status" className="text-center text-sm text-muted-foreground">
      This search only looked through the newest {things}. Add a word, choose a dog or set the dates to find
      older ones.
    </p>
  );
}

type RefreshButtonProps = { list: { isStale: boolean; retry: () => void }; className?: string };

export function RefreshButton({ list: { isStale, retry }, className }: RefreshButtonProps) {
  return (
    <Button
      variant="outline"
      className={cn("h-11", className)}
      aria-label="Refresh"
      // With the `disabled` attribute, the button would lose the focus.
      aria-disabled={isStale}
      onClick={isStale ? undefined : retry}
    >
      <RefreshCw aria-hidden className={cn(isStale && "motion-safe:animate-spin")} />
      <span className="hidden md:inline">Refresh</span>
    </Button>
  );
}
