/** The pages of a ranked list, whose number is part of the address. */
import { Button } from "@/components/ui/button";

/** The number of the page in the address. */
export const pageParameter = {
  initial: 1,
  read: (written: string) => (/^[1-9]\d{0,5}$/u.test(written) ? Number(written) : undefined),
};

type PagesProps = { label: string; page: number; pages: number; onPage: (page: number) => void };

/** Renders the buttons to the other pages; nothing for a single page. */
export function Pages({ label, page, pages, onPage }: PagesProps) {
  if (pages <= 1) return null;
  return (
    <nav aria-label={label} className="flex items-center gap-3 print:hidden">
      <Button variant="outline" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span className="tabular-nums">
        Page {page} of {pages}
      </span>
      <Button variant="outline" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
