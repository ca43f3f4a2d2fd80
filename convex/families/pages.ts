/** The registered functions of a family's page: its content, and the changes that the family makes there. */
import { v } from "convex/values";
import { internalQuery } from "../platform/functions";
import { linkMutation, linkQuery } from "./builders";
import {
  answerArgs,
  answerOwnOffer,
  changeOwnContact,
  changeWishes as changeOwnWishes,
  leaveArgs,
  leaveList,
  ownContactArgs,
  wishesArgs,
} from "./model/answers";
import {
  familyDocumentsShape,
  familyPageShape,
  familyStoryShape,
  readDocuments,
  readFamilyPage,
  readFamilyStory,
} from "./model/familyPage";
import {
  findLinkDocument,
  findLinkLogo,
  findLinkPhoto,
  linkDocumentShape,
  pictureShape,
} from "./model/pictures";

const kinds = ["family"] as const;

/** The page shows these data first. */
export const page = linkQuery({
  kinds,
  args: {},
  returns: familyPageShape,
  handler: async (ctx) => await readFamilyPage(ctx),
});

/**
 * Returns the remaining data of the page: weights, photos, doses, parents, planned litters, the diary, and the
 * papers handed over.
 */
export const story = linkQuery({
  kinds,
  args: {},
  returns: familyStoryShape,
  handler: async (ctx) => await readFamilyStory(ctx),
});

export const documents = linkQuery({
  kinds,
  needsCode: true,
  args: {},
  returns: familyDocumentsShape,
  handler: async (ctx) => await readDocuments(ctx),
});

export const answerOffer = linkMutation({
  kinds,
  args: answerArgs,
  returns: v.null(),
  handler: async (ctx, answer) => await answerOwnOffer(ctx, ctx, answer),
});

export const changeWishes = linkMutation({
  kinds,
  args: wishesArgs,
  returns: v.null(),
  handler: async (ctx, wishes) => await changeOwnWishes(ctx, ctx, wishes),
});

export const leave = linkMutation({
  kinds,
  args: leaveArgs,
  returns: v.null(),
  handler: async (ctx, seen) => await leaveList(ctx, ctx, seen),
});

export const changeContact = linkMutation({
  kinds,
  needsCode: true,
  args: ownContactArgs,
  returns: v.null(),
  handler: async (ctx, own) => await changeOwnContact(ctx, ctx, own),
});

/** The address was signed for a session. */
export const findPhoto = internalQuery({
  args: { photoId: v.string(), size: v.string(), signature: v.string(), now: v.number() },
  returns: v.union(pictureShape, v.null()),
  handler: async (ctx, asked) => await findLinkPhoto(ctx, asked),
});

/** The address was signed for a session. */
export const findLogo = internalQuery({
  args: { setAt: v.string(), signature: v.string(), now: v.number() },
  returns: v.union(pictureShape, v.null()),
  handler: async (ctx, asked) => await findLinkLogo(ctx, asked),
});

/** The address was signed for a session. */
export const findDocument = internalQuery({
  args: { documentId: v.string(), signature: v.string(), now: v.number() },
  returns: v.union(linkDocumentShape, v.null()),
  handler: async (ctx, asked) => await findLinkDocument(ctx, asked),
});
