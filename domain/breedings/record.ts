/** The fields of breedings, pregnancy checks and the dam's temperatures, each defined once. */
import {
  BREEDING_STATUSES,
  BREEDING_TYPES,
  MATING_KINDS,
  MAX_DAM_FAHRENHEIT,
  MAX_STUD_FEE_CENTS,
  MIN_DAM_FAHRENHEIT,
  PREGNANCY_METHODS,
  PREGNANCY_RESULTS,
} from "./rules";
import {
  centsOrZero,
  choice,
  confidential,
  day,
  instant,
  neededBetween,
  neededDay,
  neededReference,
  notes,
  reference,
  text,
  neededChoice,
  openChoice,
  openCount,
} from "../records/fields";
import { MAX_PUPPIES_BORN } from "../litters/rules";
import { breedingTypeLabels, matingKindLabels } from "./words";

/** Rules about dates are in domain/breedings/dates.ts, rules about the status in domain/breedings/status.ts. */

const dogId = "jd7f3k9m2";

/** The parents as stored. When a parent's record is deleted, its name remains. */
export const BREEDING_PARENTS = {
  sireId: reference("Sire", "dogs", { example: dogId }),
  damId: reference("Dam", "dogs", { example: dogId }),
  sireName: text("Sire's name", { about: "The sire's name, once its record is deleted" }),
  damName: text("Dam's name", { about: "The dam's name, once its record is deleted" }),
} as const;

export const CHOSEN_PARENTS = {
  sireId: neededReference("Sire", "dogs", "Sire is required"),
  damId: neededReference("Dam", "dogs", "Dam is required"),
} as const;

/** The editable fields of a breeding, without its parents. */
export const BREEDING_FIELDS = {
  breedingDate: neededDay("Mating date", "Mating date is required", {
    column: "Bred on",
    example: "2025-01-01",
  }),
  expectedDueDate: day("Expected delivery date", { column: "Expected due date", example: "2025-01-01" }),
  breedingType: choice("Breeding type", BREEDING_TYPES, {
    initial: "natural",
    choiceLabels: breedingTypeLabels,
    error: `Breeding type must be ${BREEDING_TYPES.join(", ")}`,
  }),
  studFeeCents: confidential(centsOrZero("Stud fee", MAX_STUD_FEE_CENTS, { example: 1500 })),
  contractTerms: confidential(notes("Contract details", { column: "Contract terms" })),
  notes: notes("Notes"),
} as const;

/** The fields that separate actions set. */
export const BREEDING_STATE = {
  status: choice("Status", BREEDING_STATUSES, {
    initial: "planned",
    error: `Status must be ${BREEDING_STATUSES.join(", ")}`,
  }),
} as const;

const { breedingDate, expectedDueDate, breedingType, ...terms } = BREEDING_FIELDS;

export const BREEDING_RECORD = {
  ...BREEDING_PARENTS,
  breedingDate,
  expectedDueDate,
  breedingType,
  ...BREEDING_STATE,
  ...terms,
} as const;

/** Rules about unusual dates are in domain/breedings/dates.ts. */

/** The method may be unknown. */
export const PREGNANCY_CHECK_FIELDS = {
  on: neededDay("Day", "Day is required", { column: "Checked on", about: "The day of the check" }),
  method: openChoice("Method", PREGNANCY_METHODS),
  result: neededChoice("Result", PREGNANCY_RESULTS),
  puppiesSeen: openCount("Puppies seen", MAX_PUPPIES_BORN, { example: 6 }),
  veterinarianName: text("Veterinarian"),
  veterinarianId: confidential(
    reference("Veterinarian's contact", "contacts", { about: "The contact of the veterinarian" }),
  ),
  notes: notes("Notes"),
} as const;

/**
 * Registries require these data of a mating, such as date, place and witnesses. Source: American Kennel Club,
 * Regulations for Record Keeping and Identification of Dogs.
 */
export const MATING_FIELDS = {
  on: neededDay("Day", "Day is required", { column: "Mated on", about: "The day of the mating" }),
  at: text("Time", { about: "The time of day, as it was noted", example: "14:30" }),
  kind: choice("Kind", MATING_KINDS, {
    initial: "natural",
    choiceLabels: matingKindLabels,
    error: `Kind must be ${MATING_KINDS.join(", ")}`,
  }),
  place: text("Place", { example: "Sire's kennel" }),
  witnesses: text("Witnesses", { about: "Who handled the dogs or saw the tie" }),
  otherOwnerName: confidential(
    text("Owner of the other dog", {
      heading: "Owner of the Other Dog",
      about: "The owner of the dog from outside the kennel, as typed",
    }),
  ),
  otherOwnerId: confidential(
    reference("Other owner's contact", "contacts", { about: "The contact of the other dog's owner" }),
  ),
  semenSource: text("Semen", { about: "Where the semen came from, and its number" }),
  notes: notes("Notes"),
} as const;

export const DAM_TEMPERATURE_FIELDS = {
  takenAt: instant("Taken at", { about: "When the temperature was taken; now if it is left out" }),
  temperatureFahrenheit: neededBetween("Temperature", "fahrenheit", MIN_DAM_FAHRENHEIT, MAX_DAM_FAHRENHEIT, {
    example: 99.9,
  }),
} as const;
