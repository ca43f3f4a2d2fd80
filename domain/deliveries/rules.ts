/** How people are notified of due reminders. Sources: document 001 section 9, decision GAP-REM-11. */

export const CHANNELS = ["email", "sms", "push"] as const;
export type Channel = (typeof CHANNELS)[number];

export type NotificationSettings = Readonly<Record<Channel, boolean>>;

export const DEFAULT_NOTIFICATIONS: NotificationSettings = { email: true, sms: false, push: true };

/** The local time at which a kennel's notices are sent. */
export const NOTICE_TIME = "08:00";

/**
 * The period in which a person is not disturbed. If the end is earlier than the start, the period spans midnight.
 */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}

/** A further device replaces the oldest. */
export const MAX_PUSH_DEVICES = 10;

export const LINK_DAYS = 14;

export const DELIVERY_DAYS = 365;

/** After the last attempt, the message has failed. */
export const RETRY_MINUTES = [1, 5, 15, 60, 240, 720] as const;
