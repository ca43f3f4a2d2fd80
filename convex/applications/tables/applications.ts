/**
 * Applications that were submitted by the kennel's form and confirmed. Written by
 * applications/model/applications.ts.
 *
 *   (draft) ──button in the mail──▶ received ──▶ listed      deleted and restored with its list entry
 *                                      ├──▶ declined ──90 days──▶ (no row)
 *                                      └──▶ withdrawn ─30 days──▶ (no row)
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { APPLICATION_STATUSES, FILL_NAMES } from "../../../domain/applications/rules";
import { choice, flag, hidden, text } from "../../../domain/history/describing";
import { rows } from "../../platform/tables/rows";

export const applicationStatusValidator = v.union(...APPLICATION_STATUSES.map((status) => v.literal(status)));

/** `asked` is the text of the question at that time. */
export const answerValidator = v.object({ key: v.string(), asked: v.string(), answer: v.string() });

export const wishesValidator = v.object(
  Object.fromEntries(FILL_NAMES.map((name) => [name, v.optional(v.string())])) as Record<
    (typeof FILL_NAMES)[number],
    ReturnType<typeof v.optional<ReturnType<typeof v.string>>>
  >, // These fields have the same names as on the waiting list.
);

/** The fields are the same in a draft and in an application. */
export const sentFields = {
  formVersion: v.number(),
  name: v.string(),
  email: v.string(),
  emailKey: v.string(),
  phone: v.optional(v.string()),
  address: v.optional(v.string()),
  answers: v.array(answerValidator),
  consents: v.array(v.object({ key: v.string(), text: v.string() })),
  wishes: wishesValidator,
  sentAt: v.number(),
};

export const applications = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    status: applicationStatusValidator,
    ...sentFields,
    isConfirmed: v.boolean(),
    applicantId: v.optional(v.id("waitingList")),
    /** Set for a declined or withdrawn application. */
    endsAt: v.optional(v.number()),
    updatedAt: v.number(),
  })
    .index("by_kennel_and_status_and_sent", ["kennelId", "status", "sentAt"])
    .index("by_kennel_and_email_key", ["kennelId", "emailKey"])
    .index("by_kennel_and_applicant", ["kennelId", "applicantId"])
    // The job that deletes ended applications reads all kennels together.
    .index("by_ends_at", ["endsAt"]),
  {
    onDelete: { applicantId: { does: "cascade", by: "by_kennel_and_applicant", isLoose: true } },
    history: {
      place: 238,
      label: "Application",
      plural: "Applications",
      area: "breeding",
      isConfidential: true,
      titles: ["name"],
      fields: {
        status: choice("Status"),
        name: text("Name"),
        email: text("Email"),
        phone: text("Phone"),
        address: text("Address"),
        isConfirmed: flag("Email confirmed"),
        // If a deleted entry is restored, its application is restored too.
        applicantId: hidden,
      },
      unkept: ["formVersion", "emailKey", "answers", "consents", "wishes", "sentAt", "endsAt", "updatedAt"],
    },
    export: { place: 98, printed: ["name", "email", "phone", "status"] },
    backup: { place: 98 },
  },
);
