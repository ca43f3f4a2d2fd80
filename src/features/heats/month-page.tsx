/** A month as a page of weeks; each entry is a link, so that the page is walked with the Tab key. */
import { EventLink } from "@/features/heats/event-link";
import { dayTitle, monthTitle, weekdayTitle } from "@/features/heats/month-title";
import type { CalendarEvent } from "@/features/heats/types";
import { cn } from "@/lib/utils";
import { monthOf } from "@domain/dates/months";

type MonthPageProps = {
  month: string;
  weeks: readonly (readonly string[])[];
  events: readonly CalendarEvent[];
  today: string;
};

/** Renders the page as a table. */
export function MonthPage({ month, weeks, events, today }: MonthPageProps) {
  return (
    <table className="w-full table-fixed border-collapse rounded-lg bg-card">
      <caption className="sr-only">{monthTitle(month)}</caption>
      <thead>
        <tr>
          {(weeks[0] ?? []).map((day) => (
            <th key={day} scope="col" className="border px-2 py-1.5 text-left text-sm text-muted-foreground">
              {weekdayTitle(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <DayCell
                key={day}
                day={day}
                isInMonth={monthOf(day) === month}
                isToday={day === today}
                events={events.filter(({ on }) => on === day)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type DayCellProps = {
  day: string;
  isInMonth: boolean;
  isToday: boolean;
  events: readonly CalendarEvent[];
};

function DayCell({ day, isInMonth, isToday, events }: DayCellProps) {
  return (
    <td
      className={cn("h-28 border p-1 align-top", isInMonth ? null : "bg-muted")}
      aria-current={isToday ? "date" : undefined}
    >
      <span className="sr-only">{dayTitle(day)}</span>
      <span
        aria-hidden
        className={cn(
          "mb-1 inline-flex size-7 items-center justify-center rounded-full text-sm",
          isToday ? "bg-primary font-semibold text-primary-foreground" : "text-muted-foreground",
        )}
      >
        {Number(day.slice(8))}
      </span>
      {events.length > 0 ? (
        <ul className="flex flex-col gap-1">
          {events.map((event, index) => (
            <li key={index}>
              <EventLink event={event} isShort />
            </li>
          ))}
        </ul>
      ) : null}
    </td>
  );
}
