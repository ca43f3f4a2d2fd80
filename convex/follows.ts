/**
 * Collects what follows changes of records at the end of a transaction; each area defines its own in follows.ts.
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
  // Placements refer to contacts, which are settled below.
  ...placementSettles,
];

export const FOLLOWS: Follows = { settles, followers: [pedigreeFollower, ...familyFollowers] };
