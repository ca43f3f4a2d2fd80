/** The registered functions of a breeding's account: read the account, and add, change and delete entries. */
import { v } from "convex/values";
import { dayIfGiven } from "../platform/model/people/today";
import { breedingMutation, breedingQuery, financeEntryMutation } from "./builders";
import {
  accountShape,
  createEntry,
  describeAccount,
  financeEntryArgs,
  financeEntryShape,
  removeEntry,
  updateEntry,
} from "./model/breedingFinances";

/** The stud fee of a future mating is not included. */
export const account = breedingQuery({
  permission: "breeding:read & finances:read",
  args: { today: v.optional(v.string()) },
  returns: accountShape,
  handler: async (ctx, { today }) => await describeAccount(ctx, ctx.breeding, dayIfGiven(today)),
});

export const create = breedingMutation({
  permission: "breeding:write & finances:write",
  args: financeEntryArgs,
  returns: financeEntryShape,
  handler: async (ctx, args) => await createEntry(ctx, ctx.breeding, args),
});

export const update = financeEntryMutation({
  permission: "breeding:write & finances:write",
  args: { ...financeEntryArgs, expectedUpdatedAt: v.optional(v.number()) },
  returns: financeEntryShape,
  handler: async (ctx, args) => await updateEntry(ctx, ctx.entry, args),
});

export const remove = financeEntryMutation({
  permission: "breeding:write & finances:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await removeEntry(ctx, ctx.entry),
});
