/** An entry of a calendar, and the arguments for reading entries. */
import { v, type Infer } from "convex/values";
import type { Id } from "../../_generated/dataModel";
import type { Span } from "../../heats/model/dueCalendar";
import { calendarPartValidator } from "../tables/calendarFeeds";

export const calendarEntryShape = v.object({
  uid: v.string(),
  part: calendarPartValidator,
  on: v.string(),
  at: v.optional(v.string()),
  until: v.optional(v.string()),
  title: v.string(),
  lines: v.array(v.string()),
  /** The kennel's part of the path is added when the entries are combined. */
  path: v.string(),
  rule: v.optional(v.string()),
  createdAt: v.number(),
  changedAt: v.number(),
  subject: v.optional(v.string()),
});

export type CalendarEntry = Infer<typeof calendarEntryShape>;

/** Everything in a kennel, or one dog. */
export interface CalendarReading {
  readonly kennelId: Id<"kennels">;
  readonly dogId: Id<"dogs"> | null;
  readonly span: Span;
}
