/** The REST calls of contracts and their templates. Sources: decisions GAP-BRD-13 and GAP-SET-15. */
import { CERTIFICATE_PAPERS } from "../../../domain/pedigree/rules";
import { BUILT_IN_TEMPLATES } from "../../../domain/contracts/built-in";
import { PLACEHOLDER_NAMES } from "../../../domain/contracts/placeholders";
import { fail } from "../../../domain/errors";
import { newTemplateSchema, templateChangesSchema } from "../../../domain/contracts/schemas";
import { api } from "../../_generated/api";
import { templateShape } from "../model/contractTemplates";
import { dispositionOf } from "../../platform/rest/files";
import {
  fileOf,
  get,
  idParam,
  jsonBody,
  listOf,
  oneOf,
  post,
  type Endpoint,
} from "../../platform/rest/calls";
import { readingDay } from "../../platform/rest/request";
import { resource } from "../../platform/rest/resource";
import { answerOf } from "../../platform/rest/returned";
import { z } from "../../platform/rest/zod";

const tags = ["Settings"];
const kennelParams = z.object({ id: idParam("id", "The kennel's id") });

const template = answerOf("ContractTemplate", templateShape, {
  about: {
    body: z.string().openapi({
      description: `Text with placeholders: ${PLACEHOLDER_NAMES.map((name) => `{{${name}}}`).join(", ")}`,
    }),
  },
});

const newFields = newTemplateSchema.shape;
const changeFields = templateChangesSchema.shape;

const templates = resource({
  path: "/settings/contract-templates",
  tags,
  rights: "settings",
  noun: "template",
  operation: "ContractTemplate",
  id: "templateId",
  answer: template,
});

export const contractEndpoints: Endpoint[] = [
  get("/settings/kennel/{id}/contract-templates", {
    operationId: "listContractTemplates",
    tags,
    permission: "settings:read",
    summary: "List a kennel's contract templates, its own first, then the built-in ones",
    params: kennelParams,
    returns: listOf(template, "The templates"),
    run: async ({ env, params }) =>
      await env.runQuery(api.contracts.contractTemplates.list, { kennelId: params.id }),
  }),
  post("/settings/kennel/{id}/contract-templates", {
    operationId: "createContractTemplate",
    tags,
    permission: "settings:write",
    summary: "Add a contract template; the first of its kind is the default one",
    params: kennelParams,
    body: jsonBody(z.object(newFields), {
      name: "Our stud contract",
      kind: "stud",
      body: "# Stud contract\n{{sire}} serves {{dam}} for {{studFee}}.\n{{terms}}",
    }),
    returns: oneOf(template, "The stored template"),
    refusals: ["LIMIT_REACHED"],
    run: async ({ env, params, body }) =>
      await env.runMutation(api.contracts.contractTemplates.create, { kennelId: params.id, ...body }),
  }),
  templates.update({
    summary: "Change a contract template; omitted fields stay unchanged",
    body: z.object(changeFields),
    example: { isDefault: true },
    run: async (env, args, changes) =>
      await env.runMutation(api.contracts.contractTemplates.update, { ...changes, ...args }),
  }),
  templates.remove({
    summary: "Delete a contract template; after the default one, the oldest other becomes the default",
    run: async (env, args) => await env.runMutation(api.contracts.contractTemplates.remove, args),
  }),
  post("/breeding/{id}/generate-contract", {
    operationId: "generateContract",
    tags: ["Breeding"],
    permission: "breeding:write & finances:write",
    summary: "Create a contract for a breeding as a PDF and add it to the breeding's documents",
    description:
      "A value that is not recorded is marked as such in the document, never left blank. The header `Location` is the address of the stored document's file.",
    params: z.object({ id: idParam("id", "The breeding's id") }),
    query: z.object({
      templateId: z
        .string()
        .optional()
        .openapi({
          description: `A template of the kennel, or one of ${BUILT_IN_TEMPLATES.map(({ id }) => id).join(", ")}; without it the first of these`,
        }),
      puppyId: z
        .string()
        .optional()
        .openapi({ description: "A puppy of the breeding, for contracts about one" }),
      paper: z.enum(CERTIFICATE_PAPERS, { error: "Paper must be a4 or letter" }).optional(),
      today: readingDay,
    }),
    returns: {
      ...fileOf("The contract", "application/pdf"),
      headers: { Location: { description: "The stored document's file", schema: { type: "string" } } },
    },
    refusals: ["FILE_LIMIT_REACHED"],
    run: async ({ env, params, query }, c) => {
      const document = await env.runAction(api.contracts.actions.printedPapers.contract, {
        ...query,
        breedingId: params.id,
      });
      const { storageId } = await env.runQuery(api.breedings.breedingDocuments.getFile, {
        documentId: document._id,
      });
      const file = (await env.storage.get(storageId)) ?? fail("NOT_FOUND");
      return c.body(await file.arrayBuffer(), 201, {
        "Content-Type": "application/pdf",
        "Content-Disposition": dispositionOf(document.fileName, false),
        Location: `/api/breeding/documents/${document._id}/download`,
      });
    },
  }),
];
