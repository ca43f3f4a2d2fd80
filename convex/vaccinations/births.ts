/** The registered function that lets planned vaccinations follow dogs' days of birth. */
import { v } from "convex/values";
import { internalMutation } from "../platform/functions";
import { followBirths } from "./model/birthFollowing";

/** Lets the planned vaccinations of dogs follow their days of birth after an import. */
export const follow = internalMutation({
  args: { dogIds: v.array(v.id("dogs")) },
  returns: v.null(),
  handler: async (ctx, { dogIds }) => await followBirths(ctx, dogIds),
});
