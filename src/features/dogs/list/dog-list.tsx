/** The list of dogs, its pages, and the controls of its layout. */
import { type ComponentProps, useEffect, useEffectEvent, useState } from "react";
import {
  ArrowDown,
  ArrowUp,
  BookOpen,
  Bookmark,
  BookmarkPlus,
  Check,
  ChevronFirst,
  ChevronLast,
  ChevronLeft,
  ChevronRight,
  Columns3,
  LayoutGrid,
  type LucideIcon,
  Pencil,
  SearchX,
  Table,
} from "lucide-react";
import { Choice } from "@/components/choice-field";
import { EmptyState } from "@/components/empty-state";
import { LoadError } from "@/components/load-error";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { Label } from "@/components/ui/label";
import { WhenQuiet } from "@/components/when-quiet";
import { MatchingDogsOnPaper } from "@/features/dogs/detail/dog-print-sheet";
import { DogCard } from "@/features/dogs/list/dog-card";
import { NO_FILTERS, activeFilters } from "@/features/dogs/list/dog-filters";
import { DogListSkeleton } from "@/features/dogs/list/dog-list-skeleton";
import type { useDogListParams } from "@/features/dogs/list/dog-list-params";
import type { DogView } from "@/features/dogs/list/first-dogs";
import { type SavedView, isShown, toListParams, toViewState } from "@/features/dogs/list/dog-views";
import { ColumnsDialog, DogTable, SaveViewDialog, ViewsDialog } from "@/features/dogs/list/late-parts";
import { type ListPagination, toListPagination } from "@/features/dogs/list/pagination";
import type { DogColumns } from "@/features/dogs/list/use-dog-columns";
import type { DogList as DogListData } from "@/features/dogs/list/use-dog-list";
import type { Dog } from "@/entities/dogs/types";
import { useIsPainted } from "@/hooks/use-is-painted";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { usePhoneScreen } from "@/hooks/use-wide-screen";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";
import type { DogStatus } from "@domain/dogs/rules";
import { DEFAULT_DOGS_PER_PAGE, DOGS_PER_PAGE_CHOICES } from "@domain/records/paging";
import { DOG_COLUMN_LABELS, type DogColumn } from "@domain/dogs/table-columns";
import { DOG_SORT_COLUMNS, SORT_DIRECTIONS } from "@domain/dogs/list-order";

const VIEWS = [
  { name: "cards", label: "Cards", icon: LayoutGrid },
  { name: "table", label: "Table", icon: Table },
] as const;

type DogListProps = {
  list: DogListData;
  params: ReturnType<typeof useDogListParams>;
  columns: DogColumns;
  today: string;
  canWrite: boolean;
  onAdd: () => void;
  onView: (dog: Dog) => void;
  onEdit: (dog: Dog) => void;
  onManagePhotos: (dog: Dog) => void;
  /** With `chosen`, asks only for the details of that status. */
  onStatus: (dog: Dog, chosen?: DogStatus) => void;
  onDelete: (dog: Dog) => void;
};

/** Renders the cards or the table, or a message instead. */
export function DogList({ list, params, columns, today, canWrite, onAdd, ...actions }: DogListProps) {
  const pagination = list.page ? toListPagination(list.page.pagination) : null;
  const lastPage = pagination ? Math.max(1, pagination.pages) : null;
  const { page: askedPage, change } = params;
  // Unlike the dialogs, the table's code is needed as soon as the dogs are loaded, so it is loaded now.
  useEffect(() => {
    if (params.view === "table") void DogTable.fetch();
  }, [params.view]);
  const isFiltered = isNarrowed(params);
  const isPhone = usePhoneScreen();

  // The last dog of the last page was removed, so the previous page is now the last one.
  const isPastEnd = lastPage !== null && !list.isStale && askedPage > lastPage;
  const showPage = useEffectEvent((page: number) => change({ page }));
  useEffect(() => {
    if (isPastEnd) showPage(lastPage);
  }, [isPastEnd, lastPage]);

  if (list.hasFailed) {
    return <LoadError message="Failed to load dogs. Please try again." onRetry={list.retry} />;
  }
  if (!list.page || !pagination) return <DogListSkeleton view={params.view} />;
  if (pagination.total === 0) {
    return (
      <EmptyDogs
        isFiltered={isFiltered}
        canWrite={canWrite}
        onAdd={onAdd}
        onClear={() => change({ ...NO_FILTERS, search: "" })}
      />
    );
  }
  return (
    <>
      {params.view === "table" ? (
        <DogTable
          dogs={list.page.data}
          isStale={list.isStale}
          columns={columns}
          params={params}
          today={today}
          canWrite={canWrite}
          onStatus={actions.onStatus}
        />
      ) : (
        <ul aria-label="Dogs" aria-busy={list.isStale} className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {inBlocks(list.page.data).map((dogs, block) => (
            <DogCards key={block} dogs={dogs} today={today} canWrite={canWrite} {...actions} />
          ))}
        </ul>
      )}
      {params.view === "cards" && pagination.pages > 1 && !isPhone ? (
        <WhenQuiet>
          <MatchingDogsOnPaper params={params} today={today} />
        </WhenQuiet>
      ) : null}
      <DogPagination
        pagination={pagination}
        params={params}
        onPage={(page) => change({ page })}
        onLimit={(limit) => change({ limit })}
      />
    </>
  );
}

/** The facts about this many cards are read together. */
const BLOCK = 24;

/** Painted before the other cards of their block, so that a slow phone reacts to a tap in between. */
const FIRST_CARDS = 6;

const inBlocks = (dogs: readonly Dog[]): (readonly Dog[])[] =>
  Array.from({ length: Math.ceil(dogs.length / BLOCK) }, (_, block) =>
    dogs.slice(block * BLOCK, (block + 1) * BLOCK),
  );

type DogCardsProps = Omit<ComponentProps<typeof DogCard>, "dog" | "facts"> & { dogs: readonly Dog[] };

function DogCards({ dogs, ...props }: DogCardsProps) {
  const { kennelId } = useKennel();
  const dogIds = dogs.map(({ _id }): string => _id);
  const facts = useLiveQuery(api.dogs.due.ofDogs, { kennelId, dogIds, today: props.today }).data;
  const isPainted = useIsPainted();
  return dogs.map((dog, index) => {
    const isCard = index < FIRST_CARDS || isPainted;
    return (
      <li key={dog._id} className={cn("card-place [contain-intrinsic-size:auto_14rem]", !isCard && "h-56")}>
        {isCard ? (
          <DogCard dog={dog} facts={facts?.find(({ dogId }) => dogId === dog._id)} {...props} />
        ) : null}
      </li>
    );
  });
}

/** True if search or filters leave dogs out. */
const isNarrowed = (params: DogListProps["params"]): boolean =>
  params.search !== "" || activeFilters(params).length > 0;

/** The number of dogs, and their order where no column heads show it. */
export function FoundDogs({ list, params, columns }: Pick<DogListProps, "list" | "params" | "columns">) {
  const isPhone = usePhoneScreen();
  const hasHeads = params.view === "table" && !isPhone;
  const isEmpty = list.hasFailed || list.page?.pagination.totalItems === 0;
  return (
    <>
      <FoundCount list={list} params={params} />
      {hasHeads || isEmpty ? null : <SortMenu params={params} isOffered={columns.isOffered} />}
    </>
  );
}

/** Hidden in a kennel without dogs, whose empty list already says so. */
function FoundCount({ list, params }: Pick<DogListProps, "list" | "params">) {
  const total = list.page?.pagination.totalItems;
  // While the dogs are loading, the line keeps its space.
  return list.hasFailed ? null : (
    <p role="status" className={cn("text-muted-foreground", total === 0 && !isNarrowed(params) && "sr-only")}>
      {total === undefined ? "\u00a0" : `${total} dog(s) found`}
    </p>
  );
}

/** Saved views, the columns of the table, cards or table. */
export function DogListTools({ list, params, columns }: Pick<DogListProps, "list" | "params" | "columns">) {
  const [isChoosingColumns, setChoosingColumns] = useState(false);
  const isEmpty = list.page?.pagination.totalItems === 0;
  if (isEmpty && !isNarrowed(params)) return null;
  return (
    <>
      <ViewsMenu params={params} shown={columns.shown} />
      {params.view === "table" && !isEmpty ? (
        <Button
          variant="ghost"
          className="h-11 px-3 max-sm:hidden max-lg:[&_svg]:hidden"
          onClick={() => setChoosingColumns(true)}
        >
          <Columns3 aria-hidden />
          Columns
        </Button>
      ) : null}
      {isEmpty ? null : <ViewSwitch view={params.view} onView={(view) => params.change({ view })} />}
      {isChoosingColumns ? (
        <ColumnsDialog columns={columns} onClose={() => setChoosingColumns(false)} />
      ) : null}
    </>
  );
}

const directionLabels = { asc: "Ascending", desc: "Descending" } as const;

type SortMenuProps = Pick<DogListProps, "params"> & Pick<DogColumns, "isOffered">;

/** The menu stays open, because the user often chooses a column and then the direction. */
function SortMenu({ params: { sort, direction, change }, isOffered }: SortMenuProps) {
  const Arrow = direction === "asc" ? ArrowUp : ArrowDown;
  const stayOpen = (event: Event) => event.preventDefault();
  const offered = DOG_SORT_COLUMNS.filter((column) => column === "name" || isOffered(column));
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="sm" className="ml-auto print:hidden">
          Sort: {DOG_COLUMN_LABELS[sort]}
          <span className="sr-only">, {directionLabels[direction]}</span>
          <Arrow aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuRadioGroup
          aria-label="Sort by"
          value={sort}
          onValueChange={(next) => change({ sort: offered.find((column) => column === next) ?? "name" })}
        >
          {offered.map((column) => (
            <DropdownMenuRadioItem key={column} value={column} onSelect={stayOpen}>
              {DOG_COLUMN_LABELS[column]}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        <DropdownMenuSeparator />
        <DropdownMenuRadioGroup
          aria-label="Order"
          value={direction}
          onValueChange={(next) => change({ direction: next === "desc" ? "desc" : "asc" })}
        >
          {SORT_DIRECTIONS.map((each) => (
            <DropdownMenuRadioItem key={each} value={each} onSelect={stayOpen}>
              {directionLabels[each]}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function ViewSwitch({ view, onView }: { view: DogView; onView: (view: DogView) => void }) {
  return (
    <div role="group" aria-label="View" className="flex">
      {VIEWS.map(({ name, label, icon: Icon }) => (
        <Button
          key={name}
          size="icon"
          className="pointer-coarse:min-w-11"
          variant={view === name ? "secondary" : "ghost"}
          aria-label={label}
          aria-pressed={view === name}
          onClick={() => onView(name)}
        >
          <Icon aria-hidden />
        </Button>
      ))}
    </div>
  );
}

type EmptyDogsProps = { isFiltered: boolean; canWrite: boolean; onAdd: () => void; onClear: () => void };

function EmptyDogs({ isFiltered, canWrite, onAdd, onClear }: EmptyDogsProps) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden className="size-9 text-muted-foreground" />}
        title="No dogs match your search criteria"
        text="Try adjusting your search filters"
        action={
          <Button variant="outline" onClick={onClear}>
            Show All Dogs
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<BookOpen aria-hidden className="size-9 text-brass" />}
      title="No dogs yet"
      text={canWrite ? "Add your first dog to get started" : "Dogs will appear here when they are added"}
      action={canWrite ? <Button onClick={onAdd}>Add First Dog</Button> : undefined}
    />
  );
}

type DogPaginationProps = {
  pagination: ListPagination;
  params: Pick<DogListProps["params"], "limit" | "view">;
  onPage: (page: number) => void;
  /** Null resets the page size to the default. */
  onLimit: (limit: number | null) => void;
};

/** The controls stay in place while a page loads. */
function DogPagination({ pagination, params: { limit, view }, onPage, onLimit }: DogPaginationProps) {
  const { page, pages, hasNext, hasPrev } = pagination;
  const usual = view === "table" ? ALL : String(DEFAULT_DOGS_PER_PAGE);
  const choices = DOGS_PER_PAGE_CHOICES.map((choice) => [String(choice), String(choice)] as const);
  return (
    <nav
      aria-label="Pages"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t pt-4 print:justify-end"
    >
      <div className="flex items-center gap-2 print:hidden">
        <Label htmlFor="dogs-per-page" className="whitespace-nowrap">
          Per Page
        </Label>
        <Choice
          id="dogs-per-page"
          className="w-20"
          value={limit === null ? usual : String(limit)}
          choices={view === "table" ? [[ALL, ALL], ...choices] : choices}
          onValue={(value) => onLimit(value === usual ? null : Number(value))}
        />
      </div>
      <div className="flex items-center gap-1">
        <PageButton
          label="First page"
          icon={ChevronFirst}
          isOff={!hasPrev}
          isAlone={pages <= 1}
          onClick={() => onPage(1)}
        />
        <PageButton
          label="Previous page"
          icon={ChevronLeft}
          isOff={!hasPrev}
          onClick={() => onPage(page - 1)}
        />
        <span className="px-2 whitespace-nowrap">
          Page {page} of {Math.max(1, pages)}
        </span>
        <PageButton label="Next page" icon={ChevronRight} isOff={!hasNext} onClick={() => onPage(page + 1)} />
        <PageButton
          label="Last page"
          icon={ChevronLast}
          isOff={!hasNext}
          isAlone={pages <= 1}
          onClick={() => onPage(pages)}
        />
      </div>
    </nav>
  );
}

const ALL = "All";

type PageButtonProps = {
  label: string;
  icon: LucideIcon;
  isOff: boolean;
  /** Whether there is only one page. */
  isAlone?: boolean;
  onClick: () => void;
};

function PageButton({ label, icon: Icon, isOff, isAlone = false, onClick }: PageButtonProps) {
  // A `disabled` button would lose the focus after it opened the last page.
  return (
    <Button
      variant="outline"
      size="icon"
      aria-label={label}
      aria-disabled={isOff}
      disabled={isAlone}
      onClick={isOff ? undefined : onClick}
    >
      <Icon aria-hidden />
    </Button>
  );
}

type ViewsMenuProps = {
  params: ReturnType<typeof useDogListParams>;
  shown: readonly DogColumn[];
};

const EVERYBODYS = [
  { name: "All Dogs", filters: { ...NO_FILTERS, search: "" } },
  { name: "In the Kennel", filters: { ...NO_FILTERS, search: "", isInKennel: "true" } },
] as const;

const NO_VIEWS: readonly SavedView[] = [];

/** Two built-in views, and the user's saved views. */
function ViewsMenu({ params, shown }: ViewsMenuProps) {
  const { kennelId } = useKennel();
  const views = useLiveQuery(api.dogs.dogViews.list, { kennelId }).data ?? NO_VIEWS;
  const [dialog, setDialog] = useState<"save" | "edit" | null>(null);
  const now = toViewState(params, shown);
  const open = ({ state }: SavedView) => params.change(toListParams(state));
  const close = () => setDialog(null);
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" className="h-11 px-3 sm:max-lg:[&_svg]:hidden">
            <Bookmark aria-hidden />
            <span className="max-sm:sr-only">Views</span>
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" className="max-w-80">
          {EVERYBODYS.map(({ name, filters }) => (
            <DropdownMenuItem key={name} onSelect={() => params.change(filters)}>
              {name}
            </DropdownMenuItem>
          ))}
          {views.length > 0 ? (
            <>
              <DropdownMenuSeparator />
              <DropdownMenuLabel>Saved views</DropdownMenuLabel>
            </>
          ) : null}
          {views.map((view) => {
            const isNow = isShown(view.state, now);
            return (
              <DropdownMenuItem
                key={view.id}
                aria-current={isNow ? "true" : undefined}
                onSelect={() => open(view)}
              >
                <span className="min-w-0 flex-1 truncate">{view.name}</span>
                {isNow ? <Check aria-hidden /> : null}
              </DropdownMenuItem>
            );
          })}
          <DropdownMenuSeparator />
          <DropdownMenuItem onSelect={() => setDialog("save")}>
            <BookmarkPlus aria-hidden />
            Save This View
          </DropdownMenuItem>
          {views.length > 0 ? (
            <DropdownMenuItem onSelect={() => setDialog("edit")}>
              <Pencil aria-hidden />
              Edit Saved Views
            </DropdownMenuItem>
          ) : null}
        </DropdownMenuContent>
      </DropdownMenu>
      {dialog === "save" ? <SaveViewDialog views={views} state={now} onClose={close} /> : null}
      {dialog === "edit" ? <ViewsDialog views={views} onClose={close} /> : null}
    </>
  );
}
