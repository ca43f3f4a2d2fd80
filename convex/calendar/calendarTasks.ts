/** The registered function of what a month's page shows beside heats and breeding days. */
import { v } from "convex/values";
import { kennelQuery } from "../platform/functions";
import { calendarTasksShape, listTasks } from "./model/calendarTasks";

/** Lists reminders and vaccinations between two days, as far as the caller may read them. */
export const list = kennelQuery({
  permission: "member",
  args: { from: v.string(), to: v.string() },
  returns: calendarTasksShape,
  handler: async (ctx, span) => await listTasks(ctx, ctx.access, span),
});
