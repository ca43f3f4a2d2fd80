/** The Alerts & Reminders tab. */
import { type ReactNode, useId, useState } from "react";
import type { FunctionReturnType } from "convex/server";
import { BellPlus, ChevronDown, CircleAlert } from "lucide-react";
import { LoadError } from "@/components/load-error";
import { Alert, AlertTitle } from "@/components/ui/alert";
import { Badge, type BadgeVariant } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Skeleton } from "@/components/ui/skeleton";
import { useFold } from "@/components/use-fold";
import { useReminderActions } from "@/entities/reminders/use-reminder-actions";
import { lateTexts, lateTone, overdueColor, scheduleColor } from "@/entities/health/due-colors";
import { useAlertSearch, useHealthDialog } from "@/entities/health/health-address";
import { namesInWords } from "@/entities/health/patients";
import { dueOf, type Fates, useSteadyDoses } from "@/entities/health/recorded-doses";
import { NEW } from "@/lib/screen-address";
import {
  fatesInWords,
  type Group,
  groupsOf,
  PatientLinks,
  RecordButton,
  visitKeyOf,
} from "@/features/vaccinations/dose-group";
import type { Dose } from "@/features/vaccinations/dose-words";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useToday } from "@/hooks/use-today";
import { Link } from "@/lib/router";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";
import { pageOf } from "@domain/history/places";
import { CRITICAL_DAYS } from "@domain/vaccinations/rules";
import { daysBetween } from "@domain/dates/calendar-days";
import { formatShortDay } from "@domain/formatting/formatting";
import { dueWordsOf } from "@domain/health/due-state";
import { type ReminderDueState, dueLabelOf, reminderStateOf } from "@domain/reminders/due";
import { matchesWords, searchWords } from "@domain/text/text";
import { Switch } from "@/components/ui/switch";
import { useUserSettings } from "@/hooks/use-user-settings";
import type { ChangeSettings, UserSettings } from "@/hooks/use-user-settings";
import type { Channel } from "@domain/deliveries/rules";

export function AlertsPart() {
  const { can } = useKennel();
  const today = useToday();
  const { open } = useHealthDialog();
  const { find } = useAlertSearch();
  const summary = useAlertSummary(today);
  const canWrite = can("health", "write");
  if (summary.status === "error") {
    return (
      <LoadError
        message="Failed to load health alerts. Please try again."
        retryLabel="Retry"
        onRetry={summary.retry}
      />
    );
  }
  const { data } = summary;
  return (
    <div className="flex flex-col gap-3 sm:gap-4">
      <AlertSummary summary={data} />
      {data ? <CriticalBanner critical={data.critical} today={today} canWrite={canWrite} /> : null}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 divide-y rounded-lg border bg-card shadow-page">
          <AlertSection title="Overdue Vaccinations" count={data?.overdueVaccines}>
            <AlertDoses key={`${today} ${find}`} kind="overdue" {...{ find, today, canWrite }} />
          </AlertSection>
          <AlertSection title="Upcoming Vaccinations (Next 30 Days)" count={data?.dueSoon}>
            <AlertDoses key={`${today} ${find}`} kind="upcoming" {...{ find, today, canWrite }} />
          </AlertSection>
          <AlertSection
            title="Health Reminders"
            count={data?.activeReminders}
            action={
              can("reminders", "write") ? (
                <Button variant="outline" size="sm" onClick={() => open("reminder", NEW)}>
                  <BellPlus aria-hidden />
                  Add Reminder
                </Button>
              ) : null
            }
          >
            <HealthReminders key={find} find={find} today={today} />
          </AlertSection>
        </div>
        <NotificationSettings />
      </div>
    </div>
  );
}

type CriticalBannerProps = { critical: Summary["critical"]; today: string; canWrite: boolean };

/**
 * Links to the first of the dogs that are far overdue. Once the banner is shown, it keeps its height, so that the
 * lists below do not move. Source: decision GAP-ALR-02.
 */
function CriticalBanner({ critical: { count, dogNames, hasMore }, today, canWrite }: CriticalBannerProps) {
  const overdue = useAlertDoses("overdue", today, 1).data?.data ?? [];
  const [first] = groupsOf(
    overdue.filter(({ dueOn }) => dueOn && daysBetween(dueOn, today) > CRITICAL_DAYS),
    visitKeyOf,
  );
  const [mostNames, setMostNames] = useState(0);
  if (dogNames.length > mostNames) setMostNames(dogNames.length);
  if (count === 0 && mostNames === 0) return null;
  return (
    <Alert
      variant={count === 0 ? "success" : "error"}
      className="max-sm:gap-2 max-sm:px-3 max-sm:py-2 max-sm:text-sm sm:py-2.5"
    >
      {/* The button extends into the padding, so that the text stays on the first line beside the icon. On a phone,
          the dose is directly below, so the banner needs no button. */}
      <div className={cn("flex items-start gap-x-4 max-sm:min-h-[2lh]", mostNames > 1 && "min-h-[2lh]")}>
        <div className="line-clamp-2 min-w-0 flex-1">
          <AlertTitle className="mr-2 inline">
            {count === 0 ? "No vaccination is" : `${count} vaccination(s)`} overdue by more than{" "}
            {CRITICAL_DAYS} days
          </AlertTitle>
          <span className="break-words text-foreground">{namesInWords(dogNames, hasMore)}</span>
        </div>
        {canWrite && count > 0 && first ? (
          <RecordButton
            doses={first}
            variant="link"
            className="-my-1.5 shrink-0 px-0 text-error max-sm:hidden pointer-coarse:-my-2.5"
          />
        ) : null}
      </div>
    </Alert>
  );
}

type Summary = FunctionReturnType<typeof api.health.healthAlerts.summary>;

const CARDS: readonly {
  count: "overdueVaccines" | "dueSoon" | "activeReminders" | "totalAlerts";
  label: string;
  tone: string;
}[] = [
  { count: "overdueVaccines", label: "Overdue Vaccines", tone: "text-error" },
  { count: "dueSoon", label: "Due Soon", tone: "text-warning" },
  { count: "activeReminders", label: "Active Reminders", tone: "text-info" },
  { count: "totalAlerts", label: "Total Alerts", tone: "text-foreground" },
];

/** Empty until the numbers are loaded. Sources: rule ALR-04, decision GAP-ALR-03. */
function AlertSummary({ summary }: { summary: Summary | undefined }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-border shadow-page md:grid-cols-4">
      {CARDS.map(({ count, label, tone }) => (
        <div
          key={count}
          className="flex flex-row-reverse items-center justify-end gap-3 bg-card px-4 py-2.5 max-sm:gap-2 max-sm:px-3 max-sm:py-1"
        >
          <dt className="text-sm text-muted-foreground">{label}</dt>
          <dd
            className={cn(
              "font-title text-xl tabular-nums sm:text-2xl",
              summary && summary[count] > 0 ? tone : "text-muted-foreground",
            )}
          >
            {summary ? summary[count] : <Skeleton className="my-1 h-6 w-6" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type Kind = "overdue" | "upcoming";

const emptyTexts: Record<Kind, string> = {
  overdue: "No vaccination is overdue",
  upcoming: "None due in the next 30 days",
};

type AlertDosesProps = { kind: Kind; find: string; today: string; canWrite: boolean };

/** A part shows this many lines at first. */
const FIRST_LINES = 10;

/**
 * Longest overdue first. After the last line of a page, the next page is loaded. A search reads all pages. Source:
 * GAP-VAX-08.
 */
function AlertDoses({ page = 1, ...props }: AlertDosesProps & { page?: number }) {
  const { kind, find, today } = props;
  const list = useAlertDoses(kind, today, page);
  const { rows: doses, ...fates } = useSteadyDoses({ listed: list.data?.data, idOf, dueIn: dueOf });
  const words = searchWords(find);
  const found = doses.filter(({ vaccineName, dog, puppy }) =>
    matchesWords(words, [vaccineName, dog?.name, dog?.callName, puppy?.name]),
  );
  const groups = groupsOf(found, visitKeyOf);
  const { totalItems = 0, totalPages = 1 } = list.data?.pagination ?? {};
  const isSearch = words.length > 0;
  // The doses of this page and the following pages, with those that are no longer due.
  const left = doses.filter(({ _id }) => fates.hasLeft(_id)).length + totalItems - (page - 1) * PAGE_SIZE;
  const { shown, more, areAllShown } = useFold(
    groups,
    page === 1 || isSearch ? FIRST_LINES + countRecorded(groups, fates) : 0,
    (lines) => (isSearch ? found.length : left) - lines.flat().length,
  );
  if (list.status === "error") return <Failed onRetry={list.retry} />;
  if (list.status === "loading") {
    return (
      <div role="status" aria-label="Loading vaccinations" className="p-4">
        <Skeleton className="h-12" />
      </div>
    );
  }
  if (groups.length === 0 && totalPages <= 1) {
    return (
      <p className="px-4 py-4 text-muted-foreground">{isSearch ? nothingFound(find) : emptyTexts[kind]}</p>
    );
  }
  return (
    <>
      {isSearch && totalPages <= 1 ? (
        <p role="status" className="border-b px-4 py-2 text-sm text-muted-foreground tabular-nums">
          {found.filter(({ _id }) => !fates.hasLeft(_id)).length} of {totalItems}
        </p>
      ) : null}
      <ul className="divide-y">
        {shown.map((group) => (
          <DoseLine key={group[0]._id} doses={group} fates={fates} {...props} />
        ))}
      </ul>
      {more}
      {page < totalPages && (areAllShown || isSearch) ? <AlertDoses page={page + 1} {...props} /> : null}
    </>
  );
}

const idOf = ({ _id }: Dose): string => _id;

/** Lines that the user has recorded do not count, so that the list always begins with the same number of due lines. */
const countRecorded = (groups: readonly Group<Dose>[], fates: Fates): number =>
  groups.filter((group) => fatesInWords(group, fates) !== undefined && fates.undoOf(group.map(idOf))).length;

const nothingFound = (find: string): string => `Nothing here matches “${find}”`;

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="p-3">
      <LoadError
        message="Failed to load health alerts. Please try again."
        retryLabel="Retry"
        onRetry={onRetry}
      />
    </div>
  );
}

type DoseLineProps = Omit<AlertDosesProps, "find"> & { doses: Group<Dose>; fates: Fates };

function DoseLine({ doses, fates, kind, today, canWrite }: DoseLineProps) {
  const [dose] = doses;
  const fate = fatesInWords(doses, fates);
  const isLeft = fate !== undefined;
  const days = dose.dueOn === null ? 0 : daysBetween(today, dose.dueOn);
  const tone = isLeft ? null : lateTone(-days);
  return (
    <li
      className={cn(
        ROW,
        "border-l-4",
        tone ? edges[tone] : "border-l-transparent",
        isLeft && "bg-muted/60 text-muted-foreground",
      )}
    >
      <div className={WHEN_AND_WHAT}>
        <p
          className={cn(
            "flex items-center gap-1.5 text-sm",
            tone && "font-semibold",
            tone && lateTexts[tone],
          )}
        >
          {tone ? <CircleAlert aria-hidden className="size-4 shrink-0" /> : null}
          {fate ?? (dose.dueOn === null ? null : dueWordsOf(dose.dueOn, today))}
        </p>
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 break-words">
          <span className="min-w-0">
            <span className="font-semibold">{dose.vaccineName}</span> ·{" "}
            <PatientLinks doses={doses} fates={fates} />
          </span>
          {dose.dueOn === null ? null : (
            <Badge
              variant={isLeft ? "neutral" : kind === "overdue" ? overdueColor(-days) : scheduleColor(days)}
            >
              due {formatShortDay(dose.dueOn)}
            </Badge>
          )}
        </p>
      </div>
      {canWrite ? <RecordButton doses={doses} fates={fates} /> : null}
    </li>
  );
}

const edges = { warning: "border-l-warning", error: "border-l-error" } as const;

const ROW =
  "flex min-h-12 items-center gap-3 px-4 py-1.5 max-sm:py-2.5 [contain-intrinsic-size:auto_3rem] [content-visibility:auto]";

/** On a wide screen the badge has its own column. On a phone it is below the text. */
const WHEN_AND_WHAT =
  "flex min-w-0 flex-1 flex-col-reverse gap-1 sm:grid sm:grid-cols-[9.5rem_minmax(0,1fr)] sm:items-center sm:gap-3";

const stateVariants = {
  overdue: "error",
  due_soon: "warning",
  normal: "outline",
} as const satisfies Record<ReminderDueState, BadgeVariant>;

/** Due reminders are all shown, up to a limit. */
const FIRST_REMINDERS = 5;
const MOST_FIRST_REMINDERS = 20;

function HealthReminders({ find, today }: { find: string; today: string }) {
  const canWrite = useKennel().can("reminders", "write");
  const result = useHealthReminders();
  const { reminders: loaded = [], total = 0 } = result?.data ?? {};
  const words = searchWords(find);
  const isSearch = words.length > 0;
  const reminders = loaded.filter(({ title, description, dog }) =>
    matchesWords(words, [title, description, dog?.name, dog?.callName]),
  );
  const due = reminders.filter(({ dueDate }) => dueDate <= today).length;
  const { shown, more } = useFold(
    reminders,
    Math.max(Math.min(due, MOST_FIRST_REMINDERS), FIRST_REMINDERS),
    (rows) => (isSearch ? reminders.length : total) - rows.length,
  );
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
  if (reminders.length === 0) {
    return (
      <p className="px-4 py-4 text-muted-foreground">
        {loaded.length > 0 ? nothingFound(find) : "No health reminders are pending"}
      </p>
    );
  }
  return (
    <>
      <ul className="divide-y">
        {shown.map((reminder) => (
          <ReminderLine key={reminder._id} reminder={reminder} today={today} canWrite={canWrite} />
        ))}
      </ul>
      {more ??
        (total > loaded.length ? (
          <p className="border-t px-4 py-3 text-sm text-muted-foreground">
            {isSearch
              ? `Searched in the first ${loaded.length} of ${total}`
              : `The first ${loaded.length} of ${total} are shown`}
          </p>
        ) : null)}
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
  const { title, description, dueDate, dog } = reminder;
  return (
    <li className={ROW}>
      {canWrite ? (
        <Checkbox
          id={id}
          aria-label={`Complete ${title}`}
          checked={isBusy}
          disabled={isBusy}
          onCheckedChange={() => void tick()}
        />
      ) : null}
      <div className={WHEN_AND_WHAT}>
        <Badge variant={stateVariants[reminderStateOf(reminder, today)]}>{dueLabelOf(dueDate, today)}</Badge>
        <div className="min-w-0 break-words">
          <Link
            to={pageOf("reminders", reminder._id)}
            className="font-semibold underline-offset-4 hover:underline"
          >
            {title}
          </Link>
          {/* The title of a reminder about a dose already contains the dog's name. */}
          {dog && !title.includes(dog.name) ? (
            <>
              {" · "}
              <Link
                to={pageOf("dogs", dog._id)}
                title={dog.name}
                className="font-title underline decoration-border decoration-1 underline-offset-4 hover:decoration-current"
              >
                {dog.callName ?? dog.name}
              </Link>
            </>
          ) : null}
          {description === null ? null : (
            <p className="line-clamp-2 text-sm text-muted-foreground">{description}</p>
          )}
        </div>
      </div>
    </li>
  );
}

type AlertSectionProps = {
  title: string;
  /** Undefined until the number is loaded. */
  count: number | undefined;
  action?: ReactNode;
  children: ReactNode;
};

/** The user can collapse each of the tab's three parts. */
function AlertSection({ title, count, action, children }: AlertSectionProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(true);
  return (
    <section aria-labelledby={`${id}-title`}>
      <div className="flex items-center gap-1 pr-3">
        <h2 id={`${id}-title`} className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? `${id}-content` : undefined}
            onClick={() => setOpen(!isOpen)}
            className="flex min-h-12 w-full items-center gap-3 rounded-lg py-2.5 pr-1 pl-4 text-left"
          >
            <span className="font-title flex-1 text-lg leading-snug">{title}</span>
            <span className="text-muted-foreground tabular-nums">{count ?? "–"}</span>
            <ChevronDown
              aria-hidden
              className={cn("size-5 shrink-0 transition-transform", isOpen && "rotate-180")}
            />
          </button>
        </h2>
        {action}
      </div>
      {isOpen ? (
        <div id={`${id}-content`} className="border-t">
          {children}
        </div>
      ) : null}
    </section>
  );
}

/** Source: rule VAX-17. */
const PAGE_SIZE = 1000;

function useAlertSummary(today: string) {
  const { kennelId } = useKennel();
  return useLiveQuery(api.health.healthAlerts.summary, { kennelId, today });
}

/** "upcoming" doses are due within 30 days. */
function useAlertDoses(kind: "overdue" | "upcoming", today: string, page: number) {
  const { kennelId } = useKennel();
  return useLiveQuery(api.health.healthAlerts[kind], { kennelId, today, page, limit: PAGE_SIZE });
}

/** Earliest first. Null for users who may not read reminders. */
function useHealthReminders() {
  const { kennelId, can } = useKennel();
  const isAllowed = can("reminders", "read");
  const result = useLiveQuery(api.health.healthAlerts.reminders, isAllowed ? { kennelId } : "skip");
  return isAllowed ? result : null;
}

type HealthReminder = FunctionReturnType<typeof api.health.healthAlerts.reminders>["reminders"][number];

const CHANNELS: readonly { channel: Channel; label: string; text: string }[] = [
  { channel: "email", label: "Email", text: "A message to the address you sign in with" },
  { channel: "sms", label: "SMS", text: "A text message to your phone" },
  { channel: "push", label: "Push", text: "On your phone and computers" },
];

function NotificationSettings() {
  const titleId = useId();
  const { result, settings, change } = useUserSettings();
  return (
    <section aria-labelledby={titleId} className="rounded-lg border bg-card p-4 shadow-page print:hidden">
      <h2 id={titleId} className="font-title text-lg">
        Notification Settings
      </h2>
      <p className="mt-0.5 text-sm text-muted-foreground">
        How you are notified of what is due. Everyone in the kennel has their own settings.
      </p>
      {result.status === "error" ? (
        <div className="mt-3">
          <LoadError message="Failed to load settings" retryLabel="Retry" onRetry={result.retry} />
        </div>
      ) : settings === null ? (
        <Skeleton className="mt-3 h-36" />
      ) : (
        <Channels settings={settings} change={change} />
      )}
    </section>
  );
}

type ChannelsProps = { settings: UserSettings; change: ChangeSettings };

function Channels({ settings, change }: ChannelsProps) {
  const id = useId();
  return (
    <ul className="mt-2 flex flex-col divide-y">
      {CHANNELS.map(({ channel, label, text }) => (
        <li key={channel} className="flex min-h-12 items-center justify-between gap-4 py-2">
          <label htmlFor={`${id}-${channel}`} className="min-w-0 flex-1 py-1">
            <span className="block font-semibold">{label}</span>
            <span id={`${id}-${channel}-text`} className="block text-sm text-muted-foreground">
              {text}
            </span>
          </label>
          <Switch
            id={`${id}-${channel}`}
            aria-label={label}
            aria-describedby={`${id}-${channel}-text`}
            checked={settings.notifications[channel]}
            onCheckedChange={(checked) => void change({ notifications: { [channel]: checked } })}
          />
        </li>
      ))}
    </ul>
  );
}
