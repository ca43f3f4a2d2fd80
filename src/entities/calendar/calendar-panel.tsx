/** One of the user's calendars: turning it on, its address, its contents, renewing it and turning it off. */
import { useState, useId } from "react";
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
import { type CalendarPart, CALENDAR_PARTS } from "@domain/calendar/rules";
import { Checkbox } from "@/components/ui/checkbox";
import { Label } from "@/components/ui/label";
import { Check, Copy, ExternalLink } from "lucide-react";
import { toast } from "sonner";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { formatMoment } from "@domain/formatting/formatting";

function CalendarAddress({ url, name }: { url: string; name: string }) {
  const labelId = useId();
  const [copied, setCopied] = useState<string | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(url);
      toast.success("Address copied");
    } catch {
      // On pages without a secure connection, browsers refuse to copy.
      toast.error("Failed to copy. Select the address and copy it yourself.");
    }
  };
  return (
    <div className="flex flex-col gap-3">
      <FormField
        label="Calendar address"
        helper="Keep this address private: it opens your calendar. If somebody else has it, create a new one."
      >
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              readOnly
              value={url}
              className="font-mono text-sm"
              onFocus={(event) => event.target.select()}
            />
            <Button variant="outline" onClick={() => void copy()}>
              {copied === url ? <Check aria-hidden /> : <Copy aria-hidden />}
              Copy
            </Button>
          </div>
        )}
      </FormField>
      <div role="group" aria-labelledby={labelId} className="grid gap-x-2 gap-y-1.5 sm:grid-cols-3">
        <p id={labelId} className="text-sm leading-snug font-semibold sm:col-span-3">
          Add it to
        </p>
        <Button asChild variant="outline" className="h-11">
          <a href={webcalOf(url)}>Apple Calendar</a>
        </Button>
        <Button asChild variant="outline" className="h-11">
          <a href={googleOf(url)} target="_blank" rel="noreferrer">
            Google Calendar
            <ExternalLink aria-hidden />
          </a>
        </Button>
        <Button asChild variant="outline" className="h-11">
          <a href={outlookOf(url, name)} target="_blank" rel="noreferrer">
            Outlook
            <ExternalLink aria-hidden />
          </a>
        </Button>
      </div>
      {isAtHome(url) ? (
        <Alert variant="info">
          This address is on your own network. Calendars on devices there can use it; Google and Outlook on
          the web cannot reach it.
        </Alert>
      ) : null}
      <p className="text-sm text-muted-foreground">
        In any other program choose “Subscribe by address” and paste it. Calendars check for changes on their
        own: Apple within an hour, Google and Outlook within a day.
      </p>
    </div>
  );
}

type CalendarPartsProps = {
  parts: readonly CalendarPart[];
  /** The parts of the kennel that the user may read. */
  readable: readonly CalendarPart[];
  isBusy: boolean;
  onParts: (parts: CalendarPart[]) => void;
};

/** The last ticked checkbox cannot be unticked. */
function CalendarParts({ parts, readable, isBusy, onParts }: CalendarPartsProps) {
  const id = useId();
  const chosen = readable.filter((part) => parts.includes(part));
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold">What it shows</legend>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {CALENDAR_PARTS.filter((part) => readable.includes(part)).map((part) => {
          const isChosen = chosen.includes(part);
          const { label, helper } = partLabels[part];
          return (
            <div key={part} className="flex min-h-11 items-start gap-3 py-2">
              <Checkbox
                id={`${id}-${part}`}
                className="mt-0.5"
                aria-describedby={`${id}-${part}-helper`}
                checked={isChosen}
                disabled={isBusy || (isChosen && chosen.length === 1)}
                onCheckedChange={() =>
                  onParts(isChosen ? parts.filter((other) => other !== part) : [...parts, part])
                }
              />
              <div className="min-w-0">
                <Label htmlFor={`${id}-${part}`}>{label}</Label>
                <p id={`${id}-${part}-helper`} className="text-sm text-muted-foreground">
                  {helper}
                </p>
              </div>
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}

type CalendarPanelProps = {
  calendars: Calendars;
  which: WhichCalendar;
  name: string;
};

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
          : `Last fetched by a calendar on ${formatMoment(calendar.readAt)}.`}
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

const partLabels: Record<CalendarPart, { label: string; helper: string }> = {
  reminders: { label: "Reminders", helper: "Due, snoozed and completed" },
  breeding: {
    label: "Breedings and litters",
    helper: "Matings, due dates, whelpings, puppies at eight weeks",
  },
  heats: { label: "Heats", helper: "Recorded and expected" },
  vaccinations: { label: "Vaccinations", helper: "Due and scheduled" },
};

/** The scheme `webcal` opens calendar programs. */
const webcalOf = (url: string): string => url.replace(/^https?:/, "webcal:");

/** Google Calendar's page for subscribing. */
const googleOf = (url: string): string =>
  `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcalOf(url))}`;

/** Outlook's page for subscribing. */
const outlookOf = (url: string, name: string): string =>
  `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(url)}&name=${encodeURIComponent(name)}`;

const PRIVATE_HOST =
  /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|\[)|\.(local|lan|home|internal)$/;

/** Services on the internet cannot reach an address in a private network. */
export function isAtHome(url: string): boolean {
  const { hostname } = new URL(url);
  return PRIVATE_HOST.test(hostname) || !hostname.includes(".");
}
