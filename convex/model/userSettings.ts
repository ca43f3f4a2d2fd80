/** A person's own settings: the defaults until they change one, and each change for that one alone. */
import { v, type Infer } from "convex/values";
import { DEFAULT_NOTIFICATIONS, type NotificationSettings } from "../../domain/constants/notifications";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { notificationsValidator } from "../tables/userSettings";

export const userSettingsShape = v.object({ notifications: notificationsValidator });
type UserSettings = Infer<typeof userSettingsShape>;

/** What may be changed: an absent channel stays as it is. */
export const notificationChangesValidator = notificationsValidator.partial();

async function findSettings(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"userSettings"> | null> {
  return await ctx.db
    .query("userSettings")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .unique();
}

/** Answers a person's settings; somebody not yet recorded has the defaults. */
export async function getUserSettings(ctx: QueryCtx, user: Doc<"users"> | null): Promise<UserSettings> {
  const stored = user && (await findSettings(ctx, user._id));
  return { notifications: stored?.notifications ?? DEFAULT_NOTIFICATIONS };
}

/** Changes the given channels and answers the settings as they are then. */
export async function changeNotifications(
  ctx: MutationCtx,
  user: Doc<"users">,
  changes: Partial<NotificationSettings>,
): Promise<UserSettings> {
  const stored = await findSettings(ctx, user._id);
  const notifications = { ...(stored?.notifications ?? DEFAULT_NOTIFICATIONS), ...changes };
  if (stored) await ctx.db.patch("userSettings", stored._id, { notifications });
  else await ctx.db.insert("userSettings", { userId: user._id, notifications });
  return { notifications };
}
