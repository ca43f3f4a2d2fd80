/** The pending reminders about health, each with the tick that completes it. */
import { useId, useState } from "react";
import { Link } from "@/lib/router";
import { LoadError } from "@/components/load-error";
import { Badge, type BadgeVariant } from "@/components/ui/badge";
import { Checkbox } from "@/components/ui/checkbox";
import { Skeleton } from "@/components/ui/skeleton";
import { useReminderActions } from "@/entities/reminders/use-reminder-actions";
import { useHealthReminders, type HealthReminder } from "@/features/health/alerts/use-alerts";
import { useKennel } from "@/hooks/use-kennel";
import { dueLabelOf, reminderStateOf, type ReminderDueState } from "@domain/reminders/due";
import { reminderTypeLabels } from "@domain/reminders/labels";

const stateVariants = {
  overdue: "error",
  due_soon: "warning",
  normal: "outline",
} as const satisfies Record<ReminderDueState, BadgeVariant>;

/** Renders the list, or what stands in its place. */
export function HealthReminders({ today }: { today: string }) {
  const canWrite = useKennel().can("reminders", "write");
  const result = useHealthReminders();
  if (result === null) {
    return (
      <p className="px-4 py-4 text-muted-foreground">You do not have access to reminders in this kennel</p>
    );
  }
  if (result.status === "error") {
    return (
      <div className="p-3">
        <LoadError
          message="Failed to load health alerts. Please try again."
          retryLabel="Retry"
          onRetry={result.retry}
        />
      </div>
    );
  }
  if (result.status === "loading") {
    return (
      <div role="status" aria-label="Loading reminders" className="p-4">
        <Skeleton className="h-12" />
      </div>
    );
  }
  const { reminders, total } = result.data;
  if (reminders.length === 0) {
    return <p className="px-4 py-4 text-muted-foreground">No health reminders are pending</p>;
  }
  return (
    <>
      <ul className="divide-y">
        {reminders.map((reminder) => (
          <ReminderLine key={reminder._id} reminder={reminder} today={today} canWrite={canWrite} />
        ))}
      </ul>
      {total > reminders.length ? (
        <p className="border-t px-4 py-3 text-sm text-muted-foreground">
          The first {reminders.length} of {total} are shown
        </p>
      ) : null}
    </>
  );
}

type ReminderLineProps = { reminder: HealthReminder; today: string; canWrite: boolean };

function ReminderLine({ reminder, today, canWrite }: ReminderLineProps) {
  const id = useId();
  const { complete } = useReminderActions(today);
  const [isBusy, setBusy] = useState(false);
  const tick = async () => {
    setBusy(true);
    await complete(reminder);
    setBusy(false);
  };
  const { title, description, dueDate, reminderType, dog } = reminder;
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      {canWrite ? (
        <Checkbox
          id={id}
          aria-label={`Complete ${title}`}
          checked={isBusy}
          disabled={isBusy}
          onCheckedChange={() => void tick()}
          className="mt-0.5"
        />
      ) : null}
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            to={`/dashboard/reminders?reminder=${reminder._id}`}
            className="font-semibold break-words underline-offset-4 hover:underline"
          >
            {title}
          </Link>
          <Badge variant={stateVariants[reminderStateOf(reminder, today)]}>
            {dueLabelOf(dueDate, today)}
          </Badge>
        </p>
        <p className="mt-0.5 break-words text-muted-foreground">
          {reminderTypeLabels[reminderType]}
          {dog ? (
            <>
              {" · "}
              <Link
                to={`/dashboard/dogs/${dog._id}`}
                className="font-title text-foreground underline decoration-border decoration-1 underline-offset-4 hover:decoration-current"
              >
                {dog.name}
              </Link>
            </>
          ) : null}
        </p>
        {description === null ? null : (
          <p className="line-clamp-2 text-sm break-words text-muted-foreground">{description}</p>
        )}
      </div>
    </li>
  );
}
