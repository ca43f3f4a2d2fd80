/**
 * The present and former owners of a dog, with their shares. Written by dogs/model/dogOwners.ts; deleted with the
 * dog. Documents use the owner's name in the dog's `currentOwnerName`.
 */
import { OWNER_FIELDS } from "../../../domain/dogs/record";
import { recordTable } from "../../platform/tables/recordTable";

export const dogOwners = recordTable(OWNER_FIELDS, {
  columns: (recorded) => recorded,
  indexes: (table) =>
    table
      .index("by_kennel_and_dog", ["kennelId", "dogId"])
      .index("by_kennel_and_contact", ["kennelId", "ownerId"]),
  onDelete: {
    dogId: { does: "cascade", by: "by_kennel_and_dog" },
    ownerId: { does: "clear", by: "by_kennel_and_contact" },
  },
  history: {
    place: 15,
    label: "Owner",
    plural: "Owners",
    area: "dogs",
    isConfidential: true,
    titles: ["name"],
  },
  export: { place: 104, printed: ["dogId", "name", "role", "share", "from", "until"] },
  backup: { place: 147, one: "owner", many: "owners" },
});
