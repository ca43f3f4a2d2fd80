/**
 * Choices and limits of reminders. Sources: document 001 sections 3, 4 and 9, decisions GAP-REM-06 to GAP-REM-19.
 */

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

/** The health page shows reminders of these types. Source: decision GAP-ALR-03. */
export const HEALTH_REMINDER_TYPES = [
  "vaccination",
  "health_check",
  "medication",
  "appointment",
] as const satisfies readonly ReminderType[];

/** These are the defaults for reminders from the health page. Source: document 001 section 9. */
export const DEFAULT_ADVANCE_DAYS = [7, 1] as const;

/** A removed reminder can be restored for some time and is then deleted. */
export const REMINDER_STATES = ["pending", "completed", "removed"] as const;

export const RECURRENCE_FREQUENCIES = ["daily", "weekly", "monthly", "yearly"] as const;
export type RecurrenceFrequency = (typeof RECURRENCE_FREQUENCIES)[number];

/** A year in days. */
export const MAX_RECURRENCE_INTERVAL = 366;

/** The longest advance notice in days. */
export const MAX_DAYS_IN_ADVANCE = 365;
export const MAX_ADVANCE_NOTICES = 10;

export const DEFAULT_NOTIFICATIONS = {
  email: true,
  sms: false,
  push: true,
  daysInAdvance: [1] as number[],
};

/** The REST list has the same values for `state`. */
export const REMINDER_TABS = ["pending", "overdue", "due_soon", "completed"] as const;
export type ReminderTab = (typeof REMINDER_TABS)[number];

/** Loaded at first, and with every 'Show More'. Source: rule REM-19. */
export const REMINDERS_PAGE = 100;

/** Source: rule REM-21. */
export const UPCOMING_DAYS = 30;
export const MAX_UPCOMING_DAYS = 3660;

/**
 * A search and the tabs read all pending reminders in one transaction. Convex allows 32,000 documents and 16 MiB in
 * a transaction.
 */
export const MAX_PENDING_REMINDERS = 3000;

/** A search reads this number of the newest completed reminders. */
export const SEARCHED_COMPLETED = 3000;

/** Even if all of them recur and each creates the next occurrence, the call takes less than the allowed second. */
export const MAX_BULK_REMINDERS = 200;

export const MAX_REMINDER_TEMPLATES = 200;

export const REMOVED_REMINDER_DAYS = 30;
