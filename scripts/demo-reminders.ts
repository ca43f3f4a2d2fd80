/**
 * The demo kennel's reminders: overdue ones, due today and tomorrow, series, one snoozed and some done. All days
 * are relative to today, so that the page looks used whenever the demo is made.
 */
import { addDays } from "../domain/dates/calendar-days";

interface DemoReminder {
  readonly title: string;
  readonly description?: string;
  readonly reminderType: string;
  readonly priority?: string;
  /** Days from today. */
  readonly dueIn: number;
  /** A key of DEMO_DOGS. */
  readonly dog?: string;
  readonly recurring?: { readonly frequency: string; readonly interval: number };
  /** Completed on the day the demo is made. */
  readonly isDone?: boolean;
  /** Snoozed until so many days from today. */
  readonly snoozedFor?: number;
}

export const DEMO_REMINDERS: readonly DemoReminder[] = [
  {
    title: "Rabies certificate to the town clerk",
    description: "License renewal; the clerk wants the paper, not a photo.",
    reminderType: "appointment",
    priority: "high",
    dueIn: -3,
    dog: "juniper",
  },
  { title: "Recheck the ear", reminderType: "health_check", dueIn: -1, dog: "maple" },
  {
    title: "Heartworm prevention",
    description: "All adults, with the evening meal.",
    reminderType: "medication",
    priority: "high",
    dueIn: 0,
    recurring: { frequency: "monthly", interval: 1 },
  },
  {
    title: "Trim nails",
    reminderType: "grooming",
    priority: "low",
    dueIn: 1,
    dog: "falk",
    recurring: { frequency: "weekly", interval: 3 },
  },
  { title: "Call the Hendersons about their pick", reminderType: "other", dueIn: 1 },
  {
    title: "Echocardiogram, Dr. Anders",
    description: "10:40, bring last year's report.",
    reminderType: "appointment",
    priority: "urgent",
    dueIn: 6,
    dog: "opal",
  },
  { title: "Draft and cart class", reminderType: "training", dueIn: 9, dog: "north", snoozedFor: 4 },
  {
    title: "Worming",
    description: "Weigh first; the dose depends on weight.",
    reminderType: "medication",
    dueIn: 20,
    recurring: { frequency: "monthly", interval: 3 },
  },
  {
    title: "DHPP booster",
    reminderType: "vaccination",
    priority: "high",
    dueIn: 34,
    dog: "nova",
    recurring: { frequency: "yearly", interval: 3 },
  },
  { title: "Order puppy milk", reminderType: "other", dueIn: -2, isDone: true },
  { title: "Bath before the specialty", reminderType: "grooming", dueIn: -6, dog: "falk", isDone: true },
];

/** Makes the server's arguments of a demo reminder, without its dog. */
export const toReminderArgs = (
  { dueIn, dog: _, isDone: __, snoozedFor: ___, ...fields }: DemoReminder,
  today: string,
) => ({ ...fields, dueDate: addDays(today, dueIn) });
