/**
 * Decides when people are notified of a reminder, which people, and on which channel. Notices are sent at 08:00 in
 * the kennel's time zone on each chosen day of advance notice and on the due date. A snoozed reminder has no notice
 * until the day on which it returns. Source: decision GAP-REM-11.
 */
import {
  CHANNELS,
  NOTICE_TIME,
  type Channel,
  type NotificationSettings,
  type QuietHours,
} from "../deliveries/rules";
import type { ReminderType } from "./rules";
import { addDays } from "../dates/calendar-days";
import { dayIn, instantOf, timeIn } from "../dates/zones";

interface Noticed {
  readonly dueDate: string;
  readonly snoozedUntil?: string | null | undefined;
  readonly notifications: NotificationSettings & { readonly daysInAdvance: readonly number[] };
}

/** `day` is in the kennel's time zone. `at` is the moment of sending. */
export interface Notice {
  readonly day: string;
  readonly at: number;
}

/** The earliest date is first; the list is empty if every channel is off. */
export function noticeDays({ dueDate, snoozedUntil, notifications }: Noticed): string[] {
  if (!CHANNELS.some((channel) => notifications[channel])) return [];
  const days = [0, ...notifications.daysInAdvance].map((ahead) => addDays(dueDate, -ahead));
  const awake = snoozedUntil ? [snoozedUntil, ...days.filter((day) => day > snoozedUntil)] : days;
  return [...new Set(awake)].sort();
}

const noticeOn = (day: string, zone: string, time: string = NOTICE_TIME): Notice => ({
  day,
  at: instantOf(day, time, zone),
});

/** Returns null if there is no notice after the instant. */
export function nextNotice(reminder: Noticed, zone: string, after: number): Notice | null {
  // A notice of an earlier date cannot be after `after`, so its time is not calculated.
  const near = addDays(dayIn(zone, after), -1);
  for (const day of noticeDays(reminder)) {
    if (day < near) continue;
    const notice = noticeOn(day, zone);
    if (notice.at > after) return notice;
  }
  return null;
}

/** If several notices were missed, only the latest is still sent. */
export function latestNotice(reminder: Noticed, zone: string, now: number): Notice | null {
  const today = dayIn(zone, now);
  for (const day of noticeDays(reminder).reverse()) {
    if (day > today) continue;
    const notice = noticeOn(day, zone);
    if (notice.at <= now) return notice;
  }
  return null;
}

/**
 * A due notice that is not sent yet is kept if its date is unchanged. A notice that the change itself moves into
 * the past is not sent.
 */
export function noticeAfterChange(
  reminder: Noticed,
  zone: string,
  { waiting, now }: { waiting: number | undefined; now: number },
): number | null {
  const isKept =
    waiting !== undefined &&
    waiting <= now &&
    noticeDays(reminder).some((day) => noticeOn(day, zone).at === waiting);
  return isKept ? waiting : (nextNotice(reminder, zone, now)?.at ?? null);
}

/** Returns the first moment from `at` on outside of the quiet hours. */
export function afterQuietHours(at: number, quiet: QuietHours | null, zone: string): number {
  if (quiet === null || quiet.from === quiet.to) return at;
  const time = timeIn(zone, at);
  const isOverMidnight = quiet.from > quiet.to;
  const isQuiet = isOverMidnight
    ? time >= quiet.from || time < quiet.to
    : time >= quiet.from && time < quiet.to;
  if (!isQuiet) return at;
  const day = dayIn(zone, at);
  return instantOf(time < quiet.to ? day : addDays(day, 1), quiet.to, zone);
}

export interface Recipient<Person> {
  readonly person: Person;
  readonly channels: NotificationSettings;
  readonly quietHours: QuietHours | null;
  readonly timeZone: string;
  /** The person is not notified of these types. */
  readonly mutedTypes: readonly ReminderType[];
}

interface PlannedDelivery<Person> {
  readonly person: Person;
  readonly channel: Channel;
  /** The earliest time for sending. */
  readonly sendAt: number;
}

/** A channel is used only if both the reminder and the person have switched it on. */
export const planDeliveries = <Person>(
  { notifications, reminderType }: Pick<Noticed, "notifications"> & { readonly reminderType: ReminderType },
  people: readonly Recipient<Person>[],
  now: number,
): PlannedDelivery<Person>[] =>
  people
    .filter(({ mutedTypes }) => !mutedTypes.includes(reminderType))
    .flatMap(({ person, channels, quietHours, timeZone }) =>
      CHANNELS.filter((channel) => notifications[channel] && channels[channel]).map((channel) => ({
        person,
        channel,
        sendAt: afterQuietHours(now, quietHours, timeZone),
      })),
    );

export function nextDigest(zone: string, after: number, time: string = NOTICE_TIME): number {
  const today = noticeOn(dayIn(zone, after), zone, time).at;
  return today > after ? today : noticeOn(addDays(dayIn(zone, after), 1), zone, time).at;
}
