/** The REST calls of contracts and their templates. Sources: decisions GAP-BRD-13 and GAP-SET-15. */
import { CONTRACT_KINDS } from "../../../domain/constants/contracts";
import { CERTIFICATE_PAPERS } from "../../../domain/constants/pedigree";
import { BUILT_IN_TEMPLATES } from "../../../domain/contracts/built-in";
import { PLACEHOLDER_NAMES } from "../../../domain/contracts/placeholders";
import { fail } from "../../../domain/errors";
import { newTemplateSchema, templateChangesSchema } from "../../../domain/schemas/contract-template";
import { api } from "../../_generated/api";
import type { ContractTemplate } from "../model/contractTemplates";
import { dispositionOf } from "../../platform/rest/files";
import {
  answer,
  contract,
  deletedAnswer,
  endpoint,
  idParam,
  jsonBody,
  REFUSALS,
  refusal,
  wrapped,
  type Endpoint,
} from "../../platform/rest/contract";
import { savedVersion, todayForReading, todayQuery, toVersion } from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";

const tags = ["Settings"];
const kennelParams = z.object({ id: idParam("id", "The kennel's id") });
const params = z.object({ id: idParam("id", "The template's id") });

export const templateAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(CONTRACT_KINDS),
    body: z.string().openapi({
      description: `Text with placeholders: ${PLACEHOLDER_NAMES.map((name) => `{{${name}}}`).join(", ")}`,
    }),
    isDefault: z.boolean(),
    isBuiltIn: z.boolean(),
    updatedAt: z.string().nullable(),
  })
  .openapi("ContractTemplate");

const toAnswer = ({ updatedAt, ...template }: ContractTemplate) => ({
  ...template,
  updatedAt: updatedAt === null ? null : new Date(updatedAt).toISOString(),
});

const newFields = newTemplateSchema.shape;
const changeFields = templateChangesSchema.shape;

export const listContractTemplates = contract({
  operationId: "listContractTemplates",
  method: "get",
  path: "/settings/kennel/{id}/contract-templates",
  tags,
  summary: "List a kennel's contract templates, its own ones first, then the built-in ones",
  "x-permission": "settings:read",
  request: { params: kennelParams },
  responses: { 200: answer(wrapped(z.array(templateAnswer)), "The templates"), ...REFUSALS },
});

export const createContractTemplate = contract({
  operationId: "createContractTemplate",
  method: "post",
  path: "/settings/kennel/{id}/contract-templates",
  tags,
  summary: "Add a contract template; the first of its kind is the default one",
  "x-permission": "settings:write",
  request: {
    params: kennelParams,
    body: jsonBody(z.object(newFields), {
      name: "Our stud contract",
      kind: "stud",
      body: "# Stud contract\n{{sire}} serves {{dam}} for {{studFee}}.\n{{terms}}",
    }),
  },
  responses: {
    201: answer(wrapped(templateAnswer), "The stored template"),
    ...REFUSALS,
    409: refusal("LIMIT_REACHED"),
  },
});

export const updateContractTemplate = contract({
  operationId: "updateContractTemplate",
  method: "put",
  path: "/settings/contract-templates/{id}",
  tags,
  summary: "Change a contract template; absent fields stay",
  "x-permission": "settings:write",
  request: {
    params,
    body: jsonBody(z.object({ ...changeFields, updatedAt: savedVersion }), { isDefault: true }),
  },
  responses: {
    200: answer(wrapped(templateAnswer), "The stored template"),
    ...REFUSALS,
    409: refusal("STALE_UPDATE"),
  },
});

export const deleteContractTemplate = contract({
  operationId: "deleteContractTemplate",
  method: "delete",
  path: "/settings/contract-templates/{id}",
  tags,
  summary: "Delete a contract template; after the default one the oldest other is default",
  "x-permission": "settings:write",
  request: { params },
  responses: { 200: answer(deletedAnswer, "The template is gone"), ...REFUSALS },
});

export const generateContract = contract({
  operationId: "generateContract",
  method: "post",
  path: "/breeding/{id}/generate-contract",
  tags: ["Breeding"],
  summary: "Make a contract of a breeding as a PDF and keep it among its documents",
  description:
    "A value that is not recorded stands in the document as such, never as a blank. The header `Location` names the stored document's file.",
  "x-permission": "breeding:write",
  request: {
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
      today: todayQuery,
    }),
  },
  responses: {
    201: {
      description: "The contract",
      content: { "application/pdf": { schema: z.string().openapi({ format: "binary" }) } },
      headers: {
        Location: { description: "The stored document's file", schema: { type: "string" as const } },
      },
    },
    ...REFUSALS,
    409: refusal("FILE_LIMIT_REACHED"),
  },
});

export const contractEndpoints: Endpoint[] = [
  endpoint(listContractTemplates, async (c) => {
    const templates = await c.env.runQuery(api.contracts.contractTemplates.list, {
      kennelId: c.req.valid("param").id,
    });
    return c.json({ data: templates.map(toAnswer) }, 200);
  }),
  endpoint(createContractTemplate, async (c) => {
    const kennelId = c.req.valid("param").id;
    const template = await c.env.runMutation(api.contracts.contractTemplates.create, {
      kennelId,
      ...c.req.valid("json"),
    });
    return c.json({ data: toAnswer(template) }, 201);
  }),
  endpoint(updateContractTemplate, async (c) => {
    const { updatedAt, ...changes } = c.req.valid("json");
    const template = await c.env.runMutation(api.contracts.contractTemplates.update, {
      ...changes,
      templateId: c.req.valid("param").id,
      expectedUpdatedAt: toVersion(updatedAt),
    });
    return c.json({ data: toAnswer(template) }, 200);
  }),
  endpoint(deleteContractTemplate, async (c) => {
    await c.env.runMutation(api.contracts.contractTemplates.remove, { templateId: c.req.valid("param").id });
    return c.json({ success: true as const }, 200);
  }),
  endpoint(generateContract, async (c) => {
    const { today, ...query } = c.req.valid("query");
    const document = await c.env.runAction(api.contracts.actions.printedPapers.contract, {
      ...query,
      breedingId: c.req.valid("param").id,
      today: todayForReading(today),
    });
    const { storageId } = await c.env.runQuery(api.breedings.breedingDocuments.getFile, {
      documentId: document._id,
    });
    const file = (await c.env.storage.get(storageId)) ?? fail("NOT_FOUND");
    return c.body(await file.arrayBuffer(), 201, {
      "Content-Type": "application/pdf",
      "Content-Disposition": dispositionOf(document.fileName, false),
      Location: `/api/breeding/documents/${document._id}/download`,
    });
  }),
];
