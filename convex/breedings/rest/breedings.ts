/**
 * The REST calls of breedings: each is one call to the function the web app uses. The form's
 * names (matingDate, expectedDeliveryDate, contractDetails) are taken beside the entity's: decision GAP-BRD-07.
 */
import type { z as Zod } from "@hono/zod-openapi";
import { EXPORT_FORMATS, EXPORT_TYPES } from "../../../domain/breedings/export";
import { BREEDING_ROLES, BREEDING_STATUSES } from "../../../domain/constants/breedings";
import { fail } from "../../../domain/errors";
import { BREEDING_FIELDS } from "../../../domain/records/breeding";
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
import { recordBody, toRecordFields } from "../../platform/rest/recordResponses";
import {
  jsonBody,
  one,
  pageOf,
  gone,
  fileOf,
  idParam,
  get,
  post,
  put,
  patch,
  del,
  type Endpoint,
} from "../../platform/rest/calls";
import { sendMade } from "../../platform/rest/files";
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

const typed = newBreedingSchema.shape;

const sameAs = (name: string) => ({ description: `The same as ${name}, which wins` });

const { breedingDate, expectedDueDate, breedingType, studFee, contractTerms, ...others } = recordBody(
  BREEDING_FIELDS,
  typed,
);

/** Everything of a body but the parents. */
const writtenFields = {
  breedingDate: breedingDate.optional().openapi({ description: "The day of mating" }),
  matingDate: breedingDate.optional().openapi(sameAs("breedingDate")),
  expectedDueDate: expectedDueDate.optional().openapi({ description: "Without it, 63 days after mating" }),
  expectedDeliveryDate: expectedDueDate.optional().openapi(sameAs("expectedDueDate")),
  breedingType: breedingType.optional(),
  studFee,
  contractTerms,
  contractDetails: contractTerms.optional().openapi(sameAs("contractTerms")),
  ...others,
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
const toFields = ({ matingDate, expectedDeliveryDate, contractDetails, ...fields }: Written) =>
  toRecordFields(BREEDING_FIELDS, {
    ...fields,
    breedingDate: fields.breedingDate ?? matingDate,
    expectedDueDate: fields.expectedDueDate === undefined ? expectedDeliveryDate : fields.expectedDueDate,
    contractTerms: fields.contractTerms === undefined ? contractDetails : fields.contractTerms,
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

export const breedingEndpoints: Endpoint[] = [
  get("/dogs/{id}/breeding-history", {
    operationId: "getBreedingHistory",
    tags: ["Dogs"],
    permission: "breeding:read",
    summary: "List a dog's breedings with partner and litters, the newest first",
    params: z.object({ id: idParam("id", "The dog's id") }),
    query: z.object({
      role: z
        .enum(BREEDING_ROLES, { error: "Role must be sire, dam or both" })
        .default("both")
        .openapi({ description: "Breedings in which the dog was the sire, the dam or either" }),
    }),
    returns: one(historyAnswer, "The dog's breedings"),
    run: async ({ env, params: { id: dogId }, query }) => {
      const history = await env.runQuery(api.breedings.breedings.history, {
        dogId,
        role: query.role,
      });
      return toHistoryAnswer(history ?? fail("NOT_FOUND"));
    },
  }),
  get("/breeding", {
    operationId: "listBreedings",
    tags,
    permission: "breeding:read",
    summary: "List a page of breedings, the newest mating first",
    query: z.object({
      ...pageQuery,
      kennelId: kennelReference,
      ...filterQuery,
    }),
    returns: pageOf(breedingEntryAnswer, "A page of breedings"),
    run: async ({ env, query: { kennelId, ...query } }) => {
      const { data, pagination } = await env.runQuery(api.breedings.breedings.list, {
        ...query,
        kennelId: await kennelOrDefault(env, kennelId),
      });
      return { data: data.map(toCardAnswer), pagination };
    },
  }),
  get("/breeding/export", {
    operationId: "exportBreedings",
    tags,
    permission: "breeding:read",
    summary: "Get all breedings as a file, the newest mating first",
    query: z.object({
      kennelId: kennelReference,
      ...filterQuery,
      format: z
        .enum(EXPORT_FORMATS, { error: `Format must be ${EXPORT_FORMATS.join(", ")}` })
        .default("csv")
        .openapi({ description: "Comma-separated text, a spreadsheet or a printed list" }),
      today: todayQuery,
    }),
    returns: fileOf("The file", ...Object.values(EXPORT_TYPES)),
    run: async ({ env, query: { kennelId, today, ...query } }, c) => {
      const file = await env.runAction(api.breedings.actions.breedingExport.make, {
        ...query,
        kennelId: await kennelOrDefault(env, kennelId),
        today: todayForReading(today),
      });
      return sendMade(c, file);
    },
  }),
  get("/breeding/{id}", {
    operationId: "getBreeding",
    tags,
    permission: "breeding:read",
    summary: "Get a breeding",
    params,
    returns: one(breedingEntryAnswer, "The breeding"),
    run: async ({ env, params }) => {
      const breeding = await env.runQuery(api.breedings.breedings.get, {
        breedingId: params.id,
      });
      return toCardAnswer(breeding);
    },
  }),
  post("/breeding", {
    operationId: "createBreeding",
    tags,
    permission: "breeding:write",
    summary: "Plan a breeding",
    body: jsonBody(newBody, exampleBreeding),
    returns: one(savedBreedingAnswer, "The stored breeding"),
    refusals: ["LIMIT_REACHED"],
    run: async ({ env, body: { kennelId, sireId, damId, ...written } }) => {
      const fields = toFields(written);
      const { warnings, ...breeding } = await env.runMutation(api.breedings.breedings.create, {
        ...fields,
        // The function says what is missing, whichever name the day could have come under.
        breedingDate: fields.breedingDate ?? "",
        sireId,
        damId,
        kennelId: await kennelOrDefault(env, kennelId),
      });
      return { ...toBreedingEntryAnswer(breeding), warnings };
    },
  }),
  put("/breeding/{id}", {
    operationId: "updateBreeding",
    tags,
    permission: "breeding:write",
    summary: "Change a breeding; omitted fields stay unchanged, null or empty ones are cleared",
    params,
    body: jsonBody(changeBody, { notes: "Moved by a week", breedingDate: "2025-01-08" }),
    returns: one(savedBreedingAnswer, "The stored breeding"),
    refusals: ["STALE_UPDATE"],
    run: async ({ env, params, body: { sireId, damId, updatedAt, ...written } }) => {
      const { warnings, ...breeding } = await env.runMutation(api.breedings.breedings.update, {
        ...toFields(written),
        sireId,
        damId,
        breedingId: params.id,
        expectedUpdatedAt: toVersion(updatedAt),
      });
      return { ...toBreedingEntryAnswer(breeding), warnings };
    },
  }),
  patch("/breeding/{id}/status", {
    operationId: "setBreedingStatus",
    tags,
    permission: "breeding:write",
    summary: "Set a breeding's status; every change of status is allowed",
    params,
    query: z.object({ today: todayQuery }),
    body: jsonBody(
      z.object({
        status: z.enum(BREEDING_STATUSES, { error: `Status must be ${BREEDING_STATUSES.join(", ")}` }),
      }),
      { status: "bred" },
    ),
    returns: one(savedBreedingAnswer, "The stored breeding"),
    run: async ({ env, params, query, body }) => {
      const { warnings, ...breeding } = await env.runMutation(api.breedings.breedings.setStatus, {
        breedingId: params.id,
        status: body.status,
        today: todayForWriting(query.today),
      });
      return { ...toBreedingEntryAnswer(breeding), warnings };
    },
  }),
  del("/breeding/{id}", {
    operationId: "deleteBreeding",
    tags,
    permission: "breeding:write",
    summary: "Delete a breeding without litters",
    params,
    returns: gone("The breeding was deleted"),
    refusals: ["HAS_LITTERS", "TOO_MANY_AT_ONCE", "STILL_MOVING"],
    run: async ({ env, params }) => {
      await env.runMutation(api.breedings.breedings.remove, { breedingId: params.id });
    },
  }),
];
