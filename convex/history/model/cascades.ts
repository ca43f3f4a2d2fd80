/**
 * The batches after a deletion or a return. Children that were too many for the transaction go, or come back, so many
 * at a time; each batch is a transaction that also keeps how far the work is and schedules the next, so whatever is cut
 * off goes on where it was and nothing is done twice. Source: docs/decisions/0014-deleting-in-batches.md.
 */
import { historyOf, type HistoryTable } from "../../../domain/history/records";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { ChildKind } from "../../platform/tables/cascades";
import { causeOf, forgetDismissals } from "../../platform/model/alertDismissals";
import { Bringing } from "./bringingBack";
import { inParts, toKept } from "../../platform/model/changeRecorder";
import { noteNewIds } from "./formerIds";
import { deleteAttachmentRow } from "../../health/model/healthAttachments";
import { removeHealthTest } from "../../health/model/healthTestRows";

/** Children deleted in one transaction; each with a file or a dismissal takes two lookups. */
const GOING_BATCH = 300;

/** Work that has not moved for so long was cut off. */
const STUCK_AFTER_MS = 120_000;

const RESUME_BATCH = 50;

type Cascade = Doc<"cascades">;
type Going = Extract<Cascade["work"], { direction: "going" }>;
type Coming = Extract<Cascade["work"], { direction: "coming" }>;
type AnyFields = Readonly<Record<string, unknown>>;
type Kept = Doc<"deletions">["rows"][number];

/** Deletes some children of an owner; returns how many, and what is kept of them. */
type Drop = (
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  ownerId: string,
  count: number,
) => Promise<{ count: number; kept: Kept[] }>;

interface Children<Table extends HistoryTable> {
  take: (count: number) => Promise<Doc<Table>[]>;
}

/** Makes the way in which children of one table go. */
const dropOf =
  <Table extends HistoryTable>(
    table: Table,
    find: (ctx: MutationCtx, kennelId: Id<"kennels">, ownerId: string) => Children<Table> | null,
    remove: (ctx: MutationCtx, row: Doc<Table>) => Promise<void>,
  ): Drop =>
  async (ctx, kennelId, ownerId, count) => {
    const rows = (await find(ctx, kennelId, ownerId)?.take(count)) ?? [];
    for (const row of rows) await remove(ctx, row);
    return { count: rows.length, kept: rows.map((row) => toKept(table, row)) };
  };

/** Deletes a reminder that counts no more: its owner's deletion has counted it out. */
async function dropReminder(ctx: MutationCtx, { _id, kennelId }: Doc<"reminders">): Promise<void> {
  await forgetDismissals(ctx, kennelId, causeOf("reminder", _id));
  await ctx.db.delete("reminders", _id);
}

const DROPS: { readonly [Kind in ChildKind]: Drop } = {
  "activities.dogId": async (ctx, kennelId, ownerId, count) => {
    const dogId = ctx.db.normalizeId("dogs", ownerId);
    if (dogId === null) return { count: 0, kept: [] };
    const rows = await ctx.db
      .query("activities")
      .withIndex("by_kennel_and_dog_and_timestamp", (q) => q.eq("kennelId", kennelId).eq("dogId", dogId))
      .take(count);
    for (const { _id } of rows) await ctx.db.patch("activities", _id, { dogId: undefined });
    return { count: rows.length, kept: [] };
  },
  "dogWeights.dogId": dropOf(
    "dogWeights",
    (ctx, kennelId, ownerId) => {
      const dogId = ctx.db.normalizeId("dogs", ownerId);
      return (
        dogId &&
        ctx.db
          .query("dogWeights")
          .withIndex("by_kennel_and_dog_and_weighed", (q) => q.eq("kennelId", kennelId).eq("dogId", dogId))
      );
    },
    async (ctx, { _id }) => await ctx.db.delete("dogWeights", _id),
  ),
  "healthAttachments.recordId": dropOf(
    "healthAttachments",
    (ctx, kennelId, ownerId) => {
      const recordId = ctx.db.normalizeId("healthRecords", ownerId);
      return (
        recordId &&
        ctx.db
          .query("healthAttachments")
          .withIndex("by_kennel_and_record", (q) => q.eq("kennelId", kennelId).eq("recordId", recordId))
      );
    },
    deleteAttachmentRow,
  ),
  "healthTests.dogId": dropOf(
    "healthTests",
    (ctx, kennelId, ownerId) => {
      const dogId = ctx.db.normalizeId("dogs", ownerId);
      return (
        dogId &&
        ctx.db
          .query("healthTests")
          .withIndex("by_kennel_and_dog_and_tested", (q) => q.eq("kennelId", kennelId).eq("dogId", dogId))
      );
    },
    removeHealthTest,
  ),
  "medicationDoses.courseId": dropOf(
    "medicationDoses",
    (ctx, kennelId, ownerId) => {
      const courseId = ctx.db.normalizeId("medicationCourses", ownerId);
      return (
        courseId &&
        ctx.db
          .query("medicationDoses")
          .withIndex("by_kennel_and_course_and_day", (q) =>
            q.eq("kennelId", kennelId).eq("courseId", courseId),
          )
      );
    },
    async (ctx, { _id }) => await ctx.db.delete("medicationDoses", _id),
  ),
  "progesteroneReadings.heatId": dropOf(
    "progesteroneReadings",
    (ctx, kennelId, ownerId) => {
      const heatId = ctx.db.normalizeId("heats", ownerId);
      return (
        heatId &&
        ctx.db
          .query("progesteroneReadings")
          .withIndex("by_kennel_and_heat_and_taken", (q) => q.eq("kennelId", kennelId).eq("heatId", heatId))
      );
    },
    async (ctx, { _id }) => await ctx.db.delete("progesteroneReadings", _id),
  ),
  "puppyHealthChecks.puppyId": dropOf(
    "puppyHealthChecks",
    (ctx, kennelId, ownerId) => {
      const puppyId = ctx.db.normalizeId("puppies", ownerId);
      return (
        puppyId &&
        ctx.db
          .query("puppyHealthChecks")
          .withIndex("by_kennel_and_puppy_and_date", (q) => q.eq("kennelId", kennelId).eq("puppyId", puppyId))
      );
    },
    async (ctx, { _id }) => await ctx.db.delete("puppyHealthChecks", _id),
  ),
  "puppyWeights.puppyId": dropOf(
    "puppyWeights",
    (ctx, kennelId, ownerId) => {
      const puppyId = ctx.db.normalizeId("puppies", ownerId);
      return (
        puppyId &&
        ctx.db
          .query("puppyWeights")
          .withIndex("by_kennel_and_puppy_and_weighed", (q) =>
            q.eq("kennelId", kennelId).eq("puppyId", puppyId),
          )
      );
    },
    async (ctx, { _id }) => await ctx.db.delete("puppyWeights", _id),
  ),
  "reminders.breedingId": dropOf(
    "reminders",
    (ctx, kennelId, ownerId) => {
      const breedingId = ctx.db.normalizeId("breedings", ownerId);
      return (
        breedingId &&
        ctx.db
          .query("reminders")
          .withIndex("by_kennel_and_breeding_and_state_and_due", (q) =>
            q.eq("kennelId", kennelId).eq("breedingId", breedingId),
          )
      );
    },
    dropReminder,
  ),
  "reminders.dogId": dropOf(
    "reminders",
    (ctx, kennelId, ownerId) => {
      const dogId = ctx.db.normalizeId("dogs", ownerId);
      return (
        dogId &&
        ctx.db
          .query("reminders")
          .withIndex("by_kennel_and_dog_and_state_and_due", (q) =>
            q.eq("kennelId", kennelId).eq("dogId", dogId),
          )
      );
    },
    dropReminder,
  ),
  "reminders.litterId": dropOf(
    "reminders",
    (ctx, kennelId, ownerId) => {
      const litterId = ctx.db.normalizeId("litters", ownerId);
      return (
        litterId &&
        ctx.db
          .query("reminders")
          .withIndex("by_kennel_and_litter_and_state_and_due", (q) =>
            q.eq("kennelId", kennelId).eq("litterId", litterId),
          )
      );
    },
    dropReminder,
  ),
};

/** Deletes a batch of children and keeps them; returns what is left, null for nothing. */
async function letGo(ctx: MutationCtx, cascade: Cascade, { left }: Going): Promise<Going | null> {
  const { kennelId, operation, at } = cascade;
  const kept: Kept[] = [];
  const partCounts = new Map<Id<"changes">, number>();
  let place = 0;
  for (let room = GOING_BATCH; room > 0;) {
    const next = left[place];
    if (!next) break;
    const { count, kept: rows } = await DROPS[next.kind](ctx, kennelId, next.ownerId, room);
    kept.push(...rows);
    if (next.changeId) partCounts.set(next.changeId, (partCounts.get(next.changeId) ?? 0) + rows.length);
    if (count < room) place += 1;
    room -= count + 1;
  }
  for (const rows of inParts(kept)) {
    await ctx.db.insert("deletions", { kennelId, operation, at, isRest: true, rows });
  }
  for (const [changeId, count] of partCounts) {
    const change = await ctx.db.get("changes", changeId);
    if (change) await ctx.db.patch("changes", changeId, { partCount: (change.partCount ?? 0) + count });
  }
  return place < left.length ? { direction: "going", left: left.slice(place) } : null;
}

const isOfOwners = (owners: ReadonlyMap<string, string>, table: HistoryTable, document: AnyFields): boolean =>
  historyOf(table).owners.some((name) => owners.has(String(document[name])));

/** Brings the rows of the next kept part back; returns what is left, null for nothing. */
async function comeBack(ctx: MutationCtx, cascade: Cascade, work: Coming): Promise<Coming | null> {
  const { kennelId, operation } = cascade;
  const part = await ctx.db
    .query("deletions")
    .withIndex("by_kennel_and_operation_and_rest", (q) =>
      q
        .eq("kennelId", kennelId)
        .eq("operation", operation)
        .eq("isRest", true)
        .gt("_creationTime", work.cursor),
    )
    .first();
  if (!part) return null;
  const owners = new Map(work.owners.map(({ from, to }) => [from, to]));
  // What was kept is the fields of a row.
  const rows = part.rows.filter(({ table, document }) => isOfOwners(owners, table, document as AnyFields));
  const bringing = new Bringing(ctx, kennelId, rows, owners);
  const ids = await bringing.insertAll(null);
  await bringing.settle();
  await noteNewIds(ctx, kennelId, ids, work.isRestored);
  const rest = part.rows.filter((row) => !rows.includes(row));
  if (rest.length === 0) await ctx.db.delete("deletions", part._id);
  else await ctx.db.patch("deletions", part._id, { rows: rest });
  return { ...work, cursor: part._creationTime };
}

/** Moves the next batch of a cascade, and ends it after the last. */
export async function moveCascade(ctx: MutationCtx, cascadeId: Id<"cascades">): Promise<null> {
  const cascade = await ctx.db.get("cascades", cascadeId);
  if (!cascade) return null;
  const work =
    cascade.work.direction === "going"
      ? await letGo(ctx, cascade, cascade.work)
      : await comeBack(ctx, cascade, cascade.work);
  if (work === null) {
    await ctx.db.delete("cascades", cascadeId);
    return null;
  }
  await ctx.db.patch("cascades", cascadeId, { work, stateSince: Date.now() });
  await ctx.scheduler.runAfter(0, internal.history.cascades.move, { cascadeId });
  return null;
}

/** Takes up what was cut off. */
export async function resumeCascades(ctx: MutationCtx): Promise<null> {
  const stuck = await ctx.db
    .query("cascades")
    .withIndex("by_state_since", (q) => q.lt("stateSince", Date.now() - STUCK_AFTER_MS))
    .take(RESUME_BATCH);
  for (const { _id } of stuck) {
    await ctx.db.patch("cascades", _id, { stateSince: Date.now() });
    await ctx.scheduler.runAfter(0, internal.history.cascades.move, { cascadeId: _id });
  }
  return null;
}
