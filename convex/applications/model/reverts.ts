/** What undoing a decision on an application needs besides the general rules. */
import { has, type Reverts } from "../../platform/model/changes/reverting";
import { takeFromList } from "./applications";
import { takeLettersBack } from "./mails";

export const applicationReverts: Reverts = {
  applications: {
    prepare: async (ctx, row, values) => {
      if (!has(values, "status") || values["status"] === row.status) return values;
      await takeFromList(ctx, row);
      await takeLettersBack(ctx, row);
      return { ...values, applicantId: undefined };
    },
  },
};
