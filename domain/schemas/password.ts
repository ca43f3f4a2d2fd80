/**
 * What a new password must be, and in which order its faults are told: the two differ, too short, too long, the same
 * as before. Sources: SET-02, SET-03, decision GAP-SET-04.
 */
import { z } from "zod";

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

export const PASSWORDS_DIFFER = "Passwords do not match";
export const NEW_PASSWORD_TOO_SHORT = `New password must be at least ${MIN_PASSWORD_LENGTH} characters long`;
export const NEW_PASSWORD_TOO_LONG = `New password must be at most ${MAX_PASSWORD_LENGTH} characters long`;
export const NEW_PASSWORD_SAME = "New password must differ from the current one";
export const PASSWORD_CHANGED = "Password updated successfully";
export const PASSWORD_CHANGE_FAILED = "Failed to change password. Please check your current password.";

/** A change of password as a program sends it. */
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

/** Returns what is wrong with a typed change, the first fault only, or null. */
export function passwordFault({ currentPassword, newPassword, repeated }: TypedChange): string | null {
  if (newPassword !== repeated) return PASSWORDS_DIFFER;
  if (newPassword.length < MIN_PASSWORD_LENGTH) return NEW_PASSWORD_TOO_SHORT;
  if (newPassword.length > MAX_PASSWORD_LENGTH) return NEW_PASSWORD_TOO_LONG;
  return newPassword === currentPassword ? NEW_PASSWORD_SAME : null;
}
