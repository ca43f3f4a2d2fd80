/** The documents that were handed over with a puppy or dog. Written by placements/model/placements.ts. */
import { PAPER_FIELDS } from "../../../domain/placements/record";
import { recordTable } from "../../platform/tables/recordTable";

export const placementPapers = recordTable(PAPER_FIELDS, {
  columns: (recorded) => recorded,
  indexes: (table) =>
    table
      .index("by_kennel_and_placement", ["kennelId", "placementId"])
      .index("by_kennel_and_document", ["kennelId", "documentId"]),
  onDelete: {
    placementId: { does: "cascade", by: "by_kennel_and_placement" },
    documentId: { does: "clear", by: "by_kennel_and_document" },
  },
  history: {
    place: 74,
    label: "Paper handed over",
    plural: "Papers handed over",
    area: "breeding",
    isConfidential: true,
    titles: ["paper"],
  },
  export: { place: 47, printed: ["placementId", "paper", "handedOn", "number"] },
  backup: { place: 47, one: "paper handed over", many: "papers handed over" },
});
