/** The Reminders page: search, type, four tabs with counts, cards, and the button that adds one. */
import { useEffect, useRef } from "react";
import { useAction } from "convex/react";
import { CalendarRange, ListChecks, RefreshCw, Download } from "lucide-react";
import { toast } from "sonner";
import { FloatingAddButton } from "@/components/floating-add-button";
import { SearchBox } from "@/components/search-box";
import { ToolButton } from "@/components/tool-button";
import { KennelCalendarButton } from "@/entities/calendar/calendar-dialog";
import { valuesOfTemplate } from "@/entities/reminders/reminder-form";
import type { Reminder } from "@/entities/reminders/reminder-words";
import { useReminderDialogs } from "@/entities/reminders/use-reminder-dialogs";
import {
  MineFilter,
  useReminderAddress,
  type ReminderFilter,
  ReminderTabs,
  TypeFilter,
  useReminderList,
  toListArgs,
} from "@/features/reminders/reminder-filter";
import { BulkBar, ReminderList, useSelection } from "@/features/reminders/reminder-list";
import { TemplatesButton } from "@/features/reminders/templates";
import { useKennel } from "@/hooks/use-kennel";
import { useLivePage } from "@/hooks/use-live-page";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useMadeFile } from "@/hooks/use-made-file";
import { useToday } from "@/hooks/use-today";
import { useLocation, useNavigate, useSearchParams } from "@/lib/router";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";
import { kennelPath } from "@domain/kennels/kennel-path";

export function RemindersPage() {
  const today = useToday();
  const { can } = useKennel();
  const canWrite = can("reminders", "write");
  const [filter, change] = useReminderAddress();
  const list = useReminderList(filter, today);
  const first = useLivePage(list, 1);
  const { actions, open, add, dialogs } = useReminderDialogs(today);
  const selection = useSelection(JSON.stringify(filter));
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-4 pb-20">
      <div className="flex flex-wrap items-center gap-2 sm:gap-3">
        <div
          className={cn(
            "flex min-w-0 flex-1 sm:basis-full",
            canWrite ? "basis-[calc(100%-6rem)]" : "basis-full",
          )}
        >
          <SearchBox
            label="Search reminders"
            placeholder="Search by title, description or dog..."
            search={filter.search}
            onSearch={(search) => change({ search })}
          />
        </div>
        {canWrite ? (
          <ToolButton
            icon={ListChecks}
            className="max-sm:flex-none max-sm:px-3"
            aria-label="Select several"
            aria-pressed={selection.isOn}
            onClick={selection.isOn ? selection.stop : selection.start}
          >
            Select
          </ToolButton>
        ) : null}
        <TypeFilter type={filter.type} onType={(type) => change({ type })} />
        <MineFilter isMine={filter.isMine} onMine={(isMine) => change({ isMine })} />
        {can("breeding", "read") ? (
          <ToolButton icon={CalendarRange} to="/dashboard/breeding?tab=calendar">
            Month
          </ToolButton>
        ) : null}
        <ExportReminders filter={filter} today={today} />
        <KennelCalendarButton />
        {canWrite ? <TemplatesButton onUse={(template) => add(valuesOfTemplate(template, today))} /> : null}
        <ToolButton
          icon={RefreshCw}
          iconClassName={cn(first.isStale && "motion-safe:animate-spin")}
          aria-disabled={first.isStale}
          onClick={first.isStale ? undefined : first.retry}
        >
          Refresh
        </ToolButton>
      </div>
      <ReminderTabs tab={filter.tab} counts={first.page?.counts} onTab={(tab) => change({ tab })} />
      <ReminderList
        list={list}
        first={first}
        filter={filter}
        today={today}
        actions={canWrite ? actions : null}
        onOpen={open}
        selection={selection}
        onAdd={() => add()}
      />
      {selection.isOn ? (
        <BulkBar
          selection={selection}
          reminders={first.page?.data ?? []}
          isCompletedTab={filter.tab === "completed"}
          today={today}
        />
      ) : null}
      {canWrite && !selection.isOn ? (
        <FloatingAddButton
          aria-label="Add Reminder"
          className="sm:right-8 sm:bottom-8"
          onClick={() => add()}
        />
      ) : null}
      <NamedReminder onOpen={open} />
      {dialogs}
    </div>
  );
}

function ExportReminders({ filter, today }: { filter: ReminderFilter; today: string }) {
  const { kennelId } = useKennel();
  const make = useAction(api.reminders.actions.reminderExport.make);
  const [isBusy, save] = useMadeFile("Failed to export data", "Data exported successfully");
  const begin = () => void save(() => make({ kennelId, today, ...toListArgs(filter) }));
  return (
    <ToolButton icon={Download} disabled={isBusy} onClick={begin}>
      Export
    </ToolButton>
  );
}

/** Renders nothing. */
function NamedReminder({ onOpen }: { onOpen: (reminder: Reminder) => void }) {
  const [params, setParams] = useSearchParams();
  const { kennelId } = useKennel();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const named = params.get("reminder");
  const found = useLiveQuery(api.reminders.reminders.get, named === null ? "skip" : { reminderId: named });
  const { status, data: reminder } = found;
  // The address changes after the next render at the earliest; until then nothing is opened again.
  const shownRef = useRef<string | null>(null);

  useEffect(() => {
    if (named === null) shownRef.current = null;
    if (named === shownRef.current || named === null || status === "loading") return;
    if (reminder && reminder.kennelId !== kennelId) {
      // The page of that kennel finds the same address.
      void navigate(kennelPath(reminder.kennelId, pathname + search), { replace: true });
      return;
    }
    shownRef.current = named;
    setParams({}, { replace: true });
    if (reminder) onOpen(reminder);
    else toast.error("This reminder no longer exists");
  });
  return null;
}
