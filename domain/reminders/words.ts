/** The labels of reminders' types, priorities and frequencies, on screen and in print. */
import type { RecurrenceFrequency, ReminderPriority, ReminderType } from "./rules";
import { formatDay } from "../formatting/formatting";
import type { Recurrence } from "./recurrence";

export const reminderTypeLabels: Record<ReminderType, string> = {
  vaccination: "Vaccination",
  health_check: "Health check",
  breeding: "Breeding",
  grooming: "Grooming",
  training: "Training",
  appointment: "Appointment",
  medication: "Medication",
  other: "Other",
};

export const reminderPriorityLabels: Record<ReminderPriority, string> = {
  low: "Low",
  medium: "Medium",
  high: "High",
  urgent: "Urgent",
};

/** High priority is shown as 'Important', because the due label shows its own priority (rule REM-06). */
export const reminderFlagLabels: Partial<Record<ReminderPriority, string>> = {
  high: "Important",
  urgent: "Urgent",
};

export const frequencyLabels: Record<RecurrenceFrequency, string> = {
  daily: "Daily",
  weekly: "Weekly",
  monthly: "Monthly",
  yearly: "Yearly",
};

const UNITS: Record<RecurrenceFrequency, string> = {
  daily: "day",
  weekly: "week",
  monthly: "month",
  yearly: "year",
};

/** Returns for example 'Every 3 months until June 15, 2026'. */
export function recurrenceText({ frequency, interval, endDate }: Recurrence): string {
  const unit = UNITS[frequency];
  const every = interval === 1 ? `Every ${unit}` : `Every ${interval} ${unit}s`;
  return endDate === null ? every : `${every} until ${formatDay(endDate)}`;
}
