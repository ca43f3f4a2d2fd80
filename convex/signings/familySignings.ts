/** The registered functions of a family's documents: lists and texts, and the functions of its HTTP calls. */
import { v } from "convex/values";
import { innerLinkMutation, linkQuery } from "../families/builders";
import { internalQuery } from "../platform/functions";
import {
  familySigningShape,
  findFamilyFile,
  listOfFamily,
  readingShape,
  readOfFamily,
  requireOfFamily,
} from "./model/familySignings";
import { declineForFamily, FILES, fileShape, noteOpened, signForFamily, whereArgs } from "./model/signings";

/** The newest document is first. */
export const list = linkQuery({
  kinds: ["family"],
  args: {},
  returns: v.array(familySigningShape),
  handler: async (ctx) => await listOfFamily(ctx, ctx.subject),
});

export const read = linkQuery({
  kinds: ["family"],
  needsCode: true,
  args: { signingId: v.string() },
  returns: readingShape,
  handler: async (ctx, { signingId }) => await readOfFamily(ctx, signingId),
});

const acting = { signingId: v.string(), ...whereArgs };

export const open = innerLinkMutation({
  kinds: ["family"],
  needsCode: true,
  args: acting,
  returns: v.null(),
  handler: async (ctx, { signingId, ...where }) =>
    await noteOpened(ctx, await requireOfFamily(ctx, ctx.subject, signingId), where),
});

export const sign = innerLinkMutation({
  kinds: ["family"],
  needsCode: true,
  args: { ...acting, name: v.string(), word: v.string() },
  returns: v.null(),
  handler: async (ctx, { signingId, ...signature }) =>
    await signForFamily(ctx, await requireOfFamily(ctx, ctx.subject, signingId), signature),
});

export const decline = innerLinkMutation({
  kinds: ["family"],
  needsCode: true,
  args: { ...acting, reason: v.string() },
  returns: v.null(),
  handler: async (ctx, { signingId, ...refusal }) =>
    await declineForFamily(ctx, await requireOfFamily(ctx, ctx.subject, signingId), refusal),
});

/** The address was created for a family's browser. */
export const getFile = internalQuery({
  args: {
    signingId: v.string(),
    which: v.union(...FILES.map((file) => v.literal(file))),
    signature: v.string(),
    now: v.number(),
  },
  returns: v.union(fileShape, v.null()),
  handler: async (ctx, asked) => await findFamilyFile(ctx, asked),
});
