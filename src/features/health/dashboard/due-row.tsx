/** One line of what is due: for which dog, what, on which day and how far that is. */
import type { ReactNode } from "react";
import { Link } from "@/lib/router";
import { Badge } from "@/components/ui/badge";
import { daysBetween } from "@domain/dates/calendar-days";
import { formatDay } from "@domain/formatting/formatting";

/** Days left from which a line is urgent. Source: rule VAX-06. */
const URGENT_DAYS = 7;

const days = (count: number): string => (count === 1 ? "1 day" : `${count} days`);

function distanceOf(dueOn: string, today: string): string {
  const left = daysBetween(today, dueOn);
  if (left < 0) return `${days(-left)} overdue`;
  return left === 0 ? "Today" : `In ${days(left)}`;
}

function variantOf(dueOn: string, today: string) {
  const left = daysBetween(today, dueOn);
  if (left < 0) return "error" as const;
  return left <= URGENT_DAYS ? ("warning" as const) : ("info" as const);
}

/** A dog of the kennel, or a puppy that is none yet. */
export type Patient = {
  dog: { _id: string; name: string } | null;
  puppy?: { name: string; litterId: string } | null;
};

type DueRowProps = {
  patient: Patient;
  what: ReactNode;
  dueOn: string;
  today: string;
  action?: ReactNode;
};

/** Renders the line as a list's item. */
export function DueRow({ patient: { dog, puppy }, what, dueOn, today, action }: DueRowProps) {
  return (
    <li className="flex items-center gap-3 py-2.5 last:pb-0 pointer-fine:first:pt-0">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-0.5">
        <Link
          to={dog ? `/dashboard/dogs/${dog._id}` : `/dashboard/litters/${puppy?.litterId}`}
          className="font-title w-full break-words decoration-1 underline-offset-4 hover:underline"
        >
          {dog?.name ?? puppy?.name}
        </Link>
        <p className="min-w-32 flex-1 text-sm break-words text-muted-foreground">
          {what} · <time dateTime={dueOn}>{formatDay(dueOn)}</time>
        </p>
        <Badge variant={variantOf(dueOn, today)}>{distanceOf(dueOn, today)}</Badge>
      </div>
      {action}
    </li>
  );
}
