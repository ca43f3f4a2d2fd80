/** What the sign-in and sign-up forms accept, and what they show when the server refuses a request. */
import { z } from "zod";
import type { FieldPath, FieldValues, UseFormSetError } from "react-hook-form";
import type { Refusal } from "@/identity/local/account-api";
import { ERRORS } from "@domain/errors";
import { optionalName, requiredEmail, requiredName } from "@domain/records/parts";

export const MIN_PASSWORD_LENGTH = 8;
const MAX_PASSWORD_LENGTH = 128;
const PASSWORD_TOO_SHORT = `Password must be at least ${MIN_PASSWORD_LENGTH} characters`;
const PASSWORD_TOO_LONG = `Password must be at most ${MAX_PASSWORD_LENGTH} characters`;
const INVALID_EMAIL = "Invalid email address";

export const UNREACHABLE = "Studbook cannot be reached. Check your connection and try again.";
export const EMAIL_TAKEN = "An account with this email already exists";

export const signInSchema = z.object({
  email: requiredEmail("Email"),
  password: z.string().min(1, "Password is required").max(MAX_PASSWORD_LENGTH, PASSWORD_TOO_LONG),
});

export const newPasswordRule = z
  .string()
  .min(1, "Password is required")
  .min(MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT)
  .max(MAX_PASSWORD_LENGTH, PASSWORD_TOO_LONG);

export const signUpSchema = z.object({
  firstName: requiredName("First name", "First name is required"),
  lastName: optionalName("Last name"),
  email: requiredEmail("Email"),
  password: newPasswordRule,
});

const fieldMessages: Partial<Record<string, { field: string; message: string }>> = {
  INVALID_EMAIL_OR_PASSWORD: { field: "password", message: "Wrong email or password" },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: { field: "email", message: EMAIL_TAKEN },
  NAME_NOT_VALID: { field: "firstName", message: "Enter a short name without web or email addresses" },
  INVALID_EMAIL: { field: "email", message: INVALID_EMAIL },
  PASSWORD_TOO_SHORT: { field: "password", message: PASSWORD_TOO_SHORT },
  PASSWORD_TOO_LONG: { field: "password", message: PASSWORD_TOO_LONG },
};

/** A refusal about no field is shown above the form. */
export function showRefusal<Values extends FieldValues>(
  refusal: Refusal,
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
): void {
  const known = fieldMessages[refusal.code];
  const field = fields.find((name) => name === known?.field);
  if (known && field) setError(field, { message: known.message }, { shouldFocus: true });
  else setError("root", { message: generalMessage(refusal) });
}

/** For a refusal about no field. */
export function generalMessage({ code, status, retryAfterSeconds }: Refusal): string {
  if (code === "REGISTRATION_CLOSED") return "New accounts are by invitation only.";
  if (code === "INVALID_ORIGIN")
    return `This server is not set up for the address ${window.location.origin}. Ask the person who runs it.`;
  if (code === "SERVER_BUSY") return ERRORS.SERVER_BUSY.message;
  if (status !== 429) return "Something went wrong. Please try again.";
  const minutes = Math.ceil((retryAfterSeconds ?? 60) / 60);
  return `Too many attempts. Please try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`;
}
