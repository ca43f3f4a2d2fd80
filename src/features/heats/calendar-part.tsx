/**
 * The kennel's calendar for one month. On a wide screen it is a grid of weeks. On a phone and in print it is a list
 * with the same content.
 */
import { useEffect, useEffectEvent, useState } from "react";
import { ChevronLeft, ChevronRight, Printer } from "lucide-react";
import { createPortal } from "react-dom";
import { EmptyState } from "@/components/empty-state";
import { LoadError } from "@/components/load-error";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { Tooltip } from "@/components/ui/tooltip";
import { isTask, type CalendarEvent } from "@/features/heats/types";
import { useShownMonth } from "@/features/heats/use-heats-address";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useToday } from "@/hooks/use-today";
import { Link, useLocation } from "@/lib/router";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";
import { pathOfEvent } from "@domain/calendar/words";
import { addMonths, monthOf, weeksOf } from "@domain/dates/months";
import type { BadgeVariant } from "@/components/ui/badge";
import { formatSpan } from "@/entities/heats/heat-words";
import { formatTime } from "@domain/formatting/formatting";

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
  // All entries appear together, so that none moves while the user presses it.
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

type MonthPageProps = {
  month: string;
  weeks: readonly (readonly string[])[];
  events: readonly CalendarEvent[];
  today: string;
};

/** Each entry is a link, so the Tab key reaches the entry. */
function MonthPage({ month, weeks, events, today }: MonthPageProps) {
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
          <Week key={week[0]} {...{ week, month, events, today }} />
        ))}
      </tbody>
    </table>
  );
}

/** A day with many entries makes its week higher. */
const LEAST_LINES = 6;

/** Enough for most names of a dog and a vaccine. */
const LEAST_LINES_EACH = 3;

type WeekProps = Omit<MonthPageProps, "weeks"> & { week: readonly string[] };

/** The days of a week have the same height, so entries of a day with few entries may have several lines. */
function Week({ week, month, events, today }: WeekProps) {
  const days = week.map((day) => ({ day, events: events.filter(({ on }) => on === day) }));
  const lines = Math.max(LEAST_LINES, ...days.map((each) => each.events.length * LEAST_LINES_EACH));
  return (
    <tr>
      {days.map(({ day, events: ofDay }) => (
        <DayCell
          key={day}
          day={day}
          isInMonth={monthOf(day) === month}
          isToday={day === today}
          events={ofDay}
          lines={Math.floor(lines / Math.max(1, ofDay.length))}
        />
      ))}
    </tr>
  );
}

type DayCellProps = {
  day: string;
  isInMonth: boolean;
  isToday: boolean;
  events: readonly CalendarEvent[];
  /** How many lines each entry may have. */
  lines: number;
};

function DayCell({ day, isInMonth, isToday, events, lines }: DayCellProps) {
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
              <ShortEventLink event={event} lines={lines} />
            </li>
          ))}
        </ul>
      ) : null}
    </td>
  );
}

/** Lists only days with entries. In the current month, today and later days come first. */
function Agenda({ events, today }: { events: readonly CalendarEvent[]; today: string }) {
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

/**
 * Color and words show the kind. For a task, the title is enough. If the text is cut, a tooltip shows the whole
 * text while the entry has the pointer or the focus.
 */
function ShortEventLink({ event, lines }: { event: CalendarEvent; lines: number }) {
  const { can } = useKennel();
  const { search } = useLocation();
  const planAddress = can("breeding", "write") ? planAddressOf(event, search) : null;
  const address = planAddress ?? addressOf(event);
  const kind = kindLabels[event.kind];
  const content = (
    <Badge variant={kindVariants[event.kind]} className="block w-full shrink whitespace-normal">
      <span className="line-clamp-1 break-words hyphens-auto" style={{ WebkitLineClamp: lines }}>
        {isTask(event) ? (
          <>
            <span className="sr-only">{kind}: </span>
            {event.title}
          </>
        ) : (
          `${shortNameOf(event)}: ${kind}`
        )}
      </span>
    </Badge>
  );
  if (address === null) return content;
  const hint = planAddress ? "Plan Breeding" : describeDetail(event);
  return (
    <Tooltip
      className="flex"
      content={
        <>
          <span className="block font-semibold">{nameOf(event)}</span>
          {[kind, hint].filter(Boolean).join(", ")}
        </>
      }
    >
      <Link to={address} className="w-full rounded-sm hover:brightness-95 dark:hover:brightness-110">
        {content}
      </Link>
    </Tooltip>
  );
}

/** Links to the breeding or to the heats. A good day for mating also links to a new breeding. */
function EventLink({ event }: { event: CalendarEvent }) {
  const { can } = useKennel();
  const { search } = useLocation();
  const planAddress = can("breeding", "write") ? planAddressOf(event, search) : null;
  const address = addressOf(event);
  const detail = describeDetail(event);
  const content = (
    <>
      <Badge variant={kindVariants[event.kind]}>{kindLabels[event.kind]}</Badge>
      <span className="block min-w-0 font-semibold break-words">
        {nameOf(event)}
        {detail ? <span className="text-sm font-normal text-muted-foreground"> {detail}</span> : null}
      </span>
    </>
  );
  const frame = "flex min-h-12 items-center gap-x-3 rounded-md px-3 py-2";
  if (address === null) return <div className={frame}>{content}</div>;
  const link = (
    <Link to={address} className={cn(frame, "flex-1 hover:bg-accent")}>
      {content}
    </Link>
  );
  if (planAddress === null) return link;
  return (
    <div className="flex flex-wrap items-center gap-2 pr-2">
      {link}
      <Button asChild variant="outline" size="sm">
        <Link to={planAddress}>Plan Breeding</Link>
      </Button>
    </div>
  );
}

type CalendarPrintProps = { month: string; events: readonly CalendarEvent[]; onPrinted: () => void };

/**
 * For printing, for example for the wall of the whelping room. Visible only in print. Opens the print dialog, and
 * calls `onPrinted` when the dialog is closed.
 */
function CalendarPrint({ month, events, onPrinted }: CalendarPrintProps) {
  const { kennel } = useKennel();
  const done = useEffectEvent(onPrinted);
  useEffect(() => {
    const finish = () => done();
    window.addEventListener("afterprint", finish);
    window.print();
    return () => window.removeEventListener("afterprint", finish);
  }, []);
  return createPortal(
    <section className="print-sheet" aria-hidden>
      <h1 className="font-title text-2xl">{kennel.name}</h1>
      <p className="mb-3">{monthTitle(month)}</p>
      {events.length === 0 ? <p>Nothing this month.</p> : null}
      <table className="w-full border-collapse text-left text-[11pt]">
        <tbody>
          {events.map((event, index) => (
            <tr key={index} className="break-inside-avoid border-b border-current/30">
              <td className="py-1.5 pr-4 align-top whitespace-nowrap">{dayTitle(event.on)}</td>
              <td className="py-1.5 pr-4 align-top">{kindLabels[event.kind]}</td>
              <td className="py-1.5 pr-4 align-top font-semibold">{nameOf(event)}</td>
              <td className="py-1.5 align-top">{describeDetail(event)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>,
    document.body,
  );
}

const title = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
const weekday = new Intl.DateTimeFormat("en-US", { weekday: "short", timeZone: "UTC" });
const fullDay = new Intl.DateTimeFormat("en-US", {
  weekday: "long",
  month: "long",
  day: "numeric",
  timeZone: "UTC",
});

const instantOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Like 'June 2025'. */
const monthTitle = (month: string): string => title.format(instantOf(`${month}-01`));

/** Like 'Sun'. */
const weekdayTitle = (day: string): string => weekday.format(instantOf(day));

/** Like 'Sunday, June 15'. */
const dayTitle = (day: string): string => fullDay.format(instantOf(day));

type Kind = CalendarEvent["kind"];

const kindLabels: Record<Kind, string> = {
  mating: "Mating",
  due: "Due by mating",
  due_by_ovulation: "Due by ovulation",
  whelping: "Whelped",
  leaving: "Puppies eight weeks old",
  heat: "Heat began",
  best_mating: "Best day for mating",
  heat_expected: "Heat expected",
  reminder: "Reminder",
  vaccination: "Vaccination",
};

const kindVariants: Record<Kind, BadgeVariant> = {
  mating: "info",
  due: "brass",
  due_by_ovulation: "brass",
  whelping: "success",
  leaving: "success",
  heat: "warning",
  best_mating: "info",
  heat_expected: "outline",
  reminder: "neutral",
  vaccination: "outline",
};

/** The kinds are in the order of the legend. */
const KINDS = [
  "heat_expected",
  "heat",
  "best_mating",
  "mating",
  "due",
  "due_by_ovulation",
  "whelping",
  "leaving",
  "reminder",
  "vaccination",
] as const satisfies readonly Kind[];

/** The title of a task, or the name of the bitch. */
const nameOf = (event: CalendarEvent): string =>
  isTask(event) ? event.title : (event.dogName ?? "Dam unknown");

/** The call name, for places with little room. */
const shortNameOf = (event: CalendarEvent): string =>
  (isTask(event) ? null : event.dog?.callName) ?? nameOf(event);

/** The time, the sire, the number of puppies, or the possible dates. */
function describeDetail(event: CalendarEvent): string | null {
  if (isTask(event)) return event.at === null ? null : formatTime(event.at);
  const { kind, detail, between } = event;
  if (between) return `${detail ? `with ${detail}, ` : ""}${formatSpan(between)}`;
  if (detail === null) return null;
  return kind === "whelping" || kind === "leaving" ? detail : `with ${detail}`;
}

/** Plans a breeding of the bitch on that date. Keeps the screen's other parameters. */
function planAddressOf(event: CalendarEvent, search: string): string | null {
  if (isTask(event)) return null;
  const { kind, on, dog } = event;
  if (kind !== "best_mating" || dog === null) return null;
  const next = new URLSearchParams(search);
  for (const [name, value] of [
    ["add", "1"],
    ["dam", dog._id],
    ["day", on],
  ] as const)
    next.set(name, value);
  return `/dashboard/breeding?${next.toString()}`;
}

/** The reminder, the dog, the litter, the breeding, or the bitch's heats. */
function addressOf(event: CalendarEvent): string | null {
  if (isTask(event)) return event.path;
  const { litterId, breedingId, dog } = event;
  return litterId === null && breedingId === null && dog === null ? null : pathOfEvent(event);
}
