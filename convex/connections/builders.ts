/**
 * The builders for functions that handle one connection: a service of the kennel, or a calendar address of the
 * caller.
 */
import { v } from "convex/values";
import { fail } from "../../domain/errors";
import type { QueryCtx } from "../_generated/server";
import { buildersBy, type Requirement } from "../platform/functions";
import {
  checkPermission,
  getAccess,
  requireIdentity,
  type Access,
  type Permission,
} from "../platform/model/people/identity";
import { findReached, isOfCaller, type Reached } from "./model/reachedConnections";

/** Throws NOT_FOUND for a connection outside the caller's kennels. */
async function requireConnection(
  ctx: QueryCtx,
  connectionId: string,
  permission: Permission,
): Promise<{ reached: Reached; access: Access }> {
  await requireIdentity(ctx);
  const reached = await findReached(ctx, connectionId);
  const access = reached && (await getAccess(ctx, reached.row.kennelId));
  if (!reached || !access || !isOfCaller(reached, access)) return fail("NOT_FOUND");
  checkPermission(access, permission);
  return { reached, access };
}

export const { mutation: connectionMutation, innerMutation: innerConnectionMutation } = buildersBy({
  args: { connectionId: v.string() },
  input: async (ctx: QueryCtx, { connectionId }: { connectionId: string }, { permission }: Requirement) => ({
    ctx: await requireConnection(ctx, connectionId, permission),
    args: {},
  }),
});
