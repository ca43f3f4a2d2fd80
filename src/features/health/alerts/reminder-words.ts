/** How reminders' types read on the Health screen. */
import { HEALTH_REMINDER_TYPES, type ReminderType } from "../../../../domain/constants/reminders";

export const reminderTypeLabels = {
  vaccination: "Vaccination",
  health_check: "Health check",
  breeding: "Breeding",
  grooming: "Grooming",
  training: "Training",
  appointment: "Appointment",
  medication: "Medication",
  other: "Other",
} as const satisfies Record<ReminderType, string>;

/** The types that this screen's dialog offers. Source: rule ALR-07. */
export const OFFERED_REMINDER_TYPES = [
  ...HEALTH_REMINDER_TYPES,
  "other",
] as const satisfies readonly ReminderType[];
