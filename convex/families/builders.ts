/**
 * The builders for functions that a family calls. A family has no account, so these functions are called with the
 * session of a link instead of an identity. The builders find the session and its link in the caller's transaction,
 * so every open page notices immediately when its link ends.
 * - A secret that is forged, or belongs to another deployment or another kind of link, throws NOT_FOUND.
 * - A link that has ended or was renewed throws LINK_OVER.
 * - `needsCode` throws CODE_NEEDED until a code that was sent to the recorded address is typed in that browser.
 * Queries read from a database that contains only the records of the link (model/granting.ts). Mutations use whole
 * records, so that the rules of the models apply. They return none of the data that they read.
 */
import { v } from "convex/values";
import type { LinkKind } from "../../domain/families/rules";
import { fail } from "../../domain/errors";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { innerSessionMutations, sessionMutations, sessionQueries } from "../platform/functions";
import { putDownTo } from "../changes/recorder";
import { isLocked } from "../platform/model/changes/restoreLocks";
import { spend } from "../platform/model/people/limits";
import { granting } from "./model/granting";
import { findSession, isOfOpenLink, isOver } from "./model/sessions";
import { findSubject, type Reached } from "./model/subjects";
import { trustedView, type TrustedView } from "./model/trusted";

interface LinkDemand {
  readonly kinds: readonly [LinkKind, ...LinkKind[]];
  readonly needsCode?: boolean;
}

/** Throws NOT_FOUND, LINK_OVER or CODE_NEEDED. */
async function reach(
  ctx: QueryCtx,
  secret: string,
  { kinds, needsCode = false }: LinkDemand,
): Promise<Reached> {
  const found = await findSession(ctx, secret);
  if (!found || !kinds.includes(found.link.kind)) return fail("NOT_FOUND");
  const { session, link } = found;
  if (!isOfOpenLink(session, link)) fail("LINK_OVER");
  if (needsCode && !session.isConfirmed) fail("CODE_NEEDED");
  return { session, link, subject: await findSubject(ctx, link) };
}

const args = { session: v.string() };
type Given = { session: string };

export const linkQuery = sessionQueries({
  args,
  input: async (
    ctx: QueryCtx,
    { session }: Given,
    demand: LinkDemand,
  ): Promise<{ ctx: Reached & { db: QueryCtx["db"]; trusted: TrustedView }; args: Record<never, never> }> => {
    const reached = await reach(ctx, session, demand);
    const db = granting(ctx.db, reached.subject, reached.session.isConfirmed);
    return { ctx: { ...reached, db, trusted: trustedView(ctx, reached) }, args: {} };
  },
});

const changing = {
  args,
  input: async (
    ctx: MutationCtx,
    { session }: Given,
    demand: LinkDemand,
  ): Promise<{ ctx: Reached; args: Record<never, never> }> => {
    const reached = await reach(ctx, session, demand);
    const now = Date.now();
    if (reached.session.expiresAt < now) fail("NOT_FOUND");
    if (isOver(reached.session, reached.link, now)) fail("LINK_OVER");
    if (await isLocked(ctx, reached.link.kennelId)) fail("KENNEL_RESTORING");
    await spend(ctx, `row ${reached.session._id}`, "linkWrites");
    putDownTo(ctx, { source: "family" });
    return { ctx: reached, args: {} };
  },
};

/** In addition to the errors of queries, mutations throw KENNEL_RESTORING and RATE_LIMITED. */
export const linkMutation = sessionMutations(changing);

/** Only HTTP actions call this function, because they add the browser's real network address. */
export const innerLinkMutation = innerSessionMutations(changing);
