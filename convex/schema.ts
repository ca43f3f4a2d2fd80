/** Assembles the tables; each describes itself in tables/. */
import { defineSchema } from "convex/server";
import { activities } from "./tables/activities";
import { dogs } from "./tables/dogs";
import { fileSweeps } from "./tables/fileSweeps";
import { invitations } from "./tables/invitations";
import { kennelBreeds } from "./tables/kennelBreeds";
import { kennelCounters } from "./tables/kennelCounters";
import { kennelRemovals } from "./tables/kennelRemovals";
import { kennels } from "./tables/kennels";
import { memberships } from "./tables/memberships";
import { photoKeys } from "./tables/photoKeys";
import { photos } from "./tables/photos";
import { users } from "./tables/users";

export default defineSchema({
  activities,
  dogs,
  fileSweeps,
  invitations,
  kennelBreeds,
  kennelCounters,
  kennelRemovals,
  kennels,
  memberships,
  photoKeys,
  photos,
  users,
});
