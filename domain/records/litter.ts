/**
 * A litter as it is recorded: each field once, and how its whelping went. Whether the numbers fit together is in
 * domain/litters/counts.ts.
 */
import { MAX_PUPPIES_BORN } from "../constants/litters";
import { count, flag, neededDay, notes } from "./fields";

/** What a person writes of a litter. */
export const LITTER_FIELDS = {
  whelpingDate: neededDay("Whelping date", "Whelping date is required", { example: "2025-02-03" }),
  numberBorn: count("Number born", MAX_PUPPIES_BORN),
  numberAlive: count("Number alive", MAX_PUPPIES_BORN),
  numberMales: count("Number of males", MAX_PUPPIES_BORN, { history: "Males" }),
  numberFemales: count("Number of females", MAX_PUPPIES_BORN, { history: "Females" }),
  notes: notes("Notes"),
} as const;

/** How the whelping went; a field of the litter holds these together. */
export const WHELPING_FIELDS = {
  complications: notes("Complications"),
  assistanceRequired: flag("Assistance required", {
    heading: "Assistance",
    error: "Assistance required must be yes or no",
  }),
  veterinarianPresent: flag("Veterinarian present", { error: "Veterinarian present must be yes or no" }),
  notes: notes("Whelping notes"),
} as const;
