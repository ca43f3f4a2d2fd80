/**
 * The Vaccination Schedule tab, for all patients or for one patient. For a young dog or puppy it also shows the
 * puppy schedule.
 */
import { type ReactNode, useId, useState } from "react";
import { CalendarCheck2, CalendarDays, CalendarPlus, Check, ChevronDown, CircleCheck } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { RefreshButton } from "@/components/growing-list";
import { LoadError } from "@/components/load-error";
import { Button } from "@/components/ui/button";
import { FormField } from "@/components/ui/form-field";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { useHealthDialog } from "@/entities/health/health-address";
import { NEW } from "@/lib/screen-address";
import { PatientCombobox } from "@/entities/health/patient-combobox";
import { patientArgs } from "@/entities/health/patients";
import { type Due, dueOf, type Fates, useSteadyDoses } from "@/entities/health/recorded-doses";
import { BookingActionsProvider } from "@/features/vaccinations/booking-actions";
import { PuppyScheduleCard } from "@/features/vaccinations/puppy-schedule-card";
import { type Group, groupsOf, visitKeyOf } from "@/features/vaccinations/dose-group";
import { DoseGroupLine, ScheduleLine } from "@/features/vaccinations/schedule-line";
import type { ScheduleEntry, SchedulePage } from "@/features/vaccinations/types";
import { useKennel } from "@/hooks/use-kennel";
import { type LivePage, pagedQuery, useLivePage } from "@/hooks/use-live-page";
import { useToday } from "@/hooks/use-today";
import { oneOf, text, useScreenAddress } from "@/lib/screen-address";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";
import { SCHEDULE_TABS, type ScheduleTab } from "@domain/vaccinations/rules";

/** `tab` is null if no list is chosen. `patient` is a key, empty if all patients are shown. */
const ADDRESS = { tab: { ...oneOf(SCHEDULE_TABS, null), as: "due" }, patient: text };

export function SchedulePart() {
  const canWrite = useKennel().can("health", "write");
  const today = useToday();
  const { open } = useHealthDialog();
  const [{ tab: chosen, patient }, change] = useScreenAddress(ADDRESS);
  const tab = chosen ?? "overdue";
  const first = useSchedulePage({ tab, patient, today }, 1);
  return (
    <BookingActionsProvider today={today}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-end gap-2 sm:gap-3">
          <FormField label="Dog" className="min-w-0 flex-1 sm:max-w-sm">
            {(props) => (
              <PatientCombobox
                {...props}
                placeholder="All dogs and puppies"
                patientKey={patient}
                onPatient={(key) => change({ patient: key })}
              />
            )}
          </FormField>
          <RefreshButton list={first} className="sm:ml-auto" />
          {canWrite ? (
            <Button className="max-sm:w-full" onClick={() => open("plan", NEW, { for: patient })}>
              <CalendarPlus aria-hidden />
              Schedule Vaccination
            </Button>
          ) : null}
        </div>
        {patient === "" ? null : (
          <PuppyScheduleCard key={patient} patient={patient} today={today} canWrite={canWrite} />
        )}
        <ScheduleTabs
          tab={tab}
          counters={first.counters}
          scheduled={first.scheduled}
          onTab={(opened) => change({ tab: opened })}
        >
          <ScheduleLines
            key={`${tab} ${patient} ${today}`}
            first={first}
            filter={{ tab, patient, today }}
            canWrite={canWrite}
          />
        </ScheduleTabs>
      </div>
    </BookingActionsProvider>
  );
}

type Counters = SchedulePage["counters"];

const TABS: readonly {
  tab: ScheduleTab;
  counter: keyof Counters;
  label: string;
  helper: string;
  tone: string;
}[] = [
  { tab: "overdue", counter: "overdue", label: "Overdue", helper: "Past the due date", tone: "text-error" },
  {
    tab: "due_this_month",
    counter: "dueThisMonth",
    label: "Due This Month",
    helper: "Due within 30 days",
    tone: "text-warning",
  },
  {
    tab: "upcoming",
    counter: "upcoming",
    label: "Upcoming",
    helper: "Due after 30 days",
    tone: "text-success",
  },
  {
    tab: "completed",
    counter: "completed",
    label: "Completed",
    helper: "No further dose due",
    tone: "text-foreground",
  },
];

type ScheduleTabsProps = {
  tab: ScheduleTab;
  counters: Counters | undefined;
  scheduled: SchedulePage["scheduled"] | undefined;
  onTab: (tab: ScheduleTab) => void;
  children: ReactNode;
};

/**
 * Each tab also shows how many doses are due, and how many of its lines are appointments. Sources: rule VAX-05,
 * decision GAP-VAX-04.
 */
function ScheduleTabs({ tab, counters, scheduled, onTab, children }: ScheduleTabsProps) {
  return (
    <Tabs
      value={tab}
      onValueChange={(value) => {
        const chosen = TABS.find((each) => each.tab === value);
        if (chosen) onTab(chosen.tab);
      }}
      activationMode="manual"
    >
      <TabsList
        aria-label="Vaccinations by due date"
        className="grid grid-cols-2 gap-2 overflow-visible border-b-0 sm:gap-3 lg:grid-cols-4"
      >
        {TABS.map(({ tab: value, counter, label, helper, tone }) => {
          const booked = counter === "completed" ? 0 : (scheduled?.[counter] ?? 0);
          const due = counters && counters[counter] - booked;
          return (
            <TabsTrigger
              key={value}
              value={value}
              className="mb-0 h-auto min-w-0 items-center justify-between gap-3 rounded-lg border border-border bg-card px-3.5 py-2.5 text-left whitespace-normal shadow-page data-[state=active]:border-primary data-[state=active]:ring-1 data-[state=active]:ring-primary sm:px-4"
            >
              <span className="min-w-0">
                <span className="block leading-snug">{label}</span>
                <span className="block text-sm leading-snug font-normal text-muted-foreground">{helper}</span>
                {booked > 0 ? (
                  <span className="block text-sm leading-snug font-normal text-muted-foreground">
                    and {booked} scheduled
                  </span>
                ) : null}
              </span>
              <span
                className={cn(
                  "font-title text-2xl tabular-nums",
                  due !== undefined && due > 0 ? tone : "text-muted-foreground",
                )}
              >
                {due ?? "–"}
              </span>
            </TabsTrigger>
          );
        })}
      </TabsList>
      <TabsContent value={tab} className="pt-4">
        {children}
      </TabsContent>
    </Tabs>
  );
}

/** Source: rule VAX-18. */
const LOAD_FAILURE = "Failed to load vaccination schedule. Please try again.";

const emptyStates = {
  overdue: {
    Icon: CircleCheck,
    title: "Nothing is overdue",
    text: "Vaccinations past their due date appear here",
  },
  due_this_month: {
    Icon: CalendarDays,
    title: "Nothing is due within 30 days",
    text: "Vaccinations appear here from 30 days before they are due",
  },
  upcoming: {
    Icon: CalendarCheck2,
    title: "No upcoming vaccinations",
    text: "Record the last dose of each vaccine, or schedule a vaccination, to see the next date here",
  },
  completed: {
    Icon: Check,
    title: "No completed vaccinations",
    text: "Vaccines that need no further dose appear here",
  },
} as const satisfies Record<ScheduleTab, object>;

type ScheduleLinesProps = { first: ScheduleList; filter: ScheduleFilter; canWrite: boolean };

/** Further pages load automatically. */
function ScheduleLines({ first, filter, canWrite }: ScheduleLinesProps) {
  const lines = useSteadyDoses({ listed: first.page?.data, idOf, dueIn });
  if (first.hasFailed) return <LoadError message={LOAD_FAILURE} retryLabel="Retry" onRetry={first.retry} />;
  if (!first.page) return <ListSkeleton />;
  const { totalItems, totalPages } = first.page.pagination;
  const { Icon, title, text } = emptyStates[filter.tab];
  if (totalItems === 0 && lines.rows.length === 0) {
    return (
      <EmptyState
        icon={<Icon aria-hidden className="size-9 text-muted-foreground" />}
        title={title}
        text={text}
      />
    );
  }
  return (
    <ul
      aria-label="Vaccinations"
      aria-busy={first.isStale}
      className="divide-y rounded-lg border bg-card shadow-page"
    >
      <Lines lines={lines} today={filter.today} canWrite={canWrite} />
      {Array.from({ length: totalPages - 1 }, (_, index) => (
        <FurtherPage key={index} filter={filter} page={index + 2} canWrite={canWrite} />
      ))}
    </ul>
  );
}

type LineProps = { fates: Fates; today: string; canWrite: boolean };

const idOf = (entry: ScheduleEntry): string => (entry.kind === "dose" ? entry.dose._id : entry.booking._id);

/** A vaccination that is scheduled, or needs no further dose, leaves the list at once. */
const dueIn = (entry: ScheduleEntry): Due | null =>
  entry.kind === "dose" && entry.dueOn !== null ? dueOf(entry.dose) : null;

/** Doses that are due together share one line. Booked and completed vaccinations each have their own line. */
const lineKeyOf = (entry: ScheduleEntry): string =>
  entry.kind === "dose" && entry.dueOn !== null ? visitKeyOf(entry.dose) : idOf(entry);

type LinesProps = Omit<LineProps, "fates"> & { lines: Fates & { rows: readonly ScheduleEntry[] } };

function Lines({ lines, ...rest }: LinesProps) {
  const props = { fates: lines, ...rest };
  return groupsOf(lines.rows, lineKeyOf).map((group) => (
    <li
      key={idOf(group[0])}
      // The browser does not lay out lines that are not visible.
      className="[contain-intrinsic-size:auto_4.5rem] [content-visibility:auto]"
    >
      {group.length > 1 ? (
        <GroupLine entries={group} {...props} />
      ) : (
        <ScheduleLine entry={group[0]} {...props} />
      )}
    </li>
  ));
}

/** All dogs of the group have one form. On request the line expands into one line for each dog. */
function GroupLine({ entries, ...props }: LineProps & { entries: Group<ScheduleEntry> }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const doses = entries.flatMap((entry) => (entry.kind === "dose" ? [entry.dose] : []));
  const [first, ...others] = doses;
  if (!first) return null;
  return (
    <>
      <DoseGroupLine doses={[first, ...others]} {...props}>
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-label={`${first.vaccineName} of ${doses.length} dogs one by one`}
          onClick={() => setOpen(!isOpen)}
        >
          One by One
          <ChevronDown aria-hidden className={cn("transition-transform", isOpen && "rotate-180")} />
        </Button>
      </DoseGroupLine>
      {isOpen ? (
        <ul id={id} className="divide-y border-t bg-background pl-3 sm:pl-6">
          {entries.map((entry) => (
            <li key={idOf(entry)}>
              <ScheduleLine entry={entry} {...props} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

type FurtherPageProps = { filter: ScheduleFilter; page: number; canWrite: boolean };

function FurtherPage({ filter, page, canWrite }: FurtherPageProps) {
  const list = useSchedulePage(filter, page);
  const lines = useSteadyDoses({ listed: list.page?.data, idOf, dueIn });
  if (list.hasFailed) {
    return (
      <li className="p-3">
        <LoadError message={LOAD_FAILURE} retryLabel="Retry" onRetry={list.retry} />
      </li>
    );
  }
  return <Lines lines={lines} today={filter.today} canWrite={canWrite} />;
}

function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading vaccinations" className="divide-y rounded-lg border bg-card">
      {Array.from({ length: 5 }, (_, index) => (
        <div key={index} className="flex items-center justify-between gap-4 p-4">
          <div className="flex-1">
            <Skeleton className="mb-2 h-5 w-2/5" />
            <Skeleton className="h-4 w-3/5" />
          </div>
          <Skeleton className="h-9 w-28" />
        </div>
      ))}
    </div>
  );
}

/** Sources: rule VAX-17, decision GAP-VAX-08. */
const PAGE_SIZE = 1000;

type ScheduleFilter = { tab: ScheduleTab; patient: string; today: string };

type ScheduleList = LivePage<SchedulePage> & Partial<Pick<SchedulePage, "counters" | "scheduled">>;

function useSchedulePage({ tab, patient, today }: ScheduleFilter, page: number): ScheduleList {
  const { kennelId } = useKennel();
  const whose = patient === "" ? {} : patientArgs(patient);
  const args = { kennelId, today, tab, limit: PAGE_SIZE, ...whose };
  const live = useLivePage(pagedQuery(api.vaccinations.vaccinationSchedule.list, args), page);
  // While another list loads, the old counts stay on screen and the old lines disappear.
  return {
    ...live,
    page: live.isStale ? undefined : live.page,
    ...(live.page && { counters: live.page.counters, scheduled: live.page.scheduled }),
  };
}
