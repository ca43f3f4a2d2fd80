/** The results of the kennel's breedings: conception rate, litter size and losses, by year, sire and dam. */
import { ChartColumn } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { Button } from "@/components/ui/button";
import { Figure, Figures, mean, percent } from "@/features/reports/figure";
import {
  type ReportColumn,
  ReportFailure,
  ReportSkeleton,
  ReportTable,
} from "@/features/reports/report-table";
import { ReportTools } from "@/features/reports/take-along";
import { YearChart } from "@/features/reports/year-chart";
import { useKennel } from "@/hooks/use-kennel";
import { useToday } from "@/hooks/use-today";
import { useLiveQuery } from "@/hooks/use-live-query";
import { Link } from "@/lib/router";
import { GESTATION_DAYS } from "@domain/breedings/rules";
import { statisticsRows } from "@domain/reports/report-rows";
import type { Figures as GroupFigures } from "@domain/reports/statistics";
import { api } from "@convex/_generated/api";

type Row = GroupFigures & { name: string };

const columns = (first: string): ReportColumn<Row>[] => [
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

/** Says how many puppies were of each sex, and how many have no recorded sex. */
function sexesText({ born, males, females }: { born: number; males: number; females: number }): string {
  const unknown = born - males - females;
  return `${males} male, ${females} female${unknown > 0 ? `, ${unknown} with no sex recorded` : ""}`;
}
