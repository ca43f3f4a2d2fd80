/**
 * A person's own settings, the same in every kennel. Without a row all settings have their defaults.
 * accounts/model/userSettings.ts writes only the signed-in person's settings; deliveries/model/digests.ts sets the
 * time of the next digest. The settings belong to no kennel, so the indexes do not begin with a kennel.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { PUPPY_WEIGHT_UNITS, WEIGHT_UNITS } from "../../../domain/health/weights";
import { DOG_COLUMNS } from "../../../domain/dogs/table-columns";
import { IMMUNIZATIONS_VIEWS } from "../../../domain/vaccinations/rules";
import { reminderTypeValidator } from "../../reminders/tables/reminders";

export const notificationsValidator = v.object({ email: v.boolean(), sms: v.boolean(), push: v.boolean() });
export const privacyValidator = v.object({ showInDirectory: v.boolean(), shareAnalytics: v.boolean() });
export const quietHoursValidator = v.object({ from: v.string(), to: v.string() });
export const dogColumnValidator = v.union(...DOG_COLUMNS.map((column) => v.literal(column)));

export const weightUnitsValidator = v.object({
  dog: v.union(...WEIGHT_UNITS.map((unit) => v.literal(unit))),
  puppy: v.union(...PUPPY_WEIGHT_UNITS.map((unit) => v.literal(unit))),
});

export const immunizationsViewValidator = v.union(...IMMUNIZATIONS_VIEWS.map((view) => v.literal(view)));

export const userSettings = defineTable({
  userId: v.id("users"),
  /** The list is in the order of the columns; absent for the default columns. */
  dogColumns: v.optional(v.array(dogColumnValidator)),
  /** In pixels. A column without a width fits its content. */
  dogColumnWidths: v.optional(v.record(v.string(), v.number())),
  /** Absent for the default units. */
  weightUnits: v.optional(weightUnitsValidator),
  /** Absent for the default view. */
  immunizationsView: v.optional(immunizationsViewValidator),
  notifications: notificationsValidator,
  /** For text messages, in international form: '+15551234567'. */
  phone: v.optional(v.string()),
  quietHours: v.optional(quietHoursValidator),
  /** The person is not notified of these types. */
  mutedTypes: v.optional(v.array(reminderTypeValidator)),
  /** The reminder form suggests these days; absent for the form's default. */
  daysInAdvance: v.optional(v.array(v.number())),
  /** In the person's zone, such as '07:30'; absent for the default time. */
  digestTime: v.optional(v.string()),
  privacy: v.optional(privacyValidator),
  /** Absent while the digest is switched off. */
  digestAt: v.optional(v.number()),
})
  .index("by_user", ["userId"])
  .index("by_digest_at", ["digestAt"])
  .index("by_shown_in_directory", ["privacy.showInDirectory"]);
