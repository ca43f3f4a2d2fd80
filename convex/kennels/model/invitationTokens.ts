/**
 * The links of invitations. A link contains the row's id, signed with the deployment's secret, so it can be shown
 * again without being stored. It becomes invalid when the row is deleted.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { appOrigin } from "../../platform/model/people/ownAddresses";
import { getSigningKey, isSignedHere, signText } from "../../platform/model/files/signatures";

const signedTextOf = (id: Id<"invitations">): string => `invitation.${id}`;

/** Returns null if the deployment has no secret. */
export async function invitationPathOf(id: Id<"invitations">): Promise<string | null> {
  const key = await getSigningKey();
  return key && `/invitation/${id}-${await signText(key, signedTextOf(id))}`;
}

/** Returns null if the deployment has no secret. */
export async function invitationLinkOf(id: Id<"invitations">): Promise<string | null> {
  const path = await invitationPathOf(id);
  return path && appOrigin() + path;
}

/** Returns null if this deployment did not create the token, or if the invitation was deleted. */
export async function findByToken(ctx: QueryCtx, token: string): Promise<Doc<"invitations"> | null> {
  const [name = "", signature = "", ...more] = token.split("-");
  const id = more.length > 0 ? null : ctx.db.normalizeId("invitations", name);
  if (id === null || !(await isSignedHere(signedTextOf(id), signature))) return null;
  return await ctx.db.get("invitations", id);
}
