/** The registered functions that read and save progress in the guided tour. */
import { v } from "convex/values";
import { signedInQuery, userMutation } from "../platform/functions";
import { getTutorial, markTutorial, tutorialShape } from "./model/tutorials";

export const get = signedInQuery({
  args: {},
  returns: tutorialShape,
  handler: async (ctx) => await getTutorial(ctx, ctx.user),
});

export const mark = userMutation({
  args: { isCompleted: v.optional(v.boolean()), isPromptShown: v.optional(v.boolean()) },
  returns: tutorialShape,
  handler: async (ctx, marks) => await markTutorial(ctx, ctx.user, marks),
});
