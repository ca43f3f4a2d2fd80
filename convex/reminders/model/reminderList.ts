/**
 * Lists the kennel's reminders: first overdue reminders, then pending reminders by date, priority and time, then
 * completed reminders with the latest first. Without a search, the totals come from stored counts and from the
 * reminders due by tomorrow. A search, or one person's list, reads all reminders. The number of a kennel's
 * reminders is limited. Sources: document 001 sections 2 and 9, decisions GAP-REM-01, 02, 07, 14 and 19.
 */
import { v, type Infer } from "convex/values";
import {
  MAX_PENDING_REMINDERS,
  REMINDER_TYPES,
  SEARCHED_COMPLETED,
  type ReminderTab,
  type ReminderType,
} from "../../../domain/reminders/rules";
import { addDays } from "../../../domain/dates/calendar-days";
import { isSnoozed, lastDueSoonDay, reminderStateOf } from "../../../domain/reminders/due";
import { reminderFiltersSchema } from "../../../domain/reminders/schemas";
import { parseOrFail } from "../../../domain/records/parse";
import { matchesWords, searchWords } from "../../../domain/text/text";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import {
  paginationShape,
  toPageRequest,
  toPagination,
  type PageRequest,
} from "../../platform/model/paging/paging";
import { findAssignee } from "./reminderAssignees";
import { getReminderCounts } from "./reminderCounts";
import type { Access } from "../../platform/model/people/identity";
import { withoutOrphans } from "./reminderOrphans";
import { completedOf, pendingOf, type Subject } from "./reminderRows";
import { ReminderReader, reminderShape, type Reminder } from "./reminderShape";
import { totalOf } from "../../platform/tables/tallies";

type Row = Doc<"reminders">;

/** An empty tab, type or search has no effect. */
export const reminderListArgs = {
  page: v.optional(v.number()),
  limit: v.optional(v.number()),
  tab: v.optional(v.string()),
  reminderType: v.optional(v.string()),
  search: v.optional(v.string()),
  /** Selects reminders that are assigned to the caller. */
  isMine: v.optional(v.boolean()),
  /** Selects reminders that are assigned to this person. */
  assigneeId: v.optional(v.string()),
  today: v.string(),
};

const tabCountsShape = v.object({
  pending: v.number(),
  overdue: v.number(),
  dueSoon: v.number(),
  completed: v.number(),
});
type TabCounts = Infer<typeof tabCountsShape>;

export const reminderPageShape = v.object({
  data: v.array(reminderShape),
  pagination: paginationShape,
  /** Each tab is counted with the same search and type. */
  counts: tabCountsShape,
});
type ReminderPage = Infer<typeof reminderPageShape>;

const asSeen = ({ dueDate, snoozedUntil }: Row) => ({ dueDate, snoozedUntil: snoozedUntil ?? null });

const stateOf = (row: Row, today: string) => reminderStateOf(asSeen(row), today);

/** The reminders are sorted by date and then by priority. */
function pendingBetween(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  type: ReminderType | null,
  { from = "", to = "~" }: { from?: string; to?: string },
) {
  const rows = ctx.db.query("reminders");
  return type === null
    ? rows.withIndex("by_kennel_and_state_and_due", (q) =>
        q.eq("kennelId", kennelId).eq("state", "pending").gte("dueDate", from).lte("dueDate", to),
      )
    : rows.withIndex("by_kennel_and_state_and_type_and_due", (q) =>
        q
          .eq("kennelId", kennelId)
          .eq("state", "pending")
          .eq("reminderType", type)
          .gte("dueDate", from)
          .lte("dueDate", to),
      );
}

/** The latest completed reminder is first. */
async function readCompleted(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  type: ReminderType | null,
  count: number,
): Promise<Row[]> {
  const latestFirst = (
    type === null
      ? ctx.db
          .query("reminders")
          .withIndex("by_kennel_and_state_and_completed", (q) =>
            q.eq("kennelId", kennelId).eq("state", "completed"),
          )
      : ctx.db
          .query("reminders")
          .withIndex("by_kennel_and_state_and_type_and_completed", (q) =>
            q.eq("kennelId", kennelId).eq("state", "completed").eq("reminderType", type),
          )
  ).order("desc");
  return await (await withoutOrphans(ctx, kennelId, latestFirst)).take(count);
}

const dueByTomorrow = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  type: ReminderType | null,
  today: string,
): Promise<Row[]> =>
  await pendingBetween(ctx, kennelId, type, { to: lastDueSoonDay(today) }).take(MAX_PENDING_REMINDERS);

/** Snoozed reminders keep their place among the others. */
function overdueFirst(rows: readonly Row[], today: string): Row[] {
  const isOverdue = (row: Row) => stateOf(row, today) === "overdue";
  return [...rows.filter(isOverdue), ...rows.filter((row) => !isOverdue(row))];
}

interface Filters {
  readonly tab: ReminderTab | null;
  readonly reminderType: ReminderType | null;
  readonly today: string;
}

/** The counts are for one type or for all types. */
async function countTabs(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { reminderType: type, today }: Filters,
): Promise<{ counts: TabCounts; near: Row[] }> {
  const { pending, completed } = await getReminderCounts(ctx, kennelId);
  const near = await dueByTomorrow(ctx, kennelId, type, today);
  const inState = (wanted: string) => near.filter((row) => stateOf(row, today) === wanted).length;
  return {
    near,
    counts: {
      pending: type === null ? totalOf(pending) : pending[type],
      overdue: inState("overdue"),
      dueSoon: inState("due_soon"),
      completed: type === null ? totalOf(completed) : completed[type],
    },
  };
}

export const countReminders = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  typedToday: string,
): Promise<TabCounts> => {
  const { today } = parseOrFail(reminderFiltersSchema, { today: typedToday });
  return (await countTabs(ctx, kennelId, { tab: null, reminderType: null, today })).counts;
};

export const reminderStatisticsShape = v.object({
  total: v.number(),
  ...tabCountsShape.fields,
  /** Pending and completed reminders together. */
  byType: v.record(v.string(), v.number()),
  pendingByType: v.record(v.string(), v.number()),
});

export type ReminderStatistics = Infer<typeof reminderStatisticsShape>;

export async function describeStatistics(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  today: string,
): Promise<ReminderStatistics> {
  const counts = await countReminders(ctx, kennelId, today);
  const { pending, completed } = await getReminderCounts(ctx, kennelId);
  const byType = REMINDER_TYPES.map((type) => [type, pending[type] + completed[type]] as const);
  return {
    total: counts.pending + counts.completed,
    ...counts,
    byType: Object.fromEntries(byType),
    pendingByType: pending,
  };
}

/** The list consists of `first`, which is already read, and the rows that `readRest` reads. */
async function cut(
  first: readonly Row[],
  restCount: number,
  readRest: (count: number) => Promise<Row[]>,
  { page, limit }: PageRequest,
): Promise<Row[]> {
  const [start, end] = [(page - 1) * limit, page * limit];
  const rows = first.slice(start, end);
  const wanted = Math.min(end - first.length, restCount);
  if (wanted <= 0 || wanted <= start - first.length) return rows;
  return [...rows, ...(await readRest(wanted)).slice(Math.max(0, start - first.length))];
}

async function readPage(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  filters: Filters,
  request: PageRequest,
): Promise<ReminderPage> {
  const { tab, reminderType: type, today } = filters;
  const { counts, near } = await countTabs(ctx, kennelId, filters);
  const past = overdueFirst(
    near.filter(({ dueDate }) => dueDate < today),
    today,
  );
  const readPending = async (count: number) =>
    count === 0 ? [] : await pendingBetween(ctx, kennelId, type, { from: today }).take(count);
  const readDone = async (count: number) => await readCompleted(ctx, kennelId, type, count);
  const paged = async (rows: Promise<Row[]>, total: number): Promise<ReminderPage> => ({
    data: await new ReminderReader(ctx).describeAll(await rows),
    pagination: toPagination(request, total),
    counts,
  });
  const ahead = counts.pending - past.length;
  switch (tab) {
    case "pending":
      return await paged(cut(past, ahead, readPending, request), counts.pending);
    case "completed":
      return await paged(cut([], counts.completed, readDone, request), counts.completed);
    case "overdue":
    case "due_soon": {
      const rows = near.filter((row) => stateOf(row, today) === tab);
      return await paged(
        cut(rows, 0, () => Promise.resolve([]), request),
        rows.length,
      );
    }
    case null: {
      const all = counts.pending + counts.completed;
      const readBoth = async (count: number) => {
        const pending = await readPending(Math.min(count, ahead));
        return count > ahead ? [...pending, ...(await readDone(count - ahead))] : pending;
      };
      return await paged(cut(past, all - past.length, readBoth, request), all);
    }
    default:
      return tab satisfies never;
  }
}

function sortIntoTabs(
  pending: readonly Row[],
  completed: readonly Row[],
  today: string,
): Record<ReminderTab, Row[]> {
  const ordered = overdueFirst(pending, today);
  return {
    pending: ordered,
    overdue: ordered.filter((row) => stateOf(row, today) === "overdue"),
    due_soon: ordered.filter((row) => stateOf(row, today) === "due_soon"),
    completed: [...completed],
  };
}

async function pageOf(
  ctx: QueryCtx,
  tabs: Record<ReminderTab, Row[]>,
  tab: ReminderTab | null,
  request: PageRequest,
): Promise<ReminderPage> {
  const rows = tab === null ? [...tabs.pending, ...tabs.completed] : tabs[tab];
  const start = (request.page - 1) * request.limit;
  return {
    data: await new ReminderReader(ctx).describeAll(rows.slice(start, start + request.limit)),
    pagination: toPagination(request, rows.length),
    counts: {
      pending: tabs.pending.length,
      overdue: tabs.overdue.length,
      dueSoon: tabs.due_soon.length,
      completed: tabs.completed.length,
    },
  };
}

interface Scanned {
  readonly pending: readonly Row[];
  readonly completed: readonly Row[];
}

/** Reads one type or all. */
const readAll = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  type: ReminderType | null,
): Promise<Scanned> => ({
  pending: await pendingBetween(ctx, kennelId, type, {}).take(MAX_PENDING_REMINDERS),
  completed: await readCompleted(ctx, kennelId, type, SEARCHED_COMPLETED),
});

/** Reads one type or all; empty for a person who may not act on reminders. */
async function readFor(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  userId: string,
  type: ReminderType | null,
): Promise<Scanned> {
  const assigneeId = await findAssignee(ctx, kennelId, userId);
  if (assigneeId === null) return { pending: [], completed: [] };
  const inState = (state: Row["state"]) =>
    ctx.db
      .query("reminders")
      .withIndex("by_kennel_and_assignee_and_state_and_due", (q) =>
        q.eq("kennelId", kennelId).eq("assigneeId", assigneeId).eq("state", state),
      );
  const ofType = (rows: readonly Row[]) =>
    rows.filter(({ reminderType }) => type === null || reminderType === type);
  const done = await withoutOrphans(ctx, kennelId, inState("completed").order("desc"));
  const completed = ofType(await done.take(SEARCHED_COMPLETED));
  return {
    pending: ofType(await inState("pending").take(MAX_PENDING_REMINDERS)),
    completed: completed.sort((one, other) => (other.completedAt ?? 0) - (one.completedAt ?? 0)),
  };
}

/** The rows must match a search. */
async function scanPage(
  ctx: QueryCtx,
  { pending, completed }: Scanned,
  { tab, today }: Filters,
  words: readonly string[],
  request: PageRequest,
): Promise<ReminderPage> {
  const reader = new ReminderReader(ctx);
  const matching = async (rows: readonly Row[]): Promise<readonly Row[]> => {
    if (words.length === 0) return rows;
    const found = await Promise.all(
      rows.map(async (row) => {
        const dog = await reader.dogOf(row);
        return matchesWords(words, [row.title, row.description, dog?.name, dog?.callName]);
      }),
    );
    return rows.filter((_, index) => found[index]);
  };
  const tabs = sortIntoTabs(await matching(pending), await matching(completed), today);
  return await pageOf(ctx, tabs, tab, request);
}

type ListRequest = {
  page?: number;
  limit?: number;
  tab?: string;
  reminderType?: string;
  search?: string;
  isMine?: boolean;
  assigneeId?: string;
  today: string;
};

/** Throws VALIDATION_FAILED for an invalid tab or type. */
export async function listReminders(
  ctx: QueryCtx,
  access: Access,
  { page, limit, ...typed }: ListRequest,
): Promise<ReminderPage> {
  const request = toPageRequest({ page, limit });
  const { search, isMine, assigneeId, ...filters } = parseOrFail(reminderFiltersSchema, typed);
  const words = searchWords(search);
  const { kennelId } = access;
  const person = isMine ? access.user._id : assigneeId;
  if (words.length === 0 && person === "") return await readPage(ctx, kennelId, filters, request);
  const { reminderType: type } = filters;
  const scanned =
    person === "" ? await readAll(ctx, kennelId, type) : await readFor(ctx, kennelId, person, type);
  return await scanPage(ctx, scanned, filters, words, request);
}

/** Pending reminders are first. */
export async function listRemindersOf(
  ctx: QueryCtx,
  subject: Subject,
  { page, limit, ...typed }: { page?: number; limit?: number; today: string },
): Promise<ReminderPage> {
  const { today } = parseOrFail(reminderFiltersSchema, typed);
  const tabs = sortIntoTabs(await pendingOf(ctx, subject), await completedOf(ctx, subject), today);
  return await pageOf(ctx, tabs, null, toPageRequest({ page, limit }));
}

/** The period is before today, or begins today and ends after `days`. */
export type DueSpan = { readonly kind: "overdue" } | { readonly kind: "days"; readonly days: number };

/** Reminders that are snoozed beyond the period are left out. Throws VALIDATION_FAILED. */
export async function listDue(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  typedToday: string,
  span: DueSpan,
): Promise<Reminder[]> {
  const { today } = parseOrFail(reminderFiltersSchema, { today: typedToday });
  const last = span.kind === "overdue" ? addDays(today, -1) : addDays(today, span.days);
  const from = span.kind === "overdue" ? undefined : today;
  const rows = await pendingBetween(ctx, kennelId, null, { from, to: last }).take(MAX_PENDING_REMINDERS);
  const end = span.kind === "overdue" ? today : last;
  const shown = rows.filter((row) => !isSnoozed(asSeen(row), end));
  return await new ReminderReader(ctx).describeAll(shown);
}
