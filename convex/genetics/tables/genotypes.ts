/**
 * Results of genetic tests: genotypes at coat and color loci, and results for variants that cause diseases. Each
 * result keeps the laboratory's wording. Deleted with the dog.
 */
import { GENOTYPE_FIELDS } from "../../../domain/genetics/record";
import { recordTable } from "../../platform/tables/recordTable";

export const genotypes = recordTable(GENOTYPE_FIELDS, {
  columns: (recorded) => recorded,
  indexes: (table) => table.index("by_kennel_and_dog_and_locus", ["kennelId", "dogId", "locus"]),
  onDelete: { dogId: { does: "cascade", by: "by_kennel_and_dog_and_locus" } },
  history: {
    place: 145,
    label: "Genetic result",
    plural: "Genetic results",
    area: "health",
    titles: ["locus"],
  },
  export: { place: 135, printed: ["dogId", "locus", "genotype", "status", "laboratory", "testedOn"] },
  backup: { place: 105, one: "genetic result", many: "genetic results" },
});
