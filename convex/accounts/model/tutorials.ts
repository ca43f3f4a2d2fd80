/**
 * The two flags of the guided tour. A flag is set once and never cleared, so it does not matter which device
 * reports first.
 */
import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";

export const tutorialShape = v.object({ isCompleted: v.boolean(), isPromptShown: v.boolean() });
type Tutorial = Infer<typeof tutorialShape>;

async function findTutorial(ctx: QueryCtx, user: Doc<"users">): Promise<Doc<"tutorials"> | null> {
  return await ctx.db
    .query("tutorials")
    .withIndex("by_user", (q) => q.eq("userId", user._id))
    .unique();
}

const flagsOf = (stored: Doc<"tutorials"> | null): Tutorial => ({
  isCompleted: stored?.isCompleted ?? false,
  isPromptShown: stored?.isPromptShown ?? false,
});

/** A user without a row has no flag set. */
export async function getTutorial(ctx: QueryCtx, user: Doc<"users"> | null): Promise<Tutorial> {
  return flagsOf(user && (await findTutorial(ctx, user)));
}

/** Returns both flags. */
export async function markTutorial(
  ctx: MutationCtx,
  user: Doc<"users">,
  marks: Partial<Tutorial>,
): Promise<Tutorial> {
  const stored = await findTutorial(ctx, user);
  const before = flagsOf(stored);
  const after = {
    isCompleted: before.isCompleted || marks.isCompleted === true,
    isPromptShown: before.isPromptShown || marks.isPromptShown === true,
  };
  if (stored) await ctx.db.patch("tutorials", stored._id, after);
  else await ctx.db.insert("tutorials", { userId: user._id, ...after });
  return after;
}
