/** The Reminders page: search, type, four tabs with counts, cards, and the button that adds one. */
import { CalendarRange, ListChecks, RefreshCw } from "lucide-react";
import { KennelCalendarButton } from "@/entities/calendar/calendar-dialog";
import { valuesOfTemplate } from "@/entities/reminders/reminder-form-values";
import { useReminderDialogs } from "@/entities/reminders/use-reminder-dialogs";
import { FloatingAddButton } from "@/components/floating-add-button";
import { SearchBox } from "@/components/search-box";
import { ToolButton } from "@/components/tool-button";
import { BulkBar } from "@/features/reminders/bulk-bar";
import { ExportReminders } from "@/features/reminders/export-reminders";
import { MineFilter } from "@/features/reminders/mine-filter";
import { NamedReminder } from "@/features/reminders/named-reminder";
import { useReminderAddress } from "@/features/reminders/reminder-address";
import { ReminderList } from "@/features/reminders/reminder-list";
import { ReminderTabs } from "@/features/reminders/reminder-tabs";
import { TemplatesButton } from "@/features/reminders/templates-button";
import { TypeFilter } from "@/features/reminders/type-filter";
import { useReminderList } from "@/features/reminders/use-reminder-list";
import { useSelection } from "@/features/reminders/use-selection";
import { useKennel } from "@/hooks/use-kennel";
import { useLivePage } from "@/hooks/use-live-page";
import { useToday } from "@/hooks/use-today";
import { cn } from "@/lib/utils";

/** Renders the page. */
export function RemindersPage() {
  const today = useToday();
  const { can } = useKennel();
  const canWrite = can("reminders", "write");
  const { filter, setTab, setType, setMine, setSearch } = useReminderAddress();
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
            onSearch={setSearch}
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
        <TypeFilter type={filter.type} onType={setType} />
        <MineFilter isMine={filter.isMine} onMine={setMine} />
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
      <ReminderTabs tab={filter.tab} counts={first.page?.counts} onTab={setTab} />
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
