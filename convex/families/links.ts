/** The registered functions of links: the kennel's own, and what the HTTP actions of families call. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import {
  internalMutation,
  kennelMutation,
  kennelQuery,
  rowBuilders,
  unrecordedMutation,
} from "../platform/functions";
import { linkMutation } from "./builders";
import {
  describeLink,
  endLink,
  familyArgs,
  familyLinkShape,
  getFamilyLink,
  linkVisitShape,
  listLinks,
  listVisits,
  makeFamilyLink,
  makeNewAddress,
} from "./model/links";
import {
  checkCode as checkTypedCode,
  codeCheckedShape,
  codeSentShape,
  endDue as endWhatIsDue,
  openedShape,
  openLink,
  planEnds,
  sendCode as sendNewCode,
  touchSession,
} from "./model/sessions";

// Whoever has the address sees the family's page, so reading it needs the same rights as making it.
const permission = "breeding:write & finances:write";

const { query: rowQuery, mutation: rowMutation } = rowBuilders("links", "link", "linkId");

/** Returns the open link of an entry of the waiting list, a placement or a contact; null without one. */
export const get = kennelQuery({
  permission,
  args: familyArgs,
  returns: v.union(familyLinkShape, v.null()),
  handler: async (ctx, named) => await getFamilyLink(ctx, ctx.access, named),
});

/** Lists the kennel's open links, the newest first. */
export const list = kennelQuery({
  permission,
  args: {},
  returns: v.array(familyLinkShape),
  handler: async (ctx) => await listLinks(ctx, ctx.access),
});

/** Makes the link of a family, or returns the one that is there. */
export const create = kennelMutation({
  permission,
  args: familyArgs,
  returns: familyLinkShape,
  handler: async (ctx, named) => await makeFamilyLink(ctx, ctx.access, named),
});

/** Gives a link a new address. */
export const renew = rowMutation({
  permission,
  args: {},
  returns: familyLinkShape,
  handler: async (ctx) => await describeLink(ctx, await makeNewAddress(ctx, ctx.link)),
});

/** Ends a link and its sessions. */
export const end = rowMutation({
  permission,
  args: {},
  returns: familyLinkShape,
  handler: async (ctx) => await describeLink(ctx, await endLink(ctx, ctx.link, ctx.access.user._id)),
});

/** Lists when a link was opened, the latest first. */
export const visits = rowQuery({
  permission,
  args: {},
  returns: v.array(linkVisitShape),
  handler: async (ctx) => await listVisits(ctx, ctx.link),
});

/** Opens a link for a browser. */
export const open = internalMutation({
  args: {
    ...{ token: v.string(), client: v.string(), network: v.string(), device: v.string() },
    session: v.optional(v.string()),
  },
  returns: openedShape,
  handler: async (ctx, args) => await openLink(ctx, args),
});

/** Sends a code to the address on record. */
export const sendCode = internalMutation({
  args: { session: v.string(), client: v.string() },
  returns: codeSentShape,
  handler: async (ctx, args) => await sendNewCode(ctx, args),
});

/** Checks a typed code. */
export const checkCode = internalMutation({
  args: { session: v.string(), code: v.string() },
  returns: codeCheckedShape,
  handler: async (ctx, args) => await checkTypedCode(ctx, args),
});

/** Keeps the session of a page that is open. */
export const touch = linkMutation({
  kinds: ["family"],
  args: {},
  returns: v.null(),
  handler: async (ctx) => await touchSession(ctx, ctx.session),
});

/** Ends what has run out. */
export const endDue = unrecordedMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    if (await endWhatIsDue(ctx)) await ctx.scheduler.runAfter(0, internal.families.links.endDue, {});
    return null;
  },
});

/** Ends what has run out, and schedules what runs out before the next sweep. */
export const sweep = unrecordedMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    if (await endWhatIsDue(ctx)) await ctx.scheduler.runAfter(0, internal.families.links.endDue, {});
    await planEnds(ctx);
    return null;
  },
});
