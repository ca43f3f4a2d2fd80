/**
 * The dogs as a table without pages. The user can change the status of selected dogs together, export them, or
 * print them, from a bar that appears only with a selection. Shift selects all dogs between two checkboxes. A dog
 * that no longer matches the filters is deselected.
 *
 * Only the visible rows are rendered. The head and the rows are in separate frames that scroll sideways together,
 * so that the head stays visible. On screen each row is a CSS grid that the browser lays out separately, so that
 * one more row does not slow down the whole table. ARIA roles replace the table semantics that this removes. On
 * paper it is a real table, and on a phone a list.
 */
import {
  Fragment,
  memo,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from "react";
import { ArrowDown, ArrowUp, ChevronDown, ChevronsUpDown } from "lucide-react";
import { Link, useLocation } from "@/lib/router";
import { Badge } from "@/components/ui/badge";
import { Checkbox } from "@/components/ui/checkbox";
import { firstColumn } from "@/components/ui/wide-table";
import { distinctCallName, statusLabels, statusVariants } from "@/entities/dogs/dog-labels";
import { DogPortrait } from "@/entities/dogs/dog-portrait";
import { GenderIcon } from "@/entities/dogs/gender-icon";
import {
  drawCell,
  fittingWidth,
  isAtRight,
  narrowAge,
  NextDue,
  NO_FACTS,
  ownRoom,
  ROW_FACT_COLUMNS,
  type DogFacts,
  type Measured,
  type Room,
} from "@/features/dogs/list/dog-cells";
import type { DogListParams, useDogListParams } from "@/features/dogs/list/dog-list-params";
import { SelectedDogs } from "@/features/dogs/list/selected-dogs";
import { StatusMenuAt } from "@/features/dogs/list/status-menu";
import type { DogColumns } from "@/features/dogs/list/use-dog-columns";
import type { Dog } from "@/entities/dogs/types";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { usePhoneScreen } from "@/hooks/use-wide-screen";
import { useScrollEdges } from "@/hooks/use-scroll-edges";
import { useStableCallback } from "@/hooks/use-stable-callback";
import { useVirtualRows } from "@/hooks/use-virtual-rows";
import { isGone } from "@domain/dogs/standing";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";
import type { DogStatus } from "@domain/dogs/rules";
import { DOG_SORT_COLUMNS, type DogSortColumn, type SortDirection } from "@domain/dogs/list-order";
import {
  COLUMN_WIDTH_PX,
  DOG_COLUMN_LABELS,
  toColumnWidth,
  type DogColumn,
} from "@domain/dogs/table-columns";
import { pageOf } from "@domain/history/places";

type DogTableProps = {
  dogs: readonly Dog[];
  isStale: boolean;
  columns: DogColumns;
  params: ReturnType<typeof useDogListParams>;
  today: string;
  canWrite: boolean;
  /** Asks for the details that the chosen status needs. */
  onStatus: (dog: Dog, chosen: DogStatus) => void;
};

/** The height of a row with its border: `h-12` in the table, `h-22` in the list. */
const ROW_HEIGHT_REM = { table: 3, list: 5.5 } as const;

const ROW = "grid grid-cols-(--columns) items-center print:table-row";

type AnyColumn = DogColumn | "name";

const NOTHING_YET: Measured["facts"] = new Map();

/** Also returns the smallest width of the whole table. */
function placesOf(
  columns: readonly AnyColumn[],
  widths: DogColumns["widths"],
  rooms: readonly Room[],
): CSSProperties {
  let leastPx = 0;
  const places = rooms.map(({ least, most }, place) => {
    const own = widths[columns[place] ?? "name"];
    leastPx += own ?? least;
    return own ? `${own}px` : `minmax(${least}px, ${most === null ? "1fr" : `${most}px`})`;
  });
  return { "--columns": places.join(" "), minWidth: leastPx } as CSSProperties;
}

function PaperWidths({ columns, rooms }: { columns: readonly AnyColumn[]; rooms: readonly Room[] }) {
  const sum = rooms.reduce((all, { least }) => all + least, 0);
  return (
    <div aria-hidden className="hidden print:table-column-group">
      {columns.map((column, place) => (
        <div
          key={column}
          className="print:table-column"
          style={{ width: `${((rooms[place]?.least ?? 0) / sum) * 100}%` }}
        />
      ))}
    </div>
  );
}

/** When the user scrolls one frame sideways, the other frame follows. */
function useScrollTogether(one: RefObject<HTMLElement | null>, other: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const frames = [one.current, other.current];
    const follow = ({ target }: Event) => {
      for (const frame of frames)
        if (frame && target instanceof Element) frame.scrollLeft = target.scrollLeft;
    };
    for (const frame of frames) frame?.addEventListener("scroll", follow, { passive: true });
    return () => {
      for (const frame of frames) frame?.removeEventListener("scroll", follow);
    };
  }, [one, other]);
}

export function DogTable({ dogs, isStale, columns, params, today, canWrite, onStatus }: DogTableProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected = dogs.filter((dog) => chosen.has(dog._id));
  const keys = dogs.map(({ _id }): string => _id);
  const lastRef = useRef<string | null>(null);
  const choose = useStableCallback<Parameters<Choose>>((id, isChosen, isRange) => {
    const from = isRange && lastRef.current !== null ? keys.indexOf(lastRef.current) : -1;
    const to = keys.indexOf(id);
    const changed = from < 0 ? [id] : keys.slice(Math.min(from, to), Math.max(from, to) + 1);
    lastRef.current = id;
    setChosen((last) => {
      const next = new Set(last);
      for (const each of changed) {
        if (isChosen) next.add(each);
        else next.delete(each);
      }
      return next;
    });
  });
  const clear = () => setChosen(new Set());
  const [statusAt, setStatusAt] = useState<{ dogId: string; button: HTMLElement } | null>(null);
  const openStatus = useCallback(
    ({ _id }: Dog, button: HTMLElement) => setStatusAt({ dogId: _id, button }),
    [],
  );
  const statusDog = dogs.find(({ _id }) => _id === statusAt?.dogId);
  if (statusAt && !statusDog) setStatusAt(null);
  const { search } = useLocation();
  const isPhone = usePhoneScreen();
  const isAll = selected.length === dogs.length;
  const allBox = (
    <Checkbox
      aria-label="Select all dogs"
      className="print:hidden"
      checked={isAll ? true : selected.length > 0 ? "indeterminate" : false}
      onCheckedChange={() => setChosen(new Set(isAll ? [] : keys))}
    />
  );
  const rows = { dogs, keys, chosen, today, search, onChoose: choose };
  return (
    <div
      className="flex flex-col"
      onKeyDown={(event) => {
        const isOwn = event.currentTarget.contains(event.target as Node) && !event.defaultPrevented;
        if (event.key === "Escape" && isOwn && selected.length > 0) clear();
      }}
    >
      <SelectedDogs dogs={selected} params={params} today={today} canWrite={canWrite} onClear={clear} />
      {isPhone ? (
        <DogRowList isStale={isStale} allBox={allBox} {...rows} />
      ) : (
        <DogGrid
          isStale={isStale}
          columns={columns}
          params={params}
          allBox={allBox}
          onStatus={canWrite ? openStatus : undefined}
          {...rows}
        />
      )}
      <StatusMenuAt
        button={statusAt?.button ?? null}
        current={statusDog?.status}
        onChoose={(status) => statusDog && onStatus(statusDog, status)}
        onClose={() => setStatusAt(null)}
      />
    </div>
  );
}

type Rows = {
  dogs: readonly Dog[];
  keys: readonly string[];
  chosen: ReadonlySet<string>;
  today: string;
  /** The list's part of the address, kept while a dog is open. */
  search: string;
  onChoose: Choose;
};

type DogGridProps = Rows & {
  isStale: boolean;
  columns: DogColumns;
  params: ReturnType<typeof useDogListParams>;
  allBox: ReactNode;
  onStatus: RowProps["onStatus"];
};

function DogGrid({ isStale, columns: { shown, widths, setWidth }, params, allBox, ...rows }: DogGridProps) {
  const { dogs, today } = rows;
  const headRef = useRef<HTMLDivElement>(null);
  const frameRef = useRef<HTMLDivElement>(null);
  useScrollEdges(headRef);
  useScrollEdges(frameRef);
  useScrollTogether(headRef, frameRef);
  const factsRef = useRef(new Map<string, DogFacts>());
  const hasPhoto = shown.includes("photo");
  // The photo is in the column of the name.
  const columns = shown.filter((column) => column !== "photo");
  const all: readonly AnyColumn[] = ["name", ...columns];
  const columnsKey = all.join();
  const rooms = useMemo(
    () => all.map((column) => ownRoom(column, { dogs, facts: NOTHING_YET, today }, hasPhoto)),
    // The key represents the columns.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [columnsKey, dogs, today, hasPhoto],
  );
  // The width while the user drags an edge. It is saved when the user releases the edge.
  const [drawn, setDrawn] = useState<{ column: AnyColumn; px: number } | null>(null);
  const style = useMemo(
    () => placesOf(all, drawn ? { ...widths, [drawn.column]: drawn.px } : widths, rooms),
    // The width limits depend on the columns.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [widths, drawn, rooms],
  );
  const fit = (column: AnyColumn) =>
    setWidth(column, toColumnWidth(fittingWidth(column, { dogs, facts: factsRef.current, today }, hasPhoto)));
  const head = (column: AnyColumn, box?: ReactNode) => (
    <ColumnHead
      key={column}
      column={column}
      params={params}
      edge={
        <ColumnEdge
          column={column}
          drawnPx={drawn?.column === column ? drawn.px : null}
          onDraw={(px) => setDrawn(px === null ? null : { column, px })}
          onWidth={(px) => setWidth(column, px)}
          onFit={() => fit(column)}
        />
      }
    >
      {box}
    </ColumnHead>
  );
  return (
    <div className="relative rounded-lg border bg-card shadow-page print:border-0 print:shadow-none">
      <div
        role="table"
        aria-label="Dogs"
        aria-busy={isStale}
        aria-rowcount={dogs.length + 1}
        className="text-left text-[0.95rem] print:table print:w-full print:table-fixed print:text-xs print:wrap-anywhere"
      >
        <PaperWidths columns={all} rooms={rooms} />
        <div
          ref={headRef}
          role="rowgroup"
          className="sticky top-16 z-10 overflow-hidden rounded-t-lg border-b bg-card print:static print:table-header-group"
        >
          <div role="row" aria-rowindex={1} className={cn(ROW, "print:min-w-0!")} style={style}>
            {head("name", allBox)}
            {columns.map((column) => head(column))}
          </div>
        </div>
        <div
          ref={frameRef}
          data-slot="wide-table"
          className="peer overflow-x-auto rounded-b-lg print:contents"
        >
          <DogRows columns={columns} hasPhoto={hasPhoto} style={style} factsRef={factsRef} {...rows} />
        </div>
        <div
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-0 z-10 hidden w-10 rounded-[inherit] bg-linear-to-l from-card peer-data-[more~=after]:block print:hidden"
        />
      </div>
    </div>
  );
}

/** The facts about this many dogs are read together: at most about a screen of rows. */
const BLOCK = 25;

type WithFactsProps = {
  dogs: readonly Dog[];
  today: string;
  columns: readonly DogColumn[];
  /** Receives the loaded facts, which are measured when a column is fitted to its content. */
  factsRef?: RefObject<Map<string, DogFacts>>;
  children: (factsOf: (dog: Dog) => DogFacts) => ReactNode;
};

/** Reads the facts about dogs that some of the visible rows show. */
function WithFacts({ dogs, today, columns, factsRef, children }: WithFactsProps) {
  const { kennelId } = useKennel();
  const dogIds = dogs.map(({ _id }): string => _id);
  const asksRows = columns.some((column) => ROW_FACT_COLUMNS.has(column));
  const rows = useLiveQuery(api.dogs.due.ofDogs, asksRows ? { kennelId, dogIds, today } : "skip").data;
  const asksCoefficients = columns.includes("coi");
  const coefficients = useLiveQuery(
    api.pedigree.coefficients.ofDogs,
    asksCoefficients ? { kennelId, dogIds } : "skip",
  ).data;
  const facts = useMemo(() => {
    const byDog = new Map<string, DogFacts>();
    for (const { dogId, ...fact } of rows ?? []) byDog.set(dogId, fact);
    for (const { dogId, coefficient } of coefficients ?? [])
      byDog.set(dogId, { ...byDog.get(dogId), coefficient });
    return byDog;
  }, [rows, coefficients]);
  useEffect(() => {
    for (const [dogId, fact] of facts) factsRef?.current.set(dogId, fact);
  }, [facts, factsRef]);
  return children(({ _id }) => facts.get(_id) ?? NO_FACTS);
}

type RowProps = Pick<Rows, "today" | "search" | "onChoose"> & {
  columns: readonly DogColumn[];
  hasPhoto: boolean;
  style: CSSProperties;
  /** Opens the menu of statuses at its button. Undefined for users who may not change the status. */
  onStatus: ((dog: Dog, button: HTMLElement) => void) | undefined;
};

type DogRowsProps = RowProps & Rows & { factsRef: RefObject<Map<string, DogFacts>> };

/** The facts of one block are read together. */
function inBlocks<Row extends { index: number }>(rows: readonly Row[]): [block: number, rows: Row[]][] {
  const blocks = new Map<number, Row[]>();
  for (const row of rows) {
    const block = Math.floor(row.index / BLOCK);
    blocks.set(block, [...(blocks.get(block) ?? []), row]);
  }
  return [...blocks];
}

/** The head or the bar must not cover a focused element. */
const CLEAR_OF_BARS = "[&_:is(a,button,input)]:scroll-my-32";

/** While the table scrolls, only this component renders again. */
function DogRows({ dogs, keys, chosen, factsRef, ...props }: DogRowsProps) {
  const bodyRef = useRef<HTMLDivElement>(null);
  const { rows, gapAfter, bodyProps } = useVirtualRows({ keys, bodyRef, height: ROW_HEIGHT_REM.table });
  return (
    <div ref={bodyRef} role="rowgroup" className={cn("print:table-row-group", CLEAR_OF_BARS)} {...bodyProps}>
      {inBlocks(rows).map(([block, seen]) => (
        <WithFacts
          key={block}
          dogs={dogs.slice(block * BLOCK, (block + 1) * BLOCK)}
          factsRef={factsRef}
          today={props.today}
          columns={props.columns}
        >
          {(factsOf) =>
            seen.map(({ index, gap }) => {
              const dog = dogs[index];
              return dog ? (
                <Fragment key={dog._id}>
                  <Gap height={gap} />
                  <DogRow
                    dog={dog}
                    facts={factsOf(dog)}
                    index={index}
                    isChosen={chosen.has(dog._id)}
                    {...props}
                  />
                </Fragment>
              ) : null;
            })
          }
        </WithFacts>
      ))}
      <Gap height={gapAfter} />
    </div>
  );
}

/** Fills the space of the unrendered rows. */
const Gap = ({ height }: { height: number }) =>
  height === 0 ? null : <div aria-hidden style={{ height }} />;

const turned = { asc: "desc", desc: "asc" } as const satisfies Record<SortDirection, SortDirection>;
const spoken = { asc: "ascending", desc: "descending" } as const satisfies Record<SortDirection, string>;
const arrows = { asc: ArrowUp, desc: ArrowDown } as const;

/** Null if the server cannot sort by the column. */
function sortedBy(column: AnyColumn): { sort: DogSortColumn; isTurned: boolean } | null {
  // To show the youngest dogs first, the server sorts by the latest birth dates first.
  if (column === "age") return { sort: "dateOfBirth", isTurned: true };
  const sort = DOG_SORT_COLUMNS.find((each) => each === column);
  return sort ? { sort, isTurned: false } : null;
}

type ColumnHeadProps = {
  column: AnyColumn;
  params: Pick<DogListParams, "sort" | "direction"> & {
    change: (changes: Partial<DogListParams>) => void;
  };
  edge: ReactNode;
  children?: ReactNode;
};

function ColumnHead({ column, params: { sort, direction, change }, edge, children }: ColumnHeadProps) {
  const by = sortedBy(column);
  const isSorted = by !== null && sort === by.sort;
  const shown = by?.isTurned === true ? turned[direction] : direction;
  const Arrow = isSorted ? arrows[shown] : ChevronsUpDown;
  const label = DOG_COLUMN_LABELS[column];
  return (
    <div
      role="columnheader"
      aria-sort={isSorted ? spoken[shown] : undefined}
      className={cn(
        "relative px-2.5 py-1 text-sm font-semibold whitespace-nowrap text-muted-foreground print:table-cell print:px-1.5 print:text-xs print:whitespace-normal",
        column === "name" && firstColumn,
      )}
    >
      <div className={cn("flex min-h-10 items-center gap-3", isAtRight(column) && "justify-end")}>
        {children}
        {by ? (
          <button
            type="button"
            className="inline-flex min-h-10 min-w-0 items-center gap-1.5 rounded-sm text-left hover:text-foreground focus-visible:-outline-offset-2"
            onClick={() => {
              const first = by.isTurned ? "desc" : "asc";
              change({ sort: by.sort, direction: isSorted ? turned[direction] : first });
            }}
          >
            <span className="truncate">{label}</span>
            <Arrow aria-hidden className={cn("size-4 shrink-0 print:hidden", !isSorted && "opacity-50")} />
          </button>
        ) : (
          <span className="truncate">{label}</span>
        )}
      </div>
      {edge}
    </div>
  );
}

/** An arrow key moves an edge by this many pixels. */
const STEP_PX = 16;

type ColumnEdgeProps = {
  column: AnyColumn;
  /** The width while the user drags the edge. Null at other times. */
  drawnPx: number | null;
  onDraw: (px: number | null) => void;
  onWidth: (px: number) => void;
  onFit: () => void;
};

/**
 * At the right edge of a column's head, the user changes the width with the pointer, with keys, or to fit the
 * content.
 */
function ColumnEdge({ column, drawnPx, onDraw, onWidth, onFit }: ColumnEdgeProps) {
  const edgeRef = useRef<HTMLDivElement>(null);
  const [px, setPx] = useState<number | null>(null);
  const fromRef = useRef<{ x: number; px: number } | null>(null);
  const widthNow = () => edgeRef.current?.parentElement?.getBoundingClientRect().width ?? 0;
  const noteWidth = () => setPx(Math.round(widthNow()));
  const step = (by: number) => {
    const next = toColumnWidth(widthNow() + by);
    setPx(next);
    onWidth(next);
  };
  const shownPx = drawnPx ?? px;
  return (
    <div
      ref={edgeRef}
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${DOG_COLUMN_LABELS[column]}`}
      aria-valuemin={COLUMN_WIDTH_PX.least}
      aria-valuemax={COLUMN_WIDTH_PX.most}
      aria-valuenow={shownPx ?? COLUMN_WIDTH_PX.least}
      aria-valuetext={shownPx === null ? undefined : `${shownPx} pixels`}
      tabIndex={0}
      title="Drag to change the width, double-click to fit"
      className="group absolute inset-y-0 right-0 w-3 cursor-col-resize touch-none after:absolute after:inset-y-2.5 after:right-0 after:w-px after:bg-border hover:after:inset-y-0 hover:after:w-0.5 hover:after:bg-primary focus-visible:outline-none focus-visible:after:inset-y-0 focus-visible:after:w-0.5 focus-visible:after:bg-ring data-drawn:after:inset-y-0 data-drawn:after:w-0.5 data-drawn:after:bg-primary print:hidden"
      data-drawn={drawnPx === null ? undefined : ""}
      onFocus={noteWidth}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        fromRef.current = { x: event.clientX, px: widthNow() };
      }}
      onPointerMove={({ clientX }) => {
        const from = fromRef.current;
        if (from && (drawnPx !== null || Math.abs(clientX - from.x) > 2))
          onDraw(toColumnWidth(from.px + clientX - from.x));
      }}
      onPointerUp={() => {
        fromRef.current = null;
        if (drawnPx !== null) {
          setPx(drawnPx);
          onWidth(drawnPx);
        }
        onDraw(null);
      }}
      onPointerCancel={() => {
        fromRef.current = null;
        onDraw(null);
      }}
      onDoubleClick={onFit}
      onKeyDown={(event) => {
        const act = {
          ArrowLeft: () => step(-STEP_PX),
          ArrowRight: () => step(STEP_PX),
          Enter: onFit,
        }[event.key];
        if (!act) return;
        event.preventDefault();
        act();
      }}
    >
      {drawnPx === null ? null : (
        <span className="absolute top-1/2 right-2 -translate-y-1/2 rounded-sm bg-primary px-1.5 text-xs leading-6 text-primary-foreground">
          {drawnPx} px
        </span>
      )}
    </div>
  );
}

/** With `isRange`, also selects or deselects all dogs up to the dog chosen before. */
type Choose = (id: string, isChosen: boolean, isRange: boolean) => void;

type DogRowProps = RowProps & {
  dog: Dog;
  facts: DogFacts;
  /** The position in the whole list, from 0. */
  index: number;
  isChosen: boolean;
};

type ChoiceProps = Pick<DogRowProps, "dog" | "isChosen" | "onChoose"> & { className?: string };

const Choice = ({ dog, isChosen, onChoose, className }: ChoiceProps) => (
  <Checkbox
    aria-label={`Select ${dog.name}`}
    className={cn("print:hidden", className)}
    checked={isChosen}
    title="Shift selects all in between"
    // Without this, Shift would also select the text between the two rows.
    onMouseDown={(event) => (event.shiftKey ? event.preventDefault() : undefined)}
    onClick={(event) => onChoose(dog._id, !isChosen, event.shiftKey)}
  />
);

/** Rows that stay visible do not render again while the table scrolls. */
const DogRow = memo(function DogRow(props: DogRowProps) {
  const { dog, facts, index, columns, hasPhoto, style, isChosen, today, onChoose, search, onStatus } = props;
  return (
    // The head is the first row.
    <div
      role="row"
      data-index={index}
      aria-rowindex={index + 2}
      style={style}
      className={cn(
        ROW,
        "h-12 border-t contain-strict first:border-t-0 print:h-auto print:min-w-0! print:contain-none",
      )}
    >
      <div
        className={cn(
          "relative self-stretch px-2.5 print:contents",
          firstColumn,
          isChosen && "bg-success-soft!",
        )}
      >
        {/* The name is beside the photo, so screen readers skip the photo. */}
        {hasPhoto ? (
          <div aria-hidden className="absolute top-1/2 left-10.5 -translate-y-1/2 print:hidden">
            <DogPortrait dog={dog} className={cn("size-9", isGone(dog) && "opacity-60 grayscale")} />
          </div>
        ) : null}
        <div
          role="rowheader"
          className="flex h-full items-center gap-2 print:table-cell print:px-1.5 print:py-2"
        >
          <Choice
            dog={dog}
            isChosen={isChosen}
            onChoose={onChoose}
            className={cn(hasPhoto ? "mr-12" : "mr-1")}
          />
          <GenderIcon gender={dog.gender} className="print:hidden" />
          <Link
            to={{ pathname: pageOf("dogs", dog._id), search }}
            state={{ fromList: true }}
            title={dog.name}
            className="line-clamp-2 py-0.5 leading-tight font-medium break-words hover:underline focus-visible:-outline-offset-2 print:line-clamp-none pointer-coarse:flex pointer-coarse:h-11 pointer-coarse:items-center"
          >
            {dog.name}
          </Link>
        </div>
      </div>
      {columns.map((column) => (
        <div
          key={column}
          role="cell"
          className={cn(
            "flex items-center self-stretch px-2.5 print:table-cell print:px-1.5 print:py-2",
            isAtRight(column) && "justify-end tabular-nums print:text-right",
            isChosen && "bg-success-soft",
          )}
        >
          {column === "status" && onStatus ? (
            <button
              type="button"
              id={`status-of-${dog._id}`}
              aria-haspopup="menu"
              aria-label={`Status of ${dog.name}: ${statusLabels[dog.status]}`}
              className="-my-1 inline-flex min-h-9 items-center gap-1 rounded-md hover:opacity-80"
              onClick={(event) => onStatus(dog, event.currentTarget)}
              onKeyDown={(event) => {
                if (event.key !== "ArrowDown") return;
                event.preventDefault();
                onStatus(dog, event.currentTarget);
              }}
            >
              {drawCell(column, dog, facts, today)}
              <ChevronDown aria-hidden className="size-4 text-muted-foreground print:hidden" />
            </button>
          ) : (
            <span className="line-clamp-2 leading-tight print:line-clamp-none">
              {drawCell(column, dog, facts, today)}
            </span>
          )}
        </div>
      ))}
    </div>
  );
});

const LIST_COLUMNS = ["nextDue"] as const;

type DogRowListProps = Rows & { isStale: boolean; allBox: ReactNode };

/** Replaces the table on phones. */
function DogRowList({ isStale, allBox, dogs, keys, chosen, today, ...props }: DogRowListProps) {
  const bodyRef = useRef<HTMLUListElement>(null);
  const { rows, gapAfter, bodyProps } = useVirtualRows({ keys, bodyRef, height: ROW_HEIGHT_REM.list });
  return (
    <div className="rounded-lg border bg-card shadow-page print:border-0">
      <label className="sticky top-16 z-10 flex min-h-11 items-center gap-3 rounded-t-lg border-b bg-card px-3 text-sm font-semibold text-muted-foreground print:hidden">
        {allBox}
        Select all
      </label>
      <ul ref={bodyRef} aria-label="Dogs" aria-busy={isStale} className={CLEAR_OF_BARS} {...bodyProps}>
        {inBlocks(rows).map(([block, seen]) => (
          <WithFacts
            key={block}
            dogs={dogs.slice(block * BLOCK, (block + 1) * BLOCK)}
            today={today}
            columns={LIST_COLUMNS}
          >
            {(factsOf) =>
              seen.map(({ index, gap }) => {
                const dog = dogs[index];
                return dog ? (
                  <Fragment key={dog._id}>
                    {gap > 0 ? <li aria-hidden style={{ height: gap }} /> : null}
                    <DogListRow
                      dog={dog}
                      facts={factsOf(dog)}
                      index={index}
                      isChosen={chosen.has(dog._id)}
                      today={today}
                      {...props}
                    />
                  </Fragment>
                ) : null;
              })
            }
          </WithFacts>
        ))}
        {gapAfter > 0 ? <li aria-hidden style={{ height: gapAfter }} /> : null}
      </ul>
    </div>
  );
}

type DogListRowProps = Omit<DogRowProps, "columns" | "hasPhoto" | "style" | "onStatus">;

const DogListRow = memo(function DogListRow(props: DogListRowProps) {
  const { dog, facts, index, isChosen, today, search, onChoose } = props;
  const callName = distinctCallName(dog);
  const age = narrowAge(dog, today);
  return (
    <li
      data-index={index}
      className={cn(
        "relative flex h-22 items-center gap-3 border-t pr-3 contain-strict first:border-t-0",
        isChosen && "bg-success-soft",
      )}
    >
      <label className="relative z-1 flex h-full shrink-0 items-center pl-3">
        <Choice dog={dog} isChosen={isChosen} onChoose={onChoose} />
      </label>
      <DogPortrait dog={dog} className={cn("size-10", isGone(dog) && "opacity-60 grayscale")} />
      <div className="min-w-0 flex-1 leading-tight">
        <div className="flex items-center gap-1.5">
          <Link
            to={{ pathname: pageOf("dogs", dog._id), search }}
            state={{ fromList: true }}
            className="truncate font-semibold after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
          >
            {callName ?? dog.name}
            {callName ? <span className="sr-only">, {dog.name}</span> : null}
          </Link>
          <GenderIcon gender={dog.gender} />
          {dog.status === "active" ? null : (
            <Badge variant={statusVariants[dog.status]}>{statusLabels[dog.status]}</Badge>
          )}
          <span className="ml-auto shrink-0 text-sm text-muted-foreground">{age}</span>
        </div>
        {callName ? (
          <p aria-hidden className="line-clamp-2 text-sm leading-tight text-muted-foreground">
            {dog.name}
          </p>
        ) : null}
        {facts.next ? (
          <p className="mt-0.5 truncate text-sm">
            <NextDue next={facts.next} today={today} />
          </p>
        ) : null}
      </div>
    </li>
  );
});
