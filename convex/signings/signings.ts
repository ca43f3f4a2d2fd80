/** The registered functions of documents for signing, for the kennel and its actions. */
import { v } from "convex/values";
import { internalMutation, internalQuery, rowBuilders } from "../platform/functions";
import { outcomeShape } from "../mail/model/channels";
import {
  admitSigning,
  freezingArgs,
  insertArgs,
  insertSigning,
  keepFinal,
  readToFinish,
  readToFreeze,
  toFinishShape,
  toFreezeShape,
} from "./model/freezing";
import { outgoingShape, readOutgoing, reportSigningMail, resumeMails } from "./model/signingMails";
import {
  describeSigning,
  eventsShape,
  fileOf,
  fileShape,
  FILES,
  findSignedFile,
  listEvents,
  listSignings,
  remindFamily,
  sendSigning,
  signForKennel,
  signingShape,
  sweepDue,
  whereArgs,
  withdrawSigning,
} from "./model/signings";
import { statusValidator } from "./tables/signings";
import { internal } from "../_generated/api";

const read = "breeding:read & finances:read";
const write = "breeding:write & finances:write";

const ofPlacement = rowBuilders("placements", "placement", "placementId");
const ofSigning = rowBuilders("signings", "signing", "signingId");

const which = v.union(...FILES.map((file) => v.literal(file)));

/** The newest document is first. */
export const list = ofPlacement.query({
  permission: read,
  args: {},
  returns: v.array(signingShape),
  handler: async (ctx) => await listSignings(ctx, ctx.placement),
});

export const get = ofSigning.query({
  permission: read,
  args: {},
  returns: signingShape,
  handler: async (ctx) => await describeSigning(ctx, ctx.signing),
});

export const events = ofSigning.query({
  permission: read,
  args: {},
  returns: eventsShape,
  handler: async (ctx) => await listEvents(ctx, ctx.signing),
});

export const send = ofSigning.mutation({
  permission: write,
  args: {},
  returns: signingShape,
  handler: async (ctx) => await sendSigning(ctx, ctx.access, ctx.signing),
});

export const remind = ofSigning.mutation({
  permission: write,
  args: {},
  returns: signingShape,
  handler: async (ctx) => await remindFamily(ctx, ctx.access, ctx.signing),
});

/** If the document is no longer in the state that the person saw, nothing changes. */
export const withdraw = ofSigning.mutation({
  permission: write,
  args: { seen: v.optional(statusValidator) },
  returns: signingShape,
  handler: async (ctx, { seen }) => await withdrawSigning(ctx, ctx.access, ctx.signing, { seen }),
});

/** Only an HTTP call runs this function, because only an HTTP call knows the person's network address. */
export const sign = ofSigning.innerMutation({
  permission: write,
  args: { name: v.string(), ...whereArgs },
  returns: signingShape,
  handler: async (ctx, signature) => await signForKennel(ctx, ctx.access, ctx.signing, signature),
});

/** Throws if the contract cannot be sent. */
export const toFreeze = ofPlacement.innerQuery({
  permission: write,
  args: freezingArgs,
  returns: toFreezeShape,
  handler: async (ctx, asked) => await readToFreeze(ctx, ctx.placement, asked),
});

/** The document is about to be created. */
export const admit = ofPlacement.innerMutation({
  permission: write,
  args: {},
  returns: v.null(),
  handler: async (ctx) => await admitSigning(ctx, ctx.access),
});

/** A draft is not sent. */
export const insert = ofPlacement.innerMutation({
  permission: write,
  args: insertArgs,
  returns: signingShape,
  handler: async (ctx, made) => await insertSigning(ctx, ctx.access, ctx.placement, made),
});

export const getFile = ofSigning.query({
  permission: read,
  args: { which },
  returns: fileShape,
  handler: async (ctx, asked) => {
    await Promise.resolve();
    return fileOf(ctx.signing, asked.which);
  },
});

export const getSignedFile = internalQuery({
  args: { signingId: v.string(), which, signature: v.string() },
  returns: v.union(fileShape, v.null()),
  handler: async (ctx, asked) => await findSignedFile(ctx, asked),
});

export const toFinish = internalQuery({
  args: { signingId: v.id("signings") },
  returns: toFinishShape,
  handler: async (ctx, { signingId }) => await readToFinish(ctx, signingId),
});

export const finish = internalMutation({
  args: { signingId: v.id("signings"), storageId: v.id("_storage"), sha256: v.string() },
  returns: v.null(),
  handler: async (ctx, made) => await keepFinal(ctx, made),
});

export const outgoing = internalQuery({
  args: { mailId: v.id("signingMails") },
  returns: outgoingShape,
  handler: async (ctx, { mailId }) => await readOutgoing(ctx, mailId),
});

export const report = internalMutation({
  args: { mailId: v.id("signingMails"), outcome: outcomeShape },
  returns: v.null(),
  handler: async (ctx, { mailId, outcome }) => await reportSigningMail(ctx, mailId, outcome),
});

/** Sends reminders, lets documents expire, and resumes interrupted work. */
export const sweep = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await resumeMails(ctx, Date.now());
    if (await sweepDue(ctx)) await ctx.scheduler.runAfter(0, internal.signings.signings.sweep, {});
    return null;
  },
});
