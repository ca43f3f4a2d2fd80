/** How people are notified of what is due. Sources: document 001 section 9, decision GAP-REM-11. */

export const CHANNELS = ["email", "sms", "push"] as const;
export type Channel = (typeof CHANNELS)[number];

/** A person's active channels. */
export type NotificationSettings = Readonly<Record<Channel, boolean>>;

/** The default settings. */
export const DEFAULT_NOTIFICATIONS: NotificationSettings = { email: true, sms: false, push: true };

/** When notices are sent, in the kennel's zone. */
export const NOTICE_TIME = "08:00";

/** The times between which a person is not disturbed; over midnight if the end is earlier. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}

/** The most devices of one person with push notifications; another one replaces the oldest. */
export const MAX_PUSH_DEVICES = 10;

/** How long the buttons of a notice are valid. */
export const LINK_DAYS = 14;

/** How long deliveries stay in the history. */
export const DELIVERY_DAYS = 365;

/** Pauses after each failed attempt in minutes; after the last one, a delivery has failed. */
export const RETRY_MINUTES = [1, 5, 15, 60, 240, 720] as const;
