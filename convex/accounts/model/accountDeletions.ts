/**
 * Deletes an account. The user requests the deletion with the password and a typed word, and can cancel it for 14
 * days. Nothing changes during these 14 days. Afterwards accountRemoval.ts deletes everything. Source: decision
 * GAP-SET-12.
 */
import { v, type Infer } from "convex/values";
import {
  MAX_KENNELS_PER_USER,
  MAX_MEMBERSHIPS_PER_USER,
  MAX_PEOPLE_PER_KENNEL,
  ACCOUNT_DELETION_DAYS,
  DELETION_WORD,
} from "../../../domain/kennels/rules";
import { dayIn, DEFAULT_TIME_ZONE } from "../../../domain/dates/zones";
import { fail } from "../../../domain/errors";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { tellPerson } from "../../mail/model/accountMails";
import { requireUser } from "../../platform/model/people/identity";
import { settledNow } from "../../platform/model/changes/settledTime";

const DAY_MS = 86_400_000;

/** One transaction starts at most this many deletions, and resumes at most this many. */
const SWEEP_BATCH = 50;

const CONFIRMATION_BYTES = 16;

const WORD_MISSING = `Type ${DELETION_WORD} to confirm`;
const PLAN_RUNS = "Cancel your plan under Billing first, or you will keep being charged";

export const deletionShape = v.object({
  confirmationId: v.string(),
  requestedAt: v.number(),
  /** After this time, the deletion cannot be canceled. */
  dueAt: v.number(),
});
type Deletion = Infer<typeof deletionShape>;

const toDeletion = ({ confirmationId, requestedAt, dueAt }: Doc<"accountDeletions">): Deletion => ({
  confirmationId,
  requestedAt,
  dueAt,
});

const findOf = async (ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"accountDeletions"> | null> =>
  await ctx.db
    .query("accountDeletions")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .unique();

export async function describeDeletion(ctx: QueryCtx, user: Doc<"users"> | null): Promise<Deletion | null> {
  const row = user && (await findOf(ctx, user._id));
  return row && toDeletion(row);
}

export const lostKennelShape = v.object({
  _id: v.id("kennels"),
  name: v.string(),
  /**
   * The number of other members who would also lose the kennel. The kennel is kept if the caller makes one of them
   * an owner.
   */
  others: v.number(),
});

export const teamOf = async (ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Doc<"memberships">[]> =>
  await ctx.db
    .query("memberships")
    .withIndex("by_kennel_and_user", (q) => q.eq("kennelId", kennelId))
    .take(MAX_PEOPLE_PER_KENNEL);

export const isOnlyOwner = (team: readonly Doc<"memberships">[], userId: Id<"users">): boolean =>
  team.some((each) => each.userId === userId && each.role === "owner") &&
  !team.some((each) => each.userId !== userId && each.role === "owner");

/** Kennels without another owner are deleted with the account. */
export async function listLostKennels(
  ctx: QueryCtx,
  user: Doc<"users"> | null,
): Promise<Infer<typeof lostKennelShape>[]> {
  const memberships = user
    ? await ctx.db
        .query("memberships")
        .withIndex("by_user", (q) => q.eq("userId", user._id))
        .take(MAX_MEMBERSHIPS_PER_USER)
    : [];
  const lost: Infer<typeof lostKennelShape>[] = [];
  for (const { kennelId, userId } of memberships) {
    const team = await teamOf(ctx, kennelId);
    const kennel = await ctx.db.get("kennels", kennelId);
    if (kennel && isOnlyOwner(team, userId)) {
      lost.push({ _id: kennelId, name: kennel.name, others: team.length - 1 });
    }
  }
  return lost;
}

/** The plan will be charged again. */
async function isCharged(ctx: QueryCtx, userId: Id<"users">): Promise<boolean> {
  const accounts = await ctx.db
    .query("billingAccounts")
    .withIndex("by_user_and_mode", (q) => q.eq("userId", userId))
    .take(MAX_KENNELS_PER_USER);
  return accounts.some(
    ({ subscription, hasEnded }) => subscription !== null && !hasEnded && subscription.worksUntil === null,
  );
}

/** Returns null if the account can be deleted now. */
export const describeObstacle = async (ctx: QueryCtx, user: Doc<"users"> | null): Promise<string | null> =>
  user && (await isCharged(ctx, user._id)) ? PLAN_RUNS : null;

/** Throws VALIDATION_FAILED if the confirmation word is missing or a plan will still be charged. */
export async function checkDeletion(ctx: QueryCtx, confirmation: string): Promise<null> {
  const user = await requireUser(ctx);
  if (confirmation !== DELETION_WORD) fail("VALIDATION_FAILED", { fields: { confirmation: WORD_MISSING } });
  const obstacle = await describeObstacle(ctx, user);
  if (obstacle !== null) fail("VALIDATION_FAILED", { fields: { confirmation: obstacle } });
  return null;
}

const makeConfirmationId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(CONFIRMATION_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

/** If a request is already pending, nothing changes. */
export async function placeDeletion(ctx: MutationCtx, confirmation: string): Promise<Deletion> {
  await checkDeletion(ctx, confirmation);
  const user = await requireUser(ctx);
  const waiting = await findOf(ctx, user._id);
  if (waiting) return toDeletion(waiting);
  const requestedAt = Date.now();
  const deletion = {
    confirmationId: makeConfirmationId(),
    requestedAt,
    dueAt: requestedAt + ACCOUNT_DELETION_DAYS * DAY_MS,
  };
  const { _id: userId, tokenIdentifier } = user;
  await ctx.db.insert("accountDeletions", { ...deletion, userId, tokenIdentifier, state: "waiting" });
  const dueOn = dayIn(user.timeZone ?? DEFAULT_TIME_ZONE, deletion.dueAt);
  await tellPerson(ctx, user, { kind: "account-leaving", dueOn });
  return deletion;
}

/** Throws NOT_FOUND if no deletion is pending or it is too late. */
export async function cancelDeletion(
  ctx: MutationCtx,
  user: Doc<"users">,
  confirmationId: string,
): Promise<null> {
  const row = await findOf(ctx, user._id);
  if (row?.state !== "waiting" || row.confirmationId !== confirmationId) return fail("NOT_FOUND");
  await ctx.db.delete("accountDeletions", row._id);
  await tellPerson(ctx, user, { kind: "account-kept" });
  return null;
}

export async function sweepDeletions(ctx: MutationCtx): Promise<null> {
  const settled = await settledNow(ctx);
  const due = await ctx.db
    .query("accountDeletions")
    .withIndex("by_state_and_due", (q) => q.eq("state", "waiting").lt("dueAt", settled))
    .take(SWEEP_BATCH);
  for (const row of due) {
    // If a plan was bought after the request, the plan is canceled first. The account is deleted when the plan has
    // ended.
    if (!(await isCharged(ctx, row.userId)))
      await ctx.db.patch("accountDeletions", row._id, { state: "removing" });
  }
  const removing = await ctx.db
    .query("accountDeletions")
    .withIndex("by_state_and_due", (q) => q.eq("state", "removing"))
    .take(SWEEP_BATCH);
  for (const { _id: deletionId } of removing) {
    await ctx.scheduler.runAfter(0, internal.accounts.actions.localAccounts.remove, { deletionId });
  }
  return null;
}
