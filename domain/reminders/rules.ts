/** What a reminder may be. Sources: document 001 sections 3, 4 and 9, decisions GAP-REM-06 to GAP-REM-19. */

export const REMINDER_TYPES = [
  "vaccination",
  "health_check",
  "breeding",
  "grooming",
  "training",
  "appointment",
  "medication",
  "other",
] as const;
export type ReminderType = (typeof REMINDER_TYPES)[number];

export const REMINDER_PRIORITIES = ["low", "medium", "high", "urgent"] as const;
export type ReminderPriority = (typeof REMINDER_PRIORITIES)[number];

/** The types that the health page lists and counts. Source: decision GAP-ALR-03. */
export const HEALTH_REMINDER_TYPES = [
  "vaccination",
  "health_check",
  "medication",
  "appointment",
] as const satisfies readonly ReminderType[];

/** Days in advance of a reminder that the health page makes. Source: document 001 section 9. */
export const DEFAULT_ADVANCE_DAYS = [7, 1] as const;

/** Whether it is still to be done; a removed one can be brought back for a while, then it is deleted. */
export const REMINDER_STATES = ["pending", "completed", "removed"] as const;

export const RECURRENCE_FREQUENCIES = ["daily", "weekly", "monthly", "yearly"] as const;
export type RecurrenceFrequency = (typeof RECURRENCE_FREQUENCIES)[number];

/** The longest pause between two occurrences: a year in days. */
export const MAX_RECURRENCE_INTERVAL = 366;

/** Days before the due date on which a notification may come, and how many such days one reminder may have. */
export const MAX_DAYS_IN_ADVANCE = 365;
export const MAX_ADVANCE_NOTICES = 10;

/** What is notified unless a reminder says otherwise. */
export const DEFAULT_NOTIFICATIONS = {
  email: true,
  sms: false,
  push: true,
  daysInAdvance: [1] as number[],
};

/** Lists of the reminders page and of the REST list's `state`. */
export const REMINDER_TABS = ["pending", "overdue", "due_soon", "completed"] as const;
export type ReminderTab = (typeof REMINDER_TABS)[number];

/** Reminders the page fetches at first, and with every 'Show More'. Source: rule REM-19. */
export const REMINDERS_PAGE = 100;

/** Days that 'upcoming' looks ahead when none are given. Source: rule REM-21. */
export const UPCOMING_DAYS = 30;
export const MAX_UPCOMING_DAYS = 3660;

/**
 * Reminders of one kennel that may wait at a time. A search and the tabs read them all in one transaction, which
 * this keeps inside Convex's limit of 32,000 documents and 16 MiB.
 */
export const MAX_PENDING_REMINDERS = 3000;

/** The newest completed reminders that a search looks through, and that one dog or breeding lists. */
export const SEARCHED_COMPLETED = 3000;

/** Reminders that one call on many may name: recurring ones, each of which makes the next, fit the second that a call may take. */
export const MAX_BULK_REMINDERS = 200;

/** Templates of its own that a kennel may have. */
export const MAX_REMINDER_TEMPLATES = 200;

/** How long a removed reminder can be brought back. */
export const REMOVED_REMINDER_DAYS = 30;
