/**
 * Undoes a change. A field gets its former value back if it still has the value from that change. A field that
 * somebody has changed since stays unchanged, and the result names that field. Records that one step changed
 * together are undone together. A record that was added is deleted again, if nobody has changed or used it since.
 */
import { v, type GenericValidator, type Infer } from "convex/values";
import { differencesOf, flatten, isSameValue } from "../../../domain/history/differences";
import { areaOfRow, historyOf } from "../../../domain/history/records";
import type { HistoryTable } from "../../../domain/history/tables.gen";
import type { Area } from "../../../domain/permissions/rules";
import { fail } from "../../../domain/errors";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { checkOf } from "../../checks";
import {
  admitsNull,
  failOnFaults,
  ownFaults,
  type Check,
  type Faults,
} from "../../platform/model/changes/checking";
import { describedHistory, type RecordTable } from "../../platform/model/changes/kennelTables";
import { listFollowing } from "../../platform/model/changes/removing";
import { settleNow } from "../../changes/follow";
import { nextVersion } from "../../platform/model/changes/edits";
import { trustedToday } from "../../platform/model/people/today";
import { putDownTo } from "../../changes/recorder";
import { checkPermission, type Access } from "../../platform/model/people/identity";
import { mayRevert } from "../../platform/model/people/confidential";
import { isHistoryTable } from "../../changes/history";
import { isOrphan } from "../../platform/model/changes/cascades";
import {
  has,
  objectOf,
  type Removing,
  type Revert,
  type Reverting,
  type Reverts,
  type Values,
} from "../../platform/model/changes/reverting";
import { REMOVALS, REVERTS } from "../../reverts";
import { DEFINITIONS } from "../../tables.gen";
import { findRow, requireRowOf } from "../../platform/model/paging/rows";

type Change = Doc<"changes">;

export const undoOutcomeShape = v.object({
  /** Labels of the fields that were undone. */
  restored: v.array(v.string()),
  /** Labels of fields that somebody has changed since, or that cannot be undone alone. */
  kept: v.array(v.string()),
});
export type UndoOutcome = Infer<typeof undoOutcomeShape>;

/**
 * This area's right is needed to read or undo a change. The area of a photo is the area of its current owner. If
 * the puppy was recorded as a dog, this is the dogs area.
 */
export async function areaOf(ctx: QueryCtx, change: Change): Promise<Area> {
  const { table, recordId, subjectId, event } = change;
  if (event) return "members";
  if (table !== "photos") return historyOf(table).area;
  const photo = await findRecord(ctx, change, table, recordId);
  if (photo) return areaOfRow(table, photo);
  const puppyId = ctx.db.normalizeId("puppies", subjectId) ?? undefined;
  const puppy = puppyId && (await findRecord(ctx, change, "puppies", puppyId));
  return areaOfRow(table, { puppyId: puppy?.dogId ? undefined : puppyId });
}

/** Throws NOT_FOUND, or FORBIDDEN if the caller may not undo the change. */
export async function requireChange(ctx: QueryCtx, access: Access, changeId: string): Promise<Change> {
  const change = await requireRowOf(ctx, "changes", changeId, { kennelId: access.kennelId });
  checkPermission(access, `${await areaOf(ctx, change)}:write`);
  if (!mayRevert(access, change.table, change.fields)) return fail("FORBIDDEN");
  return change;
}

/** Returns null if the record is missing or belongs to another kennel. */
export async function findRecord<Table extends HistoryTable>(
  ctx: QueryCtx,
  access: Pick<Access, "kennelId">,
  table: Table,
  recordId: string,
): Promise<Doc<Table> | null> {
  const row = await findRow(ctx, table, recordId);
  if (!row) return null;
  const kennelId: string = "kennelId" in row ? String(row.kennelId) : row._id;
  return kennelId === access.kennelId && !(await isOrphan(ctx, table, row)) ? row : null;
}

/** Some rows of removed records are kept for some time. */
export const isRemoved = (row: object): boolean => Reflect.get(row, "removedAt") !== undefined;

/** A hidden part of a field, such as the file of a certificate, has the label of the whole field. */
function labelOf({ table }: Change, name: string): string {
  const { fields } = historyOf(table);
  const start = `${name.split(".")[0]}.`;
  const ofWhole = Object.entries(fields).find(([other, { label }]) => other.startsWith(start) && label);
  return fields[name]?.label || (ofWhole?.[1].label ?? "");
}

/** Returns undefined if a required part is missing. */
function fitted(column: GenericValidator, value: unknown): unknown {
  if (column.kind === "literal") return value === column.value ? value : undefined;
  if (column.kind === "union") {
    const fits = (column.members as GenericValidator[]).map((member) => fitted(member, value));
    return fits.find((fit) => fit !== undefined);
  }
  if (column.kind !== "object") return value;
  const parts: Record<string, unknown> = {};
  const given: Values = { ...(value as object | undefined) };
  for (const [name, part] of Object.entries(column.fields as Record<string, GenericValidator>)) {
    const fit = fitted(part, given[name]);
    if (fit !== undefined) parts[name] = fit;
    else if (admitsNull(part)) parts[name] = null;
    else if (part.isOptional === "required") return undefined;
  }
  return parts;
}

/** A column cannot store a reference to a deleted record. */
async function canHold(ctx: QueryCtx, column: GenericValidator, value: unknown): Promise<boolean> {
  if (value === undefined) return column.isOptional === "optional";
  if (column.kind !== "id") return true;
  // Columns that refer to a record contain the record's id.
  return (await ctx.db.get(column.tableName as "dogs", value as Id<"dogs">)) !== null;
}

/** Values that cannot be stored are left out. */
async function columnsOf(
  ctx: QueryCtx,
  table: HistoryTable,
  row: object,
  values: Values,
): Promise<Record<string, unknown>> {
  const columns: Readonly<Record<string, GenericValidator>> = DEFINITIONS[table].validator.fields;
  const change: Record<string, unknown> = {};
  for (const name of new Set(Object.keys(values).map((path) => path.split(".")[0] ?? path))) {
    const column = columns[name];
    if (!column) continue;
    const whole = objectOf(row, values, name);
    const isNone = has(values, name) || (!whole && column.isOptional === "optional");
    const value = isNone ? values[name] : fitted(column, whole);
    if (await canHold(ctx, column, value)) change[name] = value;
  }
  return change;
}

/** The table is known only at run time. */
export const anyCheckOf = (table: HistoryTable): Check<RecordTable> | undefined =>
  table === "kennels" ? undefined : checkOf(table);

/** Conflicts with other records are included. */
async function faultsOf(ctx: QueryCtx, table: HistoryTable, row: object, today: string): Promise<Faults> {
  if (table === "kennels") return {};
  const check = anyCheckOf(table);
  // A row of this table.
  const known = row as Doc<RecordTable>;
  return {
    ...(await check?.among?.(ctx, known, { today, hasOthers: true })),
    ...(await check?.doubles?.(ctx, known)),
    ...ownFaults(table, check, { ...row }, today),
  };
}

/**
 * Derived values are also settled. Throws VALIDATION_FAILED if the former values are no longer valid. Problems that
 * already existed do not prevent the undo.
 */
export async function revertRow<Table extends HistoryTable>(
  ctx: MutationCtx,
  table: Table,
  row: Doc<Table>,
  given: Values,
  by: Reverting,
): Promise<void> {
  const reverts: Reverts = REVERTS;
  const revert: Revert<Table> | undefined = reverts[table];
  const today = trustedToday(by.today);
  const wrong = await faultsOf(ctx, table, row, today);
  const values = (await revert?.prepare?.(ctx, row, given, by)) ?? given;
  const change = await columnsOf(ctx, table, row, values);
  const now = await findRecord(ctx, by.access, table, row._id);
  if (!now) return;
  if (Object.keys(change).length > 0) {
    const { updatedAt }: Values = { ...now };
    const version = typeof updatedAt === "number" && { updatedAt: nextVersion({ updatedAt }) };
    // A row of this table.
    const after = { ...now, ...change } as unknown as Doc<RecordTable>;
    const derived = anyCheckOf(table)?.derived?.(after);
    // The compiler cannot check a row of a table that is known only at run time.
    const all = { ...change, ...derived, ...version } as Partial<Doc<"dogs">>;
    await ctx.db.patch(table as "dogs", row._id as Id<"dogs">, all);
  }
  await settleNow(ctx);
  const saved = await findRecord(ctx, by.access, table, row._id);
  if (!saved) return;
  const names = new Set(Object.keys(given).map((path) => path.split(".")[0]));
  const faults = Object.entries(await faultsOf(ctx, table, saved, today));
  failOnFaults(Object.fromEntries(faults.filter(([path]) => names.has(path.split(".")[0]) || !wrong[path])));
  const isTold = ({ name }: { name: string }) => !revert?.untold?.includes(name.split(".")[0] ?? name);
  if (differencesOf(table, row, saved).some(isTold)) await revert?.tell?.(ctx, saved, row);
}

/** These fields still have their values from the change. */
async function standingOf(
  ctx: QueryCtx,
  { access }: Pick<Reverting, "access">,
  { table, recordId, fields = [] }: Change,
): Promise<typeof fields> {
  const row = await findRecord(ctx, access, table, recordId);
  const now = row ? flatten(row) : {};
  return row
    ? fields.filter(
        ({ name, before, after }) => isSameValue(now[name], after) && !isSameValue(now[name], before),
      )
    : [];
}

/** Only fields that were unchanged when the undo began are undone. */
async function undoOne(
  ctx: MutationCtx,
  change: Change,
  by: Reverting,
  stood: readonly { readonly name: string }[],
): Promise<UndoOutcome> {
  const { table, recordId, fields = [] } = change;
  const labels = (names: readonly string[]) => [
    ...new Set(names.map((name) => labelOf(change, name)).filter((label) => label !== "")),
  ];
  const row = await findRecord(ctx, by.access, table, recordId);
  const standing = (await standingOf(ctx, by, change)).filter((field) =>
    stood.some(({ name }) => name === field.name),
  );
  if (row && standing.length > 0) {
    const values: Values = Object.fromEntries(standing.map(({ name, before }) => [name, before as unknown]));
    await revertRow(ctx, table, row, values, by);
  }
  const saved = await findRecord(ctx, by.access, table, recordId);
  const then = saved ? flatten(saved) : {};
  const isBack = ({ name, before }: (typeof fields)[number]) => isSameValue(then[name], before);
  const outcome = {
    restored: labels(fields.filter(isBack).map(({ name }) => name)),
    kept: labels(fields.filter((field) => !isBack(field)).map(({ name }) => name)),
  };
  if (outcome.kept.length === 0) await ctx.db.patch("changes", change._id, { undoneAt: Date.now() });
  return outcome;
}

/** If there are more records, each record is undone separately. */
const MAX_UNDONE_TOGETHER = 50;

/** One step can change records of these kinds together, such as photos in a new order or two merged contacts. */
const MOVED_TOGETHER: ReadonlySet<HistoryTable> = new Set([
  "contacts",
  "contractTemplates",
  "photos",
  "puppies",
  "veterinaryRecords",
]);

/** Lists the other entries of the same step. */
async function stepOf(ctx: QueryCtx, { _id, kennelId, at, operation }: Change): Promise<Change[]> {
  const rows = await ctx.db
    .query("changes")
    .withIndex("by_kennel_and_at", (q) => q.eq("kennelId", kennelId).eq("at", at))
    .take(MAX_UNDONE_TOGETHER * 4);
  return rows.filter((row) => row.operation === operation && row._id !== _id);
}

/**
 * Lists the other records that the same step changed and that the caller may write. Records of the same kind that a
 * person changed with one click, or by an import, are separate changes and stay unchanged.
 */
async function othersOf(ctx: QueryCtx, access: Access, change: Change): Promise<Change[]> {
  const step = await stepOf(ctx, change);
  const others = step.filter(({ kind, undoneAt }) => kind === "changed" && undoneAt === undefined);
  if (others.length >= MAX_UNDONE_TOGETHER) return [];
  const undone: Change[] = [];
  for (const other of others) {
    const { table, fields } = other;
    if (table === change.table && !MOVED_TOGETHER.has(table)) continue;
    if (access.permissions[await areaOf(ctx, other)] !== "write") continue;
    if (mayRevert(access, table, fields)) undone.push(other);
  }
  return undone;
}

type Removal = (ctx: MutationCtx, row: Doc<RecordTable>, by: Removing) => Promise<unknown>;

/** The table is known only at run time. */
const removalOf = (table: HistoryTable): Removal | undefined => REMOVALS[table] as Removal | undefined;

const ENTRIES_READ = 20;

/** Whether nobody has changed the record after the step of this entry. */
async function isUntouched(
  ctx: QueryCtx,
  { kennelId, operation }: Change,
  row: { readonly _id: string },
): Promise<boolean> {
  const newest = await ctx.db
    .query("changes")
    .withIndex("by_kennel_and_record_and_at", (q) => q.eq("kennelId", kennelId).eq("recordId", row._id))
    .order("desc")
    .take(ENTRIES_READ);
  const since = newest.filter((each) => each.operation !== operation && each.source !== "nightly");
  // A change that only another record caused does not count.
  const isOwn = ({ savedAt }: Change) => !("updatedAt" in row && savedAt === 0);
  // An undo can be undone too. The values decide whether the change is undone in the end.
  const isUndo = ({ source, undoneAt }: Change) => source === "undo" || undoneAt !== undefined;
  return (
    newest.some((each) => each.operation === operation) &&
    since.every((each) => isUndo(each) || !isOwn(each)) &&
    !areValuesChanged(since.filter(isUndo), isOwn)
  );
}

/** Compares the values before and after all these changes, the newest of which is first. */
function areValuesChanged(changes: readonly Change[], isOwn: (change: Change) => boolean): boolean {
  const names = new Set(changes.filter(isOwn).flatMap(({ fields = [] }) => fields.map(({ name }) => name)));
  const all = changes.flatMap(({ fields = [] }) => fields);
  return [...names].some(
    (name) =>
      !isSameValue(
        all.findLast((field) => field.name === name)?.before,
        all.find((field) => field.name === name)?.after,
      ),
  );
}

/** Whether the record can be deleted again. Other records may already use it. */
export const isRemovable = async (
  ctx: QueryCtx,
  change: Change,
  row: { readonly _id: string },
): Promise<boolean> =>
  removalOf(change.table) !== undefined && !isRemoved(row) && (await isUntouched(ctx, change, row));

/** A record with more parts or references was not created in one step. */
const MAX_FOLLOWING = 200;

/** Whether another step has added a part of the record, changed a part, or referred to the record. */
async function isUsed(ctx: QueryCtx, change: Change, record: Doc<RecordTable>): Promise<boolean> {
  const step = await stepOf(ctx, change);
  const following = await listFollowing(ctx, change.table as RecordTable, record, MAX_FOLLOWING);
  for (const { table, row, isOwned } of following) {
    if (!isHistoryTable(table)) return true;
    const isUntold = describedHistory(table).isUntold?.({ ...row }) ?? false;
    // Rows that the same transaction has created have almost the same time.
    if (isUntold && Math.abs(row._creationTime - record._creationTime) < 1) continue;
    const entry = step.find(({ recordId }) => recordId === row._id);
    if (!entry || (isOwned && entry.kind !== "created")) return true;
    if (isOwned && !(await isUntouched(ctx, change, row))) return true;
  }
  return following.length >= MAX_FOLLOWING;
}

/** Returns the undo of each of these changes. A whole undo leaves a change alone that is already undone in part. */
async function prepareUndo(
  ctx: MutationCtx,
  by: Reverting,
  changes: readonly Change[],
): Promise<(change: Change, isWhole?: boolean) => Promise<UndoOutcome | null>> {
  // What can still be undone is read before any record is undone. The undo of one record may automatically update
  // fields of the other records.
  const stood = new Map<string, Awaited<ReturnType<typeof standingOf>>>();
  for (const each of changes) stood.set(each._id, await standingOf(ctx, by, each));
  return async (each, isWhole = false) => {
    const fields = stood.get(each._id) ?? [];
    const standing = isWhole ? await standingOf(ctx, by, each) : fields;
    const areAllLeft = fields.every((field) => standing.some(({ name }) => name === field.name));
    return areAllLeft ? await undoOne(ctx, each, by, fields) : null;
  };
}

/** Lists what the addition of the record has changed, such as the status of a litter's breeding. */
async function effectsOf(ctx: QueryCtx, access: Access, change: Change): Promise<readonly Change[]> {
  const step = await stepOf(ctx, change);
  // The changes may belong to any of several added records.
  if (step.some(({ table, kind }) => table === change.table && kind === "created")) return [];
  // Papers are handed over together with a puppy. Without the papers, the puppy is still handed over.
  return (await othersOf(ctx, access, change)).filter(({ table }) => table !== "placements");
}

/** Deletes the added record. */
async function undoCreation(
  ctx: MutationCtx,
  access: Access,
  change: Change,
  today: string,
): Promise<UndoOutcome> {
  const remove = removalOf(change.table);
  const row = (await findRecord(ctx, access, change.table, change.recordId)) as Doc<RecordTable> | null;
  if (!remove || !row || isRemoved(row)) return fail("NOT_FOUND");
  putDownTo(ctx, { source: "undo" });
  const effects = await effectsOf(ctx, access, change);
  const undo = await prepareUndo(ctx, { access, today }, effects);
  const isInUse = !(await isRemovable(ctx, change, row)) || (await isUsed(ctx, change, row));
  // The reason that also prevents a usual deletion says more.
  await remove(ctx, row, { access, today, isUsed: isInUse });
  if (isInUse) return fail("CHANGED_SINCE");
  await ctx.db.patch("changes", change._id, { undoneAt: Date.now() });
  await settleNow(ctx);
  // The deletion has already closed the reminders of the record.
  for (const effect of effects) await undo(effect, effect.table === "reminders");
  return { restored: [], kept: [] };
}

/**
 * Throws CHANGED_SINCE if all fields of the change were changed since or the added record is in use, the errors of a
 * deletion, VALIDATION_FAILED if former values are no longer valid, NOT_FOUND or FORBIDDEN.
 */
export async function undoChange(
  ctx: MutationCtx,
  access: Access,
  { changeId, today }: { changeId: string; today: string },
): Promise<UndoOutcome> {
  const change = await requireChange(ctx, access, changeId);
  if (change.kind === "created" && change.undoneAt === undefined) {
    return await undoCreation(ctx, access, change, today);
  }
  if (change.kind !== "changed" || change.undoneAt !== undefined) return fail("NOT_FOUND");
  if (!(await findRecord(ctx, access, change.table, change.recordId))) return fail("NOT_FOUND");
  putDownTo(ctx, { source: "undo" });
  const others = await othersOf(ctx, access, change);
  // If a change was caused by another record's change, undoing that other change also undoes it.
  const causes = change.savedAt === 0 ? others.filter(({ savedAt }) => savedAt !== 0) : [];
  const undo = await prepareUndo(ctx, { access, today }, [change, ...others]);
  for (const cause of causes) await undo(cause);
  const outcome = await undo(change);
  if (!outcome || outcome.restored.length === 0) return fail("CHANGED_SINCE");
  for (const other of others) if (!causes.includes(other)) await undo(other);
  return outcome;
}
