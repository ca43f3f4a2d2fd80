/**
 * The fields of a reminder, each defined once, including the fields of its series. The recurrence and the
 * notifications are in domain/reminders/schemas.ts.
 */
import { REMINDER_PRIORITIES, REMINDER_STATES, REMINDER_TYPES } from "./rules";
import { choice, day, neededDay, neededText, notes, reference, timeOfDay } from "../records/fields";
import { omitFields } from "../records/record";

const id = "jd7f3k9m2";

/** A reminder can belong to these records. */
const REMINDER_LINKS = {
  dogId: reference("Dog", "dogs", { example: id }),
  breedingId: reference("Breeding", "breedings", { example: id }),
  litterId: reference("Litter", "litters", { example: id }),
} as const;

export const REMINDER_FIELDS = {
  title: neededText("Title", "Please enter a title", { example: "Rabies booster" }),
  description: notes("Description"),
  reminderType: choice("Type", REMINDER_TYPES, {
    initial: "other",
    column: "Reminder type",
    error: `Type must be ${REMINDER_TYPES.join(", ")}`,
  }),
  priority: choice("Priority", REMINDER_PRIORITIES, {
    initial: "medium",
    error: `Priority must be ${REMINDER_PRIORITIES.join(", ")}`,
  }),
  dueDate: neededDay("Due date", "Due date is required", { example: "2025-06-15" }),
  dueTime: timeOfDay("Time", {
    column: "Due time",
    about: "Time of that day, 24 hours",
    example: "14:30",
  }),
  dogId: REMINDER_LINKS.dogId,
  /** Without an assignee, everybody is responsible. */
  assigneeId: reference("Assigned to", "users", {
    heading: "Assigned to",
    about: "The id of the member whom it is for; null for everyone",
    example: id,
  }),
} as const;

/** The breeding or litter can be given only at creation. */
export const REMINDER_RECORD = { ...REMINDER_FIELDS, ...REMINDER_LINKS } as const;

const { title, description, dueTime } = REMINDER_FIELDS;

/** An occurrence copies these fields from its series. */
export const REPEATED_FIELDS = {
  ...{ title, description, dueTime },
  ...omitFields(REMINDER_RECORD, ["dueDate"]),
} as const;

/** Completing and snoozing set these fields. */
export const REMINDER_STEPS = {
  completedDate: day("Completed on", { column: "Completed date", example: "2025-06-15" }),
  completionNotes: notes("Completion notes"),
  snoozedUntil: day("Snoozed until", { example: "2025-06-15" }),
} as const;

export const REMINDER_STATE = {
  state: choice("State", REMINDER_STATES, { initial: "pending" }),
  ...REMINDER_STEPS,
} as const;
