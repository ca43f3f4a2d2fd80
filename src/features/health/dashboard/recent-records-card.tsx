/** The newest health records of the kennel, each leading to its page. */
import { Plus } from "lucide-react";
import { Link } from "@/lib/router";
import { RecordTypeMark } from "@/entities/health/record-type";
import { LoadError } from "@/components/load-error";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { healthPath, NEW, useHealthDialog } from "@/features/health/health-address";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { formatDay } from "@domain/formatting/formatting";
import { healthRecordTypeLabels } from "@domain/health/labels";
import { api } from "@convex/_generated/api";

const SHOWN = 5;

/** Renders the card. */
export function RecentRecordsCard({ canWrite }: { canWrite: boolean }) {
  const { open } = useHealthDialog();
  return (
    <Card>
      <CardHeader className="flex-row items-center justify-between gap-3">
        <CardTitle>Recent Health Records</CardTitle>
        {canWrite ? (
          <Button variant="outline" size="sm" onClick={() => open("record", NEW)}>
            <Plus aria-hidden />
            Add Record
          </Button>
        ) : null}
      </CardHeader>
      <CardContent>
        <RecentRecords />
      </CardContent>
    </Card>
  );
}

function RecentRecords() {
  const { kennelId } = useKennel();
  const result = useLiveQuery(api.health.healthRecords.list, { kennelId, page: 1, limit: SHOWN });
  if (result.status === "error") {
    return <LoadError message="Failed to load health data. Please try again." onRetry={result.retry} />;
  }
  if (result.status === "loading") return <Skeleton className="h-40" />;
  const { data, pagination } = result.data;
  if (data.length === 0) return <p className="text-muted-foreground">No health records found</p>;
  return (
    <>
      <ul aria-label="Recent Health Records" className="flex flex-col divide-y">
        {data.map((record) => (
          <li key={record._id} className="flex items-center gap-3 py-2.5 first:pt-0 last:pb-0">
            <RecordTypeMark type={record.recordType} className="size-9" />
            <div className="min-w-0 flex-1">
              <Link
                to={healthPath("records", record._id)}
                className="font-semibold break-words decoration-1 underline-offset-4 hover:underline"
              >
                {record.title}
              </Link>
              <p className="text-sm break-words text-muted-foreground">
                {healthRecordTypeLabels[record.recordType]} · {record.dog.name} ·{" "}
                {formatDay(record.dateRecorded)}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {pagination.totalItems > data.length ? (
        <Link
          to={healthPath("records")}
          className="mt-3 inline-block text-sm font-semibold text-primary underline decoration-1 underline-offset-4"
        >
          All {pagination.totalItems} records
        </Link>
      ) : null}
    </>
  );
}
