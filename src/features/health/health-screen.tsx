/**
 * The Health screen's frame: filters, export, the tabs, and the dialogs that may open over any of them. What a tab
 * shows is in its own folder and loads with it; health-dialogs.tsx lists the dialogs.
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
import { MedicationBoard } from "@/features/health/medications/medication-board";
import { RecordActionsProvider } from "@/features/health/records/record-actions";
import { useKennel } from "@/hooks/use-kennel";
import { lateLazy } from "@/lib/late-lazy";
import { useLocation } from "@/lib/router";

export function HealthScreen() {
  const canWrite = useKennel().can("health", "write");
  const place = useHealthPlace();
  const filtering = useHealthFilters();
  const [areFiltersOpen, setFiltersOpen] = useState(false);
  const part = partOf(place.tab);
  const { value: tab, hasFilters } = part;
  return (
    <RecordActionsProvider>
      <MedicationBoard />
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

/** One tab. */
type HealthPart = {
  value: HealthTab;
  label: string;
  content: ReactNode;
  /** Whether the filters narrow what it shows. Source: decision GAP-HLT-08. */
  hasFilters: boolean;
};

const DASHBOARD: HealthPart = {
  ...{ value: "dashboard", label: "Dashboard", content: <DashboardPart />, hasFilters: false },
};

/** The tabs of the Health screen in the documents' order, each with what it shows. A tab stands here when it works. */
const HEALTH_PARTS: readonly HealthPart[] = [
  DASHBOARD,
  { value: "records", label: "Health Records", content: <RecordsPart />, hasFilters: true },
  { value: "immunizations", label: "Immunizations", content: <ImmunizationsPart />, hasFilters: true },
  { value: "schedule", label: "Vaccination Schedule", content: <SchedulePart />, hasFilters: false },
  { value: "alerts", label: "Alerts & Reminders", content: <AlertsPart />, hasFilters: false },
];

/** Returns the tab of this name. */
const partOf = (tab: HealthTab): HealthPart => HEALTH_PARTS.find(({ value }) => value === tab) ?? DASHBOARD;

/** What the Health screen can do without until its address asks for it: every dialog, and with them all forms. */
export const HealthDialogs = late(
  async () => (await import("@/features/health/health-dialogs")).HealthDialogs,
  () => {
    const { recordId } = useHealthPlace();
    return asksForDialog(useLocation().search) || recordId !== undefined;
  },
);
