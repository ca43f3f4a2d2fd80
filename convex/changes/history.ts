/**
 * Writes the history: one entry for each record that a transaction changed, and the whole rows of deleted records.
 * Counts and other derived tables have no history. Changes of derived fields alone are not recorded either.
 */
import type { WithoutSystemFields } from "convex/server";
import { differencesOf } from "../../domain/history/differences";
import type { ChangeKind, ChangeSource } from "../../domain/history/changes";
import { HISTORY_TABLES, type HistoryTable } from "../../domain/history/tables.gen";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { CascadeBudget } from "../platform/model/changes/cascades";
import { ownerAmong, subjectIn } from "../platform/model/changes/deletionRules";
import { describedHistory } from "../platform/model/changes/kennelTables";

type Change = WithoutSystemFields<Doc<"changes">>;

export type AnyRow = { _id: string; _creationTime?: number } & Readonly<Record<string, unknown>>;

export interface Entry {
  readonly table: HistoryTable;
  readonly before: AnyRow | null;
  after: AnyRow | null;
}

/** A document may have one megabyte. */
const PART_BYTES = 400_000;
const PART_ROWS = 500;

const UNKEPT: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  HISTORY_TABLES.map((table) => [table, new Set(describedHistory(table).unkept)]),
);

export const isHistoryTable = (table: string): table is HistoryTable => UNKEPT.has(table);

export const isUnkept = (table: string, fields: object): boolean =>
  Object.keys(fields).every((name) => UNKEPT.get(table)?.has(name));

const subjectOf = (table: HistoryTable, row: AnyRow): string => subjectIn(table, row)?.id ?? row._id;

function titleOf(table: HistoryTable, row: AnyRow): string {
  for (const field of describedHistory(table).titles) {
    const value = row[field];
    if (typeof value === "string" && value !== "") return field === "collarColor" ? `${value} collar` : value;
    if (typeof value === "number") return field === "order" ? `Puppy ${value}` : String(value);
  }
  return "";
}

/** Returns 0 if the version did not change. */
const savedAtOf = ({ updatedAt }: AnyRow, before?: AnyRow): number =>
  typeof updatedAt === "number" && updatedAt !== before?.updatedAt ? updatedAt : 0;

/** Each part fits a document. */
export function* inParts(
  rows: readonly Doc<"deletions">["rows"][number][],
): Generator<Doc<"deletions">["rows"]> {
  let part: Doc<"deletions">["rows"] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = JSON.stringify(row).length;
    if (part.length > 0 && (part.length >= PART_ROWS || bytes + size > PART_BYTES)) {
      yield part;
      [part, bytes] = [[], 0];
    }
    part.push(row);
    bytes += size;
  }
  if (part.length > 0) yield part;
}

/** The same transaction deletes a record, clears a reference to it, and then deletes the row with the reference. */
export async function noteTaken(
  db: MutationCtx["db"],
  { kennelId, at, operation, by, source }: Doc<"changes">,
  table: HistoryTable,
  row: AnyRow,
  fields: NonNullable<Change["fields"]>,
): Promise<void> {
  const of = { table, recordId: row._id, subjectId: subjectOf(table, row), title: titleOf(table, row) };
  const change = { kennelId, at, operation, by, source, ...of, kind: "changed" as const, savedAt: 0, fields };
  await db.insert("changes", change);
}

export interface Origin {
  readonly by?: Id<"users"> | undefined;
  readonly source?: ChangeSource | undefined;
}

export class History {
  readonly entries = new Map<string, Entry>();
  origin: Origin | null = null;
  private readonly returned = new Map<string, string | null>();

  constructor(
    private readonly db: MutationCtx["db"],
    private readonly room: CascadeBudget,
  ) {}

  note(table: HistoryTable, id: string, { before, after }: Pick<Entry, "before" | "after">): void {
    const entry = this.entries.get(id);
    if (entry) entry.after = after;
    else this.entries.set(id, { table, before, after });
  }

  /** A null `formerId` means that the record was restored or deleted together with another record. */
  noteReturn(id: string, formerId: string | null): void {
    this.returned.set(id, formerId);
  }

  /** Returns the cascade if later batches delete more rows. Calls `findCaller` only if there are entries. */
  async flush(findCaller: () => Promise<Id<"users"> | undefined>): Promise<Id<"cascades"> | null> {
    const noted = [...this.entries].filter(([id, entry]) => this.isNoted(id, entry));
    if (noted.length === 0 && this.room.left.length === 0) return null;
    const origin = await this.findOrigin(findCaller);
    const at = Date.now();
    const common = { at, operation: `${at.toString(36)}.${Math.random().toString(36).slice(2)}`, ...origin };
    const deleted = new Map(noted.filter(([, { after }]) => after === null));
    const parts = countParts(deleted);
    const changeIds = new Map<string, Id<"changes">>();
    for (const [id, { table, before, after }] of noted) {
      const row = after ?? before;
      if (!row || (after === null && ownerIn(deleted, table, row) !== undefined)) continue;
      const change: Change = {
        ...common,
        kennelId: kennelOf(table, row),
        table,
        recordId: id,
        subjectId: subjectOf(table, row),
        title: titleOf(table, row),
        ...this.outcomeOf(id, { table, before, after }),
        ...(parts.has(id) && { partCount: parts.get(id) }),
      };
      changeIds.set(id, await this.db.insert("changes", change));
    }
    await this.keep(deleted, common);
    return await this.leave(deleted, common, changeIds);
  }

  /** Later transactions delete these children. */
  private async leave(
    deleted: ReadonlyMap<string, Entry>,
    { at, operation }: { at: number; operation: string },
    changeIds: ReadonlyMap<string, Id<"changes">>,
  ): Promise<Id<"cascades"> | null> {
    const [first] = this.room.left;
    if (!first) return null;
    const { kennelId } = first;
    const left = this.room.left.map(({ kind, ownerId }) => {
      const changeId = changeIds.get(rootOf(deleted, ownerId) ?? ownerId);
      return { kind, ownerId, ...(changeId && { changeId }) };
    });
    const work = { direction: "going" as const, left };
    return await this.db.insert("cascades", { kennelId, operation, at, work, stateSince: at });
  }

  private isNoted(id: string, { table, before, after }: Entry): boolean {
    if ((!before && !after) || this.returned.get(id) === null) return false;
    // A pedigree import can add hundreds of thousands of ancestors. Their import and deletion are not recorded one
    // by one.
    if (this.origin?.source === "import" && (after ?? before)?.isExternal === true && !(before && after))
      return false;
    if (!before && after && describedHistory(table).isUntold?.(after)) return false;
    if (!before && after && describedHistory(table).isAlwaysThere)
      return differencesOf(table, {}, after).length > 0;
    if (!before || !after) return true;
    return this.returned.has(id) || differencesOf(table, before, after).length > 0;
  }

  private async findOrigin(findCaller: () => Promise<Id<"users"> | undefined>): Promise<Origin> {
    const by = this.origin?.by ?? (await findCaller());
    const source = this.origin?.source ?? (by === undefined ? "nightly" : undefined);
    return { ...(by !== undefined && { by }), ...(source !== undefined && { source }) };
  }

  private outcomeOf(
    id: string,
    { table, before, after }: Entry,
  ): Pick<Change, "kind" | "savedAt" | "fields" | "formerId"> {
    const formerId = this.returned.get(id);
    if (typeof formerId === "string") {
      const restored = { kind: "restored" as const, ...(formerId !== id && { formerId }) };
      if (!before || !after) return restored;
      // The row of the removed record had stayed.
      return { ...restored, savedAt: savedAtOf(after, before), fields: differencesOf(table, before, after) };
    }
    if (!before && after && describedHistory(table).isAlwaysThere) {
      return { kind: "changed", savedAt: savedAtOf(after), fields: differencesOf(table, {}, after) };
    }
    if (!before) return { kind: "created" };
    if (!after) return { kind: "deleted" };
    const kind: ChangeKind = describedHistory(table).isRemoval?.(before, after) ? "deleted" : "changed";
    return { kind, savedAt: savedAtOf(after, before), fields: differencesOf(table, before, after) };
  }

  private async keep(
    deleted: ReadonlyMap<string, Entry>,
    { at, operation }: { at: number; operation: string },
  ): Promise<void> {
    const rows = [...deleted].flatMap(([, { table, before }]) => (before ? [toKept(table, before)] : []));
    const [first] = deleted.values();
    if (!first?.before) return;
    const kennelId = kennelOf(first.table, first.before);
    for (const part of inParts(rows)) {
      await this.db.insert("deletions", { kennelId, operation, at, rows: part });
    }
  }
}

const kennelOf = (table: HistoryTable, row: AnyRow): Id<"kennels"> =>
  // The row is the kennel's own row or belongs to a kennel.
  (table === "kennels" ? row._id : row.kennelId) as Id<"kennels">;

/** The names of stored fields must not begin with the characters that are reserved for system fields. */
const renameSystemField = ({ _creationTime, ...document }: Omit<AnyRow, "_id">) => ({
  ...document,
  createdAt: _creationTime ?? 0,
});

export const toKept = (
  table: HistoryTable,
  { _id, ...document }: AnyRow,
): Doc<"deletions">["rows"][number] => ({ table, id: _id, document: renameSystemField(document) });

const ownerIn = (deleted: ReadonlyMap<string, Entry>, table: HistoryTable, row: AnyRow): string | undefined =>
  ownerAmong(table, row, (id) => deleted.has(id));

/** Owners are nested at most three deep. The limit only prevents an endless loop. */
const MAX_DEPTH = 5;

/**
 * Finds the outermost record that a record was deleted with: its deleted owner, the deleted owner of that owner,
 * and so on. Returns undefined if the record's owner was not deleted.
 */
function rootOf(deleted: ReadonlyMap<string, Entry>, id: string): string | undefined {
  let root: string | undefined;
  for (let entry = deleted.get(id), depth = 0; entry?.before && depth < MAX_DEPTH; depth += 1) {
    const owner = ownerIn(deleted, entry.table, entry.before);
    if (owner === undefined) break;
    root = owner;
    entry = deleted.get(owner);
  }
  return root;
}

/** Records that were deleted with a deleted part are counted too. */
function countParts(deleted: ReadonlyMap<string, Entry>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of deleted.keys()) {
    const root = rootOf(deleted, id);
    if (root !== undefined) counts.set(root, (counts.get(root) ?? 0) + 1);
  }
  return counts;
}
