/** The list of breedings in its four states: loading, failed, empty and filled; further pages join it on demand. */
import { HeartHandshake, SearchX } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { GrowingList } from "@/components/growing-list";
import { Button } from "@/components/ui/button";
import { BreedingCard } from "@/features/breeding/breeding-card";
import type { BreedingActions } from "@/features/breeding/breeding-menu";
import { BreedingSkeleton } from "@/features/breeding/breeding-skeleton";
import type { BreedingPage } from "@/features/breeding/types";
import type { BreedingFilter } from "@/features/breeding/use-breeding-list";
import type { LivePage, PagedQuery } from "@/hooks/use-live-page";
import { breedingStatusLabels } from "@domain/breedings/labels";

type BreedingListProps = BreedingActions & {
  list: PagedQuery<BreedingPage>;
  /** The first page, which the screen's numbers come from, too. */
  first: LivePage<BreedingPage>;
  today: string;
  canWrite: boolean;
  filter: BreedingFilter;
  onAdd: () => void;
};

/** Renders the cards, or what stands in their place. */
export function BreedingList({ list, first, filter, onAdd, ...cards }: BreedingListProps) {
  return (
    <GrowingList
      list={list}
      first={first}
      filter={filter}
      label="Breedings"
      things="breedings"
      className="grid gap-4 md:grid-cols-2 xl:grid-cols-3"
      failureText="Failed to load breedings. Please try again."
      skeleton={<BreedingSkeleton />}
      empty={<NoBreedings filter={filter} canWrite={cards.canWrite} onAdd={onAdd} />}
    >
      {(breeding) => (
        <li key={breeding._id} className="card-place [contain-intrinsic-size:auto_14rem]">
          <BreedingCard breeding={breeding} {...cards} />
        </li>
      )}
    </GrowingList>
  );
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
