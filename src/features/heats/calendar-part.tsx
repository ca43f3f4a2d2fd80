/**
 * The kennel's calendar, a month at a time: matings, due dates by mating and by ovulation, whelpings, heats that are
 * expected, the days from which puppies may leave, reminders and vaccinations. A page of weeks where there is room, a list on a phone and on
 * paper; both say the same.
 */
import { useState } from "react";
import { ChevronLeft, ChevronRight, Printer } from "lucide-react";
import { LoadError } from "@/components/load-error";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { Agenda } from "@/features/heats/agenda";
import { CalendarPrint } from "@/features/heats/calendar-print";
import { kindLabels, KINDS, kindVariants } from "@/features/heats/event-words";
import { MonthPage } from "@/features/heats/month-page";
import { monthTitle } from "@/features/heats/month-title";
import { useShownMonth } from "@/features/heats/use-heats-address";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useToday } from "@/hooks/use-today";
import { addMonths, monthOf, weeksOf } from "@domain/dates/months";
import { api } from "@convex/_generated/api";

/** Renders the part. */
export function CalendarPart() {
  const { kennelId } = useKennel();
  const today = useToday();
  const { month, setMonth } = useShownMonth(today);
  const weeks = weeksOf(month);
  const from = weeks[0]?.[0] ?? today;
  const to = weeks.at(-1)?.at(-1) ?? today;
  const result = useLiveQuery(api.heats.heats.calendar, { kennelId, from, to, today });
  const tasks = useLiveQuery(api.calendar.calendarTasks.list, { kennelId, from, to });
  const [isPrinting, setPrinting] = useState(false);
  const failed = [result, tasks].find(({ status }) => status === "error");
  // In one piece, so that no entry moves under the finger.
  const events = result.data && tasks.data ? [...result.data, ...tasks.data] : null;
  const ofMonth = (events ?? [])
    .filter(({ on }) => monthOf(on) === month)
    .sort((a, b) => a.on.localeCompare(b.on));
  return (
    <section aria-label="Calendar" className="flex flex-col gap-4">
      <MonthBar month={month} today={today} onMonth={setMonth} onPrint={() => setPrinting(true)} />
      {failed ? (
        <LoadError message="Failed to load the calendar. Please try again." onRetry={failed.retry} />
      ) : events ? (
        <>
          <Legend />
          <div className="hidden md:block">
            <MonthPage month={month} weeks={weeks} events={events} today={today} />
          </div>
          <div className="md:hidden">
            <Agenda events={ofMonth} today={today} />
          </div>
        </>
      ) : (
        <Skeleton className="h-96" />
      )}
      {isPrinting && events ? (
        <CalendarPrint month={month} events={ofMonth} onPrinted={() => setPrinting(false)} />
      ) : null}
    </section>
  );
}

type MonthBarProps = {
  month: string;
  today: string;
  onMonth: (month: string) => void;
  onPrint: () => void;
};

function MonthBar({ month, today, onMonth, onPrint }: MonthBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <h2 aria-live="polite" className="font-title mr-auto basis-full text-2xl sm:basis-auto">
        {monthTitle(month)}
      </h2>
      <Button
        variant="outline"
        size="icon"
        aria-label="Previous month"
        onClick={() => onMonth(addMonths(month, -1))}
      >
        <ChevronLeft aria-hidden />
      </Button>
      <Button variant="outline" onClick={() => onMonth(monthOf(today))}>
        Today
      </Button>
      <Button
        variant="outline"
        size="icon"
        aria-label="Next month"
        onClick={() => onMonth(addMonths(month, 1))}
      >
        <ChevronRight aria-hidden />
      </Button>
      <Button variant="outline" size="icon" aria-label="Print the month" onClick={onPrint}>
        <Printer aria-hidden />
      </Button>
    </div>
  );
}

function Legend() {
  return (
    <ul aria-label="Kinds of entries" className="hidden flex-wrap gap-1.5 md:flex">
      {KINDS.map((kind) => (
        <li key={kind}>
          <Badge variant={kindVariants[kind]}>{kindLabels[kind]}</Badge>
        </li>
      ))}
    </ul>
  );
}
