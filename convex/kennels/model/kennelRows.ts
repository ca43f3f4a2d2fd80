/** Reads all of a kennel's tables, for copies and backups. */
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import { rowsAtOnce, type KennelTable } from "../../platform/model/changes/kennelTables";
import { pagesOf } from "../../platform/model/paging/paging";

/** The other fields depend on the table. */
type KennelRow = { readonly _id: string; readonly kennelId?: unknown } & Record<string, unknown>;

/** Reads one page at a time. */
export const tablePages = (ctx: ActionCtx, kennelId: Id<"kennels">, table: KennelTable) =>
  pagesOf<KennelRow>(
    async (cursor) =>
      await ctx.runQuery(internal.kennels.kennelRemoval.readRows, {
        kennelId,
        table,
        paginationOpts: { numItems: rowsAtOnce(table), cursor },
      }),
  );
