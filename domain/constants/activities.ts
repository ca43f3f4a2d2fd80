/**
 * The kinds of entries in a kennel's activity list, and whose right it takes to read each. Source: document 000 section
 * 3, whose six kinds leave out that a dog is changed or deleted.
 */
import type { Area } from "./roles";

export const ACTIVITY_TYPES = [
  "health_record",
  "breeding",
  "litter_born",
  "reminder_completed",
  "dog_added",
  "puppy_sold",
  "dog_changed",
] as const;
export type ActivityType = (typeof ACTIVITY_TYPES)[number];

export const ACTIVITY_AREAS = {
  health_record: "health",
  breeding: "breeding",
  litter_born: "breeding",
  reminder_completed: "reminders",
  dog_added: "dogs",
  puppy_sold: "breeding",
  dog_changed: "dogs",
} as const satisfies Record<ActivityType, Area>;

/** The tables that entries may point to; each has an address on screen. */
export const ACTIVITY_RECORDS = [
  "breedings",
  "dogs",
  "healthRecords",
  "heats",
  "immunizations",
  "litters",
  "medicationCourses",
  "healthTests",
  "puppies",
  "reminders",
  "veterinaryRecords",
] as const;
export type ActivityRecord = (typeof ACTIVITY_RECORDS)[number];

/** Those that are shown with the record that one of their fields names: a puppy with its litter. */
export const SHOWN_WITH: Partial<Record<ActivityRecord, { table: ActivityRecord; field: string }>> = {
  puppies: { table: "litters", field: "litterId" },
};

/** What the types are called on screen. */
export const ACTIVITY_LABELS = {
  health_record: "Health",
  breeding: "Breeding",
  litter_born: "Litters born",
  reminder_completed: "Reminders completed",
  dog_added: "Dogs added",
  puppy_sold: "Puppies sold",
  dog_changed: "Dogs changed",
} as const satisfies Record<ActivityType, string>;

/** What one person does to one record within this time of the last entry of it is one entry. */
export const ACTIVITY_SESSION_MS = 30 * 60_000;

/** How long the list goes back; the history of each record goes back to its beginning. */
export const ACTIVITY_DAYS = 730;

/** Entries the dashboard shows. Source: document 000 section 9. */
export const RECENT_ACTIVITY_COUNT = 4;
