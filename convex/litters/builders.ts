/** The builders of functions of one litter, of a record that belongs to a litter, and of one applicant. */
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

/** Defines mutations of one puppy's health check. */
export const { mutation: puppyCheckMutation } = rowBuilders("puppyHealthChecks", "check", "checkId");

/** Defines mutations of one applicant of the waiting list. */
export const { mutation: applicantMutation } = rowBuilders("waitingList", "applicant", "applicantId");
