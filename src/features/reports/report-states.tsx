/** What a report shows while it loads, when it failed, and the choice of its year. */
import { LoadError } from "@/components/load-error";
import { Label } from "@/components/ui/label";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";

/** Renders the shape of a report. */
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

/** Renders the failure of a report. */
export function ReportFailure({ onRetry }: { onRetry: () => void }) {
  return <LoadError message="Failed to load the report. Please try again." onRetry={onRetry} />;
}

type YearChoiceProps = { year: string | null; years: readonly string[]; onYear: (year: string) => void };

/** Renders the choice of a year, where there is more than none. */
export function YearChoice({ year, years, onYear }: YearChoiceProps) {
  if (year === null) return <span />;
  return (
    <div className="flex items-center gap-2">
      <Label htmlFor="report-year">Year</Label>
      <Select value={year} onValueChange={onYear}>
        <SelectTrigger id="report-year" className="w-28">
          <SelectValue />
        </SelectTrigger>
        <SelectContent>
          {[...new Set([year, ...years])]
            .sort((one, other) => other.localeCompare(one))
            .map((choice) => (
              <SelectItem key={choice} value={choice}>
                {choice}
              </SelectItem>
            ))}
        </SelectContent>
      </Select>
    </div>
  );
}
