/**
 * Writes the events of the history that are not changes of records (domain/history/events.ts), in the transaction
 * of the event. Members are stored by their id. Other people are stored only by the invited address.
 */
import type { Infer } from "convex/values";
import { AREAS, type Role, type PermissionOverrides } from "../../../../domain/permissions/rules";
import { effectivePermissions } from "../../../../domain/permissions/permissions";
import { foldEmail } from "../../../../domain/text/text";
import type { Id } from "../../../_generated/dataModel";
import type { MutationCtx } from "../../../_generated/server";
import type { eventValidator } from "../../tables/changes";
import { findCaller } from "./activities";

type NewEvent = Infer<typeof eventValidator> & {
  /** The invited address, or the name of the restored file. */
  readonly title?: string;
  /** The default is the caller; null for automatic work. */
  readonly by?: Id<"users"> | null;
  readonly at?: number;
  readonly fields?: readonly { name: string; before: string; after: string }[];
};

export async function noteEvent(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  { title = "", by, at = Date.now(), fields, ...event }: NewEvent,
): Promise<void> {
  const doneBy = by === undefined ? await findCaller(ctx) : (by ?? undefined);
  await ctx.db.insert("changes", {
    kennelId,
    table: "kennels",
    recordId: kennelId,
    subjectId: kennelId,
    kind: "noted",
    at,
    operation: `${at.toString(36)}.${Math.random().toString(36).slice(2)}`,
    title,
    event,
    ...(doneBy && { by: doneBy }),
    ...(fields && { fields: [...fields] }),
  });
}

const LOOKED_AT = 2000;

/** The address belongs to a deleted account. Only the history of invitations contains it. */
export async function removeAddress(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  emailKey: string,
): Promise<void> {
  const events = await ctx.db
    .query("changes")
    .withIndex("by_kennel_and_kind_and_at", (q) => q.eq("kennelId", kennelId).eq("kind", "noted"))
    .order("desc")
    .take(LOOKED_AT);
  for (const { _id, title } of events) {
    if (title !== "" && foldEmail(title) === emailKey) await ctx.db.patch("changes", _id, { title: "" });
  }
}

interface Rights {
  readonly role: Role;
  readonly permissions: PermissionOverrides;
}

/** Compares the role, and the right to each area. */
export function rightsBetween(
  before: Rights,
  after: Rights,
): { name: string; before: string; after: string }[] {
  const [old, young] = [before, after].map(({ role, permissions }) => ({
    role,
    ...effectivePermissions(role, permissions),
  }));
  if (!old || !young) return [];
  return (["role", ...AREAS] as const)
    .filter((name) => old[name] !== young[name])
    .map((name) => ({ name, before: old[name], after: young[name] }));
}
