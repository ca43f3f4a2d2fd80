/** What happened in the kennel lately, newest first. */
import { Bell, BookHeart, Dog, HandCoins, Stethoscope, Users, type LucideIcon } from "lucide-react";
import type { FunctionReturnType } from "convex/server";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { relativeTime } from "@/features/dashboard/relative-time";
import { useNow } from "@/hooks/use-now";
import { RECENT_ACTIVITY_COUNT, type ActivityType } from "../../../domain/constants/activities";
import type { api } from "../../../convex/_generated/api";

type Activity = FunctionReturnType<typeof api.activities.recent>[number];

const icons = {
  dog_added: Dog,
  health_record: Stethoscope,
  breeding: BookHeart,
  litter_born: Users,
  reminder_completed: Bell,
  puppy_sold: HandCoins,
} as const satisfies Record<ActivityType, LucideIcon>;

/** Renders the card; undefined while the entries are on their way. */
export function RecentActivity({ activities }: { activities: readonly Activity[] | undefined }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Recent Activity</CardTitle>
      </CardHeader>
      <CardContent>
        <ActivityList activities={activities} />
      </CardContent>
    </Card>
  );
}

function ActivityList({ activities }: { activities: readonly Activity[] | undefined }) {
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
      {activities.slice(0, RECENT_ACTIVITY_COUNT).map((activity) => {
        const Icon = icons[activity.type];
        return (
          <li key={activity._id} className="flex items-start gap-3 py-3 first:pt-0 last:pb-0">
            <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-brass" />
            <div className="min-w-0 flex-1">
              <p className="font-semibold break-words">{activity.title}</p>
              {activity.description ? (
                <p className="break-words text-muted-foreground">{activity.description}</p>
              ) : null}
            </div>
            <time
              dateTime={new Date(activity.timestamp).toISOString()}
              className="shrink-0 text-sm text-muted-foreground"
            >
              {relativeTime(activity.timestamp, now)}
            </time>
          </li>
        );
      })}
    </ul>
  );
}
