/** The builders for functions that handle one litter, a record of a litter, or one applicant. */
import { rowBuilders } from "../platform/functions";

export const {
  query: litterQuery,
  mutation: litterMutation,
  innerQuery: innerLitterQuery,
} = rowBuilders("litters", "litter", "litterId");

export const {
  query: puppyQuery,
  mutation: puppyMutation,
  innerQuery: innerPuppyQuery,
  innerMutation: innerPuppyMutation,
} = rowBuilders("puppies", "puppy", "puppyId");

export const { mutation: puppyCheckMutation } = rowBuilders("puppyHealthChecks", "check", "checkId");

export const { mutation: applicantMutation } = rowBuilders("waitingList", "applicant", "applicantId");
