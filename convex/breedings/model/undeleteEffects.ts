/** What follows when breedings are there again after a deletion. */
import type { UndeleteEffects } from "../../platform/model/undeleting";
import { countBreeding } from "./breedingYears";

/** What follows by the kind of the record; nothing follows from kinds that are not named. */
export const breedingEffects: UndeleteEffects = {
  breedings: async (ctx, breeding) => await countBreeding(ctx, breeding.kennelId, null, breeding),
};
