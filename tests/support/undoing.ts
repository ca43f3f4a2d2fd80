/** Undoes changes and deletions of a kennel's records in the history, as its owner. */
import { api } from "../../convex/_generated/api";
import { TODAY, type Team } from "./backend";

/** Without `recordId`, undoes the last change of any record. */
export async function undoLast({ deployment, owner, kennelId }: Team, recordId?: string) {
  const rows = await deployment.run(async (ctx) => await ctx.db.query("changes").collect());
  const change = rows.findLast(
    (row) => row.kind === "changed" && (recordId === undefined || row.recordId === recordId),
  );
  const asked = { kennelId, changeId: change?._id ?? "", today: TODAY };
  return await owner.as.mutation(api.history.history.undo, asked);
}

/** Brings the record of the last deletion back. */
export async function bringBackLast({ deployment, owner, kennelId }: Team) {
  const rows = await deployment.run(async (ctx) => await ctx.db.query("changes").collect());
  const change = rows.findLast((row) => row.kind === "deleted" && row.undoneAt === undefined);
  const asked = { kennelId, changeId: change?._id ?? "" };
  return await owner.as.mutation(api.history.history.bringBack, asked);
}
