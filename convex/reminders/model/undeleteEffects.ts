/** What follows when reminders are there again after a deletion. */
import type { AfterUndelete, UndeleteEffects } from "../../platform/model/undeleting";
import { renewNotice } from "./restoring";
import { renewSubject } from "./reminderSeries";

const afterUndeleteReminder: AfterUndelete<"reminders"> = async (ctx, row) => {
  await renewNotice(ctx, row);
  await renewSubject(ctx, row);
};

/** What follows by the kind of the record; nothing follows from kinds that are not named. */
export const reminderEffects: UndeleteEffects = {
  reminders: afterUndeleteReminder,
};
