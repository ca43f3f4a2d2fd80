/**
 * The frame of the Health screen. Each tab's content is in its own folder and loads with the tab.
 * health-dialogs.tsx lists the dialogs.
 */
import { type ReactNode, Suspense, useState } from "react";
import { late } from "@/components/late";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { DashboardPart } from "@/features/health/dashboard/dashboard-part";
import { FilterPanel, HealthToolbar, QuickAddButton } from "@/features/health/frame/health-toolbar";
import {
  HEALTH_TABS,
  type HealthTab,
  asksForDialog,
  useHealthFilters,
  useHealthPlace,
} from "@/entities/health/health-address";
import { RecordActionsProvider } from "@/features/health/records/record-actions";
import { useKennel } from "@/hooks/use-kennel";
import { lateLazy } from "@/lib/ready-lazy";
import { useLocation, Link } from "@/lib/router";
import { Pill } from "lucide-react";
import type { FunctionReturnType } from "convex/server";
import { DogPortrait } from "@/entities/dogs/dog-portrait";
import { LoadError } from "@/components/load-error";
import { timeOf } from "@/entities/medications/medication-words";
import { useDoses, type Doses } from "@/entities/medications/use-doses";
import { Badge } from "@/components/ui/badge";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useNow } from "@/hooks/use-now";
import { useToday } from "@/hooks/use-today";
import { readStored, writeStored } from "@/lib/browser-storage";
import { api } from "@convex/_generated/api";
import { pageOf } from "@domain/history/places";

type DueDog = FunctionReturnType<typeof api.health.medications.due>[number];

const DoseList = lateLazy(async () => (await import("@/entities/medications/dose-list")).DoseList);
const SoonQuestion = lateLazy(async () => (await import("@/entities/medications/dose-list")).SoonQuestion);

const OPEN_KEY = "studbook.medication-board";

/**
 * Today's medication of all dogs in the kennel. Users who may write can tick off doses. A collapsed board shows how
 * many doses are left. Each device remembers whether the board is open. On a day without medication, the board is
 * hidden.
 */
export function MedicationBoard() {
  const today = useToday();
  const { kennelId, can } = useKennel();
  const due = useLiveQuery(api.health.medications.due, { kennelId, today });
  const doses = useDoses(today);
  const [isOpen, setOpen] = useState(() => readStored(OPEN_KEY) === "open");
  if (due.status === "error") {
    return <LoadError message="Failed to load medication. Please try again." onRetry={due.retry} />;
  }
  if (due.status === "loading" || due.data.length === 0) return null;
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        setOpen(open);
        writeStored(OPEN_KEY, open ? "open" : "folded");
      }}
      className="rounded-lg border bg-card shadow-page"
    >
      <summary className="flex min-h-12 cursor-pointer list-none flex-wrap items-center gap-2 rounded-lg px-4 py-2">
        <Pill aria-hidden className="size-5 text-brass" />
        <h2 className="font-title text-lg">Medication today</h2>
        <Left dogs={due.data} />
      </summary>
      {isOpen ? (
        <Suspense fallback={<Skeleton className="m-4 h-16" />}>
          <div className="grid items-start gap-4 border-t p-4 lg:grid-cols-2">
            {due.data.map((entry) => (
              <DogDoses
                key={entry.dog._id}
                entry={entry}
                today={today}
                doses={doses}
                canWrite={can("health", "write")}
              />
            ))}
          </div>
          <SoonQuestion doses={doses} today={today} />
        </Suspense>
      ) : null}
    </details>
  );
}

/** Doses that are due now, and doses that are left today. */
function Left({ dogs }: { dogs: readonly DueDog[] }) {
  const now = timeOf(useNow());
  const slots = dogs.flatMap(({ courses }) => courses.flatMap(({ today }) => today));
  const left = slots.filter(({ dose }) => dose === null);
  const isDue = left.filter(({ time }) => time <= now).length;
  return (
    <span role="status" className="flex flex-wrap items-center gap-2 text-sm text-muted-foreground">
      {isDue > 0 ? <Badge variant="warning">{isDue} due now</Badge> : null}
      {slots.length === 0
        ? "as needed"
        : left.length === 0
          ? "all given"
          : `${left.length} of ${slots.length} to give`}
    </span>
  );
}

type DogDosesProps = { entry: DueDog; today: string; doses: Doses; canWrite: boolean };

function DogDoses({ entry: { dog, courses }, today, doses, canWrite }: DogDosesProps) {
  return (
    <section aria-label={dog.name} className="min-w-0">
      <Link
        to={pageOf("dogs", dog._id)}
        className="mb-2 flex items-center gap-2 font-semibold underline-offset-4 hover:underline"
      >
        <DogPortrait dog={dog} className="size-9" />
        <span className="min-w-0 break-words">{dog.name}</span>
      </Link>
      <DoseList courses={courses} today={today} doses={doses} canWrite={canWrite} />
    </section>
  );
}

export function HealthScreen() {
  const canWrite = useKennel().can("health", "write");
  const place = useHealthPlace();
  const filtering = useHealthFilters();
  const [areFiltersOpen, setFiltersOpen] = useState(false);
  const part = partOf(place.tab);
  const { value: tab, hasFilters } = part;
  return (
    <RecordActionsProvider>
      <Tabs
        value={tab}
        onValueChange={(value) => place.openTab(HEALTH_TABS.find((tab) => tab === value) ?? "dashboard")}
        activationMode="manual"
        className="pb-20 sm:pb-0"
      >
        <TabsList aria-label="Parts of Health Management" className="-mx-3 px-3 sm:mx-0 sm:px-0">
          {HEALTH_PARTS.map(({ value, label }) => (
            <TabsTrigger key={value} value={value}>
              {label}
            </TabsTrigger>
          ))}
        </TabsList>
        <div className="flex flex-col gap-3 pt-4">
          {tab === "dashboard" ? <MedicationBoard /> : null}
          <HealthToolbar
            tab={tab}
            hasFilters={hasFilters}
            filtering={filtering}
            areFiltersOpen={areFiltersOpen}
            onToggleFilters={() => setFiltersOpen((isOpen) => !isOpen)}
          />
          {hasFilters && areFiltersOpen ? <FilterPanel filtering={filtering} tab={tab} /> : null}
        </div>
        {HEALTH_PARTS.map(({ value, content }) => (
          <TabsContent key={value} value={value} className="pt-4">
            <Suspense fallback={<Skeleton className="h-64" />}>{content}</Suspense>
          </TabsContent>
        ))}
        {canWrite ? <QuickAddButton /> : null}
        <HealthDialogs />
      </Tabs>
    </RecordActionsProvider>
  );
}

const RecordsPart = lateLazy(
  async () => (await import("@/features/health/records/records-part")).RecordsPart,
);
const ImmunizationsPart = lateLazy(
  async () => (await import("@/features/vaccinations/immunizations-part")).ImmunizationsPart,
);
const SchedulePart = lateLazy(
  async () => (await import("@/features/vaccinations/schedule-part")).SchedulePart,
);
const AlertsPart = lateLazy(async () => (await import("@/features/health/alerts/alerts-part")).AlertsPart);

type HealthPart = {
  value: HealthTab;
  label: string;
  content: ReactNode;
  /** Source: decision GAP-HLT-08. */
  hasFilters: boolean;
};

const DASHBOARD: HealthPart = {
  ...{ value: "dashboard", label: "Dashboard", content: <DashboardPart />, hasFilters: false },
};

/** The tabs are in the documents' order. */
const HEALTH_PARTS: readonly HealthPart[] = [
  DASHBOARD,
  { value: "records", label: "Health Records", content: <RecordsPart />, hasFilters: true },
  { value: "immunizations", label: "Immunizations", content: <ImmunizationsPart />, hasFilters: true },
  { value: "schedule", label: "Vaccination Schedule", content: <SchedulePart />, hasFilters: false },
  { value: "alerts", label: "Alerts & Reminders", content: <AlertsPart />, hasFilters: false },
];

const partOf = (tab: HealthTab): HealthPart => HEALTH_PARTS.find(({ value }) => value === tab) ?? DASHBOARD;

/** Loaded on demand: every dialog and all forms. */
export const HealthDialogs = late(
  async () => (await import("@/features/health/health-dialogs")).HealthDialogs,
  () => {
    const { recordId } = useHealthPlace();
    return asksForDialog(useLocation().search) || recordId !== undefined;
  },
);
