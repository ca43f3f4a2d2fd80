/** The registered functions of links, for members of the kennel and for the HTTP actions that families call. */
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

// Anybody with the address can see the family's page. Reading the address therefore needs the same rights as
// creating it.
const permission = "breeding:write & finances:write";

const { query: rowQuery, mutation: rowMutation } = rowBuilders("links", "link", "linkId");

/**
 * The link belongs to an entry on the waiting list, a placement or a contact. Returns null if there is no open
 * link.
 */
export const get = kennelQuery({
  permission,
  args: familyArgs,
  returns: v.union(familyLinkShape, v.null()),
  handler: async (ctx, named) => await getFamilyLink(ctx, ctx.access, named),
});

/** The newest link is first. */
export const list = kennelQuery({
  permission,
  args: {},
  returns: v.array(familyLinkShape),
  handler: async (ctx) => await listLinks(ctx, ctx.access),
});

/** Returns an existing link of the family. */
export const create = kennelMutation({
  permission,
  args: familyArgs,
  returns: familyLinkShape,
  handler: async (ctx, named) => await makeFamilyLink(ctx, ctx.access, named),
});

export const renew = rowMutation({
  permission,
  args: {},
  returns: familyLinkShape,
  handler: async (ctx) => await describeLink(ctx, await makeNewAddress(ctx, ctx.link)),
});

/** The sessions end too. */
export const end = rowMutation({
  permission,
  args: {},
  returns: familyLinkShape,
  handler: async (ctx) => await describeLink(ctx, await endLink(ctx, ctx.link, ctx.access.user._id)),
});

/** The latest time is first. */
export const visits = rowQuery({
  permission,
  args: {},
  returns: v.array(linkVisitShape),
  handler: async (ctx) => await listVisits(ctx, ctx.link),
});

export const open = internalMutation({
  args: {
    ...{ token: v.string(), client: v.string(), network: v.string(), device: v.string() },
    session: v.optional(v.string()),
  },
  returns: openedShape,
  handler: async (ctx, args) => await openLink(ctx, args),
});

/** The recorded email address is used. */
export const sendCode = internalMutation({
  args: { session: v.string(), client: v.string() },
  returns: codeSentShape,
  handler: async (ctx, args) => await sendNewCode(ctx, args),
});

export const checkCode = internalMutation({
  args: { session: v.string(), code: v.string() },
  returns: codeCheckedShape,
  handler: async (ctx, args) => await checkTypedCode(ctx, args),
});

export const touch = linkMutation({
  kinds: ["family"],
  args: {},
  returns: v.null(),
  handler: async (ctx) => await touchSession(ctx, ctx.session),
});

/** Also deletes expired sessions. */
export const endDue = unrecordedMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    if (await endWhatIsDue(ctx)) await ctx.scheduler.runAfter(0, internal.families.links.endDue, {});
    return null;
  },
});

/** Also schedules the ends that are due before the next sweep. */
export const sweep = unrecordedMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    if (await endWhatIsDue(ctx)) await ctx.scheduler.runAfter(0, internal.families.links.endDue, {});
    await planEnds(ctx);
    return null;
  },
});
