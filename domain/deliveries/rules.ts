/** How people are notified of what is due. Sources: document 001 section 9, decision GAP-REM-11. */

export const CHANNELS = ["email", "sms", "push"] as const;
export type Channel = (typeof CHANNELS)[number];

/** A person's active channels. */
export type NotificationSettings = Readonly<Record<Channel, boolean>>;

/** The default settings. */
export const DEFAULT_NOTIFICATIONS: NotificationSettings = { email: true, sms: false, push: true };

/** The local time at which a kennel's notices are sent. */
export const NOTICE_TIME = "08:00";

/** The time between which a person is not disturbed; if the end is earlier than the start, it spans midnight. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}

/** The most devices of one person that get push notifications; a further one replaces the oldest. */
export const MAX_PUSH_DEVICES = 10;

/** How long the buttons of a notice are valid. */
export const LINK_DAYS = 14;

/** How long deliveries stay in the history. */
export const DELIVERY_DAYS = 365;

/** How many minutes to wait after each failed attempt; after the last one, the message has failed. */
export const RETRY_MINUTES = [1, 5, 15, 60, 240, 720] as const;
