/**
 * Income and costs of the kennel's breedings by year, and by breeding for one year. The sums are exact to the cent.
 */
import { useState } from "react";
import { Link } from "@/lib/router";
import { Wallet } from "lucide-react";
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
import { useToday } from "@/hooks/use-today";
import { useLiveQuery } from "@/hooks/use-live-query";
import { formatCents, formatDollars } from "@domain/formatting/formatting";
import { pageOf } from "@domain/history/places";
import { balanceOf, costOf, incomeOf, NO_MONEY, type Money } from "@domain/reports/finances";
import { financesRows } from "@domain/reports/report-rows";
import { api } from "@convex/_generated/api";

type Row = { name: string; money: Money; breedingId?: string };

/** A kind that is zero in every row has no column. */
const KINDS: readonly { label: string; field: keyof Money }[] = [
  { label: "Puppy sales", field: "salesCents" },
  { label: "Stud fees earned", field: "studIncomeCents" },
  { label: "Other income", field: "otherIncomeCents" },
  { label: "Stud fees paid", field: "studCostCents" },
  { label: "Other costs", field: "otherCostCents" },
];

const columns = (first: string, rows: readonly Row[]): ReportColumn<Row>[] => [
  {
    label: first,
    isLong: first !== "Year",
    cell: ({ name, breedingId }) =>
      breedingId === undefined ? (
        name
      ) : (
        <Link to={pageOf("breedings", breedingId)} className="underline underline-offset-4">
          {name}
        </Link>
      ),
  },
  ...KINDS.filter(({ field }) => rows.some(({ money }) => money[field] !== 0)).map(
    ({ label, field }): ReportColumn<Row> => ({
      label,
      cell: ({ money }) => formatCents(money[field]),
      isNumber: true,
    }),
  ),
  { label: "Balance", cell: ({ money }) => formatCents(balanceOf(money)), isNumber: true },
];

export function FinancesReport() {
  const { kennelId } = useKennel();
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const result = useLiveQuery(api.reports.reports.finances, { kennelId, year: chosen, today: useToday() });
  if (result.status === "error") return <ReportFailure onRetry={result.retry} />;
  if (result.status === "loading") return <ReportSkeleton />;
  const report = result.data;
  const { years, year, breedings } = report;
  if (years.length === 0) {
    return (
      <EmptyState
        icon={<Wallet aria-hidden className="size-9 text-brass" />}
        title="No income or costs yet"
        text="Stud fees and sales appear here automatically. Add tests, whelping and other costs on a breeding's page."
      />
    );
  }
  const money = years.find((each) => each.year === year)?.money ?? NO_MONEY;
  const byYear: Row[] = years.map((each) => ({ name: each.year, money: each.money }));
  const byBreeding: Row[] = breedings.map((each) => ({
    name: each.parents,
    money: each.money,
    breedingId: each.breedingId,
  }));
  return (
    <div className="flex flex-col gap-5">
      <ReportTools report="finances" year={year ?? undefined} rows={() => financesRows(report)}>
        <YearChoice year={year} years={years.map((each) => each.year)} onYear={setChosen} />
      </ReportTools>
      <Figures>
        <Figure label={`Income in ${year ?? ""}`} value={formatCents(incomeOf(money))} />
        <Figure label={`Costs in ${year ?? ""}`} value={formatCents(costOf(money))} />
        <Figure label={`Balance in ${year ?? ""}`} value={formatCents(balanceOf(money))} />
        <Figure label="Puppy sales" value={formatCents(money.salesCents)} />
      </Figures>
      <YearChart
        label="Income and costs by year"
        years={years
          .map((each) => ({
            year: each.year,
            income: incomeOf(each.money) / 100,
            costs: costOf(each.money) / 100,
          }))
          .reverse()}
        bars={[
          { key: "income", name: "Income", color: "var(--primary)" },
          { key: "costs", name: "Costs", color: "var(--brass-line)" },
        ]}
        format={formatDollars}
      />
      <ReportTable
        caption="By year"
        columns={columns("Year", byYear)}
        rows={byYear}
        keyOf={({ name }) => name}
      />
      {breedings.length > 0 ? (
        <ReportTable
          caption={`Breedings in ${year ?? ""}`}
          columns={columns("Breeding", byBreeding)}
          rows={byBreeding}
          keyOf={({ breedingId = "" }) => breedingId}
          total={{ name: "Together", money }}
        />
      ) : null}
      <p className="max-w-prose text-sm text-muted-foreground">
        A stud fee counts in the year of the mating: paid where the sire is not one of your dogs, earned where
        the dam is not. A sale counts in the year of its date, with its whole price.
      </p>
    </div>
  );
}
