/**
 * The kennel's public application form. A kennel has at most one. A change of the questions or consents increases
 * `version`. An application stores the wording that it answered. Written by applications/model/forms.ts.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { ADMITS, FILL_NAMES, QUESTION_KINDS } from "../../../domain/applications/rules";
import { choice, flag, hidden, list, text } from "../../../domain/history/describing";
import { rows } from "../../platform/tables/rows";

export const questionValidator = v.object({
  key: v.string(),
  kind: v.union(...QUESTION_KINDS.map((kind) => v.literal(kind))),
  label: v.string(),
  help: v.optional(v.string()),
  choices: v.optional(v.array(v.string())),
  isRequired: v.boolean(),
  /** The answer fills this field of the applicant. */
  fills: v.optional(v.union(...FILL_NAMES.map((name) => v.literal(name)))),
});

/** Each consent has its own checkbox. The first consent is the privacy notice. */
export const consentValidator = v.object({ key: v.string(), text: v.string(), isRequired: v.boolean() });

export const admitsValidator = v.union(...ADMITS.map((each) => v.literal(each)));

export const applicationForms = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    /** Unique in the deployment: /apply/oak-hill. */
    slug: v.string(),
    isOpen: v.boolean(),
    version: v.number(),
    intro: v.string(),
    questions: v.array(questionValidator),
    consents: v.array(consentValidator),
    admits: admitsValidator,
    /** Applications count without a confirmed email address, because the kennel cannot send mail. */
    allowsUnconfirmed: v.boolean(),
    updatedAt: v.number(),
  })
    .index("by_kennel", ["kennelId"])
    // The public address contains no kennel id.
    .index("by_slug", ["slug"]),
  {
    onDelete: {},
    history: {
      place: 242,
      label: "Application form",
      plural: "Application forms",
      area: "settings",
      titles: ["slug"],
      fields: {
        slug: text("Address"),
        isOpen: flag("Open"),
        version: hidden,
        intro: text("Introduction"),
        questions: list("Questions", ["label", "help", "kind", "choices", "isRequired", "fills"]),
        consents: list("Consents", ["text", "isRequired"]),
        admits: choice("New applications"),
        allowsUnconfirmed: flag("Unconfirmed applications count"),
      },
      unkept: ["updatedAt"],
    },
    export: { place: 262, printed: ["slug", "isOpen", "admits"] },
    backup: { place: 262, one: "application form", many: "application forms" },
  },
);
