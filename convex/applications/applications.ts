/** The registered functions of applications, for the kennel and for the public pages of its form. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { outcomeShape } from "../mail/model/channels";
import {
  countedMutation,
  internalMutation,
  internalQuery,
  kennelMutation,
  kennelQuery,
  rowBuilders,
} from "../platform/functions";
import { editShape, listEditsSince } from "../platform/model/changes/edits";
import { settledNow } from "../platform/model/changes/settledTime";
import {
  acceptApplication,
  applicationOf,
  applicationPageShape,
  applicationShape,
  declineApplication,
  describeApplication,
  describeInbox,
  inboxShape,
  listApplications,
  reopenApplication,
  sweepEnded,
  withdrawApplication,
} from "./model/applications";
import {
  confirmDraft,
  confirmedShape,
  describeDraft,
  doubtedDrafts,
  draftPageShape,
  keepDoubted,
  refusedShape,
  storeSent,
  sweepDrafts,
} from "./model/drafts";
import { publicFormShape, reachFormOf } from "./model/forms";
import { idIn, outgoingShape, readLetter, reportLetter, sweepLetters } from "./model/mails";
import { applicationStatusValidator } from "./tables/applications";

const READ = "breeding:read & finances:read";
const WRITE = "breeding:write & finances:write";

const one = rowBuilders("applications", "application", "applicationId");
const applicant = rowBuilders("waitingList", "applicant", "applicantId");

export const inbox = kennelQuery({
  permission: READ,
  args: {},
  returns: inboxShape,
  handler: async (ctx) => {
    const { kennelId } = ctx.access;
    return await describeInbox(ctx, kennelId, await doubtedDrafts(ctx, kennelId));
  },
});

/** The default state is waiting. */
export const list = kennelQuery({
  permission: READ,
  args: {
    status: v.optional(applicationStatusValidator),
    page: v.optional(v.number()),
    limit: v.optional(v.number()),
  },
  returns: applicationPageShape,
  handler: async (ctx, asked) => await listApplications(ctx, ctx.access.kennelId, asked),
});

export const get = one.query({
  permission: READ,
  args: {},
  returns: applicationShape,
  handler: async (ctx) => await describeApplication(ctx, ctx.application),
});

export const ofApplicant = applicant.query({
  permission: READ,
  args: {},
  returns: v.union(applicationShape, v.null()),
  handler: async (ctx) => await applicationOf(ctx, ctx.applicant),
});

/** Lists the people who changed an application after a given version, the newest change first. */
export const editsSince = one.query({
  permission: READ,
  args: { since: v.number() },
  returns: v.array(editShape),
  handler: async (ctx, { since }) => await listEditsSince(ctx, ctx.access, ctx.application, since),
});

export const accept = one.mutation({
  permission: WRITE,
  args: { withLetter: v.optional(v.boolean()) },
  returns: applicationShape,
  handler: async (ctx, { withLetter = false }) =>
    await acceptApplication(ctx, ctx.application, { withLetter }),
});

export const decline = one.mutation({
  permission: WRITE,
  args: { withLetter: v.optional(v.boolean()) },
  returns: applicationShape,
  handler: async (ctx, { withLetter = false }) =>
    await declineApplication(ctx, ctx.application, { withLetter }),
});

export const reopen = one.mutation({
  permission: WRITE,
  args: {},
  returns: applicationShape,
  handler: async (ctx) => await reopenApplication(ctx, ctx.application),
});

/** A draft that looks automated becomes an application. */
export const keep = kennelMutation({
  permission: WRITE,
  args: { draftId: v.string() },
  returns: v.id("applications"),
  handler: async (ctx, { draftId }) => await keepDoubted(ctx, ctx.access.kennelId, draftId),
});

export const send = internalMutation({
  args: { slug: v.string(), body: v.string(), sender: v.union(v.string(), v.null()) },
  returns: v.union(refusedShape, v.null()),
  handler: async (ctx, sent) => await storeSent(ctx, sent),
});

export const describeConfirmation = internalQuery({
  args: { token: v.string() },
  returns: draftPageShape,
  handler: async (ctx, { token }) => await describeDraft(ctx, token),
});

export const confirm = internalMutation({
  args: { token: v.string() },
  returns: confirmedShape,
  handler: async (ctx, { token }) => await confirmDraft(ctx, token),
});

const withdrawalShape = v.union(
  v.object({ form: publicFormShape, isOpen: v.boolean(), isWithdrawn: v.boolean() }),
  v.null(),
);

export const describeWithdrawal = internalQuery({
  args: { token: v.string() },
  returns: withdrawalShape,
  handler: async (ctx, { token }) => {
    const id = await idIn("withdraw", token);
    const applicationId = id === null ? null : ctx.db.normalizeId("applications", id);
    const row = applicationId && (await ctx.db.get("applications", applicationId));
    const reached = row && (await reachFormOf(ctx, row.kennelId));
    return reached
      ? {
          form: reached.shown,
          isOpen: row.status === "received",
          isWithdrawn: row.status === "withdrawn",
        }
      : null;
  },
});

export const withdraw = internalMutation({
  args: { token: v.string() },
  returns: v.null(),
  handler: async (ctx, { token }) => {
    const id = await idIn("withdraw", token);
    const applicationId = id === null ? null : ctx.db.normalizeId("applications", id);
    const row = applicationId && (await ctx.db.get("applications", applicationId));
    if (row) await withdrawApplication(ctx, row);
    return null;
  },
});

const mailArgs = { mailId: v.id("applicationMails") };

export const outgoing = internalQuery({
  args: mailArgs,
  returns: outgoingShape,
  handler: async (ctx, { mailId }) => await readLetter(ctx, mailId),
});

/** The result is null if the letter need not be sent. */
export const report = internalMutation({
  args: { ...mailArgs, outcome: v.union(outcomeShape, v.null()) },
  returns: v.null(),
  handler: async (ctx, { mailId, outcome }) => await reportLetter(ctx, mailId, outcome),
});

/** This also sends letters again whose action was interrupted. */
export const sweep = countedMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const now = await settledNow(ctx);
    const isMore = [await sweepDrafts(ctx, now), await sweepEnded(ctx, now), await sweepLetters(ctx, now)];
    if (isMore.includes(true)) await ctx.scheduler.runAfter(0, internal.applications.applications.sweep, {});
    return null;
  },
});
