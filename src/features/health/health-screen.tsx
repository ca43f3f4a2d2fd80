/**
 * The Health screen's frame: filters, export, the tabs, and the dialogs that may open over any of them. What a tab
 * shows is in its own folder; health-parts.tsx lists the tabs, health-dialogs.tsx the dialogs.
 */
import { Suspense, useState } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { FilterPanel } from "@/features/health/frame/filter-panel";
import { HealthToolbar } from "@/features/health/frame/health-toolbar";
import { QuickAddButton } from "@/features/health/frame/quick-add-button";
import { HEALTH_TABS, useHealthFilters, useHealthPlace } from "@/features/health/health-address";
import { HEALTH_PARTS, partOf } from "@/features/health/health-parts";
import { HealthDialogs } from "@/features/health/late-parts";
import { MedicationBoard } from "@/features/health/medications/medication-board";
import { RecordActionsProvider } from "@/features/health/records/record-actions";
import { useKennel } from "@/hooks/use-kennel";

/** Renders the screen. */
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
