/**
 * The people of reminders: assignees, and who completed a reminder. An assignee counts only while they are a member
 * and may act on reminders. Otherwise everybody is responsible for the reminder, although the row still contains
 * the assignee. When a member leaves, batches remove the member from the rows.
 */
import { v, type Infer } from "convex/values";
import { MAX_PEOPLE_PER_KENNEL } from "../../../domain/kennels/rules";
import { failOnFields } from "../../../domain/errors";
import { effectivePermissions, hasPermission } from "../../../domain/permissions/permissions";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { getMembership, type Access } from "../../platform/model/people/identity";
import { findRow } from "../../platform/model/paging/rows";
import { displayName } from "../../platform/model/paging/names";
import { isLocked, LOOK_AGAIN_MS } from "../../platform/model/changes/restoreLocks";

export const mayAct = ({ role, permissions }: Doc<"memberships">): boolean =>
  hasPermission(effectivePermissions(role, permissions), "reminders", "write");

/** Returns null if the member cannot be an assignee. */
export async function findAssignee(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  typedId: string,
): Promise<Id<"users"> | null> {
  const id = ctx.db.normalizeId("users", typedId);
  const membership = id && (await getMembership(ctx, kennelId, id));
  return membership && mayAct(membership) ? id : null;
}

export const assigneeShape = v.object({
  _id: v.id("users"),
  /** Null if the caller may not read the team. */
  name: v.union(v.string(), v.null()),
  isSelf: v.boolean(),
});

export const completionShape = v.object({
  reminderId: v.id("reminders"),
  /** Null if the caller may not read the team, or if the person's account was deleted. */
  by: v.union(v.string(), v.null()),
});

const MOST_COMPLETIONS = 50;

/** The names of the people are included. Throws VALIDATION_FAILED for too many reminders. */
export async function listCompletedByOthers(
  ctx: QueryCtx,
  { kennelId, user, permissions }: Access,
  reminderIds: readonly string[],
): Promise<Infer<typeof completionShape>[]> {
  if (reminderIds.length > MOST_COMPLETIONS) {
    failOnFields({ reminderIds: `At most ${MOST_COMPLETIONS} reminders at once` });
  }
  const mayName = hasPermission(permissions, "members", "read");
  const rows = await Promise.all(reminderIds.map(async (id) => await findRow(ctx, "reminders", id)));
  return await Promise.all(
    rows
      .filter((row) => row !== null)
      .filter(
        ({ kennelId: own, state, completedBy }) =>
          own === kennelId && state === "completed" && completedBy !== undefined && completedBy !== user._id,
      )
      .map(async ({ _id: reminderId, completedBy }) => {
        const person = mayName && completedBy ? await ctx.db.get("users", completedBy) : null;
        return { reminderId, by: person && displayName(person) };
      }),
  );
}

/** The caller is first. The other people are sorted by name. */
export async function listAssignees(
  ctx: QueryCtx,
  { kennelId, user, permissions }: Access,
): Promise<Infer<typeof assigneeShape>[]> {
  const mayName = hasPermission(permissions, "members", "read");
  const memberships = await ctx.db
    .query("memberships")
    .withIndex("by_kennel_and_user", (q) => q.eq("kennelId", kennelId))
    .take(MAX_PEOPLE_PER_KENNEL);
  const people = await Promise.all(
    memberships.filter(mayAct).map(async ({ userId }) => await ctx.db.get("users", userId)),
  );
  return people
    .flatMap((person) => {
      if (!person) return [];
      const isSelf = person._id === user._id;
      return [{ _id: person._id, name: isSelf || mayName ? displayName(person) : null, isSelf }];
    })
    .sort(
      (one, other) =>
        Number(other.isSelf) - Number(one.isSelf) || (one.name ?? "").localeCompare(other.name ?? ""),
    );
}

const RELEASE_BATCH = 500;

/** The person left the kennel. The work is done in batches. */
export async function releaseAssignee(
  ctx: MutationCtx,
  { kennelId, userId }: { kennelId: Id<"kennels">; userId: Id<"users"> },
): Promise<null> {
  const again = async (after: number) => {
    await ctx.scheduler.runAfter(after, internal.reminders.reminderAssignees.release, { kennelId, userId });
    return null;
  };
  if (await isLocked(ctx, kennelId)) return await again(LOOK_AGAIN_MS);
  // If the person has returned to the kennel, their new reminders keep their assignee.
  if (await getMembership(ctx, kennelId, userId)) return null;
  const reminders = await ctx.db
    .query("reminders")
    .withIndex("by_kennel_and_assignee_and_state_and_due", (q) =>
      q.eq("kennelId", kennelId).eq("assigneeId", userId),
    )
    .take(RELEASE_BATCH);
  for (const { _id } of reminders) await ctx.db.patch("reminders", _id, { assigneeId: undefined });
  const series = await ctx.db
    .query("reminderSeries")
    .withIndex("by_kennel_and_assignee", (q) => q.eq("kennelId", kennelId).eq("assigneeId", userId))
    .take(RELEASE_BATCH);
  for (const { _id } of series) await ctx.db.patch("reminderSeries", _id, { assigneeId: undefined });
  const isDone = reminders.length < RELEASE_BATCH && series.length < RELEASE_BATCH;
  return isDone ? null : await again(0);
}
