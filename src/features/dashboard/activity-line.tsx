/** One entry of the activity list. */
import {
  Bell,
  BookHeart,
  Dog,
  HandCoins,
  PencilLine,
  Stethoscope,
  Users,
  type LucideIcon,
} from "lucide-react";
import { Link } from "@/lib/router";
import type { Activity } from "@/features/dashboard/use-dashboard";
import type { ActivityType } from "@domain/dashboard/rules";
import { relativeTime } from "@domain/dashboard/words";
import { localDay } from "@domain/dates/calendar-days";
import { formatClock, formatDay } from "@domain/formatting/formatting";
import { pageOf, placeOf } from "@domain/history/places";

/** The address of the record, otherwise of the dog. Null if neither exists any more. */
function activityAddress({ record, dogId }: Pick<Activity, "record" | "dogId">): string | null {
  if (record?.table === "reminders") return "/dashboard/reminders?tab=completed";
  const owners = { dogs: dogId ?? undefined };
  const place = record && placeOf(record.table, record.id, owners);
  return place ?? (dogId === null ? null : pageOf("dogs", dogId));
}

const icons = {
  dog_added: Dog,
  health_record: Stethoscope,
  breeding: BookHeart,
  litter_born: Users,
  reminder_completed: Bell,
  puppy_sold: HandCoins,
  dog_changed: PencilLine,
} as const satisfies Record<ActivityType, LucideIcon>;

export function ActivityLine({ activity, now }: { activity: Activity; now: number }) {
  const { type, title, description, timestamp, by, isSelf } = activity;
  const Icon = icons[type];
  const address = activityAddress(activity);
  return (
    <li className="flex items-start gap-3 py-3 first:pt-0 last:pb-0">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-brass" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold break-words">
          {address === null ? (
            title
          ) : (
            <Link to={address} className="py-1 underline decoration-1 underline-offset-4 hover:decoration-2">
              {title}
            </Link>
          )}
        </p>
        {description ? <p className="break-words text-muted-foreground">{description}</p> : null}
        <p className="text-sm text-muted-foreground">
          <time
            dateTime={new Date(timestamp).toISOString()}
            title={`${formatDay(localDay(new Date(timestamp)))} at ${formatClock(timestamp)}`}
          >
            {relativeTime(timestamp, now)}
          </time>
          {isSelf ? " by you" : by === null ? "" : ` by ${by}`}
        </p>
      </div>
    </li>
  );
}
