/** What follows when reminders are there again after a deletion. */
import type { AfterUndelete, UndeleteEffects } from "../../platform/model/undeleting";
import { adjustReminderCount } from "./reminderCounts";
import { followReminder } from "./reminderDays";
import { notifyAtAfter } from "./reminderNotices";
import { renewSubject } from "./reminderSeries";

const afterUndeleteReminder: AfterUndelete<"reminders"> = async (ctx, row) => {
  const notifyAt = await notifyAtAfter(ctx, row, row.notifyAt);
  if (notifyAt !== row.notifyAt) await ctx.db.patch("reminders", row._id, { notifyAt });
  await renewSubject(ctx, row);
  await adjustReminderCount(ctx, row, 1);
  await followReminder(ctx, row.kennelId, null, row);
};

/** What follows by the kind of the record; nothing follows from kinds that are not named. */
export const reminderEffects: UndeleteEffects = {
  reminders: afterUndeleteReminder,
};
