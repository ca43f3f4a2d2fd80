/** The registered function of the calendar's month page, for entries other than heats and breeding dates. */
import { v } from "convex/values";
import { kennelQuery } from "../platform/functions";
import { calendarTasksShape, listTasks } from "./model/calendarTasks";

/** Lists only entries that the caller may read. */
export const list = kennelQuery({
  permission: "member",
  args: { from: v.string(), to: v.string() },
  returns: calendarTasksShape,
  handler: async (ctx, span) => await listTasks(ctx, ctx.access, span),
});
