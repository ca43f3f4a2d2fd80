/**
 * The builders of functions that are called with the session of a link instead of an identity: of a family without
 * an account. They find session and link in the caller's transaction, so ending a link turns every open page.
 *
 * - A secret that is forged, of another deployment or of a link of another kind throws NOT_FOUND.
 * - A link that has ended or was renewed throws LINK_OVER.
 * - `needsCode` throws CODE_NEEDED until a code from the address on record was typed in that browser.
 *
 * Queries read from a database that contains nothing but what the link is about (model/granting.ts). Mutations run
 * on the whole records, so that the rules of the models hold; they return nothing of what they read.
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

/** What a function demands of the session. */
interface LinkDemand {
  readonly kinds: readonly [LinkKind, ...LinkKind[]];
  readonly needsCode?: boolean;
}

/** Finds the link of a session; throws NOT_FOUND, LINK_OVER or CODE_NEEDED. */
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

/** Defines a query by the session of a link. */
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

/** Defines a mutation by the session of a link; also throws KENNEL_RESTORING and RATE_LIMITED. */
export const linkMutation = sessionMutations(changing);

/** Defines such a mutation for HTTP actions alone, which add the true address of the browser. */
export const innerLinkMutation = innerSessionMutations(changing);
