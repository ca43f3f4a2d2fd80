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

export const { mutation: pregnancyCheckMutation } = rowBuilders(
  "pregnancyChecks",
  "check",
  "pregnancyCheckId",
);

export const { mutation: matingMutation } = rowBuilders("matings", "mating", "matingId");

export const { mutation: damTemperatureMutation } = rowBuilders(
  "damTemperatures",
  "temperature",
  "temperatureId",
);

export const { mutation: financeEntryMutation } = rowBuilders("breedingFinances", "entry", "entryId");
