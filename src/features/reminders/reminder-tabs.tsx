/** The four tabs of the Reminders page, each with how many there are. Overdue and Due Soon are parts of Pending. */
import type { ReminderPage } from "@/entities/reminders/reminder-words";
import { Tabs, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { cn } from "@/lib/utils";
import type { ReminderTab } from "@domain/constants/reminders";

const TABS = [
  { tab: "pending", label: "Pending", count: "pending" },
  { tab: "overdue", label: "Overdue", count: "overdue" },
  { tab: "due_soon", label: "Due Soon", count: "dueSoon" },
  { tab: "completed", label: "Completed", count: "completed" },
] as const satisfies readonly {
  tab: ReminderTab;
  label: string;
  count: keyof ReminderPage["counts"];
}[];

type ReminderTabsProps = {
  tab: ReminderTab;
  /** Undefined until the numbers are known. */
  counts: ReminderPage["counts"] | undefined;
  onTab: (tab: string) => void;
};

/** Renders the row; on a phone it scrolls sideways. */
export function ReminderTabs({ tab, counts, onTab }: ReminderTabsProps) {
  return (
    <Tabs value={tab} onValueChange={onTab} activationMode="manual">
      <TabsList
        aria-label="Reminders by state"
        className="-mx-3 [scrollbar-width:none] gap-1 px-3 sm:mx-0 sm:px-0"
      >
        {TABS.map(({ tab: value, label, count }) => (
          <TabsTrigger key={value} value={value} aria-controls={undefined} className="px-2.5 sm:px-3">
            {label}
            <span
              className={cn(
                "rounded-full bg-secondary px-2 text-sm font-normal text-secondary-foreground tabular-nums",
                value === "overdue" && (counts?.overdue ?? 0) > 0 && "bg-error-soft text-error",
              )}
            >
              {counts?.[count] ?? "–"}
            </span>
          </TabsTrigger>
        ))}
      </TabsList>
    </Tabs>
  );
}
