/**
 * What stands over and under a list of health records or doses: how many there are, how many of them are shown, the way
 * to more, and a plain word where a search stopped before it had looked through everything.
 */
import { Button } from "@/components/ui/button";

type Page = {
  pagination: { totalItems: number; totalPages: number; limit: number };
  isCut: boolean;
};

/** Says how many there are, like '12 records'; empty while it is not known or there are none. */
export function countText(page: Page | undefined, noun: string): string {
  const total = page?.pagination.totalItems ?? 0;
  if (!page || total === 0) return "";
  const hasMore = page.isCut && total > page.pagination.limit;
  if (hasMore) return `More than ${total - 1} ${noun}s`;
  return total === 1 ? `1 ${noun}` : `${total} ${noun}s`;
}

type ListEndProps = {
  /** The last page that is shown; it knows best how many there are. */
  last: Page;
  pages: number;
  /** What is listed, like 'records'. */
  things: string;
  onMore: () => void;
};

/** Renders the list's end; nothing where everything is shown. */
export function ListEnd({ last: { pagination, isCut }, pages, things, onMore }: ListEndProps) {
  const { totalItems, totalPages, limit } = pagination;
  if (pages < totalPages) {
    return (
      <div className="flex flex-col items-center gap-2">
        <p className="text-sm text-muted-foreground">
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
