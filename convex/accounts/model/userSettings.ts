/** A person's own settings. Every setting has its default until the person changes it. */
import { v, type Infer, type ObjectType } from "convex/values";
import { DEFAULT_NOTIFICATIONS, NOTICE_TIME } from "../../../domain/deliveries/rules";
import { DEFAULT_PRIVACY } from "../../../domain/accounts/rules";
import { nextDigest } from "../../../domain/reminders/notices";
import { DEFAULT_TIME_ZONE } from "../../../domain/dates/zones";
import { userSettingsChangesSchema } from "../../../domain/accounts/schemas";
import { fail } from "../../../domain/errors";
import { foldEmail } from "../../../domain/text/text";
import { parseOrFail } from "../../../domain/records/parse";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { reminderTypeValidator } from "../../reminders/tables/reminders";
import { changeProfile, profileArgs } from "./profiles";
import { describeUser, userShape } from "./users";
import {
  dogColumnValidator,
  immunizationsViewValidator,
  notificationsValidator,
  privacyValidator,
  quietHoursValidator,
  weightUnitsValidator,
} from "../tables/userSettings";

export const userSettingsShape = v.object({
  /** The list is in the order of the columns; null for the default columns. */
  dogColumns: v.union(v.array(dogColumnValidator), v.null()),
  /** In pixels. A column without a width fits its content. */
  dogColumnWidths: v.record(v.string(), v.number()),
  /** Null for the default units. */
  weightUnits: v.union(weightUnitsValidator, v.null()),
  /** Null for the default view. */
  immunizationsView: v.union(immunizationsViewValidator, v.null()),
  notifications: notificationsValidator,
  /** Used for text messages. */
  phone: v.union(v.string(), v.null()),
  quietHours: v.union(quietHoursValidator, v.null()),
  /** The person is not notified of these types. */
  mutedTypes: v.array(reminderTypeValidator),
  /** The reminder form suggests these days; null for the form's default. */
  daysInAdvance: v.union(v.array(v.number()), v.null()),
  /** The digest is a daily mail. Its time is in the person's time zone. */
  isDigestOn: v.boolean(),
  digestTime: v.string(),
  privacy: privacyValidator,
});
type UserSettings = Infer<typeof userSettingsShape>;

/** An omitted setting stays unchanged; null clears a setting. */
export const userSettingsArgs = {
  dogColumns: v.optional(v.union(v.array(v.string()), v.null())),
  dogColumnWidths: v.optional(v.record(v.string(), v.number())),
  weightUnits: v.optional(v.union(v.object({ dog: v.string(), puppy: v.string() }), v.null())),
  immunizationsView: v.optional(v.union(v.string(), v.null())),
  notifications: v.optional(notificationsValidator.partial()),
  phone: v.optional(v.union(v.string(), v.null())),
  quietHours: v.optional(v.union(quietHoursValidator, v.null())),
  mutedTypes: v.optional(v.array(v.string())),
  daysInAdvance: v.optional(v.union(v.array(v.number()), v.null())),
  isDigestOn: v.optional(v.boolean()),
  digestTime: v.optional(v.string()),
  privacy: v.optional(privacyValidator.partial()),
};

export async function findSettings(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"userSettings"> | null> {
  return await ctx.db
    .query("userSettings")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .unique();
}

/** A user without a row has the defaults. */
export async function getUserSettings(ctx: QueryCtx, user: Doc<"users"> | null): Promise<UserSettings> {
  const stored = user && (await findSettings(ctx, user._id));
  return {
    dogColumns: stored?.dogColumns ?? null,
    dogColumnWidths: stored?.dogColumnWidths ?? {},
    weightUnits: stored?.weightUnits ?? null,
    immunizationsView: stored?.immunizationsView ?? null,
    notifications: stored?.notifications ?? DEFAULT_NOTIFICATIONS,
    phone: stored?.phone ?? null,
    quietHours: stored?.quietHours ?? null,
    mutedTypes: stored?.mutedTypes ?? [],
    daysInAdvance: stored?.daysInAdvance ?? null,
    isDigestOn: stored?.digestAt !== undefined,
    digestTime: stored?.digestTime ?? NOTICE_TIME,
    privacy: stored?.privacy ?? DEFAULT_PRIVACY,
  };
}

type Changes = ObjectType<typeof userSettingsArgs>;

/** The next digest changes when the user switches the digest on or off or changes its time. */
function digestChange(
  { timeZone = DEFAULT_TIME_ZONE }: Doc<"users">,
  stored: Doc<"userSettings"> | null,
  { isDigestOn, digestTime }: Pick<Changes, "isDigestOn" | "digestTime">,
): { digestAt?: number | undefined } {
  const wasOn = stored?.digestAt !== undefined;
  const isOn = isDigestOn ?? wasOn;
  const time = digestTime ?? stored?.digestTime ?? NOTICE_TIME;
  if (isOn === wasOn && time === (stored?.digestTime ?? NOTICE_TIME)) return {};
  return { digestAt: isOn ? nextDigest(timeZone, Date.now(), time) : undefined };
}

/** Returns all settings; throws VALIDATION_FAILED. */
export async function changeUserSettings(
  ctx: MutationCtx,
  user: Doc<"users">,
  { notifications: channels, privacy, isDigestOn, ...fields }: Changes,
): Promise<UserSettings> {
  const parsed = parseOrFail(userSettingsChangesSchema, fields);
  const { dogColumns, dogColumnWidths, weightUnits, immunizationsView, phone, quietHours } = parsed;
  const { mutedTypes, daysInAdvance, digestTime } = parsed;
  const stored = await findSettings(ctx, user._id);
  const notifications = { ...(stored?.notifications ?? DEFAULT_NOTIFICATIONS), ...channels };
  const changes = {
    notifications,
    ...(dogColumns !== undefined && { dogColumns: dogColumns ?? undefined }),
    ...(dogColumnWidths !== undefined && { dogColumnWidths }),
    ...(weightUnits !== undefined && { weightUnits: weightUnits ?? undefined }),
    ...(immunizationsView !== undefined && { immunizationsView: immunizationsView ?? undefined }),
    ...(phone !== undefined && { phone: phone ?? undefined }),
    ...(quietHours !== undefined && { quietHours: quietHours ?? undefined }),
    ...(mutedTypes !== undefined && { mutedTypes }),
    ...(daysInAdvance !== undefined && { daysInAdvance: daysInAdvance ?? undefined }),
    ...(digestTime !== undefined && { digestTime }),
    ...(privacy !== undefined && { privacy: { ...(stored?.privacy ?? DEFAULT_PRIVACY), ...privacy } }),
    ...digestChange(user, stored, { isDigestOn, digestTime }),
  };
  if (stored) await ctx.db.patch("userSettings", stored._id, changes);
  else await ctx.db.insert("userSettings", { userId: user._id, ...changes });
  return await getUserSettings(ctx, user);
}

/** REST reads and writes settings and profile as one object. */
export const wholeSettingsShape = userSettingsShape.extend({ profile: userShape });

export const describeWhole = async (
  ctx: QueryCtx,
  user: Doc<"users">,
): Promise<Infer<typeof wholeSettingsShape>> => ({
  ...(await getUserSettings(ctx, user)),
  profile: await describeUser(ctx, user),
});

export const wholeSettingsArgs = {
  ...userSettingsArgs,
  profile: v.optional(v.object({ ...profileArgs, email: v.optional(v.string()) })),
};

const EMAIL_TAKES_LINK = "A new address takes effect once you open the link sent to it";

/** Throws VALIDATION_FAILED. */
export async function changeWhole(
  ctx: MutationCtx,
  user: Doc<"users">,
  { profile, ...settings }: ObjectType<typeof wholeSettingsArgs>,
): Promise<Infer<typeof wholeSettingsShape>> {
  const { email = user.email, ...names } = profile ?? {};
  if (foldEmail(email) !== user.emailKey)
    fail("VALIDATION_FAILED", { fields: { "profile.email": EMAIL_TAKES_LINK } });
  if (profile) await changeProfile(ctx, user, names);
  await changeUserSettings(ctx, user, settings);
  return await describeWhole(ctx, (await ctx.db.get("users", user._id)) ?? user);
}

/**
 * These values stay unchanged: the profile, the phone number, the columns of the dogs table and their widths, the
 * units of weights, the view of immunizations and all records. Source: decision GAP-SET-17.
 */
export async function resetUserSettings(ctx: MutationCtx, user: Doc<"users">): Promise<UserSettings> {
  const stored = await findSettings(ctx, user._id);
  if (stored) {
    const { userId, phone, dogColumns, dogColumnWidths, weightUnits, immunizationsView } = stored;
    await ctx.db.replace("userSettings", stored._id, {
      userId,
      notifications: DEFAULT_NOTIFICATIONS,
      ...(phone !== undefined && { phone }),
      ...(dogColumns !== undefined && { dogColumns }),
      ...(dogColumnWidths !== undefined && { dogColumnWidths }),
      ...(weightUnits !== undefined && { weightUnits }),
      ...(immunizationsView !== undefined && { immunizationsView }),
    });
  }
  return await getUserSettings(ctx, user);
}
