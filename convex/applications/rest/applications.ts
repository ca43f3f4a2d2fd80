/** The REST calls of applications. */
import { APPLICATION_STATUSES } from "../../../domain/applications/rules";
import { api } from "../../_generated/api";
import type { Endpoint } from "../../platform/rest/calls";
import { resource } from "../../platform/rest/resource";
import { answerOf } from "../../platform/rest/returned";
import { z } from "../../platform/rest/zod";
import { applicationShape } from "../model/applications";

const answer = answerOf(null, applicationShape.fields.answers.element);
const twin = answerOf(null, applicationShape.fields.twins.element, {
  about: { by: z.enum(["email", "phone", "name"]).openapi({ description: "What is equal" }) },
});

const applications = resource({
  path: "/applications",
  tags: ["Applications"],
  rights: { read: "breeding:read & finances:read", write: "breeding:write & finances:write" },
  noun: "application",
  id: "applicationId",
  answer: answerOf("Application", applicationShape, {
    about: {
      answers: answer,
      twins: twin,
      consents: z.array(z.string()).openapi({ description: "The words that the person agreed to" }),
      isConfirmed: z.boolean().openapi({ description: "Whether the email address was confirmed" }),
      isRepeated: z.boolean().openapi({ description: "Whether the same email address applied before" }),
    },
  }),
});

const letter = z.object({
  withLetter: z
    .boolean()
    .default(false)
    .openapi({ description: "Whether the person is told by email, in fixed words" }),
});

export const applicationEndpoints: readonly Endpoint[] = [
  applications.list({
    summary: "List a page of the kennel's applications of one state, the newest first",
    query: {
      status: z
        .enum(APPLICATION_STATUSES, { error: `Status must be ${APPLICATION_STATUSES.join(", ")}` })
        .default("received"),
    },
    run: async (env, args) => await env.runQuery(api.applications.applications.list, args),
  }),
  applications.get({
    summary: "Get an application",
    run: async (env, args) => await env.runQuery(api.applications.applications.get, args),
  }),
  applications.step("post", "/accept", {
    operationId: "acceptApplication",
    summary: "Put an application on the waiting list",
    description: "The contact with the same email or phone number is linked.",
    body: letter,
    example: { withLetter: true },
    refusals: ["STALE_UPDATE", "LIMIT_REACHED"],
    run: async (env, args, body) =>
      await env.runMutation(api.applications.applications.accept, { ...body, ...args }),
  }),
  applications.step("post", "/decline", {
    operationId: "declineApplication",
    summary: "Decline an application, which is deleted after 90 days",
    body: letter,
    example: { withLetter: false },
    refusals: ["STALE_UPDATE"],
    run: async (env, args, body) =>
      await env.runMutation(api.applications.applications.decline, { ...body, ...args }),
  }),
];
