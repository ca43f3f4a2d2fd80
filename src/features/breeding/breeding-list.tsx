/** The list of breedings in its four states: loading, failed, empty and filled; further pages join it on demand. */
import { useState } from "react";
import { HeartHandshake, SearchX } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { LoadError } from "@/components/load-error";
import { Button } from "@/components/ui/button";
import { BreedingCard } from "@/features/breeding/breeding-card";
import type { BreedingActions } from "@/features/breeding/breeding-menu";
import { BreedingSkeleton } from "@/features/breeding/breeding-skeleton";
import type { Breeding } from "@/features/breeding/types";
import {
  useBreedingPage,
  type BreedingFilter,
  type BreedingList as List,
} from "@/features/breeding/use-breeding-list";
import { breedingStatusLabels } from "@domain/breedings/labels";

const LOAD_FAILURE = "Failed to load breedings. Please try again.";

type CardProps = BreedingActions & { today: string; canWrite: boolean };

type BreedingListProps = CardProps & {
  /** The first page, which the screen's numbers come from, too. */
  first: List;
  filter: BreedingFilter;
  onAdd: () => void;
};

/** Renders the cards, or what stands in their place. */
export function BreedingList({ first, filter, onAdd, ...cards }: BreedingListProps) {
  // How many pages are shown belongs to a tab and search; with another one it starts over.
  const key = JSON.stringify(filter);
  const [shown, setShown] = useState({ key, pages: 1 });
  const pages = shown.key === key ? shown.pages : 1;
  if (first.hasFailed) return <LoadError message={LOAD_FAILURE} onRetry={first.retry} />;
  if (!first.page) return <BreedingSkeleton />;
  const { totalItems, totalPages, limit } = first.page.pagination;
  if (totalItems === 0) return <NoBreedings filter={filter} canWrite={cards.canWrite} onAdd={onAdd} />;
  return (
    <>
      <ul
        // Another tab's cards take the place of these; they would move through the page otherwise.
        key={`${key} ${first.isStale}`}
        aria-label="Breedings"
        aria-busy={first.isStale}
        className="grid gap-4 md:grid-cols-2 xl:grid-cols-3"
      >
        <Cards breedings={first.page.data} {...cards} />
        {Array.from({ length: Math.min(pages, totalPages) - 1 }, (_, index) => (
          <FurtherPage key={`${key} ${index}`} filter={filter} page={index + 2} {...cards} />
        ))}
      </ul>
      {pages < totalPages ? (
        <div className="flex flex-col items-center gap-2">
          <p role="status" className="text-sm text-muted-foreground">
            {pages * limit} of {totalItems} breedings shown
          </p>
          <Button variant="outline" onClick={() => setShown({ key, pages: pages + 1 })}>
            Show More
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Cards({ breedings, ...props }: CardProps & { breedings: readonly Breeding[] }) {
  return breedings.map((breeding) => (
    <li key={breeding._id} className="card-place [contain-intrinsic-size:auto_14rem]">
      <BreedingCard breeding={breeding} {...props} />
    </li>
  ));
}

function FurtherPage({ filter, page, ...cards }: CardProps & { filter: BreedingFilter; page: number }) {
  const list = useBreedingPage(filter, page);
  if (list.hasFailed) {
    return (
      <li className="col-span-full">
        <LoadError message={LOAD_FAILURE} onRetry={list.retry} />
      </li>
    );
  }
  return <Cards breedings={list.page?.data ?? []} {...cards} />;
}

type NoBreedingsProps = { filter: BreedingFilter; canWrite: boolean; onAdd: () => void };

function NoBreedings({ filter, canWrite, onAdd }: NoBreedingsProps) {
  if (filter.search !== "") {
    return (
      <EmptyState
        icon={<SearchX aria-hidden className="size-9 text-muted-foreground" />}
        title="No breedings match your search"
        text="The search covers sire, dam and notes"
      />
    );
  }
  if (filter.status !== "all") {
    return (
      <EmptyState
        title="No breedings found"
        text={`There are no breedings with the status ${breedingStatusLabels[filter.status]}`}
      />
    );
  }
  return (
    <EmptyState
      icon={<HeartHandshake aria-hidden className="size-9 text-brass" />}
      title="No breedings found"
      text={
        canWrite
          ? "Get started by planning your first breeding"
          : "Breedings will appear here when they are planned"
      }
      action={canWrite ? <Button onClick={onAdd}>Plan First Breeding</Button> : undefined}
    />
  );
}
