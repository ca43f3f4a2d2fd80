/** Shared parts of the reports. */
import { useId, type ReactNode } from "react";
import { LoadError } from "@/components/load-error";
import { Label } from "@/components/ui/label";
import { Choice } from "@/components/choice-field";
import { Skeleton } from "@/components/ui/skeleton";
import { WideTable, firstColumn } from "@/components/ui/wide-table";
import { usePhoneScreen } from "@/hooks/use-wide-screen";
import { cn } from "@/lib/utils";

export type ReportColumn<Row> = {
  label: string;
  cell: (row: Row) => ReactNode;
  isNumber?: boolean;
  /** A long cell has several words, which must stay on one line. */
  isLong?: boolean;
};

type ReportTableProps<Row> = {
  caption: string;
  columns: readonly ReportColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The sums are at the bottom. */
  total?: Row;
};

/** On a phone each row is a separate block, so that every column is readable. */
export function ReportTable<Row>(props: ReportTableProps<Row>) {
  return usePhoneScreen() ? <ReportRows {...props} /> : <WideReportTable {...props} />;
}

function ReportRows<Row>({ caption, columns, rows, keyOf, total }: ReportTableProps<Row>) {
  const [first, ...others] = columns;
  const short = others.filter(({ isLong }) => !isLong).length;
  const perRow =
    short > 4 ? "grid-cols-4 gap-x-2" : short === 3 ? "grid-cols-3 gap-x-4" : "grid-cols-2 gap-x-4";
  const id = useId();
  const facts = (row: Row) => (
    <>
      <p className="font-semibold break-words">{first?.cell(row)}</p>
      <dl className={cn("mt-1 grid gap-y-1.5", perRow)}>
        {others.map(({ label, cell, isLong }) => (
          <div key={label} className={cn("min-w-0", isLong && "col-span-full")}>
            <dt className="text-sm text-muted-foreground">{label}</dt>
            <dd className="break-words tabular-nums">{cell(row)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
  return (
    <section aria-labelledby={id} className="rounded-lg border bg-card shadow-page">
      <h3 id={id} className="font-title px-4 pt-3 pb-2 text-lg">
        {caption}
      </h3>
      <ul className="divide-y border-t">
        {rows.map((row) => (
          <li key={keyOf(row)} className="px-4 py-3">
            {facts(row)}
          </li>
        ))}
      </ul>
      {total === undefined ? null : (
        <div className="border-t-2 border-brass-line px-4 py-3 font-semibold">{facts(total)}</div>
      )}
    </section>
  );
}

function WideReportTable<Row>({ caption, columns, rows, keyOf, total }: ReportTableProps<Row>) {
  return (
    <WideTable label={caption}>
      <table className="w-full text-left text-[0.95rem]">
        <caption className="font-title px-4 pt-3 pb-2 text-left text-lg">
          <span className="sticky left-4 inline-block">{caption}</span>
        </caption>
        <thead>
          <tr className="border-b">
            {columns.map(({ label, isNumber }, index) => (
              <th
                key={label}
                scope="col"
                className={cn(
                  "px-2.5 py-2 text-sm font-semibold whitespace-nowrap text-muted-foreground first:pl-4 last:pr-4 lg:px-4",
                  isNumber && "text-right",
                  index === 0 && firstColumn,
                )}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {rows.map((row) => (
            <Cells key={keyOf(row)} row={row} columns={columns} />
          ))}
        </tbody>
        {total === undefined ? null : (
          <tfoot className="border-t-2 border-brass-line font-semibold">
            <Cells row={total} columns={columns} />
          </tfoot>
        )}
      </table>
    </WideTable>
  );
}

function Cells<Row>({ row, columns }: { row: Row; columns: readonly ReportColumn<Row>[] }) {
  return (
    <tr>
      {columns.map(({ label, cell, isNumber, isLong }, index) =>
        index === 0 ? (
          <th
            key={label}
            scope="row"
            className={cn(
              "py-2 pr-2.5 pl-4 font-semibold break-words lg:px-4",
              firstColumn,
              isLong && "min-w-40 sm:min-w-56",
            )}
          >
            {cell(row)}
          </th>
        ) : (
          <td
            key={label}
            className={cn(
              "px-2.5 py-2 last:pr-4 lg:px-4",
              isNumber && "text-right whitespace-nowrap",
              isLong && "min-w-52",
            )}
          >
            {cell(row)}
          </td>
        ),
      )}
    </tr>
  );
}

export function ReportSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {[1, 2, 3, 4].map((each) => (
          <Skeleton key={each} className="h-20" />
        ))}
      </div>
      <Skeleton className="h-64" />
    </div>
  );
}

export function ReportFailure({ onRetry }: { onRetry: () => void }) {
  return <LoadError message="Failed to load the report. Please try again." onRetry={onRetry} />;
}

type YearChoiceProps = { year: string | null; years: readonly string[]; onYear: (year: string) => void };

/** Without a year, an empty element keeps the place of the choice. */
export function YearChoice({ year, years, onYear }: YearChoiceProps) {
  if (year === null) return <span />;
  return (
    <div className="flex items-center gap-2">
      <Label htmlFor="report-year">Year</Label>
      <Choice
        id="report-year"
        className="w-28"
        value={year}
        choices={[...new Set([year, ...years])]
          .sort((one, other) => other.localeCompare(one))
          .map((choice) => [choice, choice] as const)}
        onValue={onYear}
      />
    </div>
  );
}
