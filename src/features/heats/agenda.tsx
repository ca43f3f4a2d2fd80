/** A month as a list of its days that have something in them; of the month that runs, today and what comes stand first. */
import { EmptyState } from "@/components/empty-state";
import { EventLink } from "@/features/heats/event-link";
import { dayTitle } from "@/features/heats/month-title";
import type { CalendarEvent } from "@/features/heats/types";
import { cn } from "@/lib/utils";

/** Renders the list. */
export function Agenda({ events, today }: { events: readonly CalendarEvent[]; today: string }) {
  if (events.length === 0) {
    return (
      <EmptyState
        title="Nothing this month"
        text="Matings, due dates, heats, reminders and the days when puppies may leave appear here."
      />
    );
  }
  const days = [...new Set(events.map(({ on }) => on))];
  const past = days.filter((day) => day < today);
  const ahead = days.filter((day) => day >= today);
  const list = (shown: readonly string[]) => <Days days={shown} events={events} today={today} />;
  if (past.length === 0 || ahead.length === 0) return list(days);
  return (
    <div className="flex flex-col gap-4">
      {list(ahead)}
      <section aria-labelledby="earlier-days" className="flex flex-col gap-4 border-t pt-4">
        <h3 id="earlier-days" className="font-title text-lg">
          Earlier this month
        </h3>
        {list(past)}
      </section>
    </div>
  );
}

type DaysProps = { days: readonly string[]; events: readonly CalendarEvent[]; today: string };

function Days({ days, events, today }: DaysProps) {
  return (
    <ol className="flex flex-col gap-4">
      {days.map((day) => (
        <li key={day}>
          <h3 className={cn("mb-1 font-semibold", day === today && "text-brass")}>
            {dayTitle(day)}
            {day === today ? ", today" : ""}
          </h3>
          <ul className="divide-y rounded-md border bg-card">
            {events
              .filter(({ on }) => on === day)
              .map((event, index) => (
                <li key={index}>
                  <EventLink event={event} />
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
