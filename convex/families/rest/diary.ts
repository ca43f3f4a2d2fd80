/** The REST calls of a litter's diary. */
import { DIARY_FIELDS } from "../../../domain/families/record";
import { DIARY_AUDIENCES } from "../../../domain/families/rules";
import { api } from "../../_generated/api";
import {
  del,
  get,
  gone,
  idParam,
  jsonBody,
  listOf,
  oneOf,
  patch,
  post,
  type Endpoint,
} from "../../platform/rest/calls";
import { answerOf } from "../../platform/rest/returned";
import { z } from "../../platform/rest/zod";
import { diary } from "../model/diary";

const tags = ["Families"];

const litterParams = z.object({ id: idParam("id", "The litter's id") });
const entryParams = z.object({
  id: idParam("id", "The litter's id"),
  diaryEntryId: idParam("diaryEntryId", "The entry's id"),
});

const entry = answerOf("DiaryEntry", diary.shape, { fields: DIARY_FIELDS });

const fields = {
  text: z.string({ error: "Text is required" }),
  audience: z.enum(DIARY_AUDIENCES).optional().openapi({ description: "Who reads it once it is shared" }),
  photoIds: z
    .array(z.string())
    .optional()
    .openapi({ description: "Photos of the litter's puppies, at most 12" }),
  isShared: z.boolean().optional().openapi({ description: "Whether families read it" }),
};

export const diaryEndpoints: readonly Endpoint[] = [
  get("/litters/{id}/diary", {
    operationId: "listDiary",
    tags,
    permission: "breeding:read",
    summary: "List the diary of a litter, the newest entry first",
    params: litterParams,
    returns: listOf(entry, "The entries"),
    run: async ({ env, params: { id } }) => await env.runQuery(api.families.diary.list, { litterId: id }),
  }),
  post("/litters/{id}/diary", {
    operationId: "writeDiaryEntry",
    tags,
    permission: "breeding:write",
    summary: "Write an entry of a litter's diary, and share it if `isShared` says so",
    params: litterParams,
    body: jsonBody(z.object(fields), { text: "First time on grass", audience: "families", isShared: true }),
    returns: oneOf(entry, "The entry"),
    refusals: ["LIMIT_REACHED"],
    run: async ({ env, params: { id }, body: { text, audience, photoIds, isShared } }) =>
      await env.runMutation(api.families.diary.write, {
        ...{ litterId: id, text },
        ...(audience !== undefined && { audience }),
        ...(photoIds !== undefined && { photoIds }),
        ...(isShared !== undefined && { isShared }),
      }),
  }),
  patch("/litters/{id}/diary/{diaryEntryId}", {
    operationId: "updateDiaryEntry",
    tags,
    permission: "breeding:write",
    summary: "Change an entry of a litter's diary, share it or end its sharing",
    description:
      "Omitted fields stay unchanged. An entry that is no longer shared is off every page at once.",
    params: entryParams,
    body: jsonBody(z.object({ ...fields, text: fields.text.optional() }), { isShared: false }),
    returns: oneOf(entry, "The entry"),
    run: async ({ env, params: { diaryEntryId }, body: { text, audience, photoIds, isShared } }) =>
      await env.runMutation(api.families.diary.revise, {
        diaryEntryId,
        ...(text !== undefined && { text }),
        ...(audience !== undefined && { audience }),
        ...(photoIds !== undefined && { photoIds }),
        ...(isShared !== undefined && { isShared }),
      }),
  }),
  del("/litters/{id}/diary/{diaryEntryId}", {
    operationId: "deleteDiaryEntry",
    tags,
    permission: "breeding:write",
    summary: "Delete an entry of a litter's diary",
    params: entryParams,
    returns: gone("The entry was deleted"),
    run: async ({ env, params: { diaryEntryId } }) => {
      await env.runMutation(api.families.diary.remove, { diaryEntryId });
    },
  }),
];
