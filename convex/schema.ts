/** Assembles the tables; each describes itself in tables/. */
import { defineSchema } from "convex/server";
import { activities } from "./tables/activities";
import { breedingCounts } from "./tables/breedingCounts";
import { breedings } from "./tables/breedings";
import { dogs } from "./tables/dogs";
import { edits } from "./tables/edits";
import { fileSweeps } from "./tables/fileSweeps";
import { healthRecords } from "./tables/healthRecords";
import { immunizations } from "./tables/immunizations";
import { invitations } from "./tables/invitations";
import { kennelBreeds } from "./tables/kennelBreeds";
import { kennelCounters } from "./tables/kennelCounters";
import { kennelRemovals } from "./tables/kennelRemovals";
import { kennels } from "./tables/kennels";
import { litters } from "./tables/litters";
import { memberships } from "./tables/memberships";
import { photoKeys } from "./tables/photoKeys";
import { photos } from "./tables/photos";
import { subscriptions } from "./tables/subscriptions";
import { users } from "./tables/users";

export default defineSchema({
  activities,
  breedingCounts,
  breedings,
  dogs,
  edits,
  fileSweeps,
  healthRecords,
  immunizations,
  invitations,
  kennelBreeds,
  kennelCounters,
  kennelRemovals,
  kennels,
  litters,
  memberships,
  photoKeys,
  photos,
  subscriptions,
  users,
});
