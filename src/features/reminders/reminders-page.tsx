/** The Reminders page. */
import { useEffect, useRef, useState } from "react";
import { useAction } from "convex/react";
import {
  CalendarDays,
  CalendarRange,
  Download,
  Ellipsis,
  LayoutTemplate,
  ListChecks,
  RefreshCw,
  UserCheck,
} from "lucide-react";
import { toast } from "sonner";
import { FloatingAddButton } from "@/components/floating-add-button";
import { SearchBox } from "@/components/search-box";
import { ToolButton } from "@/components/tool-button";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { KennelCalendarDialog } from "@/entities/calendar/calendar-dialog";
import type { ReminderCardActions } from "@/entities/reminders/reminder-card";
import { valuesOfTemplate, type ReminderTemplate } from "@/entities/reminders/reminder-form";
import type { Reminder } from "@/entities/reminders/reminder-words";
import { useReminderDialogs } from "@/entities/reminders/use-reminder-dialogs";
import {
  MineFilter,
  useCanBeMine,
  useReminderAddress,
  type ReminderFilter,
  ReminderTabs,
  TypeFilter,
  useReminderList,
  toListArgs,
} from "@/features/reminders/reminder-filter";
import { LineExamples, ReminderLineField, useReminderLine } from "@/features/reminders/reminder-line";
import {
  BulkBar,
  ReminderList,
  useDone,
  useDoneByOthers,
  useSelection,
} from "@/features/reminders/reminder-list";
import { TemplatesDialog } from "@/features/reminders/templates";
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
  const { actions, open, add, ownDays, dialogs } = useReminderDialogs(today);
  const listKey = JSON.stringify(filter);
  const selection = useSelection(listKey);
  const done = useDone(listKey);
  const doneByOthers = useDoneByOthers(listKey, first);
  const line = useReminderLine(today, ownDays);
  const lineInput = useRef<HTMLInputElement>(null);
  const cardActions: ReminderCardActions = {
    ...actions,
    onComplete: async (reminder) => {
      const isDone = await actions.onComplete(reminder, () => done.showUndo(reminder));
      if (isDone) done.add(reminder);
      return isDone;
    },
  };
  const pick = (example: string) => {
    line.type(example);
    lineInput.current?.focus();
  };
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-4 pb-24">
      <div className="flex flex-wrap items-center gap-2 sm:gap-3">
        <div className="flex min-w-0 flex-1 max-sm:basis-[calc(100%-3.5rem)]">
          <SearchBox
            label="Search reminders"
            placeholder="Search by title, description or dog..."
            search={filter.search}
            onSearch={(search) => change({ search })}
          />
        </div>
        <div className="contents max-sm:order-2 max-sm:flex max-sm:w-full max-sm:gap-2">
          <TypeFilter type={filter.type} onType={(type) => change({ type })} />
          <MineFilter isMine={filter.isMine} onMine={(isMine) => change({ isMine })} />
          {can("breeding", "read") ? (
            <ToolButton icon={CalendarRange} to="/dashboard/breeding?tab=calendar">
              Month
            </ToolButton>
          ) : null}
          <ToolButton
            icon={RefreshCw}
            iconClassName={cn(first.isStale && "motion-safe:animate-spin")}
            aria-disabled={first.isStale}
            onClick={first.isStale ? undefined : first.retry}
          >
            Refresh
          </ToolButton>
        </div>
        <PageMenu
          filter={filter}
          today={today}
          isSelecting={selection.isOn}
          onSelect={canWrite ? (selection.isOn ? selection.stop : selection.start) : null}
          onMine={() => change({ isMine: !filter.isMine })}
          onTemplate={(template) => add(valuesOfTemplate(template, today))}
        />
      </div>
      <ReminderTabs tab={filter.tab} counts={first.page?.counts} onTab={(tab) => change({ tab })} />
      {canWrite ? (
        <ReminderLineField
          line={line}
          today={today}
          inputRef={lineInput}
          onDetails={(given) => add(given, line.clear)}
        />
      ) : null}
      <ReminderList
        list={list}
        first={first}
        filter={filter}
        today={today}
        actions={canWrite ? cardActions : null}
        onOpen={open}
        selection={selection}
        done={[...done.done, ...doneByOthers]}
        examples={
          canWrite ? (
            <div className="flex flex-col gap-4">
              <LineExamples onPick={pick} />
              <Button variant="link" onClick={() => add()}>
                Add First Reminder
              </Button>
            </div>
          ) : null
        }
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

type PageMenuProps = {
  filter: ReminderFilter;
  today: string;
  isSelecting: boolean;
  /** Null for users who can only read. */
  onSelect: (() => void) | null;
  onMine: () => void;
  onTemplate: (template: ReminderTemplate) => void;
};

function PageMenu({ filter, today, isSelecting, onSelect, onMine, onTemplate }: PageMenuProps) {
  const { kennelId } = useKennel();
  const canBeMine = useCanBeMine();
  const make = useAction(api.reminders.actions.reminderExport.make);
  const [isBusy, save] = useMadeFile("Failed to export data", "Data exported successfully");
  const [opened, setOpened] = useState<"calendar" | "templates" | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button
            variant="outline"
            className="size-11 shrink-0 px-0 max-sm:order-1"
            aria-label="More actions"
          >
            <Ellipsis aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {onSelect ? (
            <DropdownMenuItem onSelect={onSelect}>
              <ListChecks aria-hidden />
              {isSelecting ? "End Selection" : "Select Several"}
            </DropdownMenuItem>
          ) : null}
          {canBeMine && !filter.isMine ? (
            <DropdownMenuItem onSelect={onMine}>
              <UserCheck aria-hidden />
              Assigned to Me
            </DropdownMenuItem>
          ) : null}
          {onSelect ? (
            <DropdownMenuItem onSelect={() => setOpened("templates")}>
              <LayoutTemplate aria-hidden />
              Templates
            </DropdownMenuItem>
          ) : null}
          <DropdownMenuItem onSelect={() => setOpened("calendar")}>
            <CalendarDays aria-hidden />
            Calendar Link
          </DropdownMenuItem>
          <DropdownMenuItem
            disabled={isBusy}
            onSelect={() => void save(() => make({ kennelId, today, ...toListArgs(filter) }))}
          >
            <Download aria-hidden />
            Export
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {opened === "calendar" ? <KennelCalendarDialog onClose={close} /> : null}
      {opened === "templates" ? (
        <TemplatesDialog
          onUse={(template) => {
            close();
            onTemplate(template);
          }}
          onClose={close}
        />
      ) : null}
    </>
  );
}

/** Opens the reminder that the address names. */
function NamedReminder({ onOpen }: { onOpen: (reminder: Reminder) => void }) {
  const [params, setParams] = useSearchParams();
  const { kennelId } = useKennel();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const named = params.get("reminder");
  const found = useLiveQuery(api.reminders.reminders.get, named === null ? "skip" : { reminderId: named });
  const { status, data: reminder } = found;
  // The address changes only after the next render. Without this ref, the reminder would open twice.
  const shownRef = useRef<string | null>(null);

  useEffect(() => {
    if (named === null) shownRef.current = null;
    if (named === shownRef.current || named === null || status === "loading") return;
    if (reminder && reminder.kennelId !== kennelId) {
      // The page of the other kennel then finds the same reminder in the address.
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
