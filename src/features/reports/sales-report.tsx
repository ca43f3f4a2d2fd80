/** The sales of the kennel's puppies: a year's sales, the revenue, and reservations. */
import { useState } from "react";
import { HandCoins } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { Figure, Figures } from "@/features/reports/figure";
import {
  type ReportColumn,
  ReportFailure,
  ReportSkeleton,
  ReportTable,
  YearChoice,
} from "@/features/reports/report-table";
import { ReportTools } from "@/features/reports/take-along";
import { YearChart } from "@/features/reports/year-chart";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { formatCents, formatDay, formatDollars } from "@domain/formatting/formatting";
import { salesRows } from "@domain/reports/report-rows";
import { api } from "@convex/_generated/api";
import type { SalesReport as Report } from "@convex/reports/model/reports";

type Row = Report["rows"][number];

const money = (cents: number | null): string => (cents === null ? "–" : formatCents(cents));
const day = (text: string | null): string => (text === null ? "–" : formatDay(text));

const SOLD: ReportColumn<Row>[] = [
  { label: "Puppy", cell: ({ puppy }) => puppy },
  { label: "Parents", cell: ({ parents }) => parents, isLong: true },
  { label: "Buyer", cell: ({ buyer }) => buyer ?? "–" },
  { label: "Date", cell: ({ saleDate }) => day(saleDate) },
  { label: "Deposit", cell: ({ depositCents }) => money(depositCents), isNumber: true },
  { label: "Price", cell: ({ priceCents }) => money(priceCents), isNumber: true },
];

const RESERVED: ReportColumn<Row>[] = [
  { label: "Puppy", cell: ({ puppy }) => puppy },
  { label: "Parents", cell: ({ parents }) => parents, isLong: true },
  { label: "Reserved for", cell: ({ buyer }) => buyer ?? "–" },
  { label: "Until", cell: ({ reservedUntil }) => day(reservedUntil) },
  { label: "Deposit", cell: ({ depositCents }) => money(depositCents), isNumber: true },
  { label: "Price", cell: ({ priceCents }) => money(priceCents), isNumber: true },
];

export function SalesReport() {
  const { kennelId } = useKennel();
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const result = useLiveQuery(api.reports.reports.sales, { kennelId, year: chosen });
  if (result.status === "error") return <ReportFailure onRetry={result.retry} />;
  if (result.status === "loading") return <ReportSkeleton />;
  const report = result.data;
  const { counts, year, years, rows, reservations } = report;
  if (Object.values(counts).every((count) => count === 0)) {
    return (
      <EmptyState
        icon={<HandCoins aria-hidden className="size-9 text-brass" />}
        title="No puppies yet"
        text="Sales and reservations appear here with the puppies of your first litter."
      />
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <ReportTools report="sales" year={year ?? undefined} rows={() => salesRows(report)}>
        <YearChoice year={year} years={years.map((each) => each.year)} onYear={setChosen} />
      </ReportTools>
      <Figures>
        <Figure
          label={year === null ? "Sold" : `Sold in ${year}`}
          value={report.yearSold}
          note={`${counts.sold} in total`}
        />
        <Figure
          label={year === null ? "Revenue" : `Revenue in ${year}`}
          value={formatCents(report.yearRevenueCents)}
          note={`${formatCents(report.revenueCents)} in total`}
        />
        <Figure label="Reserved" value={counts.reserved} />
        <Figure label="Available" value={counts.available} note={`${counts.kept} kept`} />
      </Figures>
      <YearChart
        label="Puppy revenue by year"
        years={years.map((each) => ({ year: each.year, revenue: each.salesCents / 100 })).reverse()}
        bars={[{ key: "revenue", name: "Revenue", color: "var(--primary)" }]}
        format={formatDollars}
      />
      {rows.length > 0 ? (
        <ReportTable
          caption={`Sold in ${year ?? ""}`}
          columns={SOLD}
          rows={rows}
          keyOf={({ puppyId }) => puppyId}
        />
      ) : null}
      {reservations.length > 0 ? (
        <ReportTable
          caption="Reserved"
          columns={RESERVED}
          rows={reservations}
          keyOf={({ puppyId }) => puppyId}
        />
      ) : null}
    </div>
  );
}
