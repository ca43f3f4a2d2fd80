/** Assembles what follows when a deleted record is there again; each area says it in its model/undeleteEffects.ts. */
import { dogEffects } from "./dogs/model/undeleteEffects";
import { litterEffects } from "./litters/model/undeleteEffects";
import { reminderEffects } from "./reminders/model/undeleteEffects";
import type { UndeleteEffects } from "./platform/model/undeleting";

export const UNDELETE_EFFECTS: UndeleteEffects = {
  ...dogEffects,
  ...litterEffects,
  ...reminderEffects,
};
