/**
 * Reminders planned from breedings and litters, and the alert of a whelping, follow these; those planned from doses
 * follow with the doses. The next notice of a reminder follows this one.
 */
import { causeOf, forgetDismissals } from "../platform/model/people/alertDismissals";
import { saveChanged, watch, type Settle } from "../changes/describing";
import { notifyAtOf } from "./model/reminderNotices";
import { renewSubject } from "./model/reminderSeries";
import { followBreeding, followLitter } from "./model/plannedReminders";

const breedingReminders: Settle<"breedings"> = {
  name: "reminders of a breeding",
  owners: ["breedings"],
  watches: [
    watch({
      table: "breedings",
      fields: ["status", "breedingDate", "expectedDueDate", "damId", "damName"],
      isMember: false,
      ownerOf: ({ _id }) => _id,
    }),
  ],
  recalculate: async (ctx, breeding, former) => {
    const [before = breeding] = former("breedings", [breeding]);
    await followBreeding(ctx, before, breeding);
    if (before.status !== breeding.status || before.expectedDueDate !== breeding.expectedDueDate) {
      await forgetDismissals(ctx, breeding.kennelId, causeOf("whelping", breeding._id));
    }
  },
};

const litterReminders: Settle<"litters"> = {
  name: "reminders of a litter",
  owners: ["litters"],
  watches: [
    watch({
      table: "litters",
      fields: ["whelpingDate", "numberBorn", "numberAlive"],
      isMember: false,
      ownerOf: ({ _id }) => _id,
    }),
  ],
  recalculate: async (ctx, litter) => await followLitter(ctx, litter),
};

/** What an alert about a reminder says of it. */
const ALERTED = ["state", "dueDate", "snoozedUntil", "priority"] as const;

/** When people are told of a reminder next; what they put away is of another day or urgency now. */
const notices: Settle<"reminders"> = {
  name: "notices",
  owners: ["reminders"],
  isLight: true,
  isTimely: true,
  watches: [watch({ table: "reminders", fields: [...ALERTED, "notifications"], ownerOf: ({ _id }) => _id })],
  recalculate: async (ctx, reminder, former) => {
    await saveChanged(ctx, "reminders", reminder, { notifyAt: await notifyAtOf(ctx, reminder) });
    const [before = reminder] = former("reminders", [reminder]);
    if (ALERTED.every((field) => before[field] === reminder[field])) return;
    await forgetDismissals(ctx, reminder.kennelId, causeOf("reminder", reminder._id));
  },
};

/** What a series is about is there again under another id with the occurrence that came back. */
const subjects: Settle<"reminderSeries"> = {
  name: "subjects of series",
  owners: ["reminderSeries"],
  watches: [watch({ table: "reminders", fields: ["seriesId"], ownerOf: ({ seriesId }) => seriesId })],
  recalculate: renewSubject,
};

export const reminderSettles: readonly Settle[] = [breedingReminders, litterReminders, notices, subjects];
