/**
 * Deletes a kennel. An owner requests the deletion by typing the kennel's name. All members see the request, and
 * any owner can cancel it for 14 days. Then kennelRemoval.ts deletes everything. A backup is requested immediately.
 * Until the date the kennel works as before, but its reminders send no notices. Sources: decision GAP-KEN-06,
 * docs/decisions/0013.
 */
import { v, type Infer } from "convex/values";
import { KENNEL_DELETION_DAYS, MAX_PEOPLE_PER_KENNEL } from "../../../domain/kennels/rules";
import type { AccountMailKind } from "../../../domain/mail/accounts";
import { dayIn } from "../../../domain/dates/zones";
import { fail } from "../../../domain/errors";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { tellPerson } from "../../mail/model/accountMails";
import { insertBackup } from "./backupRows";
import type { Access } from "../../platform/model/people/identity";
import { findKennelDeletion } from "./kennelDeletionDates";
import { purgeInvitations } from "./invitations";
import { eraseKennel } from "./kennelRemoval";
import { requireKennel } from "../../platform/model/people/kennels";
import { settledNow } from "../../platform/model/changes/settledTime";
import { timeZoneOf } from "../../platform/model/people/timeZones";
import { displayName } from "../../platform/model/paging/names";

const DAY_MS = 86_400_000;

/** Each deletion sends mails to at most a hundred people. */
const SWEEP_BATCH = 5;

export const kennelDeletionShape = v.object({
  requestedAt: v.number(),
  /** After this time, the deletion cannot be canceled. */
  dueAt: v.number(),
});
type KennelDeletion = Infer<typeof kennelDeletionShape>;

interface News {
  readonly kind: Extract<AccountMailKind, `kennel-${string}`>;
  readonly kennel: Doc<"kennels">;
  readonly dueAt?: number;
  readonly byId: Id<"users">;
}

async function tellTeam(ctx: MutationCtx, { kind, kennel, dueAt, byId }: News): Promise<void> {
  const actor = await ctx.db.get("users", byId);
  const team = await ctx.db
    .query("memberships")
    .withIndex("by_kennel_and_user", (q) => q.eq("kennelId", kennel._id))
    .take(MAX_PEOPLE_PER_KENNEL);
  const zone = await timeZoneOf(ctx, kennel._id);
  for (const { userId } of team) {
    const user = await ctx.db.get("users", userId);
    if (!user) continue;
    await tellPerson(ctx, user, {
      kind,
      about: kennel.name,
      ...(actor && { by: displayName(actor) }),
      ...(dueAt !== undefined && { dueOn: dayIn(zone, dueAt) }),
    });
  }
}

/** Members can download the backup until the kennel is deleted. */
async function backUp(ctx: MutationCtx, { kennelId, user }: Access, now: number): Promise<void> {
  const backupId = await insertBackup(ctx, {
    kennelId,
    type: "server",
    format: "json",
    includesPhotos: true,
    day: dayIn(await timeZoneOf(ctx, kennelId), now),
    userId: user._id,
  });
  await ctx.scheduler.runAfter(0, internal.backups.actions.backupMaking.make, { backupId });
}

/**
 * If a request is already pending, nothing changes. Throws VALIDATION_FAILED unless the kennel's name was typed.
 */
export async function askKennelDeletion(
  ctx: MutationCtx,
  access: Access,
  confirmName: string,
): Promise<KennelDeletion> {
  const kennel = await requireKennel(ctx, access.kennelId);
  if (confirmName.trim() !== kennel.name) {
    fail("VALIDATION_FAILED", { fields: { confirmName: "Type the kennel's name to delete it" } });
  }
  const waiting = await findKennelDeletion(ctx, kennel._id);
  if (waiting) return { requestedAt: waiting.requestedAt, dueAt: waiting.dueAt };
  const requestedAt = Date.now();
  const deletion = { requestedAt, dueAt: requestedAt + KENNEL_DELETION_DAYS * DAY_MS };
  const userId = access.user._id;
  await ctx.db.insert("kennelDeletions", { kennelId: kennel._id, userId, ...deletion });
  await backUp(ctx, access, requestedAt);
  await tellTeam(ctx, { kind: "kennel-leaving", kennel, dueAt: deletion.dueAt, byId: userId });
  return deletion;
}

/** Throws NOT_FOUND if no deletion is pending. */
export async function keepKennel(ctx: MutationCtx, { kennelId, user }: Access): Promise<null> {
  const row = (await findKennelDeletion(ctx, kennelId)) ?? fail("NOT_FOUND");
  await ctx.db.delete("kennelDeletions", row._id);
  await tellTeam(ctx, { kind: "kennel-kept", kennel: await requireKennel(ctx, kennelId), byId: user._id });
  return null;
}

/** Also deletes invitations that expired long ago, and schedules the next batch. */
export async function sweepKennelDeletions(ctx: MutationCtx): Promise<null> {
  const settled = await settledNow(ctx);
  const due = await ctx.db
    .query("kennelDeletions")
    .withIndex("by_due", (q) => q.lte("dueAt", settled))
    .take(SWEEP_BATCH);
  for (const { _id, kennelId, userId } of due) {
    await ctx.db.delete("kennelDeletions", _id);
    const kennel = await ctx.db.get("kennels", kennelId);
    if (!kennel) continue;
    await tellTeam(ctx, { kind: "kennel-deleted", kennel, byId: userId });
    await eraseKennel(ctx, kennelId, userId);
  }
  const hasMore = await purgeInvitations(ctx);
  if (due.length === SWEEP_BATCH || hasMore)
    await ctx.scheduler.runAfter(0, internal.kennels.kennelRemoval.sweepDue, {});
  return null;
}
