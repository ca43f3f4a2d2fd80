/** The filters of the Reminders page, which are in its address. */
import { UserCheck } from "lucide-react";
import { Choice } from "@/components/choice-field";
import { ToolButton } from "@/components/tool-button";
import { Tabs, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { useAssignees } from "@/entities/reminders/assignees";
import type { ReminderPage } from "@/entities/reminders/reminder-words";
import { useKennel } from "@/hooks/use-kennel";
import { pagedQuery } from "@/hooks/use-live-page";
import { flag, oneOf, typed, useScreenAddress } from "@/lib/screen-address";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";
import { REMINDER_TABS, REMINDER_TYPES, type ReminderTab, REMINDERS_PAGE } from "@domain/reminders/rules";
import { reminderTypeLabels } from "@domain/reminders/words";

/** An empty type means all types. */
export const useReminderAddress = () =>
  useScreenAddress({
    tab: oneOf(REMINDER_TABS, "pending"),
    type: oneOf(REMINDER_TYPES, ""),
    search: typed,
    /** Whether only reminders assigned to the user are shown. */
    isMine: { ...flag, as: "mine" },
  });

export type ReminderFilter = ReturnType<typeof useReminderAddress>[0];

/** Empty filters are left out. */
export const toListArgs = ({ tab, type, search, isMine }: ReminderFilter) => ({
  tab,
  ...(type !== "" && { reminderType: type }),
  ...(isMine && { isMine }),
  ...(search.trim() !== "" && { search: search.trim() }),
});

export function useReminderList(filter: ReminderFilter, today: string) {
  const { kennelId } = useKennel();
  return pagedQuery(api.reminders.reminders.list, {
    kennelId,
    today,
    limit: REMINDERS_PAGE,
    ...toListArgs(filter),
  });
}

type TypeFilterProps = { type: ReminderFilter["type"]; onType: (type: ReminderFilter["type"]) => void };

/** An empty type means all types. */
export function TypeFilter({ type, onType }: TypeFilterProps) {
  return (
    <Choice
      aria-label="Type"
      data-listed={type === "" ? undefined : reminderTypeLabels[type]}
      className="h-11 w-auto min-w-32 max-sm:min-w-28 max-sm:flex-1 print:hidden"
      value={type}
      choices={{ "": "All types", ...reminderTypeLabels }}
      onValue={onType}
    />
  );
}

type MineFilterProps = { isMine: boolean; onMine: (isMine: boolean) => void };

/** True if several users of the kennel, including this user, may act on reminders. */
export function useCanBeMine(): boolean {
  const people = useAssignees() ?? [];
  return people.length > 1 && people.some(({ isSelf }) => isSelf);
}

/** While only the user's own reminders are shown, the switch shows everybody's reminders again. */
export function MineFilter({ isMine, onMine }: MineFilterProps) {
  if (!isMine) return null;
  return (
    <ToolButton
      icon={UserCheck}
      variant="default"
      aria-pressed={isMine}
      data-listed=""
      onClick={() => onMine(!isMine)}
    >
      Assigned to Me
    </ToolButton>
  );
}

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
  /** Undefined until the numbers are loaded. */
  counts: ReminderPage["counts"] | undefined;
  onTab: (tab: ReminderTab) => void;
};

/** On a phone the row scrolls sideways. */
export function ReminderTabs({ tab, counts, onTab }: ReminderTabsProps) {
  return (
    <Tabs
      value={tab}
      onValueChange={(value) => onTab(REMINDER_TABS.find((each) => each === value) ?? tab)}
      activationMode="manual"
    >
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
