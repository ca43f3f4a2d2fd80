/** What follows when contract templates are there again after a deletion. */
import type { UndeleteEffects } from "../../platform/model/undeleting";
import { settleDefault } from "./contractTemplates";

/** What follows by the kind of the record; nothing follows from kinds that are not named. */
export const contractEffects: UndeleteEffects = {
  contractTemplates: async (ctx, { _id, kennelId, kind, isDefault }) =>
    await settleDefault(ctx, kennelId, kind, isDefault ? _id : null),
};
