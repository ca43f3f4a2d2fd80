/**
 * The puppies and dogs that go to new owners, and the state of each placement. Exactly one of `puppyId` and `dogId`
 * is set. placements/follows.ts creates and ends placements. People add dates, notes and documents
 * (placements/model/placements.ts).
 */
import { v } from "convex/values";
import { PLACEMENT_FIELDS, PLACEMENT_STATE } from "../../../domain/placements/record";
import { recordTable } from "../../platform/tables/recordTable";
import { rowFields } from "../../platform/tables/recordValidators";

// The history of the puppy or dog already shows the state, so the state is left out here.
export const placements = recordTable(PLACEMENT_FIELDS, {
  columns: (recorded) => ({ ...rowFields(PLACEMENT_STATE), madeAt: v.number(), ...recorded }),
  indexes: (table) =>
    table
      .index("by_kennel", ["kennelId"])
      .index("by_kennel_and_puppy", ["kennelId", "puppyId"])
      .index("by_kennel_and_dog", ["kennelId", "dogId"])
      .index("by_kennel_and_contact", ["kennelId", "contactId"]),
  onDelete: {
    puppyId: { does: "cascade", by: "by_kennel_and_puppy" },
    dogId: { does: "cascade", by: "by_kennel_and_dog" },
    contactId: { does: "clear", by: "by_kennel_and_contact" },
  },
  history: {
    place: 72,
    label: "Placement",
    plural: "Placements",
    area: "breeding",
    isConfidential: true,
    titles: ["toName"],
    // Placements have no activities of their own. The activity of the puppy or dog is enough.
    isUntold: () => true,
  },
  export: {
    place: 45,
    printed: ["puppyId", "dogId", "toName", "kind", "status", "priceCents", "agreedOn", "handedOverOn"],
  },
  backup: { place: 45 },
});
