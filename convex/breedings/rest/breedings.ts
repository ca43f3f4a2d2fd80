/**
 * The REST calls of breedings: contracts and handlers, each one call to the function the web app uses. The form's
 * names (matingDate, expectedDeliveryDate, contractDetails) are taken beside the entity's: decision GAP-BRD-07.
 */
import type { z as Zod } from "@hono/zod-openapi";
import { EXPORT_FORMATS, EXPORT_TYPES } from "../../../domain/breedings/export";
import { BREEDING_ROLES, BREEDING_STATUSES } from "../../../domain/constants/breedings";
import { fail } from "../../../domain/errors";
import { newBreedingSchema } from "../../../domain/schemas/breeding";
import { api } from "../../_generated/api";
import {
  breedingEntryAnswer,
  historyAnswer,
  savedBreedingAnswer,
  toBreedingEntryAnswer,
  toCardAnswer,
  toHistoryAnswer,
} from "./breedingEntities";
import { requiredDollars, toCents } from "../../platform/rest/money";
import {
  answer,
  contract,
  deletedAnswer,
  endpoint,
  idParam,
  jsonBody,
  paged,
  REFUSALS,
  refusal,
  wrapped,
  type Endpoint,
} from "../../platform/rest/contract";
import { dispositionOf } from "../../platform/rest/files";
import {
  kennelOrDefault,
  kennelReference,
  pageQuery,
  savedVersion,
  todayForReading,
  todayForWriting,
  todayQuery,
  toVersion,
} from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";

const tags = ["Breeding"];
const params = z.object({ id: idParam("id", "The breeding's id") });

const studFee = requiredDollars("Stud fee").optional().openapi({ description: "US dollars", example: 1500 });

const typed = newBreedingSchema.shape;

const sameAs = (name: string) => ({ description: `The same as ${name}, which wins` });

/** Everything of a body but the parents. */
const writtenFields = {
  breedingDate: typed.breedingDate.optional().openapi({ description: "The day of mating" }),
  matingDate: typed.breedingDate.optional().openapi(sameAs("breedingDate")),
  expectedDueDate: typed.expectedDueDate
    .optional()
    .openapi({ description: "Without it, 63 days after mating" }),
  expectedDeliveryDate: typed.expectedDueDate.optional().openapi(sameAs("expectedDueDate")),
  breedingType: typed.breedingType.optional(),
  studFee,
  contractTerms: typed.contractTerms,
  contractDetails: typed.contractTerms.optional().openapi(sameAs("contractTerms")),
  notes: typed.notes,
};

const newBody = z.object({
  kennelId: kennelReference,
  sireId: typed.sireId,
  damId: typed.damId,
  ...writtenFields,
});
const changeBody = z.object({
  sireId: typed.sireId.optional(),
  damId: typed.damId.optional(),
  ...writtenFields,
  updatedAt: savedVersion,
});

type Written = Omit<Zod.output<typeof changeBody>, "sireId" | "damId" | "updatedAt">;

/** Brings a body's names and dollars into what the functions take. */
const toFields = ({
  matingDate,
  expectedDeliveryDate,
  contractDetails,
  studFee: fee,
  ...fields
}: Written) => ({
  ...fields,
  breedingDate: fields.breedingDate ?? matingDate,
  expectedDueDate: fields.expectedDueDate === undefined ? expectedDeliveryDate : fields.expectedDueDate,
  contractTerms: fields.contractTerms === undefined ? contractDetails : fields.contractTerms,
  studFeeCents: toCents(fee) ?? undefined,
});

const exampleBreeding = {
  sireId: "jd7f3k9m2",
  damId: "jd7a1b2c3",
  breedingDate: "2025-01-01",
  expectedDueDate: "2025-03-05",
  breedingType: "natural",
  studFee: 1500,
  notes: "First litter",
} as const;

const filterQuery = {
  status: z
    .string()
    .optional()
    .openapi({ enum: ["", ...BREEDING_STATUSES], description: "Empty means every status" }),
  search: z.string().optional().openapi({ description: "Every word must be found in sire, dam or notes" }),
};

export const listBreedings = contract({
  operationId: "listBreedings",
  method: "get",
  path: "/breeding",
  tags,
  summary: "List a page of breedings, the newest mating first",
  "x-permission": "breeding:read",
  request: {
    query: z.object({
      ...pageQuery,
      kennelId: kennelReference,
      ...filterQuery,
    }),
  },
  responses: { 200: answer(paged(breedingEntryAnswer), "A page of breedings"), ...REFUSALS },
});

export const exportBreedings = contract({
  operationId: "exportBreedings",
  method: "get",
  path: "/breeding/export",
  tags,
  summary: "Get all breedings as a file, the newest mating first",
  "x-permission": "breeding:read",
  request: {
    query: z.object({
      kennelId: kennelReference,
      ...filterQuery,
      format: z
        .enum(EXPORT_FORMATS, { error: `Format must be ${EXPORT_FORMATS.join(", ")}` })
        .default("csv")
        .openapi({ description: "Comma-separated text, a spreadsheet or a printed list" }),
      today: todayQuery,
    }),
  },
  responses: {
    200: {
      description: "The file",
      content: Object.fromEntries(
        Object.values(EXPORT_TYPES).map((type) => [
          type,
          { schema: z.string().openapi({ format: "binary" }) },
        ]),
      ),
    },
    ...REFUSALS,
  },
});

export const getBreeding = contract({
  operationId: "getBreeding",
  method: "get",
  path: "/breeding/{id}",
  tags,
  summary: "Get a breeding",
  "x-permission": "breeding:read",
  request: { params },
  responses: { 200: answer(wrapped(breedingEntryAnswer), "The breeding"), ...REFUSALS },
});

export const createBreeding = contract({
  operationId: "createBreeding",
  method: "post",
  path: "/breeding",
  tags,
  summary: "Plan a breeding",
  "x-permission": "breeding:write",
  request: { body: jsonBody(newBody, exampleBreeding) },
  responses: {
    201: answer(wrapped(savedBreedingAnswer), "The stored breeding"),
    ...REFUSALS,
    409: refusal("LIMIT_REACHED"),
  },
});

export const updateBreeding = contract({
  operationId: "updateBreeding",
  method: "put",
  path: "/breeding/{id}",
  tags,
  summary: "Change a breeding; absent fields stay, null or empty ones are cleared",
  "x-permission": "breeding:write",
  request: { params, body: jsonBody(changeBody, { notes: "Moved by a week", breedingDate: "2025-01-08" }) },
  responses: {
    200: answer(wrapped(savedBreedingAnswer), "The stored breeding"),
    ...REFUSALS,
    409: refusal("STALE_UPDATE"),
  },
});

export const setBreedingStatus = contract({
  operationId: "setBreedingStatus",
  method: "patch",
  path: "/breeding/{id}/status",
  tags,
  summary: "Set a breeding's status; any may follow any",
  "x-permission": "breeding:write",
  request: {
    params,
    query: z.object({ today: todayQuery }),
    body: jsonBody(
      z.object({
        status: z.enum(BREEDING_STATUSES, { error: `Status must be ${BREEDING_STATUSES.join(", ")}` }),
      }),
      { status: "bred" },
    ),
  },
  responses: { 200: answer(wrapped(savedBreedingAnswer), "The stored breeding"), ...REFUSALS },
});

export const deleteBreeding = contract({
  operationId: "deleteBreeding",
  method: "delete",
  path: "/breeding/{id}",
  tags,
  summary: "Delete a breeding without litters",
  "x-permission": "breeding:write",
  request: { params },
  responses: {
    200: answer(deletedAnswer, "The breeding is gone"),
    ...REFUSALS,
    409: refusal("HAS_LITTERS", "TOO_MANY_AT_ONCE", "STILL_MOVING"),
  },
});

export const getBreedingHistory = contract({
  operationId: "getBreedingHistory",
  method: "get",
  path: "/dogs/{id}/breeding-history",
  tags: ["Dogs"],
  summary: "List a dog's breedings with partner and litters, the newest first",
  "x-permission": "breeding:read",
  request: {
    params: z.object({ id: idParam("id", "The dog's id") }),
    query: z.object({
      role: z
        .enum(BREEDING_ROLES, { error: "Role must be sire, dam or both" })
        .default("both")
        .openapi({ description: "Breedings in which the dog was the sire, the dam or either" }),
    }),
  },
  responses: { 200: answer(wrapped(historyAnswer), "The dog's breedings"), ...REFUSALS },
});

export const breedingEndpoints: Endpoint[] = [
  endpoint(getBreedingHistory, async (c) => {
    const { id: dogId } = c.req.valid("param");
    const history = await c.env.runQuery(api.breedings.breedings.history, {
      dogId,
      role: c.req.valid("query").role,
    });
    return c.json({ data: toHistoryAnswer(history ?? fail("NOT_FOUND")) }, 200);
  }),
  endpoint(listBreedings, async (c) => {
    const { kennelId, ...query } = c.req.valid("query");
    const { data, pagination } = await c.env.runQuery(api.breedings.breedings.list, {
      ...query,
      kennelId: await kennelOrDefault(c.env, kennelId),
    });
    return c.json({ data: { data: data.map(toCardAnswer), pagination } }, 200);
  }),
  endpoint(exportBreedings, async (c) => {
    const { kennelId, today, ...query } = c.req.valid("query");
    const { fileName, type, content } = await c.env.runAction(api.breedings.actions.breedingExport.make, {
      ...query,
      kennelId: await kennelOrDefault(c.env, kennelId),
      today: todayForReading(today),
    });
    return c.body(content, 200, {
      "Content-Type": type,
      "Content-Disposition": dispositionOf(fileName, false),
      "X-Content-Type-Options": "nosniff",
    });
  }),
  endpoint(getBreeding, async (c) => {
    const breeding = await c.env.runQuery(api.breedings.breedings.get, {
      breedingId: c.req.valid("param").id,
    });
    return c.json({ data: toCardAnswer(breeding) }, 200);
  }),
  endpoint(createBreeding, async (c) => {
    const { kennelId, sireId, damId, ...written } = c.req.valid("json");
    const fields = toFields(written);
    const { warnings, ...breeding } = await c.env.runMutation(api.breedings.breedings.create, {
      ...fields,
      // The function says what is missing, whichever name the day could have come under.
      breedingDate: fields.breedingDate ?? "",
      sireId,
      damId,
      kennelId: await kennelOrDefault(c.env, kennelId),
    });
    return c.json({ data: { ...toBreedingEntryAnswer(breeding), warnings } }, 201);
  }),
  endpoint(updateBreeding, async (c) => {
    const { sireId, damId, updatedAt, ...written } = c.req.valid("json");
    const { warnings, ...breeding } = await c.env.runMutation(api.breedings.breedings.update, {
      ...toFields(written),
      sireId,
      damId,
      breedingId: c.req.valid("param").id,
      expectedUpdatedAt: toVersion(updatedAt),
    });
    return c.json({ data: { ...toBreedingEntryAnswer(breeding), warnings } }, 200);
  }),
  endpoint(setBreedingStatus, async (c) => {
    const { warnings, ...breeding } = await c.env.runMutation(api.breedings.breedings.setStatus, {
      breedingId: c.req.valid("param").id,
      status: c.req.valid("json").status,
      today: todayForWriting(c.req.valid("query").today),
    });
    return c.json({ data: { ...toBreedingEntryAnswer(breeding), warnings } }, 200);
  }),
  endpoint(deleteBreeding, async (c) => {
    await c.env.runMutation(api.breedings.breedings.remove, { breedingId: c.req.valid("param").id });
    return c.json({ success: true as const }, 200);
  }),
];
