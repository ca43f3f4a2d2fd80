/** The types of reminders on screen, and the messages of failures. */
import type { FunctionReturnType } from "convex/server";
import { failureText } from "@/lib/failure-text";
import { getErrorData } from "@domain/errors";
import type { api } from "@convex/_generated/api";

export type ReminderPage = FunctionReturnType<typeof api.reminders.reminders.list>;
export type Reminder = ReminderPage["data"][number];

/** Joins the documented message with the server's reason, if there is one. */
export const failureSentence = (message: string, error: unknown): string =>
  getErrorData(error) ? failureText(message.replace(/\.$/u, ""), error) : message;
