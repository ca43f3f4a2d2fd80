/** The registered functions of puppies' health checks: list, create, update, remove. */
import { v } from "convex/values";
import { puppyCheckMutation, puppyMutation, puppyQuery } from "./builders";
import {
  createPuppyCheck,
  listPuppyChecks,
  removePuppyCheck,
  updatePuppyCheck,
} from "./model/puppyHealthChecks";
import { puppyCheckArgs, puppyCheckShape } from "./model/puppyShape";

/** The newest check is first. */
export const list = puppyQuery({
  permission: "breeding:read",
  args: {},
  returns: v.array(puppyCheckShape),
  handler: async (ctx) => await listPuppyChecks(ctx, ctx.puppy),
});

export const create = puppyMutation({
  permission: "breeding:write",
  args: { checkDate: v.string(), ...puppyCheckArgs, today: v.string() },
  returns: puppyCheckShape,
  handler: async (ctx, args) => await createPuppyCheck(ctx, ctx.puppy, args),
});

/** Omitted fields stay unchanged. Null or an empty text clears a field. */
export const update = puppyCheckMutation({
  permission: "breeding:write",
  args: { checkDate: v.optional(v.string()), ...puppyCheckArgs, today: v.string() },
  returns: puppyCheckShape,
  handler: async (ctx, args) => await updatePuppyCheck(ctx, ctx.check, args),
});

export const remove = puppyCheckMutation({
  permission: "breeding:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await removePuppyCheck(ctx, ctx.check),
});
