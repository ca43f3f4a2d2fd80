/**
 * Reads what a failed call has to tell. The server's expected failures carry a code, one public sentence and
 * perhaps messages for single fields; everything else is unexpected and has no text for the breeder.
 */
import { ConvexError } from "convex/values";

export type AppError = {
  code: string;
  message: string;
  /** Field name to message, for the form that sent the values. */
  fields: Record<string, string>;
  details: Record<string, unknown>;
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readFields(details: Record<string, unknown>): Record<string, string> {
  const fields: Record<string, string> = {};
  if (!isRecord(details.fields)) return fields;
  for (const [name, message] of Object.entries(details.fields)) {
    if (typeof message === "string") fields[name] = message;
  }
  return fields;
}

/** Reads the coded error out of a failed call, or null when the failure was not an expected one. */
export function readAppError(error: unknown): AppError | null {
  if (!(error instanceof ConvexError)) return null;
  const data: unknown = error.data;
  if (!isRecord(data) || typeof data.code !== "string") return null;
  const details = isRecord(data.details) ? data.details : {};
  return {
    code: data.code,
    message: typeof data.message === "string" ? data.message : data.code,
    fields: readFields(details),
    details,
  };
}
