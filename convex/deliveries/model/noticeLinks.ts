/**
 * The buttons in messages. A button's address carries the recipient's rights, is signed with the deployment's
 * secret and is valid for two weeks. Opening an address only shows a question. The action needs a POST, so a mail
 * scanner that opens links changes nothing. The action is refused if the person no longer has the right. All
 * invalid addresses get the same message, whatever the reason.
 */
import { v, type Infer } from "convex/values";
import { addDays } from "../../../domain/dates/calendar-days";
import { dayIn } from "../../../domain/dates/zones";
import { hasPermission } from "../../../domain/permissions/permissions";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { kennelPath } from "../../../domain/kennels/kennel-path";
import { appOrigin, REMINDERS_PATH } from "../../platform/model/people/ownAddresses";
import { getStanding, type Access } from "../../platform/model/people/identity";
import { completeReminder, snoozeReminder } from "../../reminders/model/reminders";
import { NOTICE_ACTIONS, readToken, type NoticeActionName } from "./noticeTokens";
import { timeZoneOf } from "../../platform/model/people/timeZones";
import { changeUserSettings } from "../../accounts/model/userSettings";

interface Opened {
  readonly action: NoticeActionName;
  readonly delivery: Doc<"deliveries">;
}

async function openToken(ctx: QueryCtx, token: string): Promise<Opened | null> {
  const said = await readToken(token, Date.now());
  const id = said && ctx.db.normalizeId("deliveries", said.deliveryId);
  const delivery = id && (await ctx.db.get("deliveries", id));
  return said && delivery ? { action: said.action, delivery } : null;
}

/** The recipient must still have the right to act on reminders. */
async function accessOf(ctx: QueryCtx, { kennelId, userId }: Doc<"deliveries">): Promise<Access | null> {
  const access = await getStanding(ctx, kennelId, userId);
  return access && hasPermission(access.permissions, "reminders", "write") ? access : null;
}

export const noticeActionShape = v.union(
  v.object({
    action: v.union(...NOTICE_ACTIONS.map((action) => v.literal(action))),
    kind: v.union(v.literal("reminder"), v.literal("digest"), v.literal("test")),
    /** The reminder's title or, for a digest, the kennel's name. */
    title: v.string(),
    /** The action no longer has any effect. */
    isDone: v.boolean(),
    appUrl: v.string(),
  }),
  v.null(),
);
type NoticeAction = Infer<typeof noticeActionShape>;

async function describe(ctx: QueryCtx, { action, delivery }: Opened): Promise<NoticeAction> {
  const { kind, reminderId, kennelId } = delivery;
  const appUrl = appOrigin() + kennelPath(kennelId, REMINDERS_PATH);
  const kennel = await ctx.db.get("kennels", kennelId);
  if (!kennel) return null;
  if (action === "unsubscribe") return { action, kind, title: kennel.name, isDone: false, appUrl };
  const reminder = reminderId && (await ctx.db.get("reminders", reminderId));
  if (!reminder || reminder.state === "removed" || !(await accessOf(ctx, delivery))) return null;
  return { action, kind, title: reminder.title, isDone: reminder.state === "completed", appUrl };
}

/** Describes the action without doing it. */
export async function describeNoticeAction(ctx: QueryCtx, token: string): Promise<NoticeAction> {
  const opened = await openToken(ctx, token);
  return opened && (await describe(ctx, opened));
}

/** The action is performed as the recipient. A repeated call changes nothing. */
export async function actOnNotice(ctx: MutationCtx, token: string): Promise<NoticeAction> {
  const opened = await openToken(ctx, token);
  const before = opened && (await describe(ctx, opened));
  if (!opened || !before) return null;
  const { action, delivery } = opened;
  if (action === "unsubscribe") {
    const user = await ctx.db.get("users", delivery.userId);
    const change = delivery.kind === "digest" ? { isDigestOn: false } : { notifications: { email: false } };
    if (user) await changeUserSettings(ctx, user, change);
    return { ...before, isDone: true };
  }
  const access = await accessOf(ctx, delivery);
  const reminder = delivery.reminderId && (await ctx.db.get("reminders", delivery.reminderId));
  if (!access || !reminder) return null;
  if (reminder.state !== "pending") return { ...before, isDone: true };
  const today = dayIn(await timeZoneOf(ctx, reminder.kennelId), Date.now());
  if (action === "complete") await completeReminder(ctx, { reminder, access }, { today });
  else await snoozeReminder(ctx, { reminder }, { today, snoozeUntil: addDays(today, 1) });
  return { ...before, isDone: true };
}
