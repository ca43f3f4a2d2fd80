/** The reports of the Breeding screen: results of breedings, sales of puppies, and the balance. */
import { useState } from "react";
import { FinancesReport } from "@/features/reports/finances-report";
import { SalesReport } from "@/features/reports/sales-report";
import { StatisticsReport } from "@/features/reports/statistics-report";
import { MoneyNote } from "@/components/money-note";
import { Button } from "@/components/ui/button";
import { useKennel } from "@/hooks/use-kennel";

const REPORTS = [
  { value: "statistics", label: "Statistics" },
  { value: "sales", label: "Puppy sales" },
  { value: "finances", label: "Income and costs" },
] as const;
type Report = (typeof REPORTS)[number]["value"];

/** Renders the part of the Breeding screen. */
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
