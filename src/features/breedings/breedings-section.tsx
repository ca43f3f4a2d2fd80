/**
 * The kennel's breedings: search, file, tabs by status, and cards. The tab of all breedings has a column for each
 * open stage, with the ended breedings below the columns. One status or a search has a grid.
 */
import { createContext, memo, useContext, type ReactNode } from "react";
import { useAction } from "convex/react";
import { HeartHandshake, PawPrint, Plus, TriangleAlert } from "lucide-react";
import { ActionsMenu, CARD_CORNER } from "@/components/actions-menu";
import { EmptyState, NoMatch } from "@/components/empty-state";
import { ExportMenu } from "@/components/export-menu";
import { Fact } from "@/components/fact";
import { FloatingAddButton } from "@/components/floating-add-button";
import { GrowingList, RefreshButton } from "@/components/growing-list";
import { LoadError } from "@/components/load-error";
import { SearchBox } from "@/components/search-box";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { breedingStatusVariants } from "@/entities/breedings/breeding-labels";
import { useHistoryEntry } from "@/entities/history/record-history";
import { type StatusTab, useBreedingListAddress } from "@/features/breedings/breeding-address";
import { type BreedingActions, BreedingMenuItems, nextStepOf } from "@/features/breedings/breeding-menu";
import { distanceText, matingLabel, puppiesText, titleOf } from "@/features/breedings/breeding-words";
import { PairCallName, PregnancyProgress, StepButton } from "@/features/breedings/breeding-parts";
import type { Breeding, BreedingPage } from "@/features/breedings/breeding-words";
import { useKennel } from "@/hooks/use-kennel";
import { type LivePage, type PagedQuery, pagedQuery, useLivePage } from "@/hooks/use-live-page";
import { useJustChanged } from "@/hooks/use-just-changed";
import { useLast } from "@/hooks/use-last";
import { useMadeFile } from "@/hooks/use-made-file";
import { useMediaQuery } from "@/hooks/use-wide-screen";
import { Link, useLocation } from "@/lib/router";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";
import { breedingStatusLabels, breedingTypeLabels } from "@domain/breedings/words";
import { BREEDING_STATUSES, type BreedingStatus } from "@domain/breedings/rules";
import { formatCents, formatDay } from "@domain/formatting/formatting";
import { pageOf } from "@domain/history/places";

type BreedingsSectionProps = { today: string; actions: BreedingActions; onPlan: () => void };

export function BreedingsSection({ today, actions, onPlan }: BreedingsSectionProps) {
  const canWrite = useKennel().can("breeding", "write");
  const address = useBreedingListAddress();
  const filter = { status: address.status, search: address.search };
  const { stages, found, shown, counts } = useBreedingPages(filter);
  const cards = { today, canWrite, ...actions };
  const [failed] = shown.filter(({ hasFailed }) => hasFailed);
  const empty = <NoBreedings filter={filter} canWrite={canWrite} onAdd={onPlan} />;
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
        <RefreshButton
          list={{
            isStale: shown.some(({ isStale }) => isStale),
            retry: () => shown.forEach(({ retry }) => retry()),
          }}
          className="px-3 sm:px-4"
        />
        {canWrite ? (
          <Button className="hidden h-11 sm:inline-flex" data-tour="plan-breeding" onClick={onPlan}>
            <Plus aria-hidden />
            Plan Breeding
          </Button>
        ) : null}
      </div>
      <StatusTabs status={address.status} counts={counts} onStatus={address.setTab} />
      <Moving.Provider value={useJustChanged(placesOf(shown))}>
        {found ? (
          <BreedingList
            first={found}
            filter={filter}
            label="Breedings"
            className="grid gap-4 md:grid-cols-2 xl:grid-cols-3"
            empty={empty}
            {...cards}
          />
        ) : failed ? (
          <LoadError
            message={LIST_FAILED}
            onRetry={() => shown.forEach(({ hasFailed, retry }) => (hasFailed ? retry() : undefined))}
          />
        ) : (
          <Stages stages={stages} empty={empty} {...cards} />
        )}
      </Moving.Provider>
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

const LIST_FAILED = "Failed to load breedings. Please try again.";

/** True if cards have just moved, so that a press may be meant for the card that was in this place before. */
const Moving = createContext(false);

/** The ids of the shown cards in order. Null while the breedings load. */
const placesOf = (shown: readonly BreedingPages[]): string | null =>
  shown.some(({ page }) => page === undefined)
    ? null
    : shown.map(({ page }) => page?.data.map(({ _id, status }) => `${_id} ${status}`).join()).join("|");

type StatusTabsProps = {
  status: StatusTab;
  /** Undefined until the numbers are loaded. */
  counts: BreedingPage["counts"] | undefined;
  onStatus: (status: string) => void;
};

/** Each tab has its count. On a phone the tabs scroll sideways. */
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
      className="group mb-0 h-10 rounded-full border border-input bg-card px-3.5 data-[state=active]:border-primary data-[state=active]:bg-primary data-[state=active]:text-primary-foreground sm:max-lg:px-2.5"
    >
      {label}
      <span className="text-sm font-normal tabular-nums opacity-90">{count ?? "–"}</span>
    </TabsTrigger>
  );
}

/** The server writes the file. */
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

type CardsProps = BreedingActions & { today: string; canWrite: boolean };

type BreedingListProps = CardsProps & {
  first: BreedingPages;
  filter: BreedingFilter;
  label: string;
  className: string;
  empty: ReactNode;
  isStage?: boolean;
};

/** Further pages are appended on request. */
function BreedingList({
  first,
  filter,
  label,
  className,
  empty,
  isStage = false,
  ...cards
}: BreedingListProps) {
  return (
    <GrowingList
      list={first.list}
      first={first}
      filter={filter}
      label={label}
      things="breedings"
      className={className}
      failureText={LIST_FAILED}
      skeleton={<BreedingSkeleton />}
      empty={empty}
    >
      {(breeding) => (
        <li key={breeding._id} className="card-place [contain-intrinsic-size:auto_14rem]">
          <BreedingCard breeding={breeding} isInStage={isStage} {...cards} />
        </li>
      )}
    </GrowingList>
  );
}

/**
 * The open stages. A phone shows the stages that need attention first. On wider screens they are columns in their
 * usual order.
 */
const OPEN_STAGES = ["planned", "bred", "confirmed", "whelped"] as const;
const BY_ATTENTION = ["confirmed", "bred", "whelped", "planned"] as const;
const CLOSED_STAGES = ["completed", "failed"] as const;

type StagesProps = CardsProps & { stages: Record<BreedingStatus, BreedingPages>; empty: ReactNode };

/** A column for each open stage. Below the columns are the completed and the failed breedings. */
function Stages({ stages, empty, ...cards }: StagesProps) {
  const hasColumns = useMediaQuery("(width >= 48rem)");
  if (Object.values(stages).some(({ page }) => page === undefined)) return <BreedingSkeleton />;
  const totalOf = (status: BreedingStatus): number => stages[status].page?.pagination.totalItems ?? 0;
  if (BREEDING_STATUSES.every((status) => totalOf(status) === 0)) return empty;
  return (
    <>
      <div className="grid gap-x-4 gap-y-6 md:grid-cols-2 min-[84rem]:grid-cols-4">
        {(hasColumns ? OPEN_STAGES : BY_ATTENTION.filter((status) => totalOf(status) > 0)).map((status) => (
          <Stage
            key={status}
            status={status}
            first={isNearestFirst(status) ? nearestFirst(stages[status]) : stages[status]}
            className="flex flex-col gap-4"
            {...cards}
          />
        ))}
      </div>
      {CLOSED_STAGES.filter((status) => totalOf(status) > 0).map((status) => (
        <Stage
          key={status}
          status={status}
          first={stages[status]}
          className="grid gap-4 md:grid-cols-2 xl:grid-cols-3"
          {...cards}
        />
      ))}
    </>
  );
}

const isNearestFirst = (status: BreedingStatus): boolean => status !== "whelped";

/** Puts the earliest mating first. A list with further pages is not reversed. */
const nearestFirst = (first: BreedingPages): BreedingPages =>
  first.page && first.page.pagination.totalPages <= 1
    ? { ...first, page: { ...first.page, data: first.page.data.toReversed() } }
    : first;

const stageEdges: Record<BreedingStatus, string> = {
  planned: "border-info",
  bred: "border-warning",
  confirmed: "border-success",
  whelped: "border-primary",
  completed: "border-success",
  failed: "border-error",
};

type StageProps = CardsProps & { status: BreedingStatus; first: BreedingPages; className: string };

function Stage({ status, first, className, ...cards }: StageProps) {
  const label = breedingStatusLabels[status];
  return (
    <section aria-label={label} className="flex min-w-0 flex-col gap-4">
      <div className={cn("flex items-center justify-between gap-3 border-b-2 px-1 pb-2", stageEdges[status])}>
        <h2 className="font-semibold">{label}</h2>
        <Badge variant="neutral" className="tabular-nums">
          {first.page?.pagination.totalItems}
        </Badge>
      </div>
      <BreedingList
        first={first}
        filter={{ status, search: "" }}
        label={`${label} breedings`}
        className={className}
        empty={<p className="px-1 text-muted-foreground">None</p>}
        isStage
        {...cards}
      />
    </section>
  );
}

type NoBreedingsProps = { filter: BreedingFilter; canWrite: boolean; onAdd: () => void };

function NoBreedings({ filter, canWrite, onAdd }: NoBreedingsProps) {
  if (filter.search !== "") {
    return <NoMatch title="No breedings match your search" text="The search covers sire, dam and notes" />;
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

type BreedingCardProps = CardsProps & {
  breeding: Breeding;
  /** Whether the card is under the heading of its stage. */
  isInStage: boolean;
};

/** Renders again only if its breeding changed, because a page may have a hundred cards. */
const BreedingCard = memo(function BreedingCard({ breeding, today, isInStage, ...menu }: BreedingCardProps) {
  const Title = isInStage ? "h3" : "h2";
  return (
    <article
      aria-label={titleOf(breeding)}
      className="relative flex min-w-0 flex-col gap-3 rounded-lg border bg-card p-4 shadow-page transition-colors focus-within:border-ring hover:border-brass-line"
    >
      <Title className="font-title pr-8 text-[1.0625rem] leading-snug text-pretty">
        <CardLink breeding={breeding} />
      </Title>
      <div className="flex flex-wrap items-center gap-1.5">
        <Badge variant={breedingStatusVariants[breeding.status]}>
          {breedingStatusLabels[breeding.status]}
        </Badge>
        {breeding.kinship ? (
          <Badge variant={breeding.kinship.severity === "serious" ? "error" : "warning"}>
            <TriangleAlert aria-hidden />
            <span className="first-letter:uppercase">{breeding.kinship.words}</span>
          </Badge>
        ) : null}
        {breeding.isCalledOff ? <Badge variant="outline">Called off before mating</Badge> : null}
        {breeding.breedingType === "natural" ? null : (
          <Badge variant="outline">{breedingTypeLabels[breeding.breedingType]}</Badge>
        )}
      </div>
      <PregnancyProgress breeding={breeding} today={today} />
      <CardFacts breeding={breeding} today={today} />
      {breeding.notes ? (
        <p className="border-t pt-2.5 text-sm text-muted-foreground">
          <span className="line-clamp-2 break-words">
            <span className="sr-only">Notes: </span>
            {breeding.notes}
          </span>
        </p>
      ) : null}
      <CardSteps breeding={breeding} {...menu} />
      <CardMenu breeding={breeding} {...menu} />
    </article>
  );
});

/** At the bottom of the card: the litter and the button for the next step. */
function CardSteps({
  breeding,
  canWrite,
  onStatus,
}: Pick<BreedingCardProps, "breeding" | "canWrite" | "onStatus">) {
  const isMoving = useContext(Moving);
  const next = canWrite ? nextStepOf(breeding) : undefined;
  if (!next && breeding.litterId === null) return null;
  return (
    <div className="mt-auto flex flex-wrap gap-2">
      {breeding.litterId === null ? null : (
        <Button asChild variant="outline" className="relative grow">
          <Link to={pageOf("litters", breeding.litterId)}>
            <PawPrint aria-hidden />
            Open Litter
          </Link>
        </Button>
      )}
      {next ? (
        <StepButton isMoving={isMoving} onPress={() => onStatus(breeding, next.status)}>
          {next.label}
        </StepButton>
      ) : null}
    </div>
  );
}

function CardLink({ breeding }: { breeding: Breeding }) {
  const { search } = useLocation();
  return (
    <Link
      to={{ pathname: pageOf("breedings", breeding._id), search }}
      state={{ fromList: true }}
      className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-ring"
    >
      <PairCallName breeding={breeding} />
    </Link>
  );
}

function CardFacts({ breeding, today }: { breeding: Breeding; today: string }) {
  const { status, breedingDate, expectedDueDate, actualDueDate, studFeeCents } = breeding;
  const isPassed = status === "planned" && breedingDate < today;
  const puppies = puppiesText(breeding);
  return (
    <dl className="flex flex-col gap-y-1 [&>div]:flex [&>div]:items-baseline [&>div]:justify-between [&>div]:gap-x-3">
      <Fact label={matingLabel(breeding, today)}>
        {formatDay(breedingDate)}
        {isPassed ? (
          <span className="block text-right text-sm text-warning">{distanceText(breedingDate, today)}</span>
        ) : null}
      </Fact>
      {actualDueDate === null ? (
        <Fact label="Due date">{expectedDueDate === null ? "Not set" : formatDay(expectedDueDate)}</Fact>
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

function CardMenu({ breeding, ...props }: Omit<BreedingCardProps, "today" | "isInStage">) {
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

/** Source: document 001 section 9. */
const PAGE_SIZE = 100;

type BreedingFilter = { status: StatusTab; search: string };

/** Empty values are left out. */
const toListArgs = ({ status, search }: BreedingFilter) => ({
  ...(status === "all" ? {} : { status }),
  ...(search.trim() === "" ? {} : { search: search.trim() }),
});

type BreedingPages = LivePage<BreedingPage> & { list: PagedQuery<BreedingPage> };

function useBreedings(filter: BreedingFilter, isAsked: boolean): BreedingPages {
  const { kennelId } = useKennel();
  const list = pagedQuery(api.breedings.breedings.list, {
    ...{ kennelId, limit: PAGE_SIZE },
    ...toListArgs(filter),
  });
  return { list, ...useLivePage(list, 1, isAsked) };
}

/**
 * Reads each stage separately, so that a long stage does not shorten another stage. `found` are the breedings that
 * match a search, null if all breedings are shown by stage. `shown` are the pages on screen.
 */
function useBreedingPages(filter: BreedingFilter) {
  const isSearch = filter.search.trim() !== "";
  const stage = (status: BreedingStatus) => ({ status, search: "" });
  const stages: Record<BreedingStatus, BreedingPages> = {
    confirmed: useBreedings(stage("confirmed"), !isSearch),
    bred: useBreedings(stage("bred"), !isSearch),
    whelped: useBreedings(stage("whelped"), !isSearch),
    planned: useBreedings(stage("planned"), !isSearch),
    completed: useBreedings(stage("completed"), !isSearch),
    failed: useBreedings(stage("failed"), !isSearch),
  };
  const searched = useBreedings(filter, isSearch);
  const found = isSearch ? searched : filter.status === "all" ? null : stages[filter.status];
  const shown = found ? [found] : Object.values(stages);
  return { stages, found, shown, counts: useLast(shown.find(({ page }) => page)?.page?.counts) };
}
