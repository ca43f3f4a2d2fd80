/** What undoing a decision on an application needs besides the general rules. */
import { has, without, type Reverts } from "../../platform/model/changes/reverting";
import { makeEntry, takeFromList } from "./applications";
import { takeLettersBack } from "./mails";

export const applicationReverts: Reverts = {
  // What was asked before is a new version: applications name the one that they answered.
  applicationForms: {
    prepare: (_ctx, row, values) =>
      has(values, "questions", "consents")
        ? { ...values, version: row.version + 1 }
        : without(values, "version"),
  },
  applications: {
    prepare: async (ctx, row, values) => {
      if (!has(values, "status") || values["status"] === row.status) return values;
      await takeFromList(ctx, row);
      await takeLettersBack(ctx, row);
      // An acceptance that was taken back makes a new entry.
      if (values["status"] === "listed") return { ...values, applicantId: await makeEntry(ctx, row) };
      return { ...values, applicantId: undefined };
    },
  },
};
