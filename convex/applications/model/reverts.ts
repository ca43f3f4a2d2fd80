/** Rules for undoing a decision about an application, in addition to the general rules. */
import { has, without, type Reverts } from "../../platform/model/changes/reverting";
import { makeEntry, takeFromList } from "./applications";
import { takeLettersBack } from "./mails";

export const applicationReverts: Reverts = {
  // Undoing a change of the questions creates a new version, because applications refer to the version that they
  // answered.
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
      // If the undo accepts the application again, a new entry of the waiting list is created.
      if (values["status"] === "listed") return { ...values, applicantId: await makeEntry(ctx, row) };
      return { ...values, applicantId: undefined };
    },
  },
};
