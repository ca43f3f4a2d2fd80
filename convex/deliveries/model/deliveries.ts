/**
 * Adds messages to the outbox. A message is added once. A message that cannot be sent is stored only for the
 * history. The attempts are a reminder's notification history. Source: decision GAP-REM-17.
 */
import { v, type Infer } from "convex/values";
import { MAX_PUSH_DEVICES } from "../../../domain/deliveries/rules";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { attemptStatusValidator, channelValidator } from "../tables/deliveries";
import { isSetUp, notSetUpMessage } from "../../mail/model/channels";
import { hasOwnMail } from "../../connections/model/connections";
import { displayName } from "../../platform/model/paging/names";
import { RowsOnce } from "../../platform/model/paging/rowsOnce";

type Row = Doc<"deliveries">;

const MAX_HISTORY = 500;

const MAX_DELIVERIES = 2000;

export const deliveriesOf = async (
  ctx: QueryCtx,
  { kennelId, _id }: Pick<Doc<"reminders">, "kennelId" | "_id">,
  day: string,
): Promise<Row[]> =>
  await ctx.db
    .query("deliveries")
    .withIndex("by_kennel_and_reminder_and_day", (q) =>
      q.eq("kennelId", kennelId).eq("reminderId", _id).eq("day", day),
    )
    .take(MAX_DELIVERIES);

interface NewDelivery extends Pick<Row, "kind" | "kennelId" | "reminderId" | "channel" | "day" | "sendAt"> {
  readonly recipient: { user: Doc<"users">; settings: Doc<"userSettings"> | null };
}

/** Returns null if the member can receive messages. */
export async function problemOf(
  ctx: QueryCtx,
  {
    channel,
    kennelId,
    recipient: { user, settings },
  }: Pick<NewDelivery, "channel" | "kennelId" | "recipient">,
): Promise<string | null> {
  const isOwnMail = channel === "email" && (await hasOwnMail(ctx, kennelId));
  if (!isOwnMail && !isSetUp(channel)) return notSetUpMessage(channel);
  if (channel === "email" && !user.isEmailTrusted) return "The email address is not confirmed";
  if (channel === "sms" && settings?.phone === undefined) return "There is no phone number in the settings";
  return null;
}

const devicesOf = async (ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"pushSubscriptions">[]> =>
  await ctx.db
    .query("pushSubscriptions")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .take(MAX_PUSH_DEVICES);

/** A push message is added once for each of the person's devices. Returns the ids of the rows. */
export async function addDelivery(
  ctx: MutationCtx,
  { recipient, ...message }: NewDelivery,
): Promise<Id<"deliveries">[]> {
  const problem = await problemOf(ctx, { ...message, recipient });
  const stored = { ...message, userId: recipient.user._id, claims: 0 };
  if (problem !== null) {
    const now = Date.now();
    const attempts = [{ at: now, status: "not_set_up" as const, message: problem }];
    return [await ctx.db.insert("deliveries", { ...stored, state: "not_set_up", sendAt: now, attempts })];
  }
  const places =
    message.channel === "push"
      ? (await devicesOf(ctx, stored.userId)).map(({ _id: deviceId }) => ({ deviceId }))
      : [{}];
  const ids: Id<"deliveries">[] = [];
  for (const place of places) {
    ids.push(await ctx.db.insert("deliveries", { ...stored, ...place, state: "waiting", attempts: [] }));
  }
  return ids;
}

/** Returns the newest messages, each with its recipient's name. */
export async function readTold(
  ctx: QueryCtx,
  { kennelId, _id }: Doc<"reminders">,
  most: number,
): Promise<(Row & { readonly recipient: string })[]> {
  const rows = await ctx.db
    .query("deliveries")
    .withIndex("by_kennel_and_reminder_and_day", (q) => q.eq("kennelId", kennelId).eq("reminderId", _id))
    .order("desc")
    .take(most);
  const people = new RowsOnce(ctx, "users");
  return await Promise.all(
    rows.map(async (row) => {
      const user = await people.find(row.userId);
      return { ...row, recipient: user ? displayName(user) : "" };
    }),
  );
}

export const historyShape = v.array(
  v.object({
    sentAt: v.number(),
    channel: channelValidator,
    status: attemptStatusValidator,
    message: v.string(),
    recipient: v.string(),
  }),
);

/** The newest attempt is first. */
export async function listHistory(
  ctx: QueryCtx,
  reminder: Doc<"reminders">,
): Promise<Infer<typeof historyShape>> {
  const rows = await readTold(ctx, reminder, MAX_HISTORY);
  return rows
    .flatMap(({ attempts, channel, recipient }) =>
      attempts.map(({ at, status, message }) => ({
        sentAt: at,
        channel,
        status,
        message,
        recipient,
      })),
    )
    .sort((a, b) => b.sentAt - a.sentAt);
}
