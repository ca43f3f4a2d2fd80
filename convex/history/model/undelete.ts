/**
 * Restores deleted records together with all records that were deleted with them. Every record gets a new id, and
 * references to its old id are replaced. The record gets its files back, and counts are updated. If the deletion
 * changed other records and these changes still apply, they are undone. Rows that were deleted in batches are also
 * restored in batches (history/model/cascades.ts). Addresses of calendar feeds are not restored.
 */
import type { WithoutSystemFields } from "convex/server";
import { flatten, isSameValue } from "../../../domain/history/differences";
import type { HistoryTable } from "../../../domain/history/tables.gen";
import { historyOf } from "../../../domain/history/records";
import { latestDayOnEarth } from "../../../domain/dates/calendar-days";
import { fail } from "../../../domain/errors";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { withoutMisfits } from "../../dogs/model/checks";
import { FRESH_PARTS, settleNow } from "../../changes/follow";
import { failOnFaults } from "../../platform/model/changes/checking";
import type { RecordTable } from "../../platform/model/changes/kennelTables";
import { cascadesOf } from "../../platform/model/changes/cascades";
import {
  isNothingWithout,
  nameColumnOf,
  ownerAmong,
  OWNERS_OF_CHILDREN,
  RETURNING,
} from "../../platform/model/changes/deletionRules";
import { logUndelete } from "./undeleteActivities";
import { inParts, noteTaken } from "../../changes/history";
import { noteReturn, putDownTo } from "../../changes/recorder";
import { isRestoredSince, newestIdOf, noteNewIds } from "./formerIds";
import type { Access } from "../../platform/model/people/identity";
import { removeRow } from "../../platform/model/changes/removing";
import { undeleteLimit, takeBackFile } from "../../platform/model/files/keptFiles";
import { withBytes } from "./fileSizes";
import { restoreReminder } from "../../reminders/model/reminders";
import { findReminderOf, sourceOfBooking } from "../../reminders/model/reminderRows";
import { listReferences, mapReferences } from "../../platform/model/changes/tableReferences";
import { anyCheckOf, findRecord, isRemoved, revertRow } from "./undo";

type Change = Doc<"changes">;
type Fields = Record<string, unknown>;

/** `document` contains the former fields. */
type Row = Pick<Doc<"deletions">["rows"][number], "table" | "id"> & { readonly document: Fields };

/** The dog with the most records needs fewer stored parts. */
const MAX_PARTS = 100;

const MAX_FOLLOWED = 500;

/** If there are more records, only the history of the record that a person deleted is moved. */
const MAX_FOLLOWED_PARTS = 200;

const toHistoryId = (ctx: QueryCtx, table: HistoryTable, id: string): Id<HistoryTable> | null =>
  ctx.db.normalizeId(table, id);

const ownerIn = (byId: ReadonlyMap<string, Row>, { table, document }: Row): string | undefined =>
  ownerAmong(table, document, (id) => byId.has(id));

/** The record, its parts, and their parts. */
function treeOf(rows: readonly Row[], rootId: string): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const isOfRoot = (row: Row): boolean => {
    let id: string | undefined = row.id;
    for (let depth = 0; id !== undefined && id !== rootId && depth < 6; depth += 1) {
      const next: Row | undefined = byId.get(id);
      id = next && ownerIn(byId, next);
    }
    return id === rootId;
  };
  return rows.filter(isOfRoot);
}

const depthOf = (row: Row, byId: ReadonlyMap<string, Row>): number => {
  const owner = byId.get(ownerIn(byId, row) ?? "");
  return owner && owner !== row ? 1 + depthOf(owner, byId) : 0;
};

/** The rows of these tables are not records of a kennel. */
const APART: ReadonlySet<string> = new Set(["_storage", "kennels", "users"]);

/** A restored row referred to this record, which is still deleted. */
interface Taken {
  readonly row: Row;
  readonly name: string;
  readonly id: string;
  readonly deletion: Change;
}

/** `owners` are the records that this restoration restored earlier, by their former ids. */
export class Undeletion {
  private readonly byId: ReadonlyMap<string, Row>;
  private readonly ids = new Map<string, string>();
  private readonly inserted: { readonly table: HistoryTable; readonly id: string }[] = [];
  private readonly taken: Taken[] = [];
  /** Null for a deleted record. */
  private readonly others: Map<string, string | null>;

  constructor(
    private readonly ctx: MutationCtx,
    private readonly kennelId: Id<"kennels">,
    rows: readonly Row[],
    private readonly owners: ReadonlyMap<string, string> = new Map(),
  ) {
    this.others = new Map(owners);
    this.byId = new Map(rows.map((row) => [row.id, row]));
  }

  /** Each owner is inserted before its parts. Returns the new ids by the old ids. */
  async insertAll(rootId: string | null): Promise<ReadonlyMap<string, string>> {
    const { byId } = this;
    const inOrder = [...byId.values()].sort(
      (one, other) =>
        depthOf(one, byId) - depthOf(other, byId) ||
        Number(one.document.createdAt) - Number(other.document.createdAt),
    );
    const late: Row[] = [];
    for (const row of inOrder) {
      const fields = await this.fieldsOf(row);
      const names = listReferences(row.table, fields).map(({ id }) => id);
      if (names.some((id) => byId.has(id) && !this.ids.has(id))) late.push(row);
      await this.insert(row, fields, rootId);
    }
    for (const row of late) await this.nameLater(row);
    for (const each of this.taken) await this.noteTaken(each);
    return this.ids;
  }

  /** Records that were added after the deletion may contradict the restored records; throws VALIDATION_FAILED. */
  async check(): Promise<void> {
    const within = new Set([...this.ids.values(), ...this.owners.values()]);
    const checked = this.inserted.flatMap(({ table, id }) => {
      const check = anyCheckOf(table);
      return check ? [{ table, id, check }] : [];
    });
    const isWithin = (id: string): boolean => within.has(id);
    for (const { table, id, check } of checked) {
      const row = check.returning && (await this.rowOf(table, id));
      const changes = row && (await check.returning?.(this.ctx, row, isWithin));
      if (!row || !changes || Object.keys(changes).length === 0) continue;
      // The row belongs to this table.
      await this.ctx.db.patch(table as "dogs", row._id as Id<"dogs">, changes as Partial<Doc<"dogs">>);
    }
    // Settling can give the record its former role again if another record has taken that role, such as the newest
    // dose.
    await settleNow(this.ctx);
    const checking = { today: latestDayOnEarth(Date.now()), hasOthers: true };
    for (const { table, id, check } of checked) {
      const row = await this.rowOf(table, id);
      if (!row) continue;
      // Records that are restored together were valid together before.
      const isAlone = listReferences(table, row).some(
        ({ id: other, table: owner }) => owner !== undefined && !APART.has(owner) && !within.has(other),
      );
      failOnFaults({
        ...(await check.doubles?.(this.ctx, row)),
        ...(isAlone && (await check.among?.(this.ctx, row, checking))),
      });
    }
  }

  private async rowOf(table: HistoryTable, id: string): Promise<Doc<RecordTable> | null> {
    // The record belongs to a table with checks.
    return (await findRecord(this.ctx, { kennelId: this.kennelId }, table, id)) as Doc<RecordTable> | null;
  }

  readonly now = (id: string): string => this.ids.get(id) ?? this.others.get(id) ?? id;

  /** Returns null if the record was deleted. */
  async find(table: string | undefined, id: string): Promise<string | null> {
    const known = this.ids.get(id) ?? this.others.get(id);
    if (known !== undefined) return known;
    const isThere = table !== undefined && (await this.isThere(table, id));
    const newest = isThere ? id : await newestIdOf(this.ctx, this.kennelId, id);
    const isGone = table !== undefined && !isThere && (newest === id || !(await this.isThere(table, newest)));
    this.others.set(id, isGone ? null : newest);
    return isGone ? null : newest;
  }

  private async isThere(table: string, id: string): Promise<boolean> {
    // The schema says which table the id belongs to.
    return (await this.ctx.db.get(table as "dogs", id as Id<"dogs">)) !== null;
  }

  private async insert({ table, id }: Row, fields: Fields, rootId: string | null): Promise<void> {
    // The row as it was when it was deleted.
    const row = mapReferences(table, fields, this.now) as WithoutSystemFields<Doc<HistoryTable>>;
    if (id !== rootId && "source" in row) await this.dropMade(row.source);
    // Deletions that are older than stored sizes contain no sizes.
    const newId = await this.ctx.db.insert(table, await withBytes(this.ctx, table, row));
    this.ids.set(id, newId);
    noteReturn(this.ctx, newId, id === rootId ? id : null);
    this.inserted.push({ table, id: newId });
    if (table === "scheduledVaccinations") await this.renameSource(id, newId);
  }

  /** A restored record may have just created a reminder. The record's own reminder is restored afterwards. */
  private async dropMade(source: string | undefined): Promise<void> {
    const made = source === undefined ? null : await findReminderOf(this.ctx, this.kennelId, source);
    if (made) await removeRow(this.ctx, "reminders", made);
  }

  /** A completed reminder of a scheduled vaccination refers to the vaccination's id. */
  private async renameSource(id: string, newId: string): Promise<void> {
    const sourceOf = (each: string) => sourceOfBooking(each as Id<"scheduledVaccinations">);
    const stayed = await findReminderOf(this.ctx, this.kennelId, sourceOf(id));
    if (stayed) await this.ctx.db.patch("reminders", stayed._id, { source: sourceOf(newId) });
  }

  /** Some records that a row refers to are restored after the row. */
  private async nameLater({ table, id, document }: Row): Promise<void> {
    const newId = toHistoryId(this.ctx, table, this.now(id));
    if (newId === null) return;
    const renamed = mapReferences(table, document, this.now);
    const late = Object.entries(renamed).filter(([name, value]) => value !== document[name]);
    await this.ctx.db.patch(table, newId, Object.fromEntries(late));
  }

  /** References to deleted records are removed. The row's owner must exist. */
  private async fieldsOf({ table, id: from, document }: Row): Promise<Fields> {
    const { createdAt: _, ...fields } = document;
    for (const { id, table: owner } of listReferences(table, fields)) {
      if (this.byId.has(id) || owner === "kennels" || owner === "users") continue;
      if (owner === "_storage") await this.takeFile(fields, id);
      else if ((await this.find(owner, id)) === null)
        await this.letGo({ table, id: from, document }, fields, id);
    }
    return { ...fields, ...FRESH_PARTS.get(table) };
  }

  private async takeFile(fields: Fields, id: string): Promise<void> {
    // The schema says that this is the id of a file.
    const isThere = await takeBackFile(this.ctx, this.kennelId, id as Id<"_storage">);
    if (!isThere && fields.certificate === undefined) fail("NO_LONGER_KEPT");
    if (!isThere) delete fields.certificate;
  }

  /** The deletion of that record would also have removed the reference. Fails if the row belongs to that record. */
  private async letGo(row: Row, fields: Fields, id: string): Promise<void> {
    for (const [name, value] of Object.entries(fields)) {
      if (value !== id && !(name === "next" && JSON.stringify(value).includes(id))) continue;
      if (isNothingWithout(row.table, name)) fail("BELONGS_TO_DELETED");
      delete fields[name];
      const newest = await newestIdOf(this.ctx, this.kennelId, id);
      const deletion = await findDeletion(this.ctx, this.kennelId, newest);
      const column = nameColumnOf(row.table, name);
      if (deletion && column) fields[column] = deletion.title;
      if (deletion) this.taken.push({ row, name, id: newest, deletion });
    }
  }

  /** If the deleted record is restored later than this row, it gets the reference back. */
  private async noteTaken({ row: { table, id: from }, name, id, deletion }: Taken): Promise<void> {
    if (historyOf(table).fields[name] === undefined) return;
    const row = await this.rowOf(table, this.now(from));
    const column = nameColumnOf(table, name);
    const fields = [{ name, before: id }, ...(column ? [{ name: column, after: deletion.title }] : [])];
    if (row) await noteTaken(this.ctx.db, deletion, table, { ...row }, fields);
  }
}

/** Only values that are unchanged since the deletion are undone. */
async function restoreOthers(ctx: MutationCtx, change: Change, bringing: Undeletion): Promise<void> {
  const rows = await ctx.db
    .query("changes")
    .withIndex("by_kennel_and_at", (q) => q.eq("kennelId", change.kennelId).eq("at", change.at))
    .take(MAX_FOLLOWED * 10);
  for (const other of rows) {
    if (other.operation !== change.operation || other.kind !== "changed") continue;
    await restoreLinks(ctx, other, bringing);
  }
}

/** The row referred to these records before a change but not after it. */
const listNamed = ({ table, fields = [] }: Change) =>
  listReferences(
    table,
    Object.fromEntries(
      fields.flatMap(({ name, before, after }) => (after === undefined ? [[name, before]] : [])),
    ),
  );

async function restoreLinks(ctx: MutationCtx, other: Change, bringing: Undeletion): Promise<void> {
  const { table, kennelId, fields = [] } = other;
  const recordId = (await bringing.find(table, other.recordId)) ?? other.recordId;
  const row = await findRecord(ctx, { kennelId }, table, recordId);
  const id = toHistoryId(ctx, table, recordId);
  if (!row || id === null) return;
  const flat = flatten(row);
  const former = fields.filter(
    ({ name, after }) => !name.includes(".") && isSameValue(flat[name], after as unknown),
  );
  if (former.length === 0) return;
  const before = Object.fromEntries(former.map((field) => [field.name, field.before as unknown]));
  for (const { table: of = "", id: named } of listReferences(table, before)) {
    if (!APART.has(of) && (await bringing.find(of || undefined, named)) === null) return;
  }
  const values = mapReferences(table, before, bringing.now);
  // If the other dog was changed after the deletion, the restored dog may no longer be a valid parent.
  const misfits = "offspringCount" in row ? await withoutMisfits(ctx, { ...row, ...values }, row) : null;
  await ctx.db.patch(table, id, { ...values, ...misfits });
}

async function isOfUndoneDeletion(ctx: QueryCtx, { kennelId, at, operation }: Change): Promise<boolean> {
  const rows = await ctx.db
    .query("changes")
    .withIndex("by_kennel_and_at", (q) => q.eq("kennelId", kennelId).eq("at", at))
    .take(MAX_FOLLOWED);
  return rows.some(
    (row) => row.operation === operation && row.kind === "deleted" && row.undoneAt !== undefined,
  );
}

/** All references to restored records are replaced too. */
async function followHistories(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  { ids, bringing }: { ids: ReadonlyMap<string, string>; bringing: Undeletion },
  rootId: string,
): Promise<void> {
  const followed = ids.size <= MAX_FOLLOWED_PARTS ? [...ids.keys()] : [rootId];
  for (const from of followed) {
    const to = ids.get(from) ?? from;
    const own = await ctx.db
      .query("changes")
      .withIndex("by_kennel_and_record_and_at", (q) => q.eq("kennelId", kennelId).eq("recordId", from))
      .order("desc")
      .take(MAX_FOLLOWED);
    for (const change of own) {
      await ctx.db.patch("changes", change._id, { recordId: to });
      const isNamed = change.kind === "changed" && listNamed(change).length > 0;
      if (isNamed && (await isOfUndoneDeletion(ctx, change))) await restoreLinks(ctx, change, bringing);
    }
  }
  const to = ids.get(rootId) ?? rootId;
  const about = await ctx.db
    .query("changes")
    .withIndex("by_kennel_and_subject_and_at", (q) => q.eq("kennelId", kennelId).eq("subjectId", rootId))
    .order("desc")
    .take(MAX_FOLLOWED);
  for (const { _id } of about) await ctx.db.patch("changes", _id, { subjectId: to });
}

/** Batches restore the remaining records. */
const BACK_AT_ONCE = 600;

/** Batches may restore the rows in `later`. */
function divide(rows: readonly Row[], rootId: string): { now: readonly Row[]; later: readonly Row[] } {
  if (rows.length <= BACK_AT_ONCE) return { now: rows, later: [] };
  // The record of an attachment must exist before the attachment.
  const isLater = ({ table, id, document }: Row): boolean =>
    RETURNING.includes(table) && id !== rootId && !(Number(document.attachmentCount) > 0);
  return {
    now: rows.filter((row) => !isLater(row)),
    later: rows
      .filter(isLater)
      .sort((one, other) => RETURNING.indexOf(one.table) - RETURNING.indexOf(other.table)),
  };
}

/**
 * The histories include those of rows that were deleted in batches, and of rows that are too many for this
 * transaction.
 */
async function followInBatches(
  ctx: MutationCtx,
  { kennelId, operation, at }: Change,
  { now: rows, later }: { now: readonly Row[]; later: readonly Row[] },
  { ids, isRestored }: { ids: ReadonlyMap<string, string>; isRestored: boolean },
): Promise<void> {
  for (const part of inParts(later)) {
    await ctx.db.insert("deletions", { kennelId, operation, at, isRest: true, rows: part });
  }
  const rest = await ctx.db
    .query("deletions")
    .withIndex("by_kennel_and_operation_and_rest", (q) =>
      q.eq("kennelId", kennelId).eq("operation", operation).eq("isRest", true),
    )
    .first();
  if (!rest) return;
  const owners = rows.flatMap(({ table, id: from }) => {
    const to = OWNERS_OF_CHILDREN.has(table) ? ids.get(from) : undefined;
    return to === undefined ? [] : [{ from, to }];
  });
  const work = { direction: "coming" as const, owners, isRestored, cursor: 0 };
  const cascadeId = await ctx.db.insert("cascades", {
    kennelId,
    operation,
    at,
    work,
    stateSince: Date.now(),
  });
  await ctx.scheduler.runAfter(0, internal.history.cascades.move, { cascadeId });
}

async function keepRest(
  ctx: MutationCtx,
  parts: readonly Doc<"deletions">[],
  back: ReadonlySet<Row>,
): Promise<void> {
  for (const { _id, rows } of parts) {
    const rest = rows.filter((row) => !back.has(row));
    if (rest.length === 0) await ctx.db.delete("deletions", _id);
    else if (rest.length < rows.length) await ctx.db.patch("deletions", _id, { rows: rest });
  }
}

/** The change removed the reminder, but its row still exists. */
async function undeleteReminder(ctx: MutationCtx, access: Access, change: Change): Promise<string> {
  const row = await findRecord(ctx, access, "reminders", change.recordId);
  if (row?.state !== "removed") return fail("NO_LONGER_KEPT");
  noteReturn(ctx, row._id, row._id);
  await restoreReminder(ctx, row);
  await logUndelete(ctx, change, row._id);
  return row._id;
}

/** The change marked the row as removed. Throws CHANGED_SINCE if the same was entered again since. */
async function undeleteMarked(ctx: MutationCtx, access: Access, change: Change): Promise<string> {
  const { kennelId, table, recordId } = change;
  const id = await newestIdOf(ctx, kennelId, recordId);
  const row = await findRecord(ctx, access, table, id);
  // Such a row is deleted only together with its owner.
  if (!row) return fail("BELONGS_TO_DELETED");
  if (!isRemoved(row)) return fail("NO_LONGER_KEPT");
  noteReturn(ctx, id, id);
  const today = latestDayOnEarth(Date.now());
  await revertRow(ctx, table, row, { removedAt: undefined }, { access, today });
  const saved = await findRecord(ctx, access, table, id);
  if (!saved || isRemoved(saved)) return fail("CHANGED_SINCE");
  await logUndelete(ctx, change, id);
  return id;
}

/**
 * Returns the new id. Throws NO_LONGER_KEPT, STILL_MOVING while children of the record are still being deleted,
 * BELONGS_TO_DELETED if its owner is deleted, CHANGED_SINCE if the same was entered again, and the errors of the record's own rules, such as DOG_LIMIT_REACHED.
 */
export async function undelete(ctx: MutationCtx, access: Access, change: Change): Promise<string> {
  if (change.kind !== "deleted") return fail("NOT_FOUND");
  if (change.undoneAt !== undefined || change.at < undeleteLimit(Date.now())) return fail("NO_LONGER_KEPT");
  putDownTo(ctx, { source: "undo" });
  await ctx.db.patch("changes", change._id, { undoneAt: Date.now() });
  if (change.fields !== undefined) {
    const again = change.table === "reminders" ? undeleteReminder : undeleteMarked;
    return await again(ctx, access, change);
  }
  const { kennelId, recordId, operation } = change;
  const isGoing = (await cascadesOf(ctx, kennelId)).some((cascade) => cascade.operation === operation);
  if (isGoing) return fail("STILL_MOVING");
  const isRestored = await isRestoredSince(ctx, kennelId, change.at);
  if (isRestored) {
    // A backup restore has already restored the record.
    const newest = await newestIdOf(ctx, kennelId, recordId);
    if (await findRecord(ctx, access, change.table, newest)) return newest;
  }
  const parts = await ctx.db
    .query("deletions")
    .withIndex("by_kennel_and_operation_and_rest", (q) =>
      q.eq("kennelId", kennelId).eq("operation", operation).eq("isRest", undefined),
    )
    .take(MAX_PARTS);
  const rows = treeOf(
    parts.flatMap((part) => part.rows),
    recordId,
  );
  if (!rows.some(({ id }) => id === recordId)) return fail("NO_LONGER_KEPT");
  const divided = divide(rows, recordId);
  const bringing = new Undeletion(ctx, kennelId, divided.now);
  const ids = await bringing.insertAll(recordId);
  await bringing.check();
  await restoreOthers(ctx, change, bringing);
  await keepRest(ctx, parts, new Set(rows));
  await noteNewIds(ctx, kennelId, ids, isRestored);
  await followInBatches(ctx, change, divided, { ids, isRestored });
  await followHistories(ctx, kennelId, { ids, bringing }, recordId);
  await logUndelete(ctx, change, ids.get(recordId) ?? recordId);
  return ids.get(recordId) ?? recordId;
}

/** A deletion that was undone is not found. */
async function findDeletion(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  recordId: string,
): Promise<Change | undefined> {
  const rows = await ctx.db
    .query("changes")
    .withIndex("by_kennel_and_record_and_at", (q) => q.eq("kennelId", kennelId).eq("recordId", recordId))
    .order("desc")
    .take(20);
  return rows.find(({ kind, undoneAt }) => kind === "deleted" && undoneAt === undefined);
}

/** Throws NO_LONGER_KEPT if there is no deletion, or if it was undone. */
export const requireDeletion = async (
  ctx: QueryCtx,
  { kennelId }: Access,
  recordId: string,
): Promise<Id<"changes">> => (await findDeletion(ctx, kennelId, recordId))?._id ?? fail("NO_LONGER_KEPT");
