/** A month as a list of its days that have something in them. */
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
        text="Matings, due dates, heats and the days when puppies may leave appear here."
      />
    );
  }
  const days = [...new Set(events.map(({ on }) => on))];
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
