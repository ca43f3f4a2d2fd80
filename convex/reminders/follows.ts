/**
 * Reminders planned from breedings and litters, and the alert of a whelping, follow these; those planned from doses
 * follow with the doses. The next notice of a reminder follows this one.
 */
import { causeOf, forgetDismissals } from "../platform/model/people/alertDismissals";
import type { Doc, Id } from "../_generated/dataModel";
import { saveChanged, watch, type Settle } from "../changes/describing";
import { notifyAtOf } from "./model/reminderNotices";
import { occurrencesOf } from "./model/reminderSeries";
import { hasPlan, makerOf, planOfBreeding, planOfLitter } from "./model/plannedReminders";
import { followPlan } from "./model/reminderFollowing";

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
    await followPlan(ctx, breeding.kennelId, makerOf("breeding", breeding), async () => ({
      before: await planOfBreeding(ctx, before),
      now: hasPlan(breeding) ? await planOfBreeding(ctx, breeding) : null,
      dog: { before: before.damId, now: breeding.damId },
    }));
    if (before.status !== breeding.status || before.expectedDueDate !== breeding.expectedDueDate) {
      await forgetDismissals(ctx, breeding.kennelId, causeOf("whelping", breeding._id));
    }
  },
};

/** Whether none of the puppies lives; a litter whose numbers are not recorded yet has lost none. */
const hasLostAll = ({ numberBorn, numberAlive }: Doc<"litters">): boolean =>
  numberBorn > 0 && numberAlive === 0;

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
  recalculate: async (ctx, litter) =>
    await followPlan(ctx, litter.kennelId, makerOf("litter", litter), async () => {
      const breeding = await ctx.db.get("breedings", litter.breedingId);
      const plan = breeding ? await planOfLitter(ctx, breeding, litter) : [];
      return { before: plan, now: breeding && !hasLostAll(litter) ? plan : null };
    }),
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

const SUBJECTS = { dogId: "dogs", litterId: "litters", breedingId: "breedings" } as const;

/** What a series is about is there again under another id with the occurrence that came back. */
const subjects: Settle<"reminderSeries"> = {
  name: "subjects of series",
  owners: ["reminderSeries"],
  watches: [watch({ table: "reminders", fields: ["seriesId"], ownerOf: ({ seriesId }) => seriesId })],
  recalculate: async (ctx, series) => {
    const [waiting] = await occurrencesOf(ctx, series, "pending", 1);
    for (const field of ["dogId", "litterId", "breedingId"] as const) {
      const [former, now] = [series[field], waiting?.[field]];
      if (former === undefined || now === undefined || former === now) continue;
      // The id of a field is one of its table.
      if (await ctx.db.get(SUBJECTS[field] as "dogs", former as Id<"dogs">)) continue;
      await ctx.db.patch("reminderSeries", series._id, { [field]: now });
    }
  },
};

export const reminderSettles: readonly Settle[] = [breedingReminders, litterReminders, notices, subjects];
