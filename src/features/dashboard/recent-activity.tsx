/** What happened in the kennel lately, newest first, with the way to all of it. Sources: rules DASH-06 and DASH-07. */
import { Link } from "@/lib/router";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { ActivityLine } from "@/features/dashboard/activity-line";
import type { Activity } from "@/features/dashboard/use-dashboard";
import { useNow } from "@/hooks/use-now";
import { RECENT_ACTIVITY_COUNT } from "@domain/dashboard/rules";

type RecentActivityProps = { activities: readonly Activity[] | undefined };

/** Renders the card; undefined while the entries are on their way. */
export function RecentActivity({ activities }: RecentActivityProps) {
  return (
    <Card>
      <CardHeader className="flex-row items-baseline justify-between">
        <CardTitle>Recent Activity</CardTitle>
        {activities && activities.length > 0 ? (
          <Link to="?activity=all" className="text-sm underline underline-offset-4">
            All Activity
          </Link>
        ) : null}
      </CardHeader>
      <CardContent>
        <ActivityList activities={activities} />
      </CardContent>
    </Card>
  );
}

function ActivityList({ activities }: RecentActivityProps) {
  const now = useNow();
  if (!activities) {
    return (
      <div role="status" aria-label="Loading recent activity" className="flex flex-col gap-3">
        {[0, 1, 2].map((index) => (
          <Skeleton key={index} className="h-11" />
        ))}
      </div>
    );
  }
  if (activities.length === 0) return <p className="text-muted-foreground">No recent activity to show</p>;
  return (
    <ul className="flex flex-col divide-y">
      {activities.slice(0, RECENT_ACTIVITY_COUNT).map((activity) => (
        <ActivityLine key={activity._id} activity={activity} now={now} />
      ))}
    </ul>
  );
}
