/**
 * The shapes of a dog as typed: the form, REST and the functions all parse with these, so the messages are
 * the same everywhere. Rules that need other records or today's date are in domain/dogs.
 */
import { z } from "zod";
import { BREEDING_RIGHTS, DOG_STATUSES, GENDERS, MAX_HEIGHT_INCHES, MAX_WEIGHT_LBS } from "../constants/dogs";
import {
  optionalDay,
  optionalEmail,
  optionalMeasure,
  optionalNotes,
  optionalReference,
  optionalText,
  requiredText,
} from "./fields";

const gender = z.enum(GENDERS, { error: "Gender must be male or female" });
const status = z.enum(DOG_STATUSES, { error: "Status must be active, retired, deceased or sold" });
const breedingRights = z.enum(BREEDING_RIGHTS, { error: "Breeding rights must be none, limited or full" });
const isBreedingDog = z.boolean({ error: "This is a breeding dog must be true or false" });
const name = requiredText("Name", "Name is required");
const breed = requiredText("Breed", "Dog breed is required");

const optionalFields = {
  callName: optionalText("Call name"),
  dateOfBirth: optionalDay("Date of birth"),
  registrationNumber: optionalText("Registration number"),
  microchipNumber: optionalText("Microchip number"),
  /** Titles won or awarded, as they stand in pedigrees. */
  titles: optionalText("Titles"),
  /** The day a dog retired, died or was sold; a deceased dog's age stops there. */
  statusChangedOn: optionalDay("Status date"),
  weight: optionalMeasure("Weight", MAX_WEIGHT_LBS, "lbs"),
  height: optionalMeasure("Height", MAX_HEIGHT_INCHES, "inches"),
  color: optionalText("Color"),
  markings: optionalText("Markings"),
  notes: optionalNotes("Notes"),
  sireId: optionalReference("Sire"),
  damId: optionalReference("Dam"),
  /** Parents known by name only, because their record is gone or never was. */
  sireName: optionalText("Sire name"),
  damName: optionalText("Dam name"),
  currentOwnerName: optionalText("Owner name"),
  currentOwnerPhone: optionalText("Owner phone"),
  currentOwnerEmail: optionalEmail("Owner email"),
};

/** A new dog: name, breed and gender are needed, the rest has defaults. */
export const newDogSchema = z.object({
  name,
  breed,
  gender,
  status: status.default("active"),
  isBreedingDog: isBreedingDog.default(false),
  breedingRights: breedingRights.default("none"),
  ...optionalFields,
});

/** A change of a dog: what is absent stays, what is null or empty is cleared. */
export const dogChangesSchema = z.object({
  name: name.optional(),
  breed: breed.optional(),
  gender: gender.optional(),
  status: status.optional(),
  isBreedingDog: isBreedingDog.optional(),
  breedingRights: breedingRights.optional(),
  ...optionalFields,
});

/** The whole dog form, in which every field is present. */
export const dogFormSchema = z.object({
  name,
  breed,
  gender,
  status,
  isBreedingDog,
  breedingRights,
  ...optionalFields,
});

/** A row of an import file: a new dog whose parents are named instead of chosen. */
export const importedDogSchema = newDogSchema
  .omit({ sireId: true, damId: true, sireName: true, damName: true })
  .extend({
    sire: optionalText("Sire"),
    sireNumber: optionalText("Sire registration"),
    dam: optionalText("Dam"),
    damNumber: optionalText("Dam registration"),
  });

/** An ancestor outside the kennel, recorded for pedigrees only. */
export const externalDogSchema = z.object({
  name,
  breed,
  gender,
  registrationNumber: optionalFields.registrationNumber,
  titles: optionalFields.titles,
  color: optionalFields.color,
});

export type ImportedDog = z.output<typeof importedDogSchema>;
export type NewDog = z.output<typeof newDogSchema>;
export type DogChanges = z.output<typeof dogChangesSchema>;
export type DogFormInput = z.input<typeof dogFormSchema>;
export type DogFormOutput = z.output<typeof dogFormSchema>;
