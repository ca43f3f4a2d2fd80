/** One of the breeder's calendars: turning it on, its address, what is in it, renewing it and turning it off. */
import { useState } from "react";
import { CalendarAddress } from "@/entities/calendar/calendar-address";
import { CalendarParts } from "@/entities/calendar/calendar-parts";
import { formatInstant } from "@/entities/calendar/calendar-words";
import {
  findCalendar,
  useCalendarActions,
  type Calendar,
  type CalendarActions,
  type Calendars,
  type WhichCalendar,
} from "@/entities/calendar/use-calendar";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { CalendarPart } from "@domain/calendar/rules";

type CalendarPanelProps = {
  calendars: Calendars;
  which: WhichCalendar;
  /** What it is of, such as the kennel's name. */
  name: string;
};

/** Renders the calendar, on or off. */
export function CalendarPanel({ calendars, which, name }: CalendarPanelProps) {
  const calendar = findCalendar(calendars, which);
  const actions = useCalendarActions(which);
  const { readableParts: readable } = calendars;
  if (calendar === null) return <CalendarOff name={name} readable={readable} actions={actions} />;
  return (
    <div className="flex flex-col gap-5">
      {calendar.url === null ? (
        <Alert variant="warning">
          Calendar addresses are not set up on this server. Whoever runs it must set STUDBOOK_LINK_SECRET.
        </Alert>
      ) : (
        <CalendarAddress url={calendar.url} name={name} />
      )}
      <CalendarParts
        parts={calendar.parts}
        readable={readable}
        isBusy={actions.isBusy}
        onParts={(parts) => void actions.choose(parts)}
      />
      <CalendarFoot calendar={calendar} actions={actions} />
    </div>
  );
}

type CalendarOffProps = { name: string; readable: readonly CalendarPart[]; actions: CalendarActions };

function CalendarOff({ name, readable, actions }: CalendarOffProps) {
  const [parts, setParts] = useState<readonly CalendarPart[]>(readable);
  if (readable.length === 0) {
    return (
      <p className="text-muted-foreground">
        You do not have permission to see what this calendar would show.
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted-foreground">
        See what is coming up for {name} beside your own appointments, on your phone and computer. You get a
        private address, and every change here shows up there.
      </p>
      <CalendarParts parts={parts} readable={readable} isBusy={actions.isBusy} onParts={setParts} />
      <Button
        className="h-11 self-stretch sm:self-start"
        disabled={actions.isBusy}
        onClick={() => void actions.turnOn(parts.filter((part) => readable.includes(part)))}
      >
        {actions.isBusy ? "Turning on..." : "Turn On Calendar"}
      </Button>
    </div>
  );
}

type Question = "renew" | "turnOff";

const QUESTIONS: Record<Question, { title: string; text: string; confirm: string; busy: string }> = {
  renew: {
    title: "Renew the calendar address?",
    text: "The current address stops working at once. Calendars that use it need the new one.",
    confirm: "Renew Address",
    busy: "Renewing...",
  },
  turnOff: {
    title: "Turn this calendar off?",
    text: "Calendars that use this address stop updating. If you turn it on again, the address is new.",
    confirm: "Turn Off",
    busy: "Turning off...",
  },
};

function CalendarFoot({ calendar, actions }: { calendar: Calendar; actions: CalendarActions }) {
  const [asked, setAsked] = useState<Question | null>(null);
  const confirm = async (question: Question) => {
    if (await actions[question]()) setAsked(null);
  };
  const question = asked === null ? null : QUESTIONS[asked];
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t pt-4">
      <p className="min-w-0 basis-64 text-sm text-muted-foreground sm:flex-1">
        {calendar.readAt === null
          ? "No calendar has fetched it yet."
          : `Last fetched by a calendar on ${formatInstant(calendar.readAt)}.`}
      </p>
      <div className="flex flex-1 gap-2 *:flex-1 sm:flex-none">
        <Button variant="outline" onClick={() => setAsked("renew")}>
          Renew Address
        </Button>
        <Button variant="outline" onClick={() => setAsked("turnOff")}>
          Turn Off
        </Button>
      </div>
      {asked !== null && question !== null ? (
        <ConfirmDialog
          isOpen
          title={question.title}
          confirmLabel={question.confirm}
          busyLabel={question.busy}
          isBusy={actions.isBusy}
          onConfirm={() => void confirm(asked)}
          onCancel={() => setAsked(null)}
        >
          <p>{question.text}</p>
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
