/** The reports of the Breeding screen: results of breedings, sales of puppies, and the balance. */
import { useState } from "react";
import { FinancesReport } from "@/features/reports/finances-report";
import { MoneyNote } from "@/components/money-note";
import { Button } from "@/components/ui/button";
import { useKennel } from "@/hooks/use-kennel";
import { HandCoins, ChartColumn } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { Figure, Figures, mean, percent } from "@/features/reports/figure";
import type { ReportColumn } from "@/features/reports/report-table";
import { ReportFailure, ReportSkeleton, ReportTable, YearChoice } from "@/features/reports/report-table";
import { ReportTools } from "@/features/reports/take-along";
import { YearChart } from "@/features/reports/year-chart";
import { useLiveQuery } from "@/hooks/use-live-query";
import { formatCents, formatDay, formatDollars } from "@domain/formatting/formatting";
import { salesRows, statisticsRows } from "@domain/reports/report-rows";
import { api } from "@convex/_generated/api";
import type { SalesReport as SalesFigures } from "@convex/reports/model/reports";
import { useToday } from "@/hooks/use-today";
import { Link } from "@/lib/router";
import { GESTATION_DAYS } from "@domain/breedings/rules";
import type { Figures as GroupFigures } from "@domain/reports/statistics";

const REPORTS = [
  { value: "statistics", label: "Statistics" },
  { value: "sales", label: "Puppy sales" },
  { value: "finances", label: "Income and costs" },
] as const;
type Report = (typeof REPORTS)[number]["value"];

export function ReportsPart() {
  const [report, setReport] = useState<Report>("statistics");
  const seesMoney = useKennel().hasRight("finances", "read");
  if (!seesMoney) {
    return (
      <div className="flex flex-col gap-5">
        <StatisticsReport />
        <MoneyNote />
      </div>
    );
  }
  return (
    <div data-choice className="relative flex flex-col gap-5">
      <div role="group" aria-label="Report" className="flex flex-wrap gap-2">
        {REPORTS.map(({ value, label }) => (
          <Button
            key={value}
            size="sm"
            variant={value === report ? "default" : "outline"}
            aria-pressed={value === report}
            className="rounded-full"
            onClick={() => setReport(value)}
          >
            {label}
          </Button>
        ))}
      </div>
      {report === "statistics" ? <StatisticsReport /> : null}
      {report === "sales" ? <SalesReport /> : null}
      {report === "finances" ? <FinancesReport /> : null}
    </div>
  );
}

type Row = SalesFigures["rows"][number];

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

function SalesReport() {
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

type GroupRow = GroupFigures & { name: string };

const columns = (first: string): ReportColumn<GroupRow>[] => [
  { label: first, cell: ({ name }) => name, isLong: first !== "Year" },
  { label: "Breedings", cell: ({ breedings }) => breedings, isNumber: true },
  { label: "Conceived", cell: ({ conceptionRate }) => percent(conceptionRate), isNumber: true },
  { label: "Litters", cell: ({ litters }) => litters, isNumber: true },
  { label: "Born", cell: ({ born }) => born, isNumber: true },
  { label: "Alive", cell: ({ alive }) => alive, isNumber: true },
  { label: "Litter size", cell: ({ averageLitterSize }) => mean(averageLitterSize), isNumber: true },
  { label: "Losses", cell: ({ lossRate }) => percent(lossRate), isNumber: true },
];

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

export function StatisticsReport() {
  const { kennelId } = useKennel();
  const today = useToday();
  const result = useLiveQuery(api.reports.reports.statistics, { kennelId, today });
  if (result.status === "error") return <ReportFailure onRetry={result.retry} />;
  if (result.status === "loading") return <ReportSkeleton />;
  const report = result.data;
  if (report.breedings === 0) {
    return (
      <EmptyState
        icon={<ChartColumn aria-hidden className="size-9 text-brass" />}
        title="No figures yet"
        text="Rates, litter sizes and losses appear here with your first breeding."
        action={
          <Button asChild variant="outline">
            <Link to="/dashboard/breeding">See the Breedings</Link>
          </Button>
        }
      />
    );
  }
  const years = report.years.map(({ key, ...figures }) => ({ ...figures, name: key }));
  return (
    <div className="flex flex-col gap-5">
      <ReportTools report="statistics" rows={() => statisticsRows(report)} />
      <Figures>
        <Figure
          label="Conception rate"
          value={percent(report.conceptionRate)}
          note={`${report.conceived} of ${report.decided} with a known outcome`}
        />
        <Figure
          label="Average litter"
          value={mean(report.averageLitterSize)}
          note={`${count(report.born, "puppy", "puppies")} in ${count(report.litters, "litter", "litters")}, ${sexesText(report)}`}
        />
        <Figure
          label="Losses"
          value={percent(report.lossRate)}
          note={count(report.born - report.alive, "puppy", "puppies")}
        />
        <Figure
          label="Average pregnancy"
          value={report.averageGestationDays === null ? "–" : `${mean(report.averageGestationDays)} days`}
          note={`${GESTATION_DAYS} days is typical`}
        />
      </Figures>
      <YearChart
        label="Puppies born and alive by year"
        years={report.years
          // A planned mating may be in a future year.
          .filter(({ key, litters }) => litters > 0 || key <= today)
          .map(({ key, born, alive }) => ({ year: key, born, alive }))
          .reverse()}
        bars={[
          { key: "born", name: "Born", color: "var(--brass-line)" },
          { key: "alive", name: "Alive", color: "var(--primary)" },
        ]}
      />
      <ReportTable caption="By year" columns={columns("Year")} rows={years} keyOf={({ name }) => name} />
      <ReportTable caption="By sire" columns={columns("Sire")} rows={report.sires} keyOf={({ key }) => key} />
      <ReportTable caption="By dam" columns={columns("Dam")} rows={report.dams} keyOf={({ key }) => key} />
      <p className="max-w-prose text-sm text-muted-foreground">
        A breeding counts in the year of its mating, a litter in the year of its whelping.
      </p>
    </div>
  );
}

function sexesText({ born, males, females }: { born: number; males: number; females: number }): string {
  const unknown = born - males - females;
  return `${males} male, ${females} female${unknown > 0 ? `, ${unknown} with no sex recorded` : ""}`;
}
