/** The REST calls of a kennel's application form. */
import {
  ADMITS,
  FILL_NAMES,
  MAX_CHOICES,
  MAX_QUESTIONS,
  QUESTION_KINDS,
} from "../../../domain/applications/rules";
import { api } from "../../_generated/api";
import { get, jsonBody, oneOf, put, type Endpoint } from "../../platform/rest/calls";
import { kennelQuery, kennelReference, savedVersion, toVersion } from "../../platform/rest/request";
import { answerOf } from "../../platform/rest/returned";
import { z } from "../../platform/rest/zod";
import { formShape } from "../model/forms";

const tags = ["Applications"];

const question = answerOf("ApplicationQuestion", formShape.fields.questions.element, {
  about: {
    key: z.string().openapi({ description: "Stays the same when the question is reworded", example: "home" }),
    fills: z
      .enum(FILL_NAMES)
      .nullable()
      .openapi({ description: "The field of an applicant that the answer fills" }),
  },
});

const form = answerOf("ApplicationForm", formShape, {
  about: {
    questions: question,
    slug: z.string().openapi({ description: "The last part of the address", example: "oak-hill" }),
    version: z
      .number()
      .int()
      .openapi({ description: "Rises when something else is asked; 0 if the form was never saved" }),
    missing: z
      .array(z.string())
      .openapi({ description: "What is missing before the form can take applications" }),
    admits: z.enum(ADMITS).openapi({ description: "Whether new ones wait or go on the list at once" }),
  },
});

const changes = z.object({
  kennelId: kennelReference,
  slug: z.string().optional(),
  isOpen: z.boolean().optional(),
  intro: z.string().optional(),
  questions: z
    .array(
      z.object({
        key: z.string(),
        kind: z.enum(QUESTION_KINDS),
        label: z.string(),
        help: z.string().nullish(),
        choices: z
          .array(z.string())
          .optional()
          .openapi({ description: `At most ${MAX_CHOICES}` }),
        isRequired: z.boolean(),
        fills: z.string().nullish(),
      }),
    )
    .optional()
    .openapi({ description: `At most ${MAX_QUESTIONS}, in their order` }),
  consents: z
    .array(z.object({ key: z.string(), text: z.string(), isRequired: z.boolean() }))
    .optional()
    .openapi({ description: "The first is the privacy notice and required" }),
  admits: z.enum(ADMITS).optional(),
  allowsUnconfirmed: z.boolean().optional(),
  updatedAt: savedVersion.nullable(),
});

export const applicationFormEndpoints: readonly Endpoint[] = [
  get("/application-form", {
    operationId: "getApplicationForm",
    tags,
    permission: "settings:read",
    summary: "Get a kennel's application form",
    query: kennelQuery,
    returns: oneOf(form, "The form; one that was never saved has the questions to start with"),
    run: async ({ env, query }) => await env.runQuery(api.applications.applicationForms.get, query),
  }),
  put("/application-form", {
    operationId: "updateApplicationForm",
    tags,
    permission: "settings:write",
    summary: "Change a kennel's application form; omitted fields stay unchanged",
    description: "Lists are replaced as a whole. Applications keep the words that they answered.",
    body: jsonBody(changes, { intro: "We answer within a week.", admits: "to_review" }),
    returns: oneOf(form, "The stored form"),
    refusals: ["STALE_UPDATE"],
    run: async ({ env, body: { updatedAt, ...asked } }) =>
      await env.runMutation(api.applications.applicationForms.save, {
        ...asked,
        expectedUpdatedAt: updatedAt === null ? 0 : toVersion(updatedAt),
      }),
  }),
];
