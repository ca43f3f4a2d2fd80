/**
 * Today's list: first overdue items, items due soon and alerts, which the user can dismiss; then today's items;
 * then pregnancies and heats. Doses and reminders are ticked here. Every other line links to the screen where the
 * user records the work. Sources: rule DASH-23, decisions GAP-DASH-09 and GAP-DASH-12.
 */
import { Suspense, useState, type ReactNode } from "react";
import { useMutation } from "convex/react";
import {
  Baby,
  BellRing,
  CalendarHeart,
  Check,
  ChevronRight,
  CircleAlert,
  ClipboardCheck,
  House,
  Pill,
  Scale,
  Syringe,
  Thermometer,
  TriangleAlert,
  X,
  type LucideIcon,
} from "lucide-react";
import { Link } from "@/lib/router";
import { late } from "@/components/late";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { useFold } from "@/components/use-fold";
import { breedingStatusVariants } from "@/entities/breedings/breeding-labels";
import { PregnancyBar } from "@/entities/breedings/pregnancy-bar";
import { DoseButton } from "@/entities/health/dose-button";
import { useHealthDialog } from "@/entities/health/health-address";
import { useSteadyDoses } from "@/entities/health/recorded-doses";
import { giverText } from "@/entities/medications/medication-words";
import { ReminderTick } from "@/features/dashboard/task-list";
import {
  alertColumns,
  attentionIdOf,
  attentionLines,
  breedingPath,
  countDoses,
  dueInAttention,
  heatsOfNow,
  todayLines,
  type AttentionLine,
  type Pregnancy,
  type TodayKind,
  type TodayLine,
} from "@/features/dashboard/today-lines";
import type { Dashboard } from "@/features/dashboard/use-dashboard";
import { useKennel } from "@/hooks/use-kennel";
import { NEW } from "@/lib/screen-address";
import { failureText, isNotFound } from "@/lib/failure-text";
import { lateLazy } from "@/lib/ready-lazy";
import { toast } from "@/lib/toast";
import { cn } from "@/lib/utils";
import { isTemperatureTime } from "@domain/breedings/temperatures";
import { breedingStatusLabels } from "@domain/breedings/words";
import { MAX_ALERTS_PER_KIND, TODAY_REMINDER_COUNT } from "@domain/dashboard/rules";
import { dueText } from "@domain/dashboard/words";
import { daysBetween } from "@domain/dates/calendar-days";
import { formatClock, formatShortDay } from "@domain/formatting/formatting";
import { pageOf } from "@domain/history/places";
import { api } from "@convex/_generated/api";

const TemperatureDialog = late(
  async () => (await import("@/entities/breedings/temperature-dialog")).TemperatureDialog,
);
const TodayDose = lateLazy(async () => (await import("@/features/dashboard/today-dose")).TodayDose);
const UndoDose = lateLazy(async () => (await import("@/features/dashboard/today-dose")).UndoDose);

/** Further lines are shown by 'Show More'. */
const SHOWN_ATTENTION = 5;
const SHOWN_LINES = 12;

const icons = {
  doses: Pill,
  weighing: Scale,
  vaccination: Syringe,
  follow_up: ClipboardCheck,
  heat: CalendarHeart,
  leaving: House,
  reminder: BellRing,
} as const satisfies Record<TodayKind, LucideIcon>;

/** The panel does not wait for areas that the user may not read. */
function useHasCome({ breeding, heats, health, medication, reminders }: Dashboard): boolean {
  const { can } = useKennel();
  return (
    (!can("breeding", "read") || (breeding !== undefined && heats !== undefined)) &&
    (!can("health", "read") || (health !== undefined && medication !== undefined)) &&
    (!can("reminders", "read") || reminders !== undefined)
  );
}

type TodayPanelProps = { dashboard: Dashboard; now: string };

/** `now` is the time of day. */
export function TodayPanel({ dashboard, now }: TodayPanelProps) {
  const { today, breeding, medication } = dashboard;
  const lines = todayLines(dashboard, today, now);
  const ofToday = (dashboard.reminders ?? []).filter(({ dueDate }) => dueDate === today);
  const attention = useAttention(dashboard);
  const pregnancies = (breeding?.pregnancies ?? []).filter(
    ({ breedingId }) => !attention.rows.some(({ pregnancy }) => pregnancy?.breedingId === breedingId),
  );
  const heats = heatsOfNow(dashboard, today);
  const doses = countDoses(medication ?? []);
  if (!useHasCome(dashboard)) {
    return (
      <Card className="pb-3">
        <Head />
        <div role="status" aria-label="Loading today" className="flex flex-col gap-3 px-5 pb-2">
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </div>
      </Card>
    );
  }
  return (
    <Card>
      <Head>
        {doses.all > 0 ? (
          <p className="text-sm text-muted-foreground">
            {doses.given} of {doses.all} doses given
          </p>
        ) : null}
      </Head>
      <Attention attention={attention} dashboard={dashboard} />
      {lines.length > 0 ? (
        <DueToday
          lines={lines}
          isTitled={attention.rows.length > 0}
          isCut={ofToday.length === TODAY_REMINDER_COUNT}
          today={today}
        />
      ) : attention.rows.length === 0 && vaccinesCut(dashboard) === null ? (
        <p className="border-t px-5 py-4 text-muted-foreground">Nothing to do today. Enjoy your dogs.</p>
      ) : null}
      {pregnancies.length + heats.length > 0 ? (
        <section aria-label="Pregnancies and heats" className="border-t">
          <GroupTitle>Pregnancies and heats</GroupTitle>
          <ul className="divide-y">
            {pregnancies.map((pregnancy) => (
              <PregnancyLine key={pregnancy.breedingId} pregnancy={pregnancy} today={today} />
            ))}
            {heats.map((line) => (
              <TodayItem key={line.key} line={line} today={today} />
            ))}
          </ul>
        </section>
      ) : null}
    </Card>
  );
}

function Head({ children }: { children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-5 pt-4 pb-2">
      <CardTitle>Today</CardTitle>
      {children}
    </div>
  );
}

const GroupTitle = ({ isLate = false, children }: { isLate?: boolean; children: ReactNode }) => (
  <h3 className={cn("px-5 pt-3 pb-1 text-sm font-semibold", isLate && "text-error")}>{children}</h3>
);

/** Uses the results that are already loaded. A recorded dose keeps its line. */
export function useAttention({ alerts, reminders, breeding, today }: Dashboard) {
  return useSteadyDoses({
    listed: attentionLines(alerts ?? [], reminders ?? [], breeding?.pregnancies ?? [], today),
    idOf: attentionIdOf,
    dueIn: dueInAttention,
  });
}

/** The number of overdue vaccinations, if there are more than alerts of one kind. */
function vaccinesCut({ stats }: Dashboard): number | null {
  const count = stats?.health?.overdueVaccinations ?? 0;
  return count > MAX_ALERTS_PER_KIND ? count : null;
}

type AttentionProps = { attention: ReturnType<typeof useAttention>; dashboard: Dashboard };

/** Further alerts are shown on request. Renders nothing if nothing needs attention. */
export function Attention({ attention: { rows: lines, ...fates }, dashboard }: AttentionProps) {
  const { today, alerts, reminders, stats } = dashboard;
  const canDismiss = (alerts?.length ?? 0) > 1;
  const overdue = (reminders ?? []).filter(({ dueDate }) => dueDate < today).length;
  const allOverdue = stats?.reminders?.overdue ?? 0;
  // This line stays when the alerts are dismissed.
  const overdueVaccinations = vaccinesCut(dashboard);
  const { kennelId } = useKennel();
  const dismissOne = useMutation(api.dashboard.dashboardAlerts.dismiss);
  const dismissEvery = useMutation(api.dashboard.dashboardAlerts.dismissAll);
  const undismiss = useMutation(api.dashboard.dashboardAlerts.undismiss);
  // Recorded doses do not count, so that the list always begins with the same number of lines to work on.
  const recorded = lines.filter((line) => fates.undoOf([attentionIdOf(line)]) !== null);
  const { shown, more } = useFold(lines, SHOWN_ATTENTION + recorded.length);
  if (lines.length === 0 && overdueVaccinations === null) return null;
  const tell = async (work: Promise<unknown>) => {
    try {
      await work;
    } catch (error) {
      // The cause of the alert may no longer exist, or the alert was already dismissed.
      if (!isNotFound(error)) toast.error(failureText("The alert could not be dismissed", error));
    }
  };
  const bringBack = async (alertId: string) => {
    try {
      await undismiss({ kennelId, alertId });
    } catch (error) {
      toast.error(failureText("Failed to bring the alerts back", error));
    }
  };
  const dismissAll = async () => {
    const first = alerts?.[0];
    const count = await dismissEvery({ kennelId, today });
    if (!first || count === 0) return;
    toast.success(count === 1 ? "1 alert dismissed" : `${count} alerts dismissed`, {
      action: { label: "Undo", onClick: () => void bringBack(first.id) },
    });
  };
  return (
    <section aria-label="Alerts" className="border-t">
      <div className="flex items-center justify-between pr-2">
        <GroupTitle isLate>Needs attention</GroupTitle>
        {canDismiss ? (
          <Button variant="link" size="sm" className="text-sm" onClick={() => void tell(dismissAll())}>
            Dismiss All
          </Button>
        ) : null}
      </div>
      <ul className="divide-y">
        {shown.map((line) => {
          const { alert } = line;
          const id = attentionIdOf(line);
          const dismiss =
            alert && !fates.hasLeft(id) ? (
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Dismiss ${alert.title}`}
                onClick={() => void tell(dismissOne({ kennelId, alertId: alert.id, today }))}
              >
                <X aria-hidden />
              </Button>
            ) : null;
          return (
            <AttentionItem
              key={line.key}
              line={line}
              today={today}
              fate={fates.fateOf(id)}
              onUndo={fates.undoOf([id])}
              dismiss={dismiss}
            />
          );
        })}
      </ul>
      {more}
      {overdueVaccinations !== null ? (
        <LeadOn to="/dashboard/health/alerts">All {overdueVaccinations} overdue vaccinations</LeadOn>
      ) : null}
      {overdue >= TODAY_REMINDER_COUNT && allOverdue > overdue ? (
        <LeadOn to="/dashboard/reminders?tab=overdue">All {allOverdue} overdue reminders</LeadOn>
      ) : null}
    </section>
  );
}

/** Links to the full list if the dashboard does not load all entries. */
const LeadOn = ({ to, children }: { to: string; children: ReactNode }) => (
  <div className="border-t px-2 py-1.5">
    <Button variant="ghost" size="sm" asChild>
      <Link to={to}>
        {children}
        <ChevronRight aria-hidden />
      </Link>
    </Button>
  </div>
);

type AttentionItemProps = {
  line: AttentionLine;
  today: string;
  /** What happened to a dose that is no longer overdue. */
  fate: string | undefined;
  onUndo: (() => void) | null;
  dismiss: ReactNode;
};

function AttentionItem({ line, today, fate, onUndo, dismiss }: AttentionItemProps) {
  const { alert, pregnancy, reminder } = line;
  if (pregnancy) return <PregnancyLine pregnancy={pregnancy} today={today} action={dismiss} />;
  if (reminder) {
    const { _id, title, dog, dueDate } = reminder;
    return (
      <DueRow
        lead={<ReminderTick task={reminder} today={today} fallback={<LeadIcon of={BellRing} />} />}
        title={title}
        when={dueText(dueDate, today)}
        isLate
        note={dog ? (dog.callName ?? dog.name) : ""}
        to={pageOf("reminders", _id)}
      >
        {dismiss}
      </DueRow>
    );
  }
  if (!alert) return null;
  const isError = alert.severity === "error";
  const Icon = isError ? CircleAlert : TriangleAlert;
  const isLeft = fate !== undefined;
  return (
    <DueRow
      lead={
        isLeft ? (
          <Check aria-hidden className="size-5 text-muted-foreground" />
        ) : (
          <Icon aria-hidden className={cn("size-5", isError ? "text-error" : "text-warning")} />
        )
      }
      {...alertColumns(alert)}
      {...(isLeft && { when: fate })}
      isLate={!isLeft}
      isDone={isLeft}
      isTall={alert.dose !== undefined}
      to={alert.link}
    >
      {alert.dose ? (
        <RecordDose {...alert.dose} {...{ fate, onUndo }} whose={alertColumns(alert).note} />
      ) : null}
      {dismiss}
    </DueRow>
  );
}

type RecordDoseProps = Pick<AttentionItemProps, "fate" | "onUndo"> & {
  patient: string;
  vaccineName: string;
  whose: string;
};

/** Opens the form for the dose over the dashboard. Renders nothing for users who may not record doses. */
function RecordDose({ patient, vaccineName, whose, fate, onUndo }: RecordDoseProps) {
  const { open } = useHealthDialog();
  if (!useKennel().can("health", "write")) return null;
  return (
    <DoseButton
      {...{ fate, onUndo }}
      whose={`${vaccineName} of ${whose}`}
      onRecord={() => open("dose", NEW, { for: patient, vaccine: vaccineName })}
    />
  );
}

type DueTodayProps = {
  lines: readonly TodayLine[];
  isTitled: boolean;
  /** Whether there may be more reminders than the dashboard reads. */
  isCut: boolean;
  today: string;
};

/** If there are many items, renders only the first. */
function DueToday({ lines, isTitled, isCut, today }: DueTodayProps) {
  const { shown, more } = useFold(lines, SHOWN_LINES);
  return (
    <section aria-label="Due today" className="border-t">
      {isTitled ? <GroupTitle>Due today</GroupTitle> : null}
      <ul className="divide-y">
        {shown.map((line) => (
          <TodayItem key={line.key} line={line} today={today} />
        ))}
      </ul>
      {more ??
        (isCut ? <LeadOn to="/dashboard/reminders?tab=due_soon">All reminders due today</LeadOn> : null)}
    </section>
  );
}

const LeadIcon = ({ of: Icon }: { of: LucideIcon }) => <Icon aria-hidden className="size-5 text-brass" />;

function TodayItem({ line, today }: { line: TodayLine; today: string }) {
  const { kind, title, detail, when, isPressing, dose, reminder } = line;
  const { can } = useKennel();
  const canTick = can("health", "write") && dose !== undefined;
  // Users who can only read open the litter instead of its keypad.
  const to = kind === "weighing" && !can("breeding", "write") ? line.to.replace(/\/weigh$/u, "") : line.to;
  const icon = <LeadIcon of={icons[kind]} />;
  const given = dose?.given ?? null;
  return (
    <DueRow
      lead={
        canTick ? (
          <label className="flex size-11 cursor-pointer items-center justify-center">
            <Suspense fallback={icon}>
              <TodayDose {...{ dose, title, when, today }} />
            </Suspense>
          </label>
        ) : reminder ? (
          <ReminderTick task={reminder} today={today} fallback={icon} />
        ) : (
          icon
        )
      }
      title={title}
      when={when}
      isLate={isPressing}
      isDone={given !== null}
      note={given ? `${detail}, given ${formatClock(given.givenAt)} by ${giverText(given)}` : detail}
      to={to}
    >
      {canTick && given ? (
        <Suspense fallback={null}>
          <UndoDose {...{ dose, title, when, today }} />
        </Suspense>
      ) : null}
    </DueRow>
  );
}

type DueRowProps = {
  /** A checkbox or an icon. */
  lead: ReactNode;
  title: string;
  when?: string;
  isLate?: boolean;
  isDone?: boolean;
  /** On a phone, time and note always have a line each. */
  isTall?: boolean;
  note: string;
  to: string;
  children?: ReactNode;
};

/** The time is on the left if there is room, otherwise below. */
function DueRow({ lead, title, when = "", note, to, children, ...looks }: DueRowProps) {
  const { isLate = false, isDone = false, isTall = false } = looks;
  return (
    <li className="flex min-h-12 items-center gap-1 pr-2 pl-3 hover:bg-accent/50">
      <span className="flex w-11 shrink-0 justify-center">{lead}</span>
      <Link to={to} className="flex min-w-0 flex-1 items-center rounded-md px-1 py-2 leading-snug">
        <span className="flex min-w-0 flex-1 flex-col sm:flex-row sm:items-baseline sm:gap-x-3">
          <span
            className={cn(
              "font-semibold break-words sm:order-2 sm:min-w-0",
              isDone && "font-normal line-through",
            )}
          >
            {title}
          </span>
          <span
            className={cn(
              "flex flex-wrap gap-x-2 text-sm text-muted-foreground sm:contents",
              isTall && "max-sm:flex-col",
            )}
          >
            <span
              className={cn(
                "sm:order-1 sm:w-32 sm:shrink-0",
                when === "" && "max-sm:hidden",
                isLate && "font-semibold text-error",
              )}
            >
              {when}
            </span>
            {note === "" ? null : <span className="min-w-0 break-words sm:order-3">{note}</span>}
          </span>
        </span>
        {children ? null : (
          <ChevronRight aria-hidden className="mx-3 size-4 shrink-0 text-muted-foreground" />
        )}
      </Link>
      {children}
    </li>
  );
}

type PregnancyLineProps = { pregnancy: Pregnancy; today: string; action?: ReactNode };

/** Only a confirmed pregnancy has a bar. */
function PregnancyLine({ pregnancy, today, action }: PregnancyLineProps) {
  const { damName, sireName, status, breedingDate, expectedDueDate } = pregnancy;
  const length = expectedDueDate === null ? 0 : daysBetween(breedingDate, expectedDueDate);
  const isLate = expectedDueDate !== null && expectedDueDate < today;
  const isMeasured = useKennel().can("breeding", "write") && isTemperatureTime(pregnancy, today);
  return (
    <li className="flex items-center gap-1 pr-2 pl-3 hover:bg-accent/50">
      <span className="flex w-11 shrink-0 justify-center">
        <LeadIcon of={Baby} />
      </span>
      <Link
        to={breedingPath(pregnancy)}
        className="flex min-w-0 flex-1 items-center rounded-md px-1 py-2.5 leading-snug"
      >
        <span className="grid min-w-0 flex-1 gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto]">
          <span className="flex min-w-0 flex-col gap-1.5">
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="min-w-0 font-semibold break-words">
                {damName} <span className="font-normal">with</span> {sireName}
              </span>
              <Badge variant={breedingStatusVariants[status]}>{breedingStatusLabels[status]}</Badge>
            </span>
            <PregnancyBar breeding={pregnancy} today={today} />
          </span>
          <span className="flex flex-wrap gap-x-2 text-sm sm:flex-col sm:items-end">
            <span className="font-semibold">
              Day {Math.max(0, daysBetween(breedingDate, today))}
              {length > 0 ? ` of ${length}` : ""}
            </span>
            <span className={cn(isLate ? "font-semibold text-error" : "text-muted-foreground")}>
              {expectedDueDate === null
                ? "Due date not set"
                : `Due ${formatShortDay(expectedDueDate)} · ${lowerFirst(dueText(expectedDueDate, today))}`}
            </span>
          </span>
        </span>
        {action || isMeasured ? null : (
          <ChevronRight aria-hidden className="mx-3 size-4 shrink-0 text-muted-foreground" />
        )}
      </Link>
      {isMeasured ? <AddTemperature pregnancy={pregnancy} /> : null}
      {action}
    </li>
  );
}

/** Opens the keypad for the dam's temperature. */
function AddTemperature({ pregnancy: { breedingId, damName } }: Pick<PregnancyLineProps, "pregnancy">) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        size="icon"
        aria-label={`Add temperature of ${damName}`}
        onClick={() => setOpen(true)}
      >
        <Thermometer aria-hidden />
      </Button>
      {isOpen ? <TemperatureDialog breedingId={breedingId} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
