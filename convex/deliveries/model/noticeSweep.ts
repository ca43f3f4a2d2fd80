/**
 * Sends due notices of reminders. The job writes the messages to the outbox and updates the notice in one
 * transaction. A notice is therefore never lost and never sent twice.
 */
import { MAX_MEMBERSHIPS_PER_USER, MAX_PEOPLE_PER_KENNEL } from "../../../domain/kennels/rules";
import { DEFAULT_NOTIFICATIONS } from "../../../domain/deliveries/rules";
import { effectivePermissions, hasPermission } from "../../../domain/permissions/permissions";
import { latestNotice, nextNotice, planDeliveries, type Recipient } from "../../../domain/reminders/notices";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { findSettings } from "../../accounts/model/userSettings";
import { deletesAt } from "../../kennels/model/kennelDeletionDates";
import { mayAct } from "../../reminders/model/reminderAssignees";
import { timeZoneOf } from "../../platform/model/people/timeZones";
import { addDelivery, deliveriesOf } from "./deliveries";
import { startSending } from "./deliveryClaims";

type Row = Doc<"reminders">;

interface KennelRecipients {
  readonly timeZone: string;
  readonly people: readonly Recipient<Told>[];
}

interface Told {
  readonly userId: Id<"users">;
  readonly settings: Doc<"userSettings"> | null;
  readonly user: Doc<"users">;
}

/** Recipients are members who may act on reminders. A transaction reads each kennel only once. */
class RecipientReader {
  readonly #kennels = new Map<Id<"kennels">, Promise<KennelRecipients>>();

  constructor(private readonly ctx: QueryCtx) {}

  async of(kennelId: Id<"kennels">): Promise<KennelRecipients> {
    const known = this.#kennels.get(kennelId);
    if (known) return await known;
    const read = this.#read(kennelId);
    this.#kennels.set(kennelId, read);
    return await read;
  }

  async #read(kennelId: Id<"kennels">): Promise<KennelRecipients> {
    const timeZone = await timeZoneOf(this.ctx, kennelId);
    // No notices are sent in a kennel that is being deleted.
    if ((await deletesAt(this.ctx, kennelId)) !== undefined) return { timeZone, people: [] };
    const memberships = await this.ctx.db
      .query("memberships")
      .withIndex("by_kennel_and_user", (q) => q.eq("kennelId", kennelId))
      .take(MAX_PEOPLE_PER_KENNEL);
    const people: Recipient<Told>[] = [];
    for (const { userId } of memberships.filter(mayAct)) {
      const user = await this.ctx.db.get("users", userId);
      if (!user) continue;
      const settings = await findSettings(this.ctx, userId);
      people.push({
        person: { userId, settings, user },
        channels: settings?.notifications ?? DEFAULT_NOTIFICATIONS,
        quietHours: settings?.quietHours ?? null,
        timeZone: user.timeZone ?? timeZone,
        mutedTypes: settings?.mutedTypes ?? [],
      });
    }
    return { timeZone, people };
  }
}

/**
 * Each message is written only once. The assignee is notified; without an assignee, all recipients are notified.
 */
async function giveNotice(
  ctx: MutationCtx,
  recipients: RecipientReader,
  row: Row,
  now: number,
): Promise<number> {
  const { timeZone, people } = await recipients.of(row.kennelId);
  const assignee = people.filter(({ person }) => person.userId === row.assigneeId);
  const notice = latestNotice(row, timeZone, now);
  await ctx.db.patch("reminders", row._id, { notifyAt: nextNotice(row, timeZone, now)?.at });
  // The kennel's time zone may have changed to a zone further west since the time was calculated.
  if (notice === null) return 0;
  const written = await deliveriesOf(ctx, row, notice.day);
  let added = 0;
  for (const { person, channel, sendAt } of planDeliveries(
    row,
    assignee.length > 0 ? assignee : people,
    now,
  )) {
    const isWritten = written.some(
      (known) => known.kind === "reminder" && known.userId === person.userId && known.channel === channel,
    );
    if (isWritten) continue;
    const rows = await addDelivery(ctx, {
      kind: "reminder",
      kennelId: row.kennelId,
      reminderId: row._id,
      recipient: person,
      channel,
      day: notice.day,
      sendAt,
    });
    added += rows.length;
  }
  return added;
}

/** In a large team, each reminder creates many messages. */
const SWEEP_BATCH = 50;

/** This is well under Convex's limit of 16,000 writes in a transaction. */
const SWEEP_MESSAGES = 2000;

/** Returns how many reminders and messages this batch handled. */
export async function sweepNotices(
  ctx: MutationCtx,
  now: number,
): Promise<{ reminders: number; messages: number; isDone: boolean }> {
  const due = await ctx.db
    .query("reminders")
    .withIndex("by_state_and_notify", (q) => q.eq("state", "pending").gt("notifyAt", 0).lte("notifyAt", now))
    .take(SWEEP_BATCH);
  const recipients = new RecipientReader(ctx);
  let [reminders, messages] = [0, 0];
  for (const row of due) {
    if (messages >= SWEEP_MESSAGES) break;
    messages += await giveNotice(ctx, recipients, row, now);
    reminders += 1;
  }
  const isDone = due.length < SWEEP_BATCH && reminders === due.length;
  if (isDone) await startSending(ctx, now);
  else await ctx.scheduler.runAfter(0, internal.deliveries.deliveries.sweep, { at: now });
  return { reminders, messages, isDone };
}

/** The person may read reminders in these kennels. Kennels that are being deleted are left out. */
export async function kennelsToTell(ctx: QueryCtx, userId: Id<"users">): Promise<Id<"kennels">[]> {
  const memberships = await ctx.db
    .query("memberships")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .take(MAX_MEMBERSHIPS_PER_USER);
  const told: Id<"kennels">[] = [];
  for (const { kennelId, role, permissions } of memberships) {
    const reads = hasPermission(effectivePermissions(role, permissions), "reminders", "read");
    if (reads && (await deletesAt(ctx, kennelId)) === undefined) told.push(kennelId);
  }
  return told;
}
