/** What reminders' types and priorities are called on screen and on paper. */
import type { ReminderPriority, ReminderType } from "../constants/reminders";

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
