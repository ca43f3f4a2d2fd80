/** The Dashboard tab. */
import type { ReactNode } from "react";
import { Check, Plus, Syringe, CalendarClock, ClipboardList, Dog } from "lucide-react";
import { LoadError } from "@/components/load-error";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { ScrollList } from "@/components/ui/scroll-list";
import { Skeleton } from "@/components/ui/skeleton";
import { useFold } from "@/components/use-fold";
import { RecordTypeMark } from "@/entities/health/record-type";
import { healthPath, useHealthDialog } from "@/entities/health/health-address";
import { NEW } from "@/lib/screen-address";
import { dueOf, type Fates, useSteadyDoses } from "@/entities/health/recorded-doses";
import type { Dose } from "@/features/vaccinations/dose-words";
import { RecordButton } from "@/features/vaccinations/dose-group";
import { useFollowUpDone } from "@/features/health/records/use-follow-up-done";
import { VeterinariansCard } from "@/features/health/veterinarians/veterinarians-card";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useToday } from "@/hooks/use-today";
import { usePhoneScreen } from "@/hooks/use-wide-screen";
import { Link } from "@/lib/router";
import { api } from "@convex/_generated/api";
import { daysBetween } from "@domain/dates/calendar-days";
import { formatDay, MONTHS, formatCents } from "@domain/formatting/formatting";
import { healthRecordTypeLabels } from "@domain/health/words";
import { followUpTitle } from "@domain/health/words";
import { pageOf } from "@domain/history/places";
import type { FunctionReturnType } from "convex/server";
import type { LucideIcon } from "lucide-react";
import { cn } from "@/lib/utils";

export function DashboardPart() {
  const { kennelId, can } = useKennel();
  const today = useToday();
  const canWrite = can("health", "write");
  const result = useLiveQuery(api.health.healthDashboard.get, { kennelId, today });
  if (result.status === "error") {
    return (
      <LoadError
        // Source: rule HLT-24.
        message="Failed to load health dashboard. Please try again."
        retryLabel="Retry"
        onRetry={result.retry}
      />
    );
  }
  if (result.status === "loading") return <DashboardSkeleton />;
  const dashboard = result.data;
  return (
    <div className="flex flex-col gap-5">
      <NumberCards statistics={dashboard.statistics} />
      <Columns>
        <VaccinationCards dashboard={dashboard} today={today} canWrite={canWrite} />
        <FollowUpCards dashboard={dashboard} today={today} canWrite={canWrite} />
        <RecentRecordsCard canWrite={canWrite} />
        <VeterinariansCard canWrite={canWrite} />
        <StatisticsCards today={today} />
      </Columns>
    </div>
  );
}

/** Two cards beside each other have one height. A last card without a neighbor has the whole width. */
function Columns({ children }: { children: ReactNode }) {
  return (
    <div className="grid gap-5 lg:grid-cols-2 lg:[&>*:last-child:nth-child(odd)]:col-span-2">{children}</div>
  );
}

function DashboardSkeleton() {
  return (
    <div role="status" aria-label="Loading health dashboard" className="flex flex-col gap-5">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {[0, 1, 2, 3].map((index) => (
          <Skeleton key={index} className="h-24" />
        ))}
      </div>
      <Columns>
        {[0, 1, 2, 3].map((index) => (
          <Skeleton key={index} className="h-56" />
        ))}
      </Columns>
    </div>
  );
}

type DueCardsProps = { dashboard: HealthDashboard; today: string; canWrite: boolean };

/** Follow-ups that are overdue, and follow-ups of the next 30 days. Source: decision GAP-HLT-09. */
function FollowUpCards({ dashboard, today, canWrite }: DueCardsProps) {
  const setDone = useFollowUpDone(today);
  const { overdueFollowUps, upcomingFollowUps, statistics } = dashboard;
  const row = (followUp: HealthDashboard["upcomingFollowUps"][number]) => (
    <DueRow
      key={followUp._id}
      patient={{ dog: followUp.dog }}
      dueOn={followUp.followUpDate}
      today={today}
      what={
        <Link
          to={healthPath("records", followUp._id)}
          className="text-foreground underline decoration-1 underline-offset-4 before:hidden hover:decoration-2 pointer-coarse:inline-block pointer-coarse:py-3"
        >
          {followUpTitle(followUp.title)}
        </Link>
      }
      action={
        canWrite ? (
          <Button
            variant="outline"
            size="sm"
            aria-label={`Done: the follow-up of ${followUp.title}`}
            onClick={() => void setDone(followUp, today)}
          >
            <Check aria-hidden />
            <span className="max-sm:hidden">Done</span>
          </Button>
        ) : null
      }
    />
  );
  const hasOverdue = overdueFollowUps.length > 0;
  return (
    <>
      {hasOverdue ? (
        <DueCard
          id={FOLLOW_UPS_ID}
          title="Overdue Follow-ups"
          due={overdueFollowUps}
          count={statistics.overdueFollowUpsCount}
        >
          {row}
        </DueCard>
      ) : null}
      <DueCard
        {...(!hasOverdue && { id: FOLLOW_UPS_ID })}
        title="Upcoming Follow-ups"
        due={upcomingFollowUps}
        count={statistics.upcomingFollowUpsCount}
      >
        {row}
      </DueCard>
    </>
  );
}

/** Vaccinations that are overdue, and vaccinations of the next 30 days, most urgent first. Source: rule HLT-07. */
function VaccinationCards({ dashboard, today, canWrite }: DueCardsProps) {
  const { overdueVaccinations, upcomingVaccinations, statistics } = dashboard;
  const overdue = useSteadyDoses({ listed: overdueVaccinations, idOf, dueIn: dueOf });
  const upcoming = useSteadyDoses({ listed: upcomingVaccinations, idOf, dueIn: dueOf });
  const row = (fates: Fates, dose: Dose) => (
    <DueRow
      key={dose._id}
      patient={dose}
      what={dose.vaccineName}
      // Listed doses always have a due date.
      dueOn={dose.dueOn ?? today}
      today={today}
      fate={fates.fateOf(dose._id)}
      action={canWrite ? <RecordButton doses={[dose]} fates={fates} isIconOnPhones /> : null}
    />
  );
  return (
    <>
      {overdue.rows.length > 0 ? (
        <DueCard
          title="Overdue Vaccinations"
          link={<CardLink to={healthPath("alerts")}>Alerts</CardLink>}
          due={overdue.rows}
          recorded={countRecorded(overdue)}
          allPath={healthPath("alerts")}
          count={statistics.overdueVaccinationsCount}
        >
          {(dose) => row(overdue, dose)}
        </DueCard>
      ) : null}
      <DueCard
        title="Upcoming Vaccinations"
        link={<CardLink to={healthPath("schedule")}>Schedule</CardLink>}
        due={upcoming.rows}
        recorded={countRecorded(upcoming)}
        allPath={`${healthPath("schedule")}?due=due_this_month`}
        count={statistics.upcomingVaccinationsCount}
      >
        {(dose) => row(upcoming, dose)}
      </DueCard>
    </>
  );
}

const idOf = ({ _id }: Dose): string => _id;

const countRecorded = ({ rows, undoOf }: Fates & { rows: readonly Dose[] }): number =>
  rows.filter((dose) => undoOf([idOf(dose)]) !== null).length;

/** The link is at least 24 px high, but takes no more room than its text. */
const CardLink = ({ to, className, children }: { to: string; className?: string; children: ReactNode }) => (
  <Link
    to={to}
    className={cn(
      "-my-0.5 inline-block py-0.5 text-sm font-semibold text-primary underline decoration-1 underline-offset-4",
      className,
    )}
  >
    {children}
  </Link>
);

const SHOWN = 5;

function RecentRecordsCard({ canWrite }: { canWrite: boolean }) {
  const { open } = useHealthDialog();
  return (
    <Card>
      <CardHeader className="flex-row items-center justify-between gap-3">
        <CardTitle>Recent Health Records</CardTitle>
        {canWrite ? (
          <Button variant="outline" size="sm" onClick={() => open("record", NEW)}>
            <Plus aria-hidden />
            Add Record
          </Button>
        ) : null}
      </CardHeader>
      <CardContent>
        <RecentRecords />
      </CardContent>
    </Card>
  );
}

function RecentRecords() {
  const { kennelId } = useKennel();
  const result = useLiveQuery(api.health.healthRecords.list, { kennelId, page: 1, limit: SHOWN });
  if (result.status === "error") {
    return <LoadError message="Failed to load health data. Please try again." onRetry={result.retry} />;
  }
  if (result.status === "loading") return <Skeleton className="h-40" />;
  const { data, pagination } = result.data;
  if (data.length === 0) return <p className="text-muted-foreground">No health records found</p>;
  return (
    <>
      <ul aria-label="Recent Health Records" className="flex flex-col divide-y">
        {data.map((record) => (
          <li key={record._id} className="flex items-center gap-3 py-2.5 first:pt-0 last:pb-0">
            <RecordTypeMark type={record.recordType} className="size-9" />
            <div className="min-w-0 flex-1">
              <Link
                to={healthPath("records", record._id)}
                className="font-semibold break-words decoration-1 underline-offset-4 hover:underline"
              >
                {record.title}
              </Link>
              <p className="text-sm break-words text-muted-foreground">
                {healthRecordTypeLabels[record.recordType]} · {record.dog.name} ·{" "}
                {formatDay(record.dateRecorded)}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {pagination.totalItems > data.length ? (
        <CardLink to={healthPath("records")} className="mt-2.5">
          All {pagination.totalItems} records
        </CardLink>
      ) : null}
    </>
  );
}

/** On a phone, 'more' shows all lines of a card. On wider screens the list scrolls. */
const FIRST_ON_PHONES = 8;

/** A card shows this many lines on a wide screen without scrolling. */
const FITTING = 6;

type DueCardProps<Due> = {
  id?: string;
  title: string;
  link?: ReactNode;
  due: readonly Due[];
  /** So many of them were just recorded. A phone shows as many others as before. */
  recorded?: number;
  /** The link leads to this page instead of the page of health records. */
  allPath?: string;
  /** The total number. The card may list only some of the entries. */
  count: number;
  children: (due: Due) => ReactNode;
};

/** With an `id`, a link on the page can move the focus to the card. */
function DueCard<Due>({ id, title, link, due, recorded = 0, allPath, count, children }: DueCardProps<Due>) {
  const isPhone = usePhoneScreen();
  const { shown, more } = useFold(
    due,
    isPhone ? FIRST_ON_PHONES + recorded : due.length,
    (rows) => Math.max(count, due.length) - rows.length,
  );
  return (
    <Card {...(id !== undefined && { id, tabIndex: -1 })}>
      <CardHeader className={link ? "flex-row items-baseline justify-between gap-3" : undefined}>
        <CardTitle>{title}</CardTitle>
        {link}
      </CardHeader>
      <CardContent className="flex flex-col gap-3">
        {due.length === 0 ? (
          <p className="text-muted-foreground">None due in the next 30 days</p>
        ) : (
          <ScrollList aria-label={title} className="flex flex-col divide-y sm:max-h-96">
            {shown.map(children)}
          </ScrollList>
        )}
        {more ??
          (count > (allPath ? FITTING : due.length) ? (
            <CardLink to={allPath ?? healthPath("records")} className="self-start">
              All {count}
            </CardLink>
          ) : null)}
      </CardContent>
    </Card>
  );
}

/** A due date at most this many days ahead is urgent. Source: rule VAX-06. */
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

/** A dog of the kennel, or a puppy that is not recorded as a dog yet. */
type Patient = {
  dog: { _id: string; name: string } | null;
  puppy?: { name: string; litterId: string } | null;
};

type DueRowProps = {
  patient: Patient;
  what: ReactNode;
  dueOn: string;
  today: string;
  /** Why it is no longer due. */
  fate?: string | undefined;
  action?: ReactNode;
};

function DueRow({ patient: { dog, puppy }, what, dueOn, today, fate, action }: DueRowProps) {
  return (
    <li className="flex items-center gap-3 py-2.5 last:pb-0 pointer-fine:first:pt-0">
      {/* On a wide screen the badges are in one column. On a phone they are below the names. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-0.5 sm:flex-nowrap pointer-coarse:gap-y-3">
        <div className="flex min-w-0 flex-1 flex-col max-sm:contents pointer-coarse:gap-y-3">
          <Link
            to={dog ? pageOf("dogs", dog._id) : pageOf("litters", puppy?.litterId ?? "")}
            className="font-title w-full break-words decoration-1 underline-offset-4 hover:underline sm:w-fit"
          >
            {dog?.name ?? puppy?.name}
          </Link>
          <p className="min-w-32 flex-1 text-sm break-words text-muted-foreground">
            {what} ·{" "}
            <time dateTime={dueOn} className="whitespace-nowrap">
              {formatDay(dueOn)}
            </time>
          </p>
        </div>
        <Badge variant={fate === undefined ? variantOf(dueOn, today) : "neutral"}>
          {fate ?? distanceOf(dueOn, today)}
        </Badge>
      </div>
      {action}
    </li>
  );
}

/** Links on this page lead to the follow-ups. */
const FOLLOW_UPS_ID = "health-follow-ups";

type NumberCardsProps = { statistics: HealthDashboard["statistics"] };

/** Source: rule HLT-06. */
function NumberCards({ statistics }: NumberCardsProps) {
  const mayOpenDogs = useKennel().can("dogs", "read");
  const { overdueVaccinationsCount, overdueFollowUpsCount } = statistics;
  return (
    <ul aria-label="Health in numbers" className="grid grid-cols-2 gap-3 md:grid-cols-4 lg:gap-4">
      <NumberCard
        icon={Dog}
        label="Total Dogs"
        count={statistics.totalDogs}
        note="including sold and deceased dogs"
        to={mayOpenDogs ? "/dashboard/dogs" : null}
      />
      <NumberCard
        icon={Syringe}
        label="Upcoming Vaccines"
        count={statistics.upcomingVaccinationsCount}
        overdue={overdueVaccinationsCount}
        to={healthPath("schedule")}
      />
      <NumberCard
        icon={CalendarClock}
        label="Upcoming Follow-ups"
        count={statistics.upcomingFollowUpsCount}
        overdue={overdueFollowUpsCount}
        to={`#${FOLLOW_UPS_ID}`}
      />
      <NumberCard
        icon={ClipboardList}
        label="Health Records"
        count={statistics.totalHealthRecords}
        to={healthPath("records")}
      />
    </ul>
  );
}

type NumberCardProps = {
  icon: LucideIcon;
  label: string;
  count: number;
  overdue?: number;
  /** Says what is counted, if the label does not say so. */
  note?: string;
  /** Null if the user may not read the records. A place on this page starts with '#'. */
  to: string | null;
};

function NumberCard({ icon: Icon, label, count, overdue = 0, note = "", to }: NumberCardProps) {
  const content = (
    <>
      <span className="flex items-center gap-2 text-muted-foreground">
        <Icon aria-hidden className="size-5 shrink-0 text-brass" />
        <span className="text-sm leading-tight font-semibold">{label}</span>
      </span>
      <span className="font-title text-3xl leading-none tabular-nums">{count}</span>
      <span
        className={cn("min-h-5 text-sm", overdue > 0 ? "font-semibold text-error" : "text-muted-foreground")}
      >
        {overdue > 0 ? `${overdue} overdue` : note}
      </span>
    </>
  );
  // Labels, numbers and notes of all cards are in common rows.
  const className =
    "row-span-3 grid grid-rows-subgrid gap-y-2 rounded-lg border bg-card p-4 shadow-page [&>*]:self-start";
  const linkClassName = cn(className, "transition-colors hover:border-brass-line");
  return (
    <li className="row-span-3 grid grid-rows-subgrid gap-y-2">
      {to === null ? (
        <div className={className}>{content}</div>
      ) : to.startsWith("#") ? (
        <a
          href={to}
          className={linkClassName}
          onClick={(event) => {
            event.preventDefault();
            const place = document.getElementById(to.slice(1));
            place?.scrollIntoView({ block: "center" });
            place?.focus({ preventScroll: true });
          }}
        >
          {content}
        </a>
      ) : (
        <Link to={to} className={linkClassName}>
          {content}
        </Link>
      )}
    </li>
  );
}

type HealthDashboard = FunctionReturnType<typeof api.health.healthDashboard.get>;

type Statistics = FunctionReturnType<typeof api.health.healthDashboard.statistics>;

function StatisticsCards({ today }: { today: string }) {
  const { kennelId, hasRight } = useKennel();
  const seesMoney = hasRight("finances", "read");
  const result = useLiveQuery(api.health.healthDashboard.statistics, { kennelId, today });
  if (result.status === "error") {
    return <LoadError message="Failed to load health data. Please try again." onRetry={result.retry} />;
  }
  if (result.status === "loading") return <Skeleton className="h-56" />;
  if (result.data.totalHealthRecords === 0) return null;
  return (
    <>
      {seesMoney ? <CostsCard statistics={result.data} /> : null}
      <TypesCard statistics={result.data} />
    </>
  );
}

/** `month` is like '2025-06'. */
const monthName = (month: string): string => MONTHS[Number(month.slice(5)) - 1] ?? month;

function CostsCard({ statistics }: { statistics: Statistics }) {
  const costsPerMonth = statistics.costsPerMonth.map((month) => ({
    ...month,
    costCents: month.costCents ?? 0,
  }));
  const ofYear = costsPerMonth.reduce((sum, { costCents }) => sum + costCents, 0);
  const highest = Math.max(...costsPerMonth.map(({ costCents }) => costCents), 1);
  return (
    <Card>
      <CardHeader className="flex-row items-baseline justify-between gap-3">
        <CardTitle>Costs per Month</CardTitle>
        <p className="text-sm text-muted-foreground">
          <span className="font-semibold text-foreground tabular-nums">{formatCents(ofYear)}</span> in 12
          months
        </p>
      </CardHeader>
      <CardContent>
        <ol aria-label="Costs per Month" className="flex h-44 items-stretch gap-1 sm:gap-2">
          {costsPerMonth.map(({ month, costCents, records }) => (
            <li
              key={month}
              title={`${monthName(month)} ${month.slice(0, 4)}: ${formatCents(costCents)}`}
              className="flex min-w-0 flex-1 flex-col items-center justify-end gap-1.5"
            >
              <span className="sr-only">
                {monthName(month)} {month.slice(0, 4)}: {formatCents(costCents)},{" "}
                {records === 1 ? "1 record" : `${records} records`}
              </span>
              <span
                aria-hidden
                className="min-h-0.5 w-full max-w-8 rounded-t-sm bg-primary"
                style={{ height: `${(costCents / highest) * 100}%` }}
              />
              <span aria-hidden className="text-xs text-muted-foreground">
                <span className="sm:hidden">{monthName(month).slice(0, 1)}</span>
                <span className="hidden sm:inline">{monthName(month).slice(0, 3)}</span>
              </span>
            </li>
          ))}
        </ol>
      </CardContent>
    </Card>
  );
}

function TypesCard({ statistics: { recordsByType, totalHealthRecords } }: { statistics: Statistics }) {
  const kinds = recordsByType.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  return (
    <Card>
      <CardHeader className="flex-row items-baseline justify-between gap-3">
        <CardTitle>Records by Type</CardTitle>
        <p className="text-sm text-muted-foreground">
          <span className="font-semibold text-foreground tabular-nums">{totalHealthRecords}</span> in total
        </p>
      </CardHeader>
      <CardContent>
        <ul aria-label="Records by Type" className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
          {kinds.map(({ recordType, count }) => (
            <li key={recordType}>
              <Link
                to={`${healthPath("records")}?type=${recordType}`}
                className="flex min-h-11 items-center gap-3 rounded-md decoration-1 underline-offset-4 hover:underline"
              >
                <RecordTypeMark type={recordType} className="size-8" />
                <span className="min-w-0 flex-1 break-words">{healthRecordTypeLabels[recordType]}</span>
                <span className="font-semibold tabular-nums">{count}</span>
              </Link>
            </li>
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}
