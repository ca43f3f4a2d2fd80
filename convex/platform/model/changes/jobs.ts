/**
 * Runs long jobs. Each step is a transaction or an action that schedules the next step and saves its time in the
 * job's row. A crash or restart ends the chain of steps. The sweep (convex/jobs.ts) finds such a job and resumes
 * it. Each kind of job has its own table, because each kind stores its progress differently.
 */
import type { IndexNames } from "convex/server";
import type { DataModel, Doc, Id, TableNames } from "../../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../../_generated/server";
import { readStuck } from "./settledTime";

/** A job whose row shows no progress for this long counts as interrupted. */
export const STUCK_AFTER_MS = 120_000;

export const SWEEP_BATCH = 50;

export interface Job<Table extends TableNames = TableNames> {
  readonly table: Table;
  /** The sweep looks for interrupted jobs in this interval. The default is two minutes. */
  readonly minutes?: number;
  findStuck(this: void, ctx: QueryCtx): Promise<readonly Doc<Table>[]>;
  /** A job that cannot be resumed ends as failed. */
  takeUp(this: void, ctx: MutationCtx, row: Doc<Table>): Promise<unknown>;
  /** Returns true if more outdated rows can be deleted immediately. */
  expire?(this: void, ctx: MutationCtx): Promise<boolean>;
}

export const job = <Table extends TableNames>(described: Job<Table>): Job => described;

export async function isAtWork(ctx: QueryCtx, jobId: Id<"_scheduled_functions">): Promise<boolean> {
  const job = await ctx.db.system.get("_scheduled_functions", jobId);
  return job !== null && ["pending", "inProgress"].includes(job.state.kind);
}

type StatedTable = {
  [Table in TableNames]: "by_state_and_since" extends IndexNames<DataModel[Table]> ? Table : never;
}[TableNames];

/** The rows are in one of the given states and have shown no progress for a long time. */
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
    // The query read only rows of this table.
    return stuck as unknown as Doc<Table>[];
  };
