/** A person's own settings: the defaults until they change one, and each change for that one alone. */
import { v, type Infer, type ObjectType } from "convex/values";
import { DEFAULT_NOTIFICATIONS } from "../../domain/constants/notifications";
import { nextDigest } from "../../domain/reminders/notices";
import { DEFAULT_TIME_ZONE } from "../../domain/dates/zones";
import { userSettingsChangesSchema } from "../../domain/schemas/user-settings";
import { parseOrFail } from "../../domain/schemas/parse";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { notificationsValidator, quietHoursValidator } from "../tables/userSettings";

export const userSettingsShape = v.object({
  notifications: notificationsValidator,
  /** Where text messages go. */
  phone: v.union(v.string(), v.null()),
  quietHours: v.union(quietHoursValidator, v.null()),
  /** Whether a mail tells every morning what is due. */
  isDigestOn: v.boolean(),
});
type UserSettings = Infer<typeof userSettingsShape>;

/** What may be changed: an absent field stays as it is, null clears. */
export const userSettingsArgs = {
  notifications: v.optional(notificationsValidator.partial()),
  phone: v.optional(v.union(v.string(), v.null())),
  quietHours: v.optional(v.union(quietHoursValidator, v.null())),
  isDigestOn: v.optional(v.boolean()),
};

/** Reads what a person has set, or null. */
export async function findSettings(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"userSettings"> | null> {
  return await ctx.db
    .query("userSettings")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .unique();
}

/** Answers a person's settings; somebody not yet recorded has the defaults. */
export async function getUserSettings(ctx: QueryCtx, user: Doc<"users"> | null): Promise<UserSettings> {
  const stored = user && (await findSettings(ctx, user._id));
  return {
    notifications: stored?.notifications ?? DEFAULT_NOTIFICATIONS,
    phone: stored?.phone ?? null,
    quietHours: stored?.quietHours ?? null,
    isDigestOn: stored?.digestAt !== undefined,
  };
}

type Changes = ObjectType<typeof userSettingsArgs>;

/** Changes what is given and answers the settings as they are then; throws VALIDATION_FAILED. */
export async function changeUserSettings(
  ctx: MutationCtx,
  user: Doc<"users">,
  { notifications: channels, isDigestOn, ...fields }: Changes,
): Promise<UserSettings> {
  const { phone, quietHours } = parseOrFail(userSettingsChangesSchema, fields);
  const stored = await findSettings(ctx, user._id);
  const notifications = { ...(stored?.notifications ?? DEFAULT_NOTIFICATIONS), ...channels };
  const changes = {
    notifications,
    ...(phone !== undefined && { phone: phone ?? undefined }),
    ...(quietHours !== undefined && { quietHours: quietHours ?? undefined }),
    ...(isDigestOn === false && { digestAt: undefined }),
    ...(isDigestOn === true &&
      stored?.digestAt === undefined && {
        digestAt: nextDigest(user.timeZone ?? DEFAULT_TIME_ZONE, Date.now()),
      }),
  };
  if (stored) await ctx.db.patch("userSettings", stored._id, changes);
  else await ctx.db.insert("userSettings", { userId: user._id, ...changes });
  return await getUserSettings(ctx, user);
}
