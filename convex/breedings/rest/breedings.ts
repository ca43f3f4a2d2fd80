/**
 * The REST calls of breedings. The form's names (matingDate, expectedDeliveryDate, contractDetails) are accepted in
 * addition to the entity's names: decision GAP-BRD-07.
 */
import type { z as Zod } from "@hono/zod-openapi";
import { EXPORT_FORMATS, EXPORT_TYPES } from "../../../domain/breedings/export";
import { BREEDING_ROLES, BREEDING_STATUSES } from "../../../domain/breedings/rules";
import { fail } from "../../../domain/errors";
import {
  BREEDING_FIELDS,
  DAM_TEMPERATURE_FIELDS,
  MATING_FIELDS,
  PREGNANCY_CHECK_FIELDS,
} from "../../../domain/breedings/record";
import { newBreedingSchema, sentCheckSchema } from "../../../domain/breedings/schemas";
import { changeShape, newShape } from "../../../domain/records/record";
import { api } from "../../_generated/api";
import { plannedLitterAnswer, plannedLitterQuery, toPlannedLitter } from "../../genetics/rest/mates";
import { newTemperatureSchema } from "../model/damTemperatures";
import { recordBody, toRecordFields } from "../../platform/rest/recordResponses";
import {
  del,
  fileOf,
  get,
  gone,
  idParam,
  listOf,
  one,
  oneOf,
  type Endpoint,
} from "../../platform/rest/calls";
import { sendMade } from "../../platform/rest/files";
import { kennelReference, oneOrAll, readingDay, searchQuery, writingDay } from "../../platform/rest/request";
import { resource } from "../../platform/rest/resource";
import { z } from "../../platform/rest/zod";
import {
  breedingEntry,
  breedingHistory,
  damTemperature,
  mating,
  pregnancyCheck,
  savedBreeding,
} from "./breedingEntities";

const tags = ["Breeding"];

const typed = newBreedingSchema.shape;
const typedCheck = sentCheckSchema.shape.pregnancyCheck.shape;

const sameAs = (name: string) => ({ description: `The same as ${name}, which wins` });

const { breedingDate, expectedDueDate, breedingType, studFee, contractTerms, ...others } = recordBody(
  BREEDING_FIELDS,
  typed,
);

/** Parents are left out. */
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
});

type Written = Omit<Zod.output<typeof changeBody>, "sireId" | "damId">;

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
  status: oneOrAll(BREEDING_STATUSES, "Empty means every status"),
  search: searchQuery("Every word must be found in sire, dam or notes"),
};

const breedings = resource({
  path: "/breeding",
  tags,
  rights: "breeding",
  noun: "breeding",
  id: "breedingId",
  answer: breedingEntry,
  saved: savedBreeding,
});

const temperatures = resource({
  path: "/breeding/temperatures",
  tags,
  rights: "breeding",
  noun: "temperature",
  operation: "DamTemperature",
  id: "temperatureId",
  answer: damTemperature,
});

const matings = resource({
  path: "/breeding/matings",
  tags,
  rights: "breeding",
  noun: "mating",
  id: "matingId",
  answer: mating,
});

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
    returns: oneOf(breedingHistory, "The dog's breedings"),
    run: async ({ env, params: { id: dogId }, query: { role } }) =>
      (await env.runQuery(api.breedings.breedings.history, { dogId, role })) ?? fail("NOT_FOUND"),
  }),
  breedings.list({
    summary: "List a page of breedings, the newest mating first",
    query: filterQuery,
    run: async (env, args) => await env.runQuery(api.breedings.breedings.list, args),
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
      today: readingDay,
    }),
    returns: fileOf("The file", ...Object.values(EXPORT_TYPES)),
    run: async ({ env, query }, c) =>
      sendMade(c, await env.runAction(api.breedings.actions.breedingExport.make, query)),
  }),
  breedings.get({
    summary: "Get a breeding",
    run: async (env, args) => await env.runQuery(api.breedings.breedings.get, args),
  }),
  breedings.create({
    summary: "Plan a breeding",
    body: newBody,
    example: exampleBreeding,
    refusals: ["LIMIT_REACHED"],
    run: async (env, _, { kennelId, sireId, damId, ...written }) => {
      const fields = toFields(written);
      // If the date is missing, the function reports the error under the function's own name for the date.
      const breedingDate = fields.breedingDate ?? "";
      const args = { ...fields, breedingDate, sireId, damId, kennelId };
      return await env.runMutation(api.breedings.breedings.create, args);
    },
  }),
  breedings.update({
    summary: "Change a breeding; omitted fields stay unchanged, null or empty ones are cleared",
    body: changeBody,
    example: { notes: "Moved by a week", breedingDate: "2025-01-08" },
    run: async (env, args, { sireId, damId, ...written }) =>
      await env.runMutation(api.breedings.breedings.update, { ...toFields(written), sireId, damId, ...args }),
  }),
  breedings.step("patch", "/status", {
    operationId: "setBreedingStatus",
    summary: "Set a breeding's status; every change of status is allowed",
    description: "An odd day is not refused but told of in warnings.",
    query: { today: writingDay },
    body: z.object({
      status: z.enum(BREEDING_STATUSES, { error: `Status must be ${BREEDING_STATUSES.join(", ")}` }),
      breedingDate: breedingDate
        .optional()
        .openapi({ description: "The true day of mating; the expected due date moves with it" }),
      matingDate: breedingDate.optional().openapi(sameAs("breedingDate")),
      pregnancyCheck: z
        .object({
          ...recordBody(PREGNANCY_CHECK_FIELDS, typedCheck),
          on: typedCheck.on.optional().openapi({ description: "Today if omitted" }),
          result: typedCheck.result
            .optional()
            .openapi({ description: "pregnant if omitted, not_pregnant with the status failed" }),
        })
        .optional()
        .openapi({ description: "Kept with the breeding, which may have several" }),
    }),
    example: {
      status: "confirmed",
      pregnancyCheck: { on: "2025-01-29", method: "ultrasound", puppiesSeen: 6 },
    },
    refusals: ["LIMIT_REACHED"],
    run: async (env, args, { matingDate, ...body }) =>
      await env.runMutation(api.breedings.breedings.setStatus, {
        ...body,
        breedingDate: body.breedingDate ?? matingDate,
        ...args,
      }),
  }),
  get("/breeding/{id}/planned-litter", {
    operationId: "getPlannedLitterOfBreeding",
    tags,
    permission: "breeding:read",
    summary:
      "Get what a planned breeding's litter means: inbreeding, diversity of the breed, diseases, colors",
    description: "Also needs dogs:read; the forecast also needs health:read and is null without it.",
    params: z.object({ id: idParam("id", "The breeding's id") }),
    query: plannedLitterQuery,
    returns: one(plannedLitterAnswer.nullable(), "The planned litter; null if a parent has no record"),
    run: async ({ env, params: { id: breedingId }, query }) => {
      const found = await env.runQuery(api.breedings.breedings.plannedLitter, { breedingId, ...query });
      return found && toPlannedLitter(found);
    },
  }),
  get("/breeding/{id}/pregnancy-checks", {
    operationId: "listPregnancyChecks",
    tags,
    permission: "breeding:read",
    summary: "List a breeding's pregnancy checks, the newest first",
    params: z.object({ id: idParam("id", "The breeding's id") }),
    returns: listOf(pregnancyCheck, "The checks"),
    run: async ({ env, params: { id: breedingId } }) =>
      await env.runQuery(api.breedings.pregnancyChecks.list, { breedingId }),
  }),
  del("/breeding/pregnancy-checks/{id}", {
    operationId: "deletePregnancyCheck",
    tags,
    permission: "breeding:write",
    summary: "Delete a pregnancy check",
    params: z.object({ id: idParam("id", "The check's id") }),
    returns: gone("The check was deleted"),
    run: async ({ env, params: { id: pregnancyCheckId } }) =>
      void (await env.runMutation(api.breedings.pregnancyChecks.remove, { pregnancyCheckId })),
  }),
  get("/breeding/{id}/matings", {
    operationId: "listMatings",
    tags,
    permission: "breeding:read",
    summary: "List a breeding's matings, the earliest first; one without any has its own date alone",
    params: z.object({ id: idParam("id", "The breeding's id") }),
    returns: listOf(mating, "The matings"),
    run: async ({ env, params: { id: breedingId } }) =>
      await env.runQuery(api.breedings.matings.list, { breedingId }),
  }),
  breedings.step("post", "/matings", {
    operationId: "createMating",
    summary: "Record a mating of a breeding",
    answer: mating,
    returns: "The stored mating",
    body: z.object(recordBody(MATING_FIELDS, newShape(MATING_FIELDS).shape)),
    example: { on: "2025-01-03", kind: "natural", place: "Sire's kennel" },
    refusals: ["LIMIT_REACHED"],
    run: async (env, { breedingId }, body) =>
      await env.runMutation(api.breedings.matings.create, {
        breedingId,
        ...toRecordFields(MATING_FIELDS, body),
      }),
  }),
  matings.update({
    summary: "Change a mating; a new day of the one that counts moves the due date",
    body: z.object(recordBody(MATING_FIELDS, changeShape(MATING_FIELDS).shape)),
    example: { witnesses: "Anna Berg" },
    run: async (env, { matingId, expectedUpdatedAt }, body) =>
      await env.runMutation(api.breedings.matings.update, {
        ...{ matingId, expectedUpdatedAt },
        ...toRecordFields(MATING_FIELDS, body),
      }),
  }),
  matings.remove({
    summary: "Delete a mating; the breeding keeps its date",
    run: async (env, args) => await env.runMutation(api.breedings.matings.remove, args),
  }),
  get("/breeding/{id}/temperatures", {
    operationId: "listDamTemperatures",
    tags,
    permission: "breeding:read",
    summary: "List the dam's temperatures before whelping, the newest first",
    params: z.object({ id: idParam("id", "The breeding's id") }),
    returns: listOf(damTemperature, "The temperatures, in degrees Fahrenheit"),
    run: async ({ env, params: { id: breedingId } }) =>
      await env.runQuery(api.breedings.damTemperatures.list, { breedingId }),
  }),
  breedings.step("post", "/temperatures", {
    operationId: "createDamTemperature",
    summary: "Record a temperature of the dam, once for each entryKey",
    answer: damTemperature,
    returns: "The stored temperature",
    body: z.object({
      ...recordBody(DAM_TEMPERATURE_FIELDS, newShape(DAM_TEMPERATURE_FIELDS).shape),
      entryKey: newTemperatureSchema.shape.entryKey,
    }),
    example: { temperature: 99.9 },
    refusals: ["LIMIT_REACHED"],
    run: async (env, { breedingId }, { entryKey, ...body }) =>
      await env.runMutation(api.breedings.damTemperatures.add, {
        breedingId,
        ...toRecordFields(DAM_TEMPERATURE_FIELDS, body),
        ...(entryKey && { entryKey }),
      }),
  }),
  temperatures.update({
    summary: "Change a temperature of the dam; omitted fields stay unchanged",
    body: z.object(recordBody(DAM_TEMPERATURE_FIELDS, changeShape(DAM_TEMPERATURE_FIELDS).shape)),
    example: { temperature: 99.3 },
    run: async (env, { temperatureId, expectedUpdatedAt }, body) =>
      await env.runMutation(api.breedings.damTemperatures.update, {
        ...{ temperatureId, expectedUpdatedAt },
        ...toRecordFields(DAM_TEMPERATURE_FIELDS, body),
      }),
  }),
  temperatures.remove({
    summary: "Delete a temperature of the dam",
    run: async (env, args) => await env.runMutation(api.breedings.damTemperatures.remove, args),
  }),
  breedings.remove({
    summary: "Delete a breeding without litters",
    refusals: ["HAS_LITTERS", "TOO_MANY_AT_ONCE", "STILL_MOVING"],
    run: async (env, args) => await env.runMutation(api.breedings.breedings.remove, args),
  }),
];
