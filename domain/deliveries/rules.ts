/** How people are told of what is due. Sources: document 001 section 9, decision GAP-REM-11. */

export const CHANNELS = ["email", "sms", "push"] as const;
export type Channel = (typeof CHANNELS)[number];

/** Which ways of telling a person are on. */
export type NotificationSettings = Readonly<Record<Channel, boolean>>;

/** What holds until a person says otherwise. */
export const DEFAULT_NOTIFICATIONS: NotificationSettings = { email: true, sms: false, push: true };

/** When notices of a day go out, in the kennel's zone. */
export const NOTICE_TIME = "08:00";

/** Times of day between which a person is left in peace; over midnight when the end is the earlier. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}

/** Devices of one person that push notifications go to; another one takes the place of the oldest. */
export const MAX_PUSH_DEVICES = 10;

/** How long the buttons of a notice work. */
export const LINK_DAYS = 14;

/** How long what was delivered stays in the history. */
export const DELIVERY_DAYS = 365;

/** Pauses after each failed attempt in minutes; when they are used up, a delivery has failed. */
export const RETRY_MINUTES = [1, 5, 15, 60, 240, 720] as const;
