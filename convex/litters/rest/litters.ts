/**
 * The REST calls of litters: contracts and handlers, each one call to the function the web app uses. Both names of a
 * field are taken: birthDate for whelpingDate, litterSize for numberBorn (decision GAP-LIT-05).
 */
import type { z as Zod } from "@hono/zod-openapi";
import { litterChangesSchema } from "../../../domain/schemas/litter";
import { api } from "../../_generated/api";
import { dispositionOf } from "../../platform/rest/files";
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

export const listLitters = contract({
  operationId: "listLitters",
  method: "get",
  path: "/litters",
  tags,
  summary: "List a page of litters with breeding and puppies, the youngest first",
  "x-permission": "breeding:read",
  request: {
    query: z.object({
      ...pageQuery,
      kennelId: kennelReference,
      search: z
        .string()
        .optional()
        .openapi({ description: "Every word must be found in sire, dam or notes" }),
    }),
  },
  responses: { 200: answer(paged(litterEntryAnswer), "A page of litters"), ...REFUSALS },
});

export const listLittersOfBreeding = contract({
  operationId: "listLittersOfBreeding",
  method: "get",
  path: "/breeding/{id}/litters",
  tags: ["Breeding"],
  summary: "List a breeding's litters with their puppies, the first born first",
  "x-permission": "breeding:read",
  request: { params: z.object({ id: idParam("id", "The breeding's id") }) },
  responses: { 200: answer(wrapped(z.array(litterEntryAnswer)), "The litters"), ...REFUSALS },
});

export const getLitter = contract({
  operationId: "getLitter",
  method: "get",
  path: "/litters/{id}",
  tags,
  summary: "Get a litter with breeding and puppies",
  "x-permission": "breeding:read",
  request: { params },
  responses: { 200: answer(wrapped(litterEntryAnswer), "The litter"), ...REFUSALS },
});

export const createLitter = contract({
  operationId: "createLitter",
  method: "post",
  path: "/litters",
  tags,
  summary: "Record a litter; its breeding is then whelped, with the litter's day and numbers",
  "x-permission": "breeding:write",
  request: {
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
  },
  responses: {
    201: answer(wrapped(savedLitterAnswer), "The stored litter"),
    ...REFUSALS,
    409: refusal("LIMIT_REACHED"),
  },
});

export const updateLitter = contract({
  operationId: "updateLitter",
  method: "put",
  path: "/litters/{id}",
  tags,
  summary: "Change a litter; absent fields stay, null or empty ones are cleared",
  "x-permission": "breeding:write",
  request: {
    params,
    query: z.object({ today: todayQuery }),
    body: jsonBody(changeBody, { notes: "All nursing well", whelping: { veterinarianPresent: true } }),
  },
  responses: {
    200: answer(wrapped(savedLitterAnswer), "The stored litter"),
    ...REFUSALS,
    409: refusal("STALE_UPDATE"),
  },
});

export const deleteLitter = contract({
  operationId: "deleteLitter",
  method: "delete",
  path: "/litters/{id}",
  tags,
  summary: "Delete a litter; one with puppies only when confirmed, one with sold puppies not at all",
  "x-permission": "breeding:write",
  request: {
    params,
    query: z.object({
      confirmed: z
        .enum(["true", "false"], { error: "confirmed must be true or false" })
        .optional()
        .openapi({ description: "true deletes the puppies with their weights and checks too" }),
    }),
  },
  responses: {
    200: answer(deletedAnswer, "The litter is gone"),
    ...REFUSALS,
    409: refusal("HAS_PUPPIES", "HAS_SOLD_PUPPIES", "TOO_MANY_AT_ONCE", "STILL_MOVING"),
  },
});

export const listPuppiesOfLitter = contract({
  operationId: "listPuppiesOfLitter",
  method: "get",
  path: "/litters/{id}/puppies",
  tags,
  summary: "List a litter's puppies in the order of their birth",
  "x-permission": "breeding:read",
  request: { params },
  responses: { 200: answer(wrapped(z.array(puppyAnswer)), "The puppies"), ...REFUSALS },
});

const file = { schema: z.string().openapi({ format: "binary" }) };

export const exportLitter = contract({
  operationId: "exportLitter",
  method: "get",
  path: "/litters/{id}/export",
  tags,
  summary: "Get a litter's sheet as PDF, or its puppies as CSV",
  "x-permission": "breeding:read",
  request: {
    params,
    query: z.object({
      format: z.enum(["pdf", "csv"], { error: "format must be pdf or csv" }).default("pdf"),
      today: todayQuery,
    }),
  },
  responses: {
    200: { description: "The file", content: { "application/pdf": file, "text/csv": file } },
    ...REFUSALS,
  },
});

const FILE_TYPES = { pdf: "application/pdf", csv: "text/csv; charset=utf-8" } as const;

export const litterEndpoints: Endpoint[] = [
  endpoint(listLitters, async (c) => {
    const { kennelId, ...query } = c.req.valid("query");
    const { data, pagination } = await c.env.runQuery(api.litters.litters.list, {
      ...query,
      kennelId: await kennelOrDefault(c.env, kennelId),
    });
    return c.json({ data: { data: data.map(toLitterEntryAnswer), pagination } }, 200);
  }),
  endpoint(getLitter, async (c) => {
    const litter = await c.env.runQuery(api.litters.litters.get, { litterId: c.req.valid("param").id });
    return c.json({ data: toLitterEntryAnswer(litter) }, 200);
  }),
  endpoint(createLitter, async (c) => {
    const { breedingId, ...written } = c.req.valid("json");
    const fields = toFields(written);
    const { warnings, ...litter } = await c.env.runMutation(api.litters.litters.create, {
      ...fields,
      // The function says what is missing, whichever name the day could have come under.
      whelpingDate: fields.whelpingDate ?? "",
      breedingId,
      today: todayForWriting(c.req.valid("query").today),
    });
    return c.json({ data: { ...toLitterEntryAnswer(litter), warnings } }, 201);
  }),
  endpoint(updateLitter, async (c) => {
    const { updatedAt, ...written } = c.req.valid("json");
    const { warnings, ...litter } = await c.env.runMutation(api.litters.litters.update, {
      ...toFields(written),
      litterId: c.req.valid("param").id,
      today: todayForWriting(c.req.valid("query").today),
      expectedUpdatedAt: toVersion(updatedAt),
    });
    return c.json({ data: { ...toLitterEntryAnswer(litter), warnings } }, 200);
  }),
  endpoint(deleteLitter, async (c) => {
    const isConfirmed = c.req.valid("query").confirmed === "true";
    await c.env.runMutation(api.litters.litters.remove, { litterId: c.req.valid("param").id, isConfirmed });
    return c.json({ success: true as const }, 200);
  }),
  endpoint(listPuppiesOfLitter, async (c) => {
    const { puppies } = await c.env.runQuery(api.litters.litters.get, { litterId: c.req.valid("param").id });
    return c.json({ data: puppies.map(toPuppyAnswer) }, 200);
  }),
  endpoint(exportLitter, async (c) => {
    const { format, today } = c.req.valid("query");
    const { fileName, content } = await c.env.runAction(api.litters.actions.litterSheet.make, {
      litterId: c.req.valid("param").id,
      format,
      today: todayForReading(today),
    });
    return c.body(content, 200, {
      "Content-Type": FILE_TYPES[format],
      "Content-Disposition": dispositionOf(fileName, format === "pdf"),
      "X-Content-Type-Options": "nosniff",
    });
  }),
  endpoint(listLittersOfBreeding, async (c) => {
    const breedingId = c.req.valid("param").id;
    const litters = await c.env.runQuery(api.litters.litters.ofBreeding, { breedingId });
    return c.json({ data: litters.map(toLitterEntryAnswer) }, 200);
  }),
];
