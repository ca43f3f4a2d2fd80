/** Validates application forms and applications. */
import { formSchema } from "../../../domain/applications/form";
import { KEPT_MS, MAX_ANSWERS, MAX_RECEIVED } from "../../../domain/applications/rules";
import { foldEmail } from "../../../domain/text/text";
import { APPLICANT_FIELDS } from "../../../domain/litters/record";
import { checkRow } from "../../../domain/records/row-check";
import { roomOf, shapeFaults, type Checks, type Fault } from "../../platform/model/changes/checking";
import { freeSlug, findForm, isTaken } from "./forms";

const { name, email, phone, address } = APPLICANT_FIELDS;

export const applicationChecks: Checks = {
  applicationForms: {
    own: (row) => shapeFaults(formSchema, row),
    // A restored copy of a kennel cannot use the address of the original kennel's form. The form of the copy is
    // closed at first.
    doubles: async (ctx, row) => {
      const { _id, kennelId, slug, isOpen } = row;
      const other = await findForm(ctx, kennelId);
      if (other && other._id !== _id) return { kennelId: "A kennel has one application form" };
      if (!(await isTaken(ctx, slug, kennelId))) return {};
      const faults: Record<string, Fault> = {
        slug: {
          message: "Another kennel has this address",
          instead: await freeSlug(ctx, slug, kennelId),
        },
      };
      if (isOpen) faults["isOpen"] = { message: "The form has a new address", instead: false };
      return faults;
    },
  },
  applications: {
    own: (row) => ({
      ...checkRow({ name, email, phone, address }, row),
      ...(row.answers.reduce((sum, { answer }) => sum + answer.length, 0) > 2 * MAX_ANSWERS && {
        answers: { message: "The answers are too long", instead: [] },
      }),
    }),
    derived: ({ email: typed, status, endsAt }) => {
      const kept = status === "declined" || status === "withdrawn" ? Date.now() + KEPT_MS[status] : undefined;
      return { emailKey: foldEmail(typed), endsAt: kept && Math.min(endsAt ?? kept, kept) };
    },
    among: async (ctx, { status, applicantId }) => {
      const applicant = applicantId && (await ctx.db.get("waitingList", applicantId));
      return status === "listed" && !applicant
        ? { status: { message: "It is on no waiting list", instead: "received" } }
        : {};
    },
    returning: roomOf(
      MAX_RECEIVED,
      ({ kennelId }) => kennelId,
      (ctx, { kennelId }) =>
        ctx.db
          .query("applications")
          .withIndex("by_kennel_and_status_and_sent", (q) =>
            q.eq("kennelId", kennelId).eq("status", "received"),
          ),
    ),
  },
};
