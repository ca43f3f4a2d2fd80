/** Reads the data of a message when it is sent or shown, and writes the message's text. */
import { v, type Infer } from "convex/values";
import type { ReminderType } from "../../../domain/reminders/rules";
import { addDays } from "../../../domain/dates/calendar-days";
import { isSnoozed } from "../../../domain/reminders/due";
import { writeDigest, type DigestLine } from "../../../domain/mail/digest";
import { writeNotice, writeTest, type Message, type MessageLinks } from "../../../domain/mail/notice";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { deliveryKindValidator } from "../tables/deliveries";
import { getUserSettings } from "../../accounts/model/userSettings";
import { ReminderReader } from "../../reminders/model/reminderShape";
import { displayName } from "../../platform/model/paging/names";

const digestLineShape = v.object({
  title: v.string(),
  dogName: v.union(v.string(), v.null()),
  dueDate: v.string(),
  dueTime: v.union(v.string(), v.null()),
});

export const factsShape = v.object({
  kind: deliveryKindValidator,
  kennelName: v.string(),
  recipientName: v.string(),
  /** In the kennel's time zone. */
  today: v.string(),
  reminder: v.union(
    v.object({
      id: v.id("reminders"),
      title: v.string(),
      description: v.union(v.string(), v.null()),
      dogName: v.union(v.string(), v.null()),
      dueDate: v.string(),
      dueTime: v.union(v.string(), v.null()),
    }),
    v.null(),
  ),
  /** The lines of a digest: the reminders that are overdue or due within a week. */
  lines: v.array(digestLineShape),
});
type Facts = Infer<typeof factsShape>;

/** Today is included. Source: decision GAP-REM-14. */
const DIGEST_DAYS = 7;

const MAX_DIGEST_LINES = 100;
const MAX_DIGEST_ROWS = 1000;

async function dogNameOf(ctx: QueryCtx, dogId: Id<"dogs"> | undefined): Promise<string | null> {
  const dog = dogId && (await ctx.db.get("dogs", dogId));
  return dog ? (dog.callName ?? dog.name) : null;
}

/**
 * The lines are overdue reminders and reminders due within a week. Snoozed reminders and reminders assigned to
 * other people are left out.
 */
export async function readDigestLines(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  today: string,
  { userId, mutedTypes }: { userId: Id<"users">; mutedTypes: readonly ReminderType[] },
): Promise<DigestLine[]> {
  const reader = new ReminderReader(ctx);
  const rows = await ctx.db
    .query("reminders")
    .withIndex("by_kennel_and_state_and_due", (q) =>
      q.eq("kennelId", kennelId).eq("state", "pending").lt("dueDate", addDays(today, DIGEST_DAYS)),
    )
    .order("desc")
    .take(MAX_DIGEST_ROWS);
  const awake: Doc<"reminders">[] = [];
  for (const row of rows) {
    if (awake.length === MAX_DIGEST_LINES) break;
    const { snoozedUntil = null, reminderType } = row;
    if (isSnoozed({ snoozedUntil }, today) || mutedTypes.includes(reminderType)) continue;
    if ([null, userId].includes(await reader.assigneeOf(row))) awake.push(row);
  }
  return await Promise.all(
    awake.reverse().map(async ({ title, dogId, dueDate, dueTime = null }) => ({
      title,
      dueDate,
      dueTime,
      dogName: await dogNameOf(ctx, dogId),
    })),
  );
}

/** Returns null if the kennel, the person or the reminder was deleted. */
export async function readFacts(
  ctx: QueryCtx,
  { kind, kennelId, userId, reminderId }: Doc<"deliveries">,
  today: string,
): Promise<Facts | null> {
  const kennel = await ctx.db.get("kennels", kennelId);
  const user = await ctx.db.get("users", userId);
  if (!kennel || !user) return null;
  const facts = { kind, kennelName: kennel.name, recipientName: displayName(user), today };
  if (kind === "digest") {
    const { mutedTypes } = await getUserSettings(ctx, user);
    return {
      ...facts,
      reminder: null,
      lines: await readDigestLines(ctx, kennelId, today, { userId, mutedTypes }),
    };
  }
  if (reminderId === undefined) return { ...facts, reminder: null, lines: [] };
  const row = await ctx.db.get("reminders", reminderId);
  if (!row) return null;
  const { title, description = null, dueDate, dueTime = null, dogId } = row;
  return {
    ...facts,
    reminder: { id: row._id, title, description, dueDate, dueTime, dogName: await dogNameOf(ctx, dogId) },
    lines: [],
  };
}

/** Without links the text has no buttons. */
export function writeMessage({ reminder, ...facts }: Facts, links: MessageLinks | null): Message {
  if (reminder !== null) {
    return writeNotice({ ...facts, ...reminder, isTest: facts.kind === "test" }, links);
  }
  return facts.kind === "test" ? writeTest(facts, links) : writeDigest(facts, links);
}
