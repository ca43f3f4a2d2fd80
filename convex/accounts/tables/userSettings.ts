/**
 * What a person has set for themselves, whichever kennel they work in; no row means the defaults. Written by
 * accounts/model/userSettings.ts for the person alone, and by deliveries/model/digests.ts, which moves the next digest on. Belongs to no
 * kennel, so its indexes do not begin with one.
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
  /** Columns of the table of dogs in their order; absent while they are the usual ones. */
  dogColumns: v.optional(v.array(dogColumnValidator)),
  /** In which units weights are shown and typed; absent while they are the usual ones. */
  weightUnits: v.optional(weightUnitsValidator),
  /** How the immunizations are shown; absent while it is the usual way. */
  immunizationsView: v.optional(immunizationsViewValidator),
  notifications: notificationsValidator,
  /** Where text messages go, in the international form '+15551234567'. */
  phone: v.optional(v.string()),
  quietHours: v.optional(quietHoursValidator),
  /** Types of reminders that the person is told nothing of. */
  mutedTypes: v.optional(v.array(reminderTypeValidator)),
  /** Days in advance that the reminders they add begin with; absent while the form's own apply. */
  daysInAdvance: v.optional(v.array(v.number())),
  /** When the daily digest comes, such as '07:30', in the person's zone; absent means at the usual time. */
  digestTime: v.optional(v.string()),
  privacy: v.optional(privacyValidator),
  /** When the next daily digest is due; absent while it is switched off. */
  digestAt: v.optional(v.number()),
})
  .index("by_user", ["userId"])
  .index("by_digest_at", ["digestAt"])
  .index("by_shown_in_directory", ["privacy.showInDirectory"]);
