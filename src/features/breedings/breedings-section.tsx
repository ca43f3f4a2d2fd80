/** The kennel's breedings: search, file, tabs by status and cards. */
import { memo } from "react";
import { useAction } from "convex/react";
import { HeartHandshake, PawPrint, Plus, SearchX } from "lucide-react";
import { ActionsMenu, CARD_CORNER } from "@/components/actions-menu";
import { EmptyState } from "@/components/empty-state";
import { ExportMenu } from "@/components/export-menu";
import { Fact } from "@/components/fact";
import { FloatingAddButton } from "@/components/floating-add-button";
import { GrowingList, RefreshButton } from "@/components/growing-list";
import { SearchBox } from "@/components/search-box";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { breedingStatusVariants } from "@/entities/breedings/breeding-labels";
import { useHistoryEntry } from "@/entities/history/record-history";
import { type StatusTab, useBreedingListAddress } from "@/features/breedings/breeding-address";
import { type BreedingActions, BreedingMenuItems } from "@/features/breedings/breeding-menu";
import { dueText, matingLabel, puppiesText, titleOf } from "@/features/breedings/breeding-words";
import { PairName } from "@/features/breedings/breeding-parts";
import { PregnancyProgress } from "@/features/breedings/breeding-parts";
import type { Breeding, BreedingPage } from "@/features/breedings/breeding-words";
import { useKennel } from "@/hooks/use-kennel";
import { type LivePage, type PagedQuery, pagedQuery, useLivePage } from "@/hooks/use-live-page";
import { useMadeFile } from "@/hooks/use-made-file";
import { Link, useLocation } from "@/lib/router";
import { api } from "@convex/_generated/api";
import { breedingStatusLabels, breedingTypeLabels } from "@domain/breedings/words";
import { BREEDING_STATUSES } from "@domain/breedings/rules";
import { formatCents, formatDay } from "@domain/formatting/formatting";

type BreedingsSectionProps = { today: string; actions: BreedingActions; onPlan: () => void };

export function BreedingsSection({ today, actions, onPlan }: BreedingsSectionProps) {
  const canWrite = useKennel().can("breeding", "write");
  const address = useBreedingListAddress();
  const filter = { status: address.status, search: address.search };
  const list = useBreedingList(filter);
  const first = useLivePage(list, 1);
  return (
    <div className="flex flex-col gap-4 pb-20 sm:pb-0">
      <div className="flex items-center gap-2 sm:gap-3">
        <SearchBox
          label="Search breedings"
          placeholder="Search by sire, dam or notes..."
          search={address.search}
          onSearch={address.setSearch}
        />
        <ExportBreedings filter={filter} today={today} />
        <RefreshButton list={first} className="px-3 sm:px-4" />
        {canWrite ? (
          <Button className="hidden h-11 sm:inline-flex" data-tour="plan-breeding" onClick={onPlan}>
            <Plus aria-hidden />
            Plan Breeding
          </Button>
        ) : null}
      </div>
      <StatusTabs status={address.status} counts={first.page?.counts} onStatus={address.setTab} />
      <BreedingList
        list={list}
        first={first}
        filter={filter}
        today={today}
        canWrite={canWrite}
        onAdd={onPlan}
        {...actions}
      />
      {canWrite ? (
        <FloatingAddButton
          aria-label="Plan Breeding"
          data-tour="plan-breeding"
          className="sm:hidden"
          onClick={onPlan}
        />
      ) : null}
    </div>
  );
}

type StatusTabsProps = {
  status: StatusTab;
  /** Undefined until the numbers are known. */
  counts: BreedingPage["counts"] | undefined;
  onStatus: (status: string) => void;
};

/** The tabs that narrow the breedings to one status, each with how many there are. On a phone they scroll sideways. */
function StatusTabs({ status, counts, onStatus }: StatusTabsProps) {
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <Tabs value={status} onValueChange={onStatus} activationMode="manual">
      <TabsList
        aria-label="Breedings by status"
        className="-mx-3 [scrollbar-width:none] gap-2 border-b-0 px-3 py-1 sm:mx-0 sm:flex-wrap sm:px-0"
      >
        <StatusTrigger value="all" label="All" count={total} />
        {BREEDING_STATUSES.map((each) => (
          <StatusTrigger key={each} value={each} label={breedingStatusLabels[each]} count={counts?.[each]} />
        ))}
      </TabsList>
    </Tabs>
  );
}

function StatusTrigger({
  value,
  label,
  count,
}: {
  value: StatusTab;
  label: string;
  count: number | undefined;
}) {
  return (
    <TabsTrigger
      value={value}
      aria-controls={undefined}
      className="group mb-0 h-10 rounded-full border border-input bg-card px-3.5 data-[state=active]:border-primary data-[state=active]:bg-primary data-[state=active]:text-primary-foreground"
    >
      {label}
      <span className="text-sm font-normal tabular-nums opacity-90">{count ?? "–"}</span>
    </TabsTrigger>
  );
}

/** Takes the breedings of the current tab and search along as a file, which the server makes. */
function ExportBreedings({ filter, today }: { filter: BreedingFilter; today: string }) {
  const { kennelId } = useKennel();
  const make = useAction(api.breedings.actions.breedingExport.make);
  const [isBusy, save] = useMadeFile("Failed to export data", "Data exported successfully");
  return (
    <ExportMenu
      isTool
      isBusy={isBusy}
      onExport={(format) => void save(() => make({ kennelId, format, today, ...toListArgs(filter) }))}
    />
  );
}

type BreedingListProps = BreedingActions & {
  list: PagedQuery<BreedingPage>;
  /** The first page, which the screen's numbers come from, too. */
  first: LivePage<BreedingPage>;
  today: string;
  canWrite: boolean;
  filter: BreedingFilter;
  onAdd: () => void;
};

/** The list of breedings in its four states: loading, failed, empty and filled; further pages join it on demand. */
function BreedingList({ list, first, filter, onAdd, ...cards }: BreedingListProps) {
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
        text={`No ${breedingStatusLabels[filter.status].toLowerCase()} breedings`}
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

type BreedingCardProps = BreedingActions & { breeding: Breeding; today: string; canWrite: boolean };

/**
 * One breeding's card. The whole card opens the details; its menu holds what else can be done. Again only when its
 * breeding changed, as a page may hold a hundred of them.
 */
const BreedingCard = memo(function BreedingCard({ breeding, today, ...menu }: BreedingCardProps) {
  return (
    <article
      aria-label={titleOf(breeding)}
      className="relative flex min-w-0 flex-col gap-3 rounded-lg border bg-card p-4 shadow-page transition-colors focus-within:border-ring hover:border-brass-line"
    >
      <h2 className="font-title pr-8 text-[1.0625rem] leading-snug text-pretty">
        <CardLink breeding={breeding} />
      </h2>
      <div className="flex flex-wrap items-center gap-1.5">
        <Badge variant={breedingStatusVariants[breeding.status]}>
          {breedingStatusLabels[breeding.status]}
        </Badge>
        {breeding.isCalledOff ? <Badge variant="outline">Called off before mating</Badge> : null}
        {breeding.breedingType === "natural" ? null : (
          <Badge variant="outline">{breedingTypeLabels[breeding.breedingType]}</Badge>
        )}
      </div>
      <CardFacts breeding={breeding} today={today} />
      <PregnancyProgress breeding={breeding} today={today} />
      {breeding.notes ? (
        <p className="mt-auto border-t pt-2.5 text-sm text-muted-foreground">
          <span className="line-clamp-2 break-words">
            <span className="sr-only">Notes: </span>
            {breeding.notes}
          </span>
        </p>
      ) : null}
      {breeding.litterId === null ? null : (
        <Link
          to={`/dashboard/litters/${breeding.litterId}`}
          className="relative inline-flex min-h-11 items-center gap-2 self-start font-medium underline underline-offset-4 sm:min-h-9"
        >
          <PawPrint aria-hidden className="size-4 shrink-0" />
          Open litter
        </Link>
      )}
      <CardMenu breeding={breeding} {...menu} />
    </article>
  );
});

function CardLink({ breeding }: { breeding: Breeding }) {
  const { search } = useLocation();
  return (
    <Link
      to={{ pathname: `/dashboard/breeding/${breeding._id}`, search }}
      state={{ fromList: true }}
      className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-ring"
    >
      <PairName breeding={breeding} />
    </Link>
  );
}

function CardFacts({ breeding, today }: { breeding: Breeding; today: string }) {
  const { status, breedingDate, expectedDueDate, actualDueDate, studFeeCents } = breeding;
  const due = dueText(breeding, today);
  const puppies = puppiesText(breeding);
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2">
      <Fact label={matingLabel(breeding, today)}>{formatDay(breedingDate)}</Fact>
      {actualDueDate === null ? (
        <Fact label="Due date" addition={status === "bred" ? due : null}>
          {expectedDueDate === null ? "Not set" : formatDay(expectedDueDate)}
        </Fact>
      ) : (
        <Fact label="Whelped">{formatDay(actualDueDate)}</Fact>
      )}
      {studFeeCents === null ? null : (
        <Fact label="Stud fee">{studFeeCents === 0 ? "None" : formatCents(studFeeCents)}</Fact>
      )}
      {puppies === null ? null : <Fact label="Puppies">{puppies}</Fact>}
    </dl>
  );
}

function CardMenu({ breeding, ...props }: Omit<BreedingCardProps, "today">) {
  const name = titleOf(breeding);
  const history = useHistoryEntry({ table: "breedings", recordId: breeding._id, name });
  return (
    <>
      <ActionsMenu name={name} className={CARD_CORNER}>
        <BreedingMenuItems breeding={breeding} history={history.entry} {...props} />
      </ActionsMenu>
      {history.dialog}
    </>
  );
}

/** The shapes of breeding cards that are still on their way. */
function BreedingSkeleton() {
  return (
    <div role="status" aria-label="Loading breedings" className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="flex flex-col gap-4 rounded-lg border bg-card p-4">
          <div className="flex gap-3.5">
            <Skeleton className="h-14 w-24" />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-5 w-5/6" />
              <Skeleton className="h-5 w-20" />
            </div>
          </div>
          <Skeleton className="h-20" />
        </div>
      ))}
    </div>
  );
}

/** Breedings read at once. Source: document 001 section 9. */
const PAGE_SIZE = 100;

type BreedingFilter = { status: StatusTab; search: string };

/** Makes the server's arguments of tab and search, leaving out what narrows nothing. */
const toListArgs = ({ status, search }: BreedingFilter) => ({
  ...(status === "all" ? {} : { status }),
  ...(search.trim() === "" ? {} : { search: search.trim() }),
});

/** The kennel's breedings of a tab and a search, in pages. */
function useBreedingList(filter: BreedingFilter) {
  const { kennelId } = useKennel();
  return pagedQuery(api.breedings.breedings.list, { kennelId, limit: PAGE_SIZE, ...toListArgs(filter) });
}
