/**
 * Shared parts of the ranked lists of dogs. The name of a dog links to its page, the name of an external ancestor
 * to its pedigree. The page number of a list is part of the address.
 */
import { Button } from "@/components/ui/button";
import { useAncestryAddress } from "@/features/pedigree/pedigree-address";
import { Link } from "@/lib/router";
import { pageOf } from "@domain/history/places";

const LINK =
  "rounded-sm text-left break-words underline decoration-1 underline-offset-4 hover:text-primary hover:decoration-2";

type OpenedDog = { _id: string; name: string; isExternal: boolean };

export function DogOpener({ dog: { _id, name, isExternal } }: { dog: OpenedDog }) {
  const ancestry = useAncestryAddress();
  if (!isExternal) {
    return (
      <Link to={pageOf("dogs", _id)} className={LINK}>
        {name}
      </Link>
    );
  }
  return (
    <button type="button" onClick={() => ancestry.open(_id)} className={LINK}>
      {name}
    </button>
  );
}

export const pageParameter = {
  initial: 1,
  read: (written: string) => (/^[1-9]\d{0,5}$/u.test(written) ? Number(written) : undefined),
};

type PagesProps = { label: string; page: number; pages: number; onPage: (page: number) => void };

/** Renders nothing for a single page. */
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
