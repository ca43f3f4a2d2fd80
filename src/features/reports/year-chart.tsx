/** The chart of a report. It loads when first shown, because the chart library is large. */
import { Suspense, type ComponentProps } from "react";
import { Card, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { lateLazy } from "@/lib/ready-lazy";

const YearBars = lateLazy(async () => (await import("@/features/reports/year-bars")).default);

/** Renders nothing without years. */
export function YearChart(props: ComponentProps<typeof YearBars>) {
  if (props.years.length === 0) return null;
  return (
    <Card className="gap-3 p-4">
      <CardTitle>{props.label}</CardTitle>
      <Suspense fallback={<Skeleton className="h-60" />}>
        <YearBars {...props} />
      </Suspense>
    </Card>
  );
}
