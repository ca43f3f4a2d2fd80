/**
 * Writes the history. Every mutation writes to the database through a recorder, which passes everything on and
 * remembers what becomes of the kennel's records; at the end it writes one entry for each, in the same transaction.
 * The rows of counts and other tables that follow from records pass it by, and so do writes to nothing but such fields.
 * Of tables without a history whose rows are counted it remembers what became of these, for the counts alone.
 */
import type { WithoutSystemFields } from "convex/server";
import { differencesOf } from "../../../domain/history/differences";
import type { ChangeKind, ChangeSource } from "../../../domain/history/changes";
import { HISTORY_TABLES, type HistoryTable } from "../../../domain/history/tables.gen";
import type { Doc, Id } from "../../_generated/dataModel";
import type { internalMutation, mutation, MutationCtx } from "../../_generated/server";
import { internal } from "../../_generated/api";
import { DogFollower } from "../../followers";
import { findCaller } from "./activities";
import { openBudget, type CascadeBudget } from "./cascadeBudget";
import { ownerAmong, subjectsOf } from "./deletionRules";
import { applySums, isProjected, offerPending, Sums, type RowChange } from "./countFollowing";
import { describedHistory } from "./histories";
import type { CountedTable } from "../tables/projecting";
import { watchRows } from "./queryWatching";
import type { Settle } from "./following";
import { offerSettling, Unsettled } from "./settling";

type Writer = MutationCtx["db"];

/** The same methods as they are called here: by the name of a table that only the call knows. */
interface AnyWriter {
  get: (...args: unknown[]) => Promise<unknown>;
  query: (table: string) => object;
  insert: (table: string, value: object) => Promise<unknown>;
  patch: (table: string, id: string, value: object) => Promise<void>;
  replace: (table: string, id: string, value: object) => Promise<void>;
  delete: (table: string, id: string) => Promise<void>;
}

type Change = WithoutSystemFields<Doc<"changes">>;
type AnyRow = { _id: string; _creationTime?: number } & Readonly<Record<string, unknown>>;

/** What has become of one record so far. */
interface Entry {
  readonly table: HistoryTable;
  readonly before: AnyRow | null;
  after: AnyRow | null;
}

/** What has become of a row that is counted since it was last added up. */
interface CountedChange extends RowChange {
  readonly before: AnyRow | null;
  after: AnyRow | null;
}

/** Bytes of deleted rows kept in one document, which may have a megabyte. */
const PART_BYTES = 400_000;
const PART_ROWS = 500;

const UNKEPT: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  HISTORY_TABLES.map((table) => [table, new Set(describedHistory(table).unkept)]),
);

const isHistoryTable = (table: string): table is HistoryTable => UNKEPT.has(table);

const isWatched = (table: string): table is CountedTable => isHistoryTable(table) || isProjected(table);

const isUnkept = (table: CountedTable, fields: object): boolean =>
  Object.keys(fields).every((name) => UNKEPT.get(table)?.has(name));

const withoutAbsent = (row: object): AnyRow =>
  // A row stays one without the fields that it does not have.
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as AnyRow;

function subjectOf(table: HistoryTable, row: AnyRow): string {
  const field = subjectsOf(table).find((name) => typeof row[name] === "string");
  return field === undefined ? row._id : String(row[field]);
}

function titleOf(table: HistoryTable, row: AnyRow): string {
  for (const field of describedHistory(table).titles) {
    const value = row[field];
    if (typeof value === "string" && value !== "") return value;
    if (typeof value === "number") return field === "order" ? `Puppy ${value}` : String(value);
  }
  return "";
}

/** Returns the version that a change gave a row, or 0 where it left the row's own. */
const savedAtOf = ({ updatedAt }: AnyRow, before?: AnyRow): number =>
  typeof updatedAt === "number" && updatedAt !== before?.updatedAt ? updatedAt : 0;

/** Cuts deleted rows into parts that fit a document. */
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

/** Whom or what changes are put down to. */
export interface Origin {
  readonly by?: Id<"users"> | undefined;
  readonly source?: ChangeSource | undefined;
}

const recorders = new WeakMap<object, ChangeRecorder>();

/** Says whom or what the changes of this transaction are put down to, where that is not the caller. */
export function putDownTo(ctx: MutationCtx, origin: Origin): void {
  recorders.get(ctx.db)?.putDownTo(origin);
}

/** Says that a record of this transaction is another one brought back; with null, that it came with one. */
export function noteReturn(ctx: MutationCtx, id: string, formerId: string | null): void {
  recorders.get(ctx.db)?.noteReturn(id, formerId);
}

/** Records the changes of one transaction. */
export class ChangeRecorder {
  readonly writer: Writer;
  private readonly known = new Map<string, AnyRow>();
  private readonly entries = new Map<string, Entry>();
  private readonly uncounted = new Map<string, CountedChange>();
  private readonly sums = new Sums();
  private readonly returned = new Map<string, string | null>();
  private readonly room: CascadeBudget;
  private readonly dogFollower: DogFollower;
  private readonly unsettled: Unsettled;
  private origin: Origin | null = null;

  constructor(
    private readonly db: Writer,
    settles: readonly Settle[],
  ) {
    this.unsettled = new Unsettled(settles);
    this.writer = this.wrap(db);
    this.dogFollower = new DogFollower({ db });
    this.room = openBudget(this.writer);
    recorders.set(this.writer, this);
    offerPending(this.writer, () => this.addUp());
    offerSettling(this.writer, async (ctx) => await this.unsettled.settle(ctx, true));
  }

  /** Puts the changes down to somebody or something. */
  putDownTo(origin: Origin): void {
    this.origin = { ...this.origin, ...origin };
  }

  /** Notes that a record is another one brought back, or came with one. */
  noteReturn(id: string, formerId: string | null): void {
    this.returned.set(id, formerId);
  }

  /**
   * Writes the entries of what changed, and what is left to batches, whose cascade it answers; `findCaller` is asked
   * only where there is any.
   */
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

  /** Notes down the children that the batches after this transaction delete. */
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

  /** Has what follows dogs follow what became of them. */
  async followDogs(ctx: MutationCtx): Promise<void> {
    // Rows of dogs, as their table says.
    const facts = (row: AnyRow | null) => row as unknown as Doc<"dogs"> | null;
    const changes = [...this.entries].flatMap(([id, { table, before, after }]) =>
      table === "dogs" && (before || after)
        ? [{ id: id as Id<"dogs">, before: facts(before), after: facts(after) }]
        : [],
    );
    if (changes.length === 0) return;
    const isByImport = this.origin?.source === "import";
    await this.dogFollower.follow({ ...ctx, db: this.db }, changes, isByImport, async (id) =>
      facts(await this.stand("dogs", id)),
    );
  }

  /** Settles what rows say of each other; `ctx` writes by this recorder. */
  async settle(ctx: MutationCtx): Promise<void> {
    await this.unsettled.settle(ctx, false);
  }

  /** Has the kept counts follow what became of rows. */
  async followCounts(): Promise<void> {
    await applySums({ db: this.db }, this.addUp().list());
  }

  /** Adds up what was changed since it was asked last. */
  private addUp(): Sums {
    for (const change of this.uncounted.values()) this.sums.add(change);
    this.uncounted.clear();
    return this.sums;
  }

  private isNoted(id: string, { table, before, after }: Entry): boolean {
    if ((!before && !after) || this.returned.get(id) === null) return false;
    // The ancestors of a pedigree database come and go with the import, by the hundred thousand.
    if (this.origin?.source === "import" && (after ?? before)?.isExternal === true && !(before && after))
      return false;
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
    if (typeof formerId === "string") return { kind: "restored", ...(formerId !== id && { formerId }) };
    if (!before && after && describedHistory(table).isAlwaysThere) {
      return { kind: "changed", savedAt: savedAtOf(after), fields: differencesOf(table, {}, after) };
    }
    if (!before) return { kind: "created" };
    if (!after) return { kind: "deleted" };
    const kind: ChangeKind = describedHistory(table).isRemoval?.(before, after) ? "deleted" : "changed";
    return { kind, savedAt: savedAtOf(after, before), fields: differencesOf(table, before, after) };
  }

  /** Keeps deleted rows whole, so that they can be brought back. */
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

  private remember(row: unknown): void {
    // Rows of the database alone come here.
    if (row !== null) this.known.set((row as AnyRow)._id, row as AnyRow);
  }

  /** Returns a row as it stands, without reading it again where this transaction has. */
  private async stand(table: CountedTable, id: Id<CountedTable>): Promise<AnyRow | null> {
    const known = this.known.get(id) ?? (await this.db.get(table, id));
    if (known) this.known.set(id, known);
    return known;
  }

  private async change(
    table: CountedTable,
    id: Id<CountedTable>,
    next: (row: AnyRow) => AnyRow | null,
  ): Promise<void> {
    const before = await this.stand(table, id);
    if (!before) return;
    const after = next(before);
    if (after) this.known.set(id, after);
    else this.known.delete(id);
    this.note(table, id, { before, after });
  }

  private created(table: CountedTable, id: string, value: object): void {
    const after = withoutAbsent({ ...value, _id: id });
    this.known.set(id, after);
    this.note(table, id, { before: null, after });
  }

  private note(table: CountedTable, id: string, { before, after }: Pick<Entry, "before" | "after">): void {
    const entry = this.entries.get(id);
    if (entry) entry.after = after;
    else if (isHistoryTable(table)) this.entries.set(id, { table, before, after });
    this.unsettled.note(table, id, { before, after });
    if (!isProjected(table)) return;
    const change = this.uncounted.get(id);
    if (change) change.after = after;
    else this.uncounted.set(id, { table, before, after });
  }

  /** Makes the writer that the models use: the database's own, with this recorder looking on. */
  private wrap(writer: Writer): Writer {
    const db = writer as unknown as AnyWriter;
    const get = async (...args: unknown[]): Promise<unknown> => {
      const row = await db.get(...args);
      if (typeof args[0] === "string" && isWatched(args[0])) this.remember(row);
      return row;
    };
    const query = (table: string): object => {
      const rows = db.query(table);
      return isWatched(table) ? watchRows(rows, (row) => this.remember(row)) : rows;
    };
    const insert = async (table: string, value: object): Promise<unknown> => {
      // A dog is inserted with its kennel, as its table demands.
      const row = table === "dogs" ? await this.dogFollower.admit(value as Doc<"dogs">) : value;
      const id = await db.insert(table, row);
      if (isWatched(table)) this.created(table, String(id), row);
      return id;
    };
    const patch = async (table: string, id: Id<CountedTable>, value: object): Promise<void> => {
      if (isWatched(table) && (!isUnkept(table, value) || this.known.has(id))) {
        await this.change(table, id, (row) => withoutAbsent({ ...row, ...value }));
      }
      await db.patch(table, id, value);
    };
    const replace = async (table: string, id: Id<CountedTable>, value: object): Promise<void> => {
      if (isWatched(table)) {
        await this.change(table, id, ({ _creationTime }) =>
          withoutAbsent({ ...value, _id: id, _creationTime }),
        );
      }
      await db.replace(table, id, value);
    };
    const remove = async (table: string, id: Id<CountedTable>): Promise<void> => {
      if (isWatched(table)) await this.change(table, id, () => null);
      await db.delete(table, id);
    };
    // The linter demands of every caller of these methods that it names the table first.
    return { ...writer, get, query, insert, patch, replace, delete: remove } as unknown as Writer;
  }
}

/** Does something in a transaction without a recorder, such as a restore or a migration, and has the counts follow. */
export async function withCounts(ctx: MutationCtx, work: (ctx: MutationCtx) => Promise<void>): Promise<void> {
  const recorder = new ChangeRecorder(ctx.db, []);
  const recording = { ...ctx, db: recorder.writer };
  await work(recording);
  await recorder.followCounts();
}

/** What a builder is given to make a mutation of. */
interface Definition {
  readonly handler: (ctx: MutationCtx, args: never) => unknown;
}

/** Makes a builder of mutations that write the history of what they do, or only have the counts follow. */
export function recordingMutation<Builder extends typeof mutation | typeof internalMutation>(
  builder: Builder,
  settles: readonly Settle[],
  hasHistory = true,
): Builder {
  // It takes and makes what the builder does; only the handler's database is another.
  const make = builder as unknown as (definition: Definition) => unknown;
  const build = (definition: Definition) => {
    const handler = async (ctx: MutationCtx, args: never): Promise<unknown> => {
      const recorder = new ChangeRecorder(ctx.db, settles);
      const recording = { ...ctx, db: recorder.writer };
      const result = await definition.handler(recording, args);
      await recorder.settle(recording);
      await recorder.followCounts();
      if (!hasHistory) return result;
      await recorder.followDogs(ctx);
      const cascadeId = await recorder.flush(async () => await findCaller(ctx));
      if (cascadeId) await ctx.scheduler.runAfter(0, internal.history.cascades.move, { cascadeId });
      return result;
    };
    return make({ ...definition, handler });
  };
  return build as unknown as Builder;
}

const kennelOf = (table: HistoryTable, row: AnyRow): Id<"kennels"> =>
  // The row of a kennel, or one that names its kennel.
  (table === "kennels" ? row._id : row.kennelId) as Id<"kennels">;

/** Field names of a stored value may not begin as those of the system do. */
const renameSystemField = ({ _creationTime, ...document }: Omit<AnyRow, "_id">) => ({
  ...document,
  createdAt: _creationTime ?? 0,
});

/** Makes what is kept of a deleted row. */
export const toKept = (
  table: HistoryTable,
  { _id, ...document }: AnyRow,
): Doc<"deletions">["rows"][number] => ({ table, id: _id, document: renameSystemField(document) });

const ownerIn = (deleted: ReadonlyMap<string, Entry>, table: HistoryTable, row: AnyRow): string | undefined =>
  ownerAmong(table, row, (id) => deleted.has(id));

/** A part of a part of a part is the deepest that there is; the bound is for a circle that nobody expects. */
const MAX_DEPTH = 5;

/** Finds the deleted record with which another went, and with which that went in turn; undefined without any. */
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

/** Counts for each deleted record what went with it, and with what went with it. */
function countParts(deleted: ReadonlyMap<string, Entry>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of deleted.keys()) {
    const root = rootOf(deleted, id);
    if (root !== undefined) counts.set(root, (counts.get(root) ?? 0) + 1);
  }
  return counts;
}
