/** What follows when reminders are there again after a deletion. */
import type { UndeleteEffects } from "../../platform/model/undeleting";
import { renewSubject } from "./reminderSeries";

/** What follows by the kind of the record; nothing follows from kinds that are not named. */
export const reminderEffects: UndeleteEffects = {
  reminders: renewSubject,
};
