/**
 * The builders every registered function is made with, and the sole user of Convex's raw ones. Each demands its
 * permission before it accepts a handler: kennel and user come from the caller's identity and membership, and the
 * check is over before a handler can touch data.
 */
import { customMutation, customQuery } from "convex-helpers/server/customFunctions";
import { v } from "convex/values";
import { fail } from "../domain/errors";
import { mutation, query, type QueryCtx } from "./_generated/server";
import type { Doc } from "./_generated/dataModel";
import {
  checkPermission,
  getAccess,
  getUser,
  requireAccess,
  requireIdentity,
  requireUser,
  type Access,
  type Permission,
} from "./model/identity";

export { internalAction, internalMutation, internalQuery } from "./_generated/server";

interface Demand {
  permission: Permission;
}

const kennelAccess = {
  args: { kennelId: v.string() },
  input: async (ctx: QueryCtx, { kennelId }: { kennelId: string }, { permission }: Demand) => ({
    ctx: { access: await requireAccess(ctx, kennelId, permission) },
    args: {},
  }),
};

/** Defines a query of one kennel; throws NOT_FOUND for strangers and FORBIDDEN without the permission. */
export const kennelQuery = customQuery(query, kennelAccess);

/** Defines a mutation of one kennel; throws NOT_FOUND for strangers and FORBIDDEN without the permission. */
export const kennelMutation = customMutation(mutation, kennelAccess);

/** A dog the caller may see, with the caller's standing in its kennel. */
interface ReachedDog {
  dog: Doc<"dogs">;
  access: Access;
}

/** Finds a dog in one of the caller's kennels; a dog elsewhere is as absent as one that never was. */
async function reachDog(ctx: QueryCtx, dogId: string, permission: Permission): Promise<ReachedDog | null> {
  await requireIdentity(ctx);
  const id = ctx.db.normalizeId("dogs", dogId);
  const dog = id && (await ctx.db.get("dogs", id));
  const access = dog && (await getAccess(ctx, dog.kennelId));
  if (!dog || !access) return null;
  checkPermission(access, permission);
  return { dog, access };
}

const dogArgs = { dogId: v.string() };

/** Defines a query of one dog; `ctx.reached` is null when there is none for the caller. */
export const dogQuery = customQuery(query, {
  args: dogArgs,
  input: async (ctx: QueryCtx, { dogId }: { dogId: string }, { permission }: Demand) => ({
    ctx: { reached: await reachDog(ctx, dogId, permission) },
    args: {},
  }),
});

/** Defines a mutation of one dog; throws NOT_FOUND when there is none for the caller. */
export const dogMutation = customMutation(mutation, {
  args: dogArgs,
  input: async (ctx: QueryCtx, { dogId }: { dogId: string }, { permission }: Demand) => ({
    ctx: (await reachDog(ctx, dogId, permission)) ?? fail("NOT_FOUND"),
    args: {},
  }),
});

/** Defines a query about the caller; `ctx.user` is null until the first sign-in is recorded. */
export const signedInQuery = customQuery(query, {
  args: {},
  input: async (ctx: QueryCtx) => ({
    ctx: { user: await getUser(ctx, await requireIdentity(ctx)) },
    args: {},
  }),
});

/** Defines a mutation by the caller; throws UNAUTHENTICATED before the first sign-in is recorded. */
export const userMutation = customMutation(mutation, {
  args: {},
  input: async (ctx: QueryCtx) => ({ ctx: { user: await requireUser(ctx) }, args: {} }),
});

/** Defines a query that answers signed-out callers too, with `ctx.identity` null. */
export const openQuery = customQuery(query, {
  args: {},
  input: async (ctx: QueryCtx) => ({ ctx: { identity: await ctx.auth.getUserIdentity() }, args: {} }),
});

/** Defines a mutation for anybody signed in, known or not; throws UNAUTHENTICATED otherwise. */
export const signedInMutation = customMutation(mutation, {
  args: {},
  input: async (ctx: QueryCtx) => ({ ctx: { identity: await requireIdentity(ctx) }, args: {} }),
});
