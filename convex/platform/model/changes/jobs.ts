/**
 * Long work. Each step is a transaction, or an action, that schedules the next one and says in the row of the work when
 * it was. What a crash or a restart cut off stands still from then on, and is resumed by the sweep (convex/jobs.ts). Rows
 * stay in tables of their own, as each kind of work keeps something else of how far it is.
 */
import type { IndexNames } from "convex/server";
import type { DataModel, Doc, TableNames } from "../../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../../_generated/server";
import { readStuck } from "./settledTime";

/** A row that has not moved for so long was cut off. */
export const STUCK_AFTER_MS = 120_000;

/** Rows looked after, or deleted, in one transaction. */
export const SWEEP_BATCH = 50;

/** How the work that rows of a table stand for is looked after. */
export interface Job<Table extends TableNames = TableNames> {
  readonly table: Table;
  /** How often somebody looks; every two minutes unless it says otherwise. */
  readonly minutes?: number;
  /** Reads the rows whose work was cut off. */
  findStuck(this: void, ctx: QueryCtx): Promise<readonly Doc<Table>[]>;
  /** Goes on with a row, or gives it up. */
  takeUp(this: void, ctx: MutationCtx, row: Doc<Table>): Promise<unknown>;
  /** Deletes some of what nobody needs any longer; returns true where more of it can go at once. */
  expire?(this: void, ctx: MutationCtx): Promise<boolean>;
}

/** Describes how the work of a table is looked after. */
export const job = <Table extends TableNames>(described: Job<Table>): Job => described;

type StatedTable = {
  [Table in TableNames]: "by_state_and_since" extends IndexNames<DataModel[Table]> ? Table : never;
}[TableNames];

/** Reads the rows of a table that stand still in some states. */
export const stuckIn =
  <Table extends StatedTable>(
    table: Table,
    states: readonly Doc<Table>["state"][],
    longMs = STUCK_AFTER_MS,
  ) =>
  async (ctx: QueryCtx): Promise<Doc<Table>[]> => {
    const stuck: Doc<StatedTable>[] = [];
    for (const state of states) {
      const read = async (after: number, before: number) =>
        await ctx.db
          .query<StatedTable>(table)
          .withIndex("by_state_and_since", (q) =>
            q.eq("state", state).gt("stateSince", after).lt("stateSince", before),
          )
          .take(SWEEP_BATCH);
      stuck.push(...(await readStuck(longMs, read)));
    }
    // Rows of the table that was asked for.
    return stuck as unknown as Doc<Table>[];
  };
