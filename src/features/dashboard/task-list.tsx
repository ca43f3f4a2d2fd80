/**
 * The next reminders, overdue reminders first. Users with the right to do so can complete them here. Sources: rules
 * DASH-08 to DASH-11.
 */
import { useState, type ReactNode } from "react";
import { Link } from "@/lib/router";
import { PriorityBadges } from "@/entities/reminders/priority-badges";
import { useReminderActions } from "@/entities/reminders/use-reminder-actions";
import type { Reminder } from "@/entities/reminders/reminder-words";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Skeleton } from "@/components/ui/skeleton";
import { useKennel } from "@/hooks/use-kennel";
import { cn } from "@/lib/utils";
import { UPCOMING_TASK_COUNT } from "@domain/dashboard/rules";
import { dueText } from "@domain/dashboard/words";
import { formatDay, formatTime } from "@domain/formatting/formatting";
import { pageOf } from "@domain/history/places";

type TaskListProps = { tasks: readonly Reminder[] | undefined; today: string };

/** `tasks` is undefined while loading. */
export function TaskList({ tasks, today }: TaskListProps) {
  return (
    <Card>
      <CardHeader className="flex-row items-baseline justify-between">
        <CardTitle>Upcoming Tasks</CardTitle>
        <Link to="/dashboard/reminders" className="-my-0.5 py-0.5 text-sm underline underline-offset-4">
          All Reminders
        </Link>
      </CardHeader>
      <CardContent>
        {tasks === undefined ? (
          <div role="status" aria-label="Loading upcoming tasks" className="flex flex-col gap-3">
            <Skeleton className="h-11" />
            <Skeleton className="h-11" />
          </div>
        ) : tasks.length === 0 ? (
          <p className="text-muted-foreground">No upcoming tasks</p>
        ) : (
          <ul className="flex flex-col divide-y">
            {tasks.slice(0, UPCOMING_TASK_COUNT).map((task) => (
              <TaskItem key={task._id} task={task} today={today} />
            ))}
          </ul>
        )}
      </CardContent>
    </Card>
  );
}

type ReminderTickProps = { task: Reminder; today: string; fallback?: ReactNode };

/** Users without the right to complete a reminder see `fallback`. */
export function ReminderTick({ task, today, fallback = null }: ReminderTickProps) {
  const mayWrite = useKennel().can("reminders", "write");
  const { complete } = useReminderActions(today);
  const [isSending, setSending] = useState(false);
  if (!mayWrite) return fallback;
  const send = async () => {
    setSending(true);
    await complete(task);
    setSending(false);
  };
  return (
    <label className="flex size-11 shrink-0 cursor-pointer items-center justify-center">
      <Checkbox
        aria-label={`Complete ${task.title}`}
        className="size-6"
        checked={isSending}
        disabled={isSending}
        onCheckedChange={() => void send()}
      />
    </label>
  );
}

function TaskItem({ task, today }: { task: Reminder; today: string }) {
  const { title, dueDate, dueTime, dog } = task;
  return (
    <li className="flex items-start gap-2 py-3 first:pt-0 last:pb-0">
      <span className="-my-2.5 -ml-3 empty:hidden">
        <ReminderTick task={task} today={today} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-semibold break-words">
          <Link
            to={pageOf("reminders", task._id)}
            className="inline-block underline-offset-4 hover:underline"
          >
            {title}
          </Link>
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted-foreground">
          <span title={formatDay(dueDate)} className={cn(dueDate < today && "font-semibold text-error")}>
            {[dueText(dueDate, today), dueTime && formatTime(dueTime)].filter(Boolean).join(", ")}
          </span>
          {dog ? <span className="min-w-0 break-words">Related to: {dog.callName ?? dog.name}</span> : null}
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1">
        <PriorityBadges reminder={task} today={today} />
      </div>
    </li>
  );
}
