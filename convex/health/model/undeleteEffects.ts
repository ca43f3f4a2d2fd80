/** What follows when what is kept of the health of dogs are there again after a deletion. */
import { fail } from "../../../domain/errors";
import type { AfterUndelete, UndeleteEffects } from "../../platform/model/undeleting";
import { searchTextOf } from "./healthSearch";

const afterUndeleteHealthRecord: AfterUndelete<"healthRecords"> = async (ctx, record) => {
  const dog = (await ctx.db.get("dogs", record.dogId)) ?? fail("NOT_FOUND");
  const searchText = searchTextOf(record, dog);
  if (searchText !== record.searchText) await ctx.db.patch("healthRecords", record._id, { searchText });
};

/** What follows by the kind of the record; nothing follows from kinds that are not named. */
export const healthEffects: UndeleteEffects = {
  healthRecords: afterUndeleteHealthRecord,
};
