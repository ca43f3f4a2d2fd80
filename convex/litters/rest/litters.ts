/**
 * The REST calls of litters: each is one call to the function the web app uses. Both names of a
 * field are taken: birthDate for whelpingDate, litterSize for numberBorn (decision GAP-LIT-05).
 */
import type { z as Zod } from "@hono/zod-openapi";
import { litterChangesSchema } from "../../../domain/schemas/litter";
import { api } from "../../_generated/api";
import { sendMade } from "../../platform/rest/files";
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
  del,
  type Endpoint,
} from "../../platform/rest/calls";
import {
  litterEntryAnswer,
  puppyAnswer,
  savedLitterAnswer,
  toLitterEntryAnswer,
  toPuppyAnswer,
} from "./litterEntities";
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

const tags = ["Litters"];
const params = z.object({ id: idParam("id", "The litter's id") });

const typed = litterChangesSchema.shape;
const sameAs = (name: string) => ({ description: `The same as ${name}, which wins` });

const writtenFields = {
  ...typed,
  whelpingDate: typed.whelpingDate.optional().openapi({ description: "The day of the birth, YYYY-MM-DD" }),
  birthDate: typed.whelpingDate.optional().openapi(sameAs("whelpingDate")),
  litterSize: typed.numberBorn.optional().openapi(sameAs("numberBorn")),
};

const newBody = z.object({
  breedingId: z
    .string({ error: "Breeding is required" })
    .trim()
    .min(1, "Breeding is required")
    .openapi({ example: "jd7f3k9m2" }),
  ...writtenFields,
});
const changeBody = z.object({ ...writtenFields, updatedAt: savedVersion });

type Written = Omit<Zod.output<typeof changeBody>, "updatedAt">;

/** Brings a body's names into those the functions take. */
const toFields = ({ birthDate, litterSize, ...fields }: Written) => ({
  ...fields,
  whelpingDate: fields.whelpingDate ?? birthDate,
  numberBorn: fields.numberBorn ?? litterSize,
});

const FILE_TYPES = { pdf: "application/pdf", csv: "text/csv; charset=utf-8" } as const;

export const litterEndpoints: Endpoint[] = [
  get("/litters", {
    operationId: "listLitters",
    tags,
    permission: "breeding:read",
    summary: "List a page of litters with breeding and puppies, the youngest first",
    query: z.object({
      ...pageQuery,
      kennelId: kennelReference,
      search: z
        .string()
        .optional()
        .openapi({ description: "Every word must be found in sire, dam or notes" }),
    }),
    returns: pageOf(litterEntryAnswer, "A page of litters"),
    run: async ({ env, query: { kennelId, ...query } }) => {
      const { data, pagination } = await env.runQuery(api.litters.litters.list, {
        ...query,
        kennelId: await kennelOrDefault(env, kennelId),
      });
      return { data: data.map(toLitterEntryAnswer), pagination };
    },
  }),
  get("/litters/{id}", {
    operationId: "getLitter",
    tags,
    permission: "breeding:read",
    summary: "Get a litter with breeding and puppies",
    params,
    returns: one(litterEntryAnswer, "The litter"),
    run: async ({ env, params }) => {
      const litter = await env.runQuery(api.litters.litters.get, { litterId: params.id });
      return toLitterEntryAnswer(litter);
    },
  }),
  post("/litters", {
    operationId: "createLitter",
    tags,
    permission: "breeding:write",
    summary: "Record a litter; its breeding becomes whelped, with the litter's day and numbers",
    query: z.object({ today: todayQuery }),
    body: jsonBody(newBody, {
      breedingId: "jd7f3k9m2",
      whelpingDate: "2025-03-05",
      numberBorn: 7,
      numberAlive: 6,
      numberMales: 4,
      numberFemales: 3,
      whelping: { assistanceRequired: true },
    }),
    returns: one(savedLitterAnswer, "The stored litter"),
    refusals: ["LIMIT_REACHED"],
    run: async ({ env, query, body: { breedingId, ...written } }) => {
      const fields = toFields(written);
      const { warnings, ...litter } = await env.runMutation(api.litters.litters.create, {
        ...fields,
        // The function says what is missing, whichever name the day could have come under.
        whelpingDate: fields.whelpingDate ?? "",
        breedingId,
        today: todayForWriting(query.today),
      });
      return { ...toLitterEntryAnswer(litter), warnings };
    },
  }),
  put("/litters/{id}", {
    operationId: "updateLitter",
    tags,
    permission: "breeding:write",
    summary: "Change a litter; omitted fields stay unchanged, null or empty ones are cleared",
    params,
    query: z.object({ today: todayQuery }),
    body: jsonBody(changeBody, { notes: "All nursing well", whelping: { veterinarianPresent: true } }),
    returns: one(savedLitterAnswer, "The stored litter"),
    refusals: ["STALE_UPDATE"],
    run: async ({ env, params, query, body: { updatedAt, ...written } }) => {
      const { warnings, ...litter } = await env.runMutation(api.litters.litters.update, {
        ...toFields(written),
        litterId: params.id,
        today: todayForWriting(query.today),
        expectedUpdatedAt: toVersion(updatedAt),
      });
      return { ...toLitterEntryAnswer(litter), warnings };
    },
  }),
  del("/litters/{id}", {
    operationId: "deleteLitter",
    tags,
    permission: "breeding:write",
    summary: "Delete a litter; with puppies only when confirmed, with sold puppies not at all",
    params,
    query: z.object({
      confirmed: z
        .enum(["true", "false"], { error: "confirmed must be true or false" })
        .optional()
        .openapi({ description: "true deletes the puppies with their weights and checks too" }),
    }),
    returns: gone("The litter was deleted"),
    refusals: ["HAS_PUPPIES", "HAS_SOLD_PUPPIES", "TOO_MANY_AT_ONCE", "STILL_MOVING"],
    run: async ({ env, params, query }) => {
      const isConfirmed = query.confirmed === "true";
      await env.runMutation(api.litters.litters.remove, { litterId: params.id, isConfirmed });
    },
  }),
  get("/litters/{id}/puppies", {
    operationId: "listPuppiesOfLitter",
    tags,
    permission: "breeding:read",
    summary: "List a litter's puppies in the order of their birth",
    params,
    returns: one(z.array(puppyAnswer), "The puppies"),
    run: async ({ env, params }) => {
      const { puppies } = await env.runQuery(api.litters.litters.get, { litterId: params.id });
      return puppies.map(toPuppyAnswer);
    },
  }),
  get("/litters/{id}/export", {
    operationId: "exportLitter",
    tags,
    permission: "breeding:read",
    summary: "Get a litter's sheet as PDF, or its puppies as CSV",
    params,
    query: z.object({
      format: z.enum(["pdf", "csv"], { error: "format must be pdf or csv" }).default("pdf"),
      today: todayQuery,
    }),
    returns: fileOf("The file", "application/pdf", "text/csv"),
    run: async ({ env, params, query: { format, today } }, c) => {
      const file = await env.runAction(api.litters.actions.litterSheet.make, {
        litterId: params.id,
        format,
        today: todayForReading(today),
      });
      return sendMade(c, { ...file, type: FILE_TYPES[format] }, format === "pdf");
    },
  }),
  get("/breeding/{id}/litters", {
    operationId: "listLittersOfBreeding",
    tags: ["Breeding"],
    permission: "breeding:read",
    summary: "List a breeding's litters with their puppies, the first born first",
    params: z.object({ id: idParam("id", "The breeding's id") }),
    returns: one(z.array(litterEntryAnswer), "The litters"),
    run: async ({ env, params }) => {
      const breedingId = params.id;
      const litters = await env.runQuery(api.litters.litters.ofBreeding, { breedingId });
      return litters.map(toLitterEntryAnswer);
    },
  }),
];
