/**
 * Gives every mutation a database that passes all calls on and records the changed rows. At the end of the
 * transaction the recorder settles and counts (follow.ts), and writes the history (history.ts). The recorder also
 * watches tables that have no history but whose rows are counted.
 */
import type { HistoryTable } from "../../domain/history/tables.gen";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { internalMutation, mutation, MutationCtx } from "../_generated/server";
import { findCaller } from "../platform/model/changes/activities";
import { openBudget } from "../platform/model/changes/cascades";
import type { CountedTable } from "../platform/tables/projecting";
import type { Follower, Follows } from "./describing";
import {
  applySums,
  isProjected,
  offerPending,
  offerSettling,
  Sums,
  Unsettled,
  type RowChange,
} from "./follow";
import { History, isHistoryTable, isUnkept, type AnyRow, type Origin } from "./history";

type Writer = MutationCtx["db"];

/** The name of the table is known only at run time. */
interface AnyWriter {
  get: (...args: unknown[]) => Promise<unknown>;
  query: (table: string) => object;
  insert: (table: string, value: object) => Promise<unknown>;
  patch: (table: string, id: string, value: object) => Promise<void>;
  replace: (table: string, id: string, value: object) => Promise<void>;
  delete: (table: string, id: string) => Promise<void>;
}

/** The numbers cover the changes since they were last added up. */
interface CountedChange extends RowChange {
  readonly before: AnyRow | null;
  after: AnyRow | null;
}

const isWatched = (table: string): table is CountedTable => isHistoryTable(table) || isProjected(table);

const withoutAbsent = (row: object): AnyRow =>
  // A row without its absent fields still has the type of a row.
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as AnyRow;

type Method = (...args: unknown[]) => unknown;

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === "object" && value !== null && "then" in value;

/** A result is one row, many rows, a page, or a step of an iteration. */
function tell(answer: unknown, onRow: (row: object) => void): void {
  if (typeof answer !== "object" || answer === null) return;
  if (Array.isArray(answer)) for (const row of answer) tell(row, onRow);
  else if ("_id" in answer) onRow(answer);
  else if ("page" in answer && "isDone" in answer) tell(answer.page, onRow);
  else if ("done" in answer && "value" in answer) tell(answer.value, onRow);
}

/** The query reads like the given query. */
function watchRows<Query extends object>(query: Query, onRow: (row: object) => void): Query {
  return new Proxy(query, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]): unknown => {
        // The query's own methods must be called with the query as `this`.
        const answer = (value as Method).apply(target, args);
        if (isPromise(answer)) {
          return answer.then((found) => {
            tell(found, onRow);
            return found;
          });
        }
        return typeof answer === "object" && answer !== null ? watchRows(answer, onRow) : answer;
      };
    },
  });
}

const recorders = new WeakMap<object, ChangeRecorder>();

/** The person or cause is not the caller. */
export function putDownTo(ctx: MutationCtx, origin: Origin): void {
  recorders.get(ctx.db)?.putDownTo(origin);
}

/**
 * A null `formerId` means that the record was restored or deleted together with another record, whose history entry
 * covers both.
 */
export function noteReturn(ctx: MutationCtx, id: string, formerId: string | null): void {
  recorders.get(ctx.db)?.noteReturn(id, formerId);
}

export class ChangeRecorder {
  readonly writer: Writer;
  private readonly known = new Map<string, AnyRow>();
  private readonly uncounted = new Map<string, CountedChange>();
  private readonly sums = new Sums();
  private readonly history: History;
  private readonly followers: ReadonlyMap<string, ReturnType<Follower["begin"]>>;
  private readonly unsettled: Unsettled;

  constructor(
    private readonly db: Writer,
    { settles, followers }: Follows = { settles: [], followers: [] },
  ) {
    this.unsettled = new Unsettled(settles);
    this.followers = new Map(followers.map(({ table, begin }) => [table, begin({ db })]));
    this.writer = this.wrap(db);
    this.history = new History(db, openBudget(this.writer));
    recorders.set(this.writer, this);
    offerPending(this.writer, () => this.addUp());
    offerSettling(this.writer, async (ctx) => await this.unsettled.settle(ctx, true));
  }

  putDownTo(origin: Origin): void {
    this.history.origin = { ...this.history.origin, ...origin };
  }

  noteReturn(id: string, formerId: string | null): void {
    this.history.noteReturn(id, formerId);
  }

  /** Settles, counts, calls the followers, and writes the history if `hasHistory` is set. */
  async end(ctx: MutationCtx, hasHistory: boolean): Promise<void> {
    await this.unsettled.settle({ ...ctx, db: this.writer }, false);
    await applySums({ db: this.db }, this.addUp().list());
    if (!hasHistory) return;
    await this.tellFollowers(ctx);
    const cascadeId = await this.history.flush(async () => await findCaller(ctx));
    if (cascadeId) await ctx.scheduler.runAfter(0, internal.history.cascades.move, { cascadeId });
  }

  private async tellFollowers(ctx: MutationCtx): Promise<void> {
    const isByImport = this.history.origin?.source === "import";
    for (const [of, follower] of this.followers) {
      const changes = [...this.history.entries].flatMap(([id, { table, before, after }]) =>
        table === of && (before || after) ? [{ id, before, after }] : [],
      );
      if (changes.length === 0) continue;
      const find = async (id: string) =>
        // The id belongs to the follower's table.
        await this.stand(of as HistoryTable, id as Id<HistoryTable>);
      await follower.follow({ ...ctx, db: this.db }, changes, isByImport, find);
    }
  }

  private addUp(): Sums {
    for (const change of this.uncounted.values()) this.sums.add(change);
    this.uncounted.clear();
    return this.sums;
  }

  private remember(row: unknown): void {
    // The values here are rows of the database.
    if (row !== null) this.known.set((row as AnyRow)._id, row as AnyRow);
  }

  /** Reads the row only if this transaction has not read it yet. */
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

  private note(
    table: CountedTable,
    id: string,
    { before, after }: Pick<CountedChange, "before" | "after">,
  ): void {
    if (isHistoryTable(table)) this.history.note(table, id, { before, after });
    this.unsettled.note(table, id, { before, after });
    if (!isProjected(table)) return;
    const change = this.uncounted.get(id);
    if (change) change.after = after;
    else this.uncounted.set(id, { table, before, after });
  }

  /** The writer calls the database's own writer and records each call. */
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
      const row = (await this.followers.get(table)?.admit(value)) ?? value;
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
    // The linter makes sure that every caller of these methods names the table first.
    return { ...writer, get, query, insert, patch, replace, delete: remove } as unknown as Writer;
  }
}

/** The work uses the plain database, such as a restore or a migration. */
export async function withCounts(ctx: MutationCtx, work: (ctx: MutationCtx) => Promise<void>): Promise<void> {
  const recorder = new ChangeRecorder(ctx.db);
  await work({ ...ctx, db: recorder.writer });
  await recorder.end(ctx, false);
}

interface Definition {
  readonly handler: (ctx: MutationCtx, args: never) => unknown;
}

/** The mutations write their history, or only update the counts. */
export function recordingMutation<Builder extends typeof mutation | typeof internalMutation>(
  builder: Builder,
  follows: Follows,
  hasHistory = true,
): Builder {
  // The result has the builder's types. Only the database of its handlers differs.
  const make = builder as unknown as (definition: Definition) => unknown;
  const build = (definition: Definition) => {
    const handler = async (ctx: MutationCtx, args: never): Promise<unknown> => {
      const recorder = new ChangeRecorder(ctx.db, follows);
      const result = await definition.handler({ ...ctx, db: recorder.writer }, args);
      await recorder.end(ctx, hasHistory);
      return result;
    };
    return make({ ...definition, handler });
  };
  return build as unknown as Builder;
}
