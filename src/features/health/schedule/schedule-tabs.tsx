/** The four lists of the schedule: each tab is a counter, too. Sources: rule VAX-05, decision GAP-VAX-04. */
import type { ReactNode } from "react";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import type { SchedulePage } from "@/features/health/schedule/types";
import { cn } from "@/lib/utils";
import type { ScheduleTab } from "@domain/constants/vaccines";

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
  /** Undefined until the numbers are known. */
  counters: Counters | undefined;
  onTab: (tab: ScheduleTab) => void;
  children: ReactNode;
};

/** Renders the counters and the list of the chosen one. */
export function ScheduleTabs({ tab, counters, onTab, children }: ScheduleTabsProps) {
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
        {TABS.map(({ tab: value, counter, label, helper, tone }) => (
          <TabsTrigger
            key={value}
            value={value}
            className="mb-0 h-auto min-w-0 items-center justify-between gap-3 rounded-lg border border-border bg-card px-3.5 py-2.5 text-left whitespace-normal shadow-page data-[state=active]:border-primary data-[state=active]:ring-1 data-[state=active]:ring-primary sm:px-4"
          >
            <span className="min-w-0">
              <span className="block leading-snug">{label}</span>
              <span className="block text-sm leading-snug font-normal text-muted-foreground">{helper}</span>
            </span>
            <span
              className={cn(
                "font-title text-2xl tabular-nums",
                counters && counters[counter] > 0 ? tone : "text-muted-foreground",
              )}
            >
              {counters?.[counter] ?? "–"}
            </span>
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent value={tab} className="pt-4">
        {children}
      </TabsContent>
    </Tabs>
  );
}
