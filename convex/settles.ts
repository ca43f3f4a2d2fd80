/** Lists what is calculated of the records of an owner at the end of a transaction, in its order. */
import { billingSettles } from "./billing/model/settles";
import { contractSettles } from "./contracts/model/settles";
import { dogSettles } from "./dogs/model/settles";
import { healthSettles } from "./health/model/settles";
import { litterSettles } from "./litters/model/settles";
import type { Settle } from "./platform/model/following";
import { reminderSettles } from "./reminders/model/settles";
import { vaccinationSettles } from "./vaccinations/model/settles";

export const SETTLES: readonly Settle[] = [
  ...billingSettles,
  ...contractSettles,
  ...healthSettles,
  ...litterSettles,
  ...dogSettles,
  ...vaccinationSettles,
  ...reminderSettles,
];
