/** The builders for functions that handle one breeding or a record of a breeding. */
import { rowBuilders } from "../platform/functions";

export const {
  query: breedingQuery,
  mutation: breedingMutation,
  innerQuery: innerBreedingQuery,
  innerMutation: innerBreedingMutation,
} = rowBuilders("breedings", "breeding", "breedingId");

export const { query: documentQuery, mutation: documentMutation } = rowBuilders(
  "breedingDocuments",
  "document",
  "documentId",
);

/** Defines mutations of one pregnancy check. */
export const { mutation: pregnancyCheckMutation } = rowBuilders(
  "pregnancyChecks",
  "check",
  "pregnancyCheckId",
);

/** Defines mutations of one mating. */
export const { mutation: matingMutation } = rowBuilders("matings", "mating", "matingId");

/** Defines mutations of one temperature of the dam. */
export const { mutation: damTemperatureMutation } = rowBuilders(
  "damTemperatures",
  "temperature",
  "temperatureId",
);

/** Defines mutations of one entry of a breeding's account. */
export const { mutation: financeEntryMutation } = rowBuilders("breedingFinances", "entry", "entryId");
