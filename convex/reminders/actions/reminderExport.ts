/** Exports reminders to a file, for both the web app and REST. Source: decision GAP-REM-17. */
import { v, type Infer } from "convex/values";
import { REMINDER_COLUMNS, toReminderRow } from "../../../domain/reminders/export";
import { toCsv } from "../../../domain/text/csv";
import { api } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import { signedInAction } from "../../platform/functions";
import { readAllPages } from "../../platform/model/paging/paging";
import { trustedToday } from "../../platform/model/people/today";
import type { Reminder } from "../model/reminderShape";

/** Even with the longest texts, a page stays far below the size limit of a result. */
const PAGE_SIZE = 500;

interface Asked {
  readonly kennelId: string;
  readonly tab?: string;
  readonly reminderType?: string;
  readonly search?: string;
  readonly isMine?: boolean;
  readonly assigneeId?: string;
  readonly today: string;
}

/** Pending reminders are first. */
const readAll = async (ctx: ActionCtx, asked: Asked): Promise<Reminder[]> =>
  await readAllPages(
    PAGE_SIZE,
    async (page) => await ctx.runQuery(api.reminders.reminders.list, { ...asked, ...page }),
  );

const fileShape = v.object({ fileName: v.string(), type: v.string(), content: v.string() });

/** Throws NOT_FOUND, FORBIDDEN or VALIDATION_FAILED. */
export const make = signedInAction({
  permission: "reminders:read",
  args: {
    kennelId: v.string(),
    tab: v.optional(v.string()),
    reminderType: v.optional(v.string()),
    search: v.optional(v.string()),
    isMine: v.optional(v.boolean()),
    assigneeId: v.optional(v.string()),
    today: v.string(),
  },
  returns: fileShape,
  handler: async (ctx, { today, ...asked }): Promise<Infer<typeof fileShape>> => {
    const day = trustedToday(today);
    const reminders = await readAll(ctx, { ...asked, today: day });
    const { kennelId } = asked;
    const assignees = await ctx.runQuery(api.reminders.reminderAssignees.list, { kennelId });
    const people = new Map<string, string>(
      assignees.map(({ _id, name }) => [_id, name ?? "Somebody else"] as const),
    );
    return {
      fileName: "reminders.csv",
      type: "text/csv;charset=utf-8",
      content: toCsv([
        REMINDER_COLUMNS,
        ...reminders.map((reminder) => toReminderRow(reminder, day, people)),
      ]),
    };
  },
});
