/**
 * Lists the updates that follow from changes of records at the end of a transaction. Each area defines its own
 * updates in follows.ts.
 */
import { billingSettles } from "./billing/follows";
import { breedingSettles } from "./breedings/follows";
import { contactSettles } from "./contacts/follows";
import { contractSettles } from "./contracts/follows";
import { dogSettles } from "./dogs/follows";
import { familyFollowers } from "./families/follows";
import { healthSettles } from "./health/follows";
import { litterSettles } from "./litters/follows";
import type { Follows, Settle } from "./changes/describing";
import { pedigreeFollower } from "./pedigree/follows";
import { placementSettles } from "./placements/follows";
import { reminderSettles } from "./reminders/follows";
import { vaccinationSettles } from "./vaccinations/follows";

const settles: readonly Settle[] = [
  ...billingSettles,
  ...breedingSettles,
  ...contractSettles,
  ...healthSettles,
  ...litterSettles,
  ...dogSettles,
  ...vaccinationSettles,
  ...reminderSettles,
  ...contactSettles,
  // Placements refer to contacts, so they must come before the settles of contacts.
  ...placementSettles,
];

export const FOLLOWS: Follows = { settles, followers: [pedigreeFollower, ...familyFollowers] };
