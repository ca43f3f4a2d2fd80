/**
 * The REST calls of litters. Two fields have a second name: birthDate for whelpingDate, litterSize for numberBorn
 * (decision GAP-LIT-05).
 */
import type { z as Zod } from "@hono/zod-openapi";
import { litterChangesSchema } from "../../../domain/litters/schemas";
import { api } from "../../_generated/api";
import { sendMade } from "../../platform/rest/files";
import { fileOf, get, idParam, listOf, type Endpoint } from "../../platform/rest/calls";
import { readingDay, searchQuery, writingDay, yesOrNo } from "../../platform/rest/request";
import { resource } from "../../platform/rest/resource";
import { z } from "../../platform/rest/zod";
import { litter, puppy, savedLitter } from "./litterEntities";

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
const changeBody = z.object(writtenFields);

const toFields = ({ birthDate, litterSize, ...fields }: Zod.output<typeof changeBody>) => ({
  ...fields,
  whelpingDate: fields.whelpingDate ?? birthDate,
  numberBorn: fields.numberBorn ?? litterSize,
});

const FILE_TYPES = { pdf: "application/pdf", csv: "text/csv; charset=utf-8" } as const;

const litters = resource({
  path: "/litters",
  tags,
  rights: "breeding",
  noun: "litter",
  id: "litterId",
  answer: litter,
  saved: savedLitter,
});

export const litterEndpoints: Endpoint[] = [
  litters.list({
    summary: "List a page of litters with breeding and puppies, the youngest first",
    query: { search: searchQuery("Every word must be found in sire, dam or notes") },
    run: async (env, args) => await env.runQuery(api.litters.litters.list, args),
  }),
  litters.get({
    summary: "Get a litter with breeding and puppies",
    run: async (env, args) => await env.runQuery(api.litters.litters.get, args),
  }),
  litters.create({
    summary: "Record a litter; its breeding becomes whelped, with the litter's day and numbers",
    query: { today: writingDay },
    body: newBody,
    example: {
      breedingId: "jd7f3k9m2",
      whelpingDate: "2025-03-05",
      numberBorn: 7,
      numberAlive: 6,
      numberMales: 4,
      numberFemales: 3,
      whelping: { assistanceRequired: true },
    },
    refusals: ["LIMIT_REACHED"],
    run: async (env, args, { breedingId, ...written }) => {
      const fields = toFields(written);
      // If the date is missing, the function reports the error under the function's own name for the date.
      const whelpingDate = fields.whelpingDate ?? "";
      return await env.runMutation(api.litters.litters.create, {
        ...{ ...fields, whelpingDate, breedingId },
        ...args,
      });
    },
  }),
  litters.update({
    summary: "Change a litter; omitted fields stay unchanged, null or empty ones are cleared",
    query: { today: writingDay },
    body: changeBody,
    example: { notes: "All nursing well", whelping: { veterinarianPresent: true } },
    run: async (env, args, written) =>
      await env.runMutation(api.litters.litters.update, { ...toFields(written), ...args }),
  }),
  litters.remove({
    summary: "Delete a litter; with puppies only when confirmed, with sold puppies not at all",
    query: {
      confirmed: yesOrNo("confirmed").openapi({
        description: "true deletes the puppies with their weights and checks too",
      }),
    },
    refusals: ["HAS_PUPPIES", "HAS_SOLD_PUPPIES", "TOO_MANY_AT_ONCE", "STILL_MOVING"],
    run: async (env, { confirmed: isConfirmed, ...args }) =>
      await env.runMutation(api.litters.litters.remove, { ...args, isConfirmed }),
  }),
  get("/litters/{id}/puppies", {
    operationId: "listPuppiesOfLitter",
    tags,
    permission: "breeding:read",
    summary: "List a litter's puppies in the order of their birth",
    params,
    returns: listOf(puppy, "The puppies"),
    run: async ({ env, params }) =>
      (await env.runQuery(api.litters.litters.get, { litterId: params.id })).puppies,
  }),
  get("/litters/{id}/export", {
    operationId: "exportLitter",
    tags,
    permission: "breeding:read",
    summary: "Get a litter's sheet as PDF, or its puppies as CSV",
    params,
    query: z.object({
      format: z.enum(["pdf", "csv"], { error: "format must be pdf or csv" }).default("pdf"),
      today: readingDay,
    }),
    returns: fileOf("The file", "application/pdf", "text/csv"),
    run: async ({ env, params, query }, c) => {
      const args = { litterId: params.id, ...query };
      const file = await env.runAction(api.litters.actions.litterSheet.make, args);
      return sendMade(c, { ...file, type: FILE_TYPES[query.format] }, query.format === "pdf");
    },
  }),
  get("/breeding/{id}/litters", {
    operationId: "listLittersOfBreeding",
    tags: ["Breeding"],
    permission: "breeding:read",
    summary: "List a breeding's litters with their puppies, the first born first",
    params: z.object({ id: idParam("id", "The breeding's id") }),
    returns: listOf(litter, "The litters"),
    run: async ({ env, params }) =>
      await env.runQuery(api.litters.litters.ofBreeding, { breedingId: params.id }),
  }),
];
