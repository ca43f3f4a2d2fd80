/** Reminders planned from breedings and litters, and the alert of a whelping, follow these; those planned from doses follow with the doses. */
import { causeOf, forgetDismissals } from "../../platform/model/alertDismissals";
import { watch, type Settle } from "../../platform/model/following";
import { followBreeding, followLitter } from "./plannedReminders";

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

export const reminderSettles: readonly Settle[] = [breedingReminders, litterReminders];
