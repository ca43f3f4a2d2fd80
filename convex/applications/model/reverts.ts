/** What undoing a decision on an application needs besides the general rules. */
import { has, without, type Reverts } from "../../platform/model/changes/reverting";
import { takeFromList } from "./applications";
import { takeLettersBack } from "./mails";

export const applicationReverts: Reverts = {
  // The version names what is asked now, which the history does not keep.
  applicationForms: { prepare: (_ctx, _row, values) => without(values, "version") },
  applications: {
    prepare: async (ctx, row, values) => {
      if (!has(values, "status") || values["status"] === row.status) return values;
      await takeFromList(ctx, row);
      await takeLettersBack(ctx, row);
      return { ...values, applicantId: undefined };
    },
  },
};
