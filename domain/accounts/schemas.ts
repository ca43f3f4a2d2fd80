/** The shapes of account data that users enter: password, profile, settings, API keys. */
import { IMMUNIZATIONS_VIEWS } from "../vaccinations/rules";
import { z } from "zod";
import { API_KEY_DAYS } from "./api-keys";
import { AREAS } from "../permissions/rules";
import { requiredText, optionalName } from "../records/parts";
import { isTimeZone } from "../dates/zones";
import { REMINDER_TYPES } from "../reminders/rules";
import { DOG_COLUMNS, toColumnWidth, toDogColumns } from "../dogs/table-columns";
import { PUPPY_WEIGHT_UNITS, WEIGHT_UNITS } from "../health/weights";
import { daysInAdvance, reminderType } from "../reminders/schemas";

export const newApiKeySchema = z.object({
  name: requiredText("Name", "Name is required"),
  areas: z
    .partialRecord(z.enum(AREAS), z.enum(["read", "write"], { error: "Each area must be read or write" }))
    .refine((areas) => Object.keys(areas).length > 0, "Choose at least one area"),
  days: z.literal(API_KEY_DAYS, { error: "Choose when the key expires" }),
});

/**
 * Rules of a new password, in the order in which errors are shown: the two entries differ, the password is too
 * short, it is too long, it equals the current password. Sources: SET-02, SET-03, decision GAP-SET-04.
 */

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

export const PASSWORDS_DIFFER = "Passwords do not match";
export const NEW_PASSWORD_TOO_SHORT = `New password must be at least ${MIN_PASSWORD_LENGTH} characters long`;
export const NEW_PASSWORD_TOO_LONG = `New password must be at most ${MAX_PASSWORD_LENGTH} characters long`;
export const NEW_PASSWORD_SAME = "New password must differ from the current one";
export const PASSWORD_CHANGED = "Password updated successfully";
export const PASSWORD_CHANGE_FAILED = "Failed to change password. Please check your current password.";

/** A change of password in the form that a program sends. */
export const passwordChangeSchema = z.object({
  currentPassword: z.string({ error: "Current password is required" }).min(1, "Current password is required"),
  newPassword: z
    .string({ error: "New password is required" })
    .min(MIN_PASSWORD_LENGTH, NEW_PASSWORD_TOO_SHORT)
    .max(MAX_PASSWORD_LENGTH, NEW_PASSWORD_TOO_LONG),
});

interface TypedChange {
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly repeated: string;
}

/** Returns the first error of an entered password change; null if there is none. */
export function passwordFault({ currentPassword, newPassword, repeated }: TypedChange): string | null {
  if (newPassword !== repeated) return PASSWORDS_DIFFER;
  if (newPassword.length < MIN_PASSWORD_LENGTH) return NEW_PASSWORD_TOO_SHORT;
  if (newPassword.length > MAX_PASSWORD_LENGTH) return NEW_PASSWORD_TOO_LONG;
  return newPassword === currentPassword ? NEW_PASSWORD_SAME : null;
}

/** Source: decision GAP-SET-01. */

const ZONE_ERROR = "Choose a time zone from the list, such as America/New York";

const fields = {
  firstName: optionalName("First name"),
  lastName: optionalName("Last name"),
  /** An empty text or null means the time zone of the device at sign-in. */
  timeZone: z
    .string({ error: ZONE_ERROR })
    .transform((zone) => zone.trim().replaceAll(" ", "_"))
    .refine((zone) => zone === "" || isTimeZone(zone), ZONE_ERROR)
    .transform((zone) => (zone === "" ? null : zone))
    .nullish(),
};

/** An omitted field stays unchanged, and null or empty clears a field. */
export const profileSchema = z.object(fields);

export type ProfileInput = z.input<typeof profileSchema>;
export type Profile = z.output<typeof profileSchema>;

const PHONE_ERROR = "Phone number must begin with + and the country code, such as +1 555 123 4567";
const QUIET_ERROR = "Quiet hours must be times such as 21:00";
const DIGEST_ERROR = "Digest time must be a time such as 07:30";

const time = (error: string) => z.string({ error }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, error);

/** An omitted setting stays unchanged. Null clears a setting that allows null. */
export const userSettingsChangesSchema = z.object({
  dogColumns: z
    .array(z.enum(DOG_COLUMNS, { error: "Columns must be columns of the table of dogs" }))
    .transform(toDogColumns)
    .nullish(),
  dogColumnWidths: z
    .partialRecord(
      z.enum(["name", ...DOG_COLUMNS], { error: "Widths must be of columns of the table of dogs" }),
      z.number({ error: "Widths must be numbers of pixels" }).transform(toColumnWidth),
    )
    .optional(),
  weightUnits: z
    .object({
      dog: z.enum(WEIGHT_UNITS, { error: "The unit of dogs must be lb or kg" }),
      puppy: z.enum(PUPPY_WEIGHT_UNITS, { error: "The unit of puppies must be g or lb" }),
    })
    .nullish(),
  immunizationsView: z
    .enum(IMMUNIZATIONS_VIEWS, { error: "Immunizations are shown as cards or as a matrix" })
    .nullish(),
  phone: z
    .string({ error: PHONE_ERROR })
    .transform((text) => text.replaceAll(/[\s().-]/g, ""))
    .refine((text) => text === "" || /^\+[1-9]\d{6,14}$/.test(text), PHONE_ERROR)
    .transform((text) => (text === "" ? null : text))
    .nullish(),
  quietHours: z.object({ from: time(QUIET_ERROR), to: time(QUIET_ERROR) }).nullish(),
  mutedTypes: z
    .array(reminderType)
    .transform((muted) => REMINDER_TYPES.filter((type) => muted.includes(type)))
    .optional(),
  daysInAdvance: daysInAdvance.nullish(),
  digestTime: time(DIGEST_ERROR).optional(),
});
