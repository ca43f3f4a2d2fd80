/** The registered functions of a litter's diary. */
import { v } from "convex/values";
import { litterMutation, litterQuery } from "../litters/builders";
import { rowBuilders } from "../platform/functions";
import { recordFunctions } from "../platform/recordFunctions";
import { diary, listDiary, newEntryArgs, reviseArgs, reviseEntry, writeEntry } from "./model/diary";

const { mutation: entryMutation } = rowBuilders("diaryEntries", "entry", "diaryEntryId");

export const { get, remove, editsSince } = recordFunctions(diary, {
  argument: "diaryEntryId",
  owner: "kennelId",
  area: "breeding",
});

/** The newest entry is first. */
export const list = litterQuery({
  permission: "breeding:read",
  args: {},
  returns: v.array(diary.shape),
  handler: async (ctx) => await listDiary(ctx, ctx.litter),
});

/** Shares the entry if requested. */
export const write = litterMutation({
  permission: "breeding:write",
  args: newEntryArgs,
  returns: diary.shape,
  handler: async (ctx, entry) => await writeEntry(ctx, ctx.litter, entry),
});

/** The photos and `isShared` can also be changed. Omitted fields stay unchanged. */
export const revise = entryMutation({
  permission: "breeding:write",
  args: reviseArgs,
  returns: diary.shape,
  handler: async (ctx, changes) => await reviseEntry(ctx, ctx.entry, changes),
});
