/** Lists what is calculated of the records of an owner at the end of a transaction, in its order. */
import { litterSettles } from "./litters/model/settles";
import type { Settle } from "./platform/model/following";
import { reminderSettles } from "./reminders/model/settles";
import { vaccinationSettles } from "./vaccinations/model/settles";

/** Returns the list; a function, because the models that it is made of import the recorder, which asks for it. */
export const listSettles = (): readonly Settle[] => [
  ...litterSettles,
  ...vaccinationSettles,
  ...reminderSettles,
];
