/**
 * The veterinarians of a kennel's dogs: whom to call about which dog. Exactly one of a dog's veterinarians is
 * primary. Written by health/model/veterinaryRecords.ts; deleted with the dog. Source: decisions GAP-HLT-10 and
 * GAP-VET-02.
 */
import { VETERINARIAN_FIELDS } from "../../../domain/health/record";
import { recordTable } from "../../platform/tables/recordTable";

export const veterinaryRecords = recordTable(VETERINARIAN_FIELDS, {
  columns: (recorded) => recorded,
  indexes: (table) => table.index("by_kennel_and_dog", ["kennelId", "dogId"]),
  onDelete: {
    dogId: { does: "cascade", by: "by_kennel_and_dog" },
  },
  history: {
    place: 200,
    label: "Veterinarian",
    plural: "Veterinarians",
    area: "health",
    titles: ["veterinarianName"],
  },
  export: {
    place: 190,
    printed: ["dogId", "veterinarianName", "veterinaryClinic", "clinicPhone", "specialization"],
  },
  backup: { place: 100 },
});
