/**
 * The dogs as a table in one scroll: every column sorts, a status is changed where it is read, and what is selected can
 * change status together, or leave Studbook as a file or on paper. Shift selects all dogs between two boxes. A dog that
 * no longer matches is no longer selected. Only the rows in sight are in the page; the columns have widths of their own,
 * as what is out of sight cannot widen them. On screen each row is a grid that the browser lays out and paints by itself,
 * so that one more does not cost the whole table; the roles say what CSS then no longer does. On paper it is a table.
 */
import { Fragment, memo, useCallback, useRef, useState, type CSSProperties, type ReactNode } from "react";
import { ArrowDown, ArrowUp, ChevronDown, ChevronsUpDown } from "lucide-react";
import { Link, useLocation } from "@/lib/router";
import { Badge } from "@/components/ui/badge";
import { Checkbox } from "@/components/ui/checkbox";
import { firstColumn, WideTable } from "@/components/ui/wide-table";
import { statusLabels, statusVariants } from "@/entities/dogs/dog-labels";
import { genderLabels } from "@domain/dogs/words";
import type { DogListParams, useDogListParams } from "@/features/dogs/list/dog-list-params";
import { SelectedDogs } from "@/features/dogs/list/selected-dogs";
import { StatusMenuAt } from "@/features/dogs/list/status-menu";
import type { Dog } from "@/entities/dogs/types";
import { useStableCallback } from "@/hooks/use-stable-callback";
import { useVirtualRows } from "@/hooks/use-virtual-rows";
import { cn } from "@/lib/utils";
import type { DogStatus } from "@domain/dogs/rules";
import type { DogSortColumn, SortDirection } from "@domain/dogs/list-order";
import { DOG_COLUMN_LABELS, type DogColumn } from "@domain/dogs/table-columns";
import { formatDay } from "@domain/formatting/formatting";

type DogTableProps = {
  dogs: readonly Dog[];
  isStale: boolean;
  /** The columns after the name. */
  columns: readonly DogColumn[];
  params: ReturnType<typeof useDogListParams>;
  today: string;
  canWrite: boolean;
  /** Asks for what a status that was chosen takes. */
  onStatus: (dog: Dog, chosen: DogStatus) => void;
};

/** A row with its line; `h-12` of the rows. */
const ROW_HEIGHT_REM = 3;

const ROW = "grid grid-cols-(--columns) items-center print:table-row";

/** Returns the places of the columns and the least width of all; a wider screen is shared in the same measure. */
function widthsOf(columns: readonly DogColumn[]): CSSProperties {
  const least = ["var(--name-width)", ...columns.map((column) => `${COLUMN_WIDTHS_REM[column]}rem`)];
  const shares = ["name" as const, ...columns].map((column) => `${COLUMN_WIDTHS_REM[column]}fr`);
  return {
    "--columns": least.map((width, place) => `minmax(${width}, ${shares[place]})`).join(" "),
    minWidth: `calc(${least.join(" + ")})`,
  } as CSSProperties;
}

/** Renders how wide the columns are on paper, whose width they share in the same measure. */
function PaperWidths({ columns }: { columns: readonly DogColumn[] }) {
  const all = ["name" as const, ...columns];
  const sumRem = all.reduce((sum, column) => sum + COLUMN_WIDTHS_REM[column], 0);
  return (
    <colgroup className="hidden print:table-column-group">
      {all.map((column) => (
        <col key={column} style={{ width: `${(COLUMN_WIDTHS_REM[column] / sumRem) * 100}%` }} />
      ))}
    </colgroup>
  );
}

/** Renders the table under what can be done with the selected dogs. */
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
  const [statusAt, setStatusAt] = useState<{ dogId: string; button: HTMLElement } | null>(null);
  const openStatus = useCallback(
    ({ _id }: Dog, button: HTMLElement) => setStatusAt({ dogId: _id, button }),
    [],
  );
  const statusDog = dogs.find(({ _id }) => _id === statusAt?.dogId);
  if (statusAt && !statusDog) setStatusAt(null);
  const { search } = useLocation();
  const isAll = selected.length === dogs.length;
  return (
    <>
      <SelectedDogs
        dogs={selected}
        params={params}
        today={today}
        canWrite={canWrite}
        onClear={() => setChosen(new Set())}
      />
      <WideTable label="Dogs">
        <table
          aria-label="Dogs"
          aria-busy={isStale}
          role="table"
          aria-rowcount={dogs.length + 1}
          className="block text-left text-[0.95rem] [--name-width:12rem] sm:[--name-width:16rem] print:table print:w-full print:min-w-0! print:table-fixed print:text-xs print:wrap-anywhere"
          style={widthsOf(columns)}
        >
          <PaperWidths columns={columns} />
          <thead role="rowgroup" className="block print:table-header-group">
            <tr role="row" aria-rowindex={1} className={ROW}>
              <ColumnHead column="name" params={params}>
                <Checkbox
                  aria-label="Select all dogs"
                  className="print:hidden"
                  checked={isAll ? true : selected.length > 0 ? "indeterminate" : false}
                  onCheckedChange={() => setChosen(new Set(isAll ? [] : keys))}
                />
              </ColumnHead>
              {columns.map((column) => (
                <ColumnHead key={column} column={column} params={params} />
              ))}
            </tr>
          </thead>
          <DogRows
            dogs={dogs}
            keys={keys}
            columns={columns}
            chosen={chosen}
            onChoose={choose}
            search={search}
            onStatus={canWrite ? openStatus : undefined}
          />
        </table>
      </WideTable>
      <StatusMenuAt
        button={statusAt?.button ?? null}
        current={statusDog?.status}
        onChoose={(status) => statusDog && onStatus(statusDog, status)}
        onClose={() => setStatusAt(null)}
      />
    </>
  );
}

type RowProps = {
  columns: readonly DogColumn[];
  onChoose: Choose;
  /** The list's part of the address, kept while the dog is open. */
  search: string;
  /** Opens the choice of another status at its button; left out for whoever may not change it. */
  onStatus: ((dog: Dog, button: HTMLElement) => void) | undefined;
};

type DogRowsProps = RowProps & { dogs: readonly Dog[]; keys: readonly string[]; chosen: ReadonlySet<string> };

/** Renders the rows in sight, which is all that is rendered again while the table scrolls. */
function DogRows({ dogs, keys, chosen, ...props }: DogRowsProps) {
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const { rows, gapAfter, bodyProps } = useVirtualRows({ keys, bodyRef, height: ROW_HEIGHT_REM });
  return (
    <tbody ref={bodyRef} role="rowgroup" className="block print:table-row-group" {...bodyProps}>
      {rows.map(({ index, gap }) => {
        const dog = dogs[index];
        return dog ? (
          <Fragment key={dog._id}>
            <Gap height={gap} />
            <DogRow dog={dog} index={index} isChosen={chosen.has(dog._id)} {...props} />
          </Fragment>
        ) : null;
      })}
      <Gap height={gapAfter} />
    </tbody>
  );
}

/** Stands for the rows that are out of sight. */
const Gap = ({ height }: { height: number }) =>
  height === 0 ? null : <tr aria-hidden className="block" style={{ height }} />;

/** Wide enough for the head and what usually stands below it. */
const COLUMN_WIDTHS_REM = {
  name: 16,
  callName: 8,
  breed: 11,
  gender: 7,
  dateOfBirth: 9,
  registrationNumber: 12,
  status: 8,
  isBreedingDog: 9,
  microchipNumber: 11,
  titles: 12,
  color: 8,
  currentOwnerName: 11,
} as const satisfies Record<DogSortColumn, number>;

const turned = { asc: "desc", desc: "asc" } as const satisfies Record<SortDirection, SortDirection>;
const spoken = { asc: "ascending", desc: "descending" } as const satisfies Record<SortDirection, string>;
const arrows = { asc: ArrowUp, desc: ArrowDown } as const;

type ColumnHeadProps = {
  column: DogSortColumn;
  params: Pick<DogListParams, "sort" | "direction"> & {
    change: (changes: Partial<DogListParams>) => void;
  };
  children?: ReactNode;
};

function ColumnHead({ column, params: { sort, direction, change }, children }: ColumnHeadProps) {
  const isSorted = sort === column;
  const Arrow = isSorted ? arrows[direction] : ChevronsUpDown;
  return (
    <th
      scope="col"
      role="columnheader"
      aria-sort={isSorted ? spoken[direction] : undefined}
      className={cn(
        "px-3 py-1 text-sm font-semibold whitespace-nowrap print:px-1.5 print:text-xs print:whitespace-normal",
        column === "name" && firstColumn,
      )}
    >
      <div className="flex items-center gap-3">
        {children}
        <button
          type="button"
          className="inline-flex min-h-10 items-center gap-1.5 rounded-sm text-left text-muted-foreground hover:text-foreground"
          onClick={() => change({ sort: column, direction: isSorted ? turned[direction] : "asc" })}
        >
          {DOG_COLUMN_LABELS[column]}
          <Arrow aria-hidden className={cn("size-4 print:hidden", !isSorted && "opacity-50")} />
        </button>
      </div>
    </th>
  );
}

/** What a dog's cell of a column shows. */
const cells: Record<DogColumn, (dog: Dog) => ReactNode> = {
  callName: ({ callName }) => callName,
  breed: ({ breed }) => breed,
  gender: ({ gender }) => genderLabels[gender],
  dateOfBirth: ({ dateOfBirth }) => (dateOfBirth ? formatDay(dateOfBirth) : null),
  registrationNumber: ({ registrationNumber }) => registrationNumber,
  status: ({ status }) => <Badge variant={statusVariants[status]}>{statusLabels[status]}</Badge>,
  isBreedingDog: ({ isBreedingDog }) => (isBreedingDog ? "Yes" : "No"),
  microchipNumber: ({ microchipNumber }) => microchipNumber,
  titles: ({ titles }) => titles,
  color: ({ color }) => color,
  currentOwnerName: ({ currentOwnerName }) => currentOwnerName,
};

/** Selects a dog or no longer; with `isRange` all dogs from the last one on. */
type Choose = (id: string, isChosen: boolean, isRange: boolean) => void;

type DogRowProps = RowProps & {
  dog: Dog;
  /** From 0, in the whole list. */
  index: number;
  isChosen: boolean;
};

/** Rows that stay in sight are not rendered again while the table scrolls. */
const DogRow = memo(function DogRow(props: DogRowProps) {
  const { dog, index, columns, isChosen, onChoose, search, onStatus } = props;
  return (
    // The head is the first row.
    <tr
      role="row"
      data-index={index}
      aria-rowindex={index + 2}
      className={cn(ROW, "h-12 border-t contain-strict print:h-auto print:contain-none")}
    >
      <th
        role="rowheader"
        scope="row"
        className={cn("self-stretch px-3 font-normal print:px-1.5 print:py-2", firstColumn)}
      >
        <div className="flex h-full items-center gap-3">
          <Checkbox
            aria-label={`Select ${dog.name}`}
            className="print:hidden"
            checked={isChosen}
            title="Shift selects all in between"
            // Shift would select the text in between, too.
            onMouseDown={(event) => (event.shiftKey ? event.preventDefault() : undefined)}
            onClick={(event) => onChoose(dog._id, !isChosen, event.shiftKey)}
          />
          <Link
            to={{ pathname: `/dashboard/dogs/${dog._id}`, search }}
            state={{ fromList: true }}
            className="truncate py-1 font-medium hover:underline focus-visible:-outline-offset-2 print:whitespace-normal pointer-coarse:py-0 pointer-coarse:leading-11"
          >
            {dog.name}
          </Link>
        </div>
      </th>
      {columns.map((column) => (
        <td key={column} role="cell" className="truncate px-3 py-2 print:px-1.5 print:whitespace-normal">
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
              {cells.status(dog)}
              <ChevronDown aria-hidden className="size-4 text-muted-foreground print:hidden" />
            </button>
          ) : (
            cells[column](dog)
          )}
        </td>
      ))}
    </tr>
  );
});
