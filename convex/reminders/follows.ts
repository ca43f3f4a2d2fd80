/**
 * Updates that follow from changes: the planned reminders of a breeding or a litter, the next occurrence of a
 * series, and the notices of a reminder, which also depend on the kennel's time zone. The vaccinations area updates
 * the planned reminders of doses.
 */
import { causeOf, forgetDismissals } from "../platform/model/people/alertDismissals";
import type { Doc, Id } from "../_generated/dataModel";
import { saveChanged, watch, type Settle } from "../changes/describing";
import { notifyAtOf, replanNotices } from "./model/reminderNotices";
import { makeNext, occurrencesOf, takeBackNext } from "./model/reminderSeries";
import {
  hasLostAll,
  hasPlan,
  makerOf,
  planOfBreeding,
  planOfLitter,
  watchWaiting,
} from "./model/plannedReminders";
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
    watchWaiting("breeding"),
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
    watchWaiting("litter"),
  ],
  recalculate: async (ctx, litter) =>
    await followPlan(ctx, litter.kennelId, makerOf("litter", litter), async () => {
      const breeding = await ctx.db.get("breedings", litter.breedingId);
      const plan = breeding ? await planOfLitter(ctx, breeding, litter) : [];
      return { before: plan, now: breeding && !hasLostAll(litter) ? plan : null };
    }),
};

/**
 * If an occurrence is no longer pending, the next occurrence is created. If the earlier occurrence becomes pending
 * again, the next occurrence is deleted, unless somebody has changed it.
 */
const nextOccurrences: Settle<"reminderSeries"> = {
  name: "next occurrences",
  owners: ["reminderSeries"],
  isLight: true,
  isOfChanges: true,
  watches: [watch({ table: "reminders", fields: ["state"], ownerOf: ({ seriesId }) => seriesId })],
  recalculate: async (ctx, series, former) => {
    const over: Doc<"reminders">[] = [];
    for (const before of former("reminders", [])) {
      const reminder = await ctx.db.get("reminders", before._id);
      // No next occurrence is created for an occurrence that its source has closed.
      if (!reminder || reminder.state === before.state || reminder.isClosed) continue;
      if (reminder.state === "pending") await takeBackNext(ctx, reminder);
      else if (before.state === "pending") over.push(reminder);
    }
    over.sort((one, other) => other.dueDate.localeCompare(one.dueDate));
    for (const reminder of over) await makeNext(ctx, series, reminder);
  },
};

/** An alert about a reminder shows these fields. */
const ALERTED = ["state", "dueDate", "snoozedUntil", "priority"] as const;

/**
 * Sets the time of the next notice. If a field that an alert shows has changed, users who dismissed the alert see
 * it again.
 */
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

/**
 * Notices are sent in the morning of the kennel's time zone. If the time zone changes, a notice that is already due
 * is still sent.
 */
const zones: Settle<"kennels"> = {
  name: "notices by zone",
  owners: ["kennels"],
  isOfChanges: true,
  watches: [
    watch({ table: "kennels", fields: ["timeZone", "ownerId"], isMember: false, ownerOf: ({ _id }) => _id }),
  ],
  recalculate: async (ctx, { _id }) => await replanNotices(ctx, _id),
};

const SUBJECTS = { dogId: "dogs", litterId: "litters", breedingId: "breedings" } as const;

/** A restored dog, litter or breeding has a new id. The series takes this id from its pending occurrence. */
const subjects: Settle<"reminderSeries"> = {
  name: "subjects of series",
  owners: ["reminderSeries"],
  watches: [watch({ table: "reminders", fields: ["seriesId"], ownerOf: ({ seriesId }) => seriesId })],
  recalculate: async (ctx, series) => {
    const [waiting] = await occurrencesOf(ctx, series, "pending", 1);
    for (const field of ["dogId", "litterId", "breedingId"] as const) {
      const [former, now] = [series[field], waiting?.[field]];
      if (former === undefined || now === undefined || former === now) continue;
      // SUBJECTS contains the table that each field refers to.
      if (await ctx.db.get(SUBJECTS[field] as "dogs", former as Id<"dogs">)) continue;
      await ctx.db.patch("reminderSeries", series._id, { [field]: now });
    }
  },
};

export const reminderSettles: readonly Settle[] = [
  ...[breedingReminders, litterReminders, nextOccurrences],
  ...[notices, zones, subjects],
];
