/**
 * The shapes of a dog as typed: the form, REST and the functions all parse with these, so the messages are
 * the same everywhere. The fields are those of domain/records/dog.ts; rules that need other records or today's date
 * are in domain/dogs.
 */
import type { z } from "zod";
import { DOG_FIELDS, IMPORTED_DOG_FIELDS } from "../records/dog";
import { changeShape, formShape, newShape } from "../records/record";
import { optionalText } from "./fields";

/** A new dog: name, breed and gender are needed, the rest has defaults. */
export const newDogSchema = newShape(DOG_FIELDS);

/** A change of a dog: what is absent stays, what is null or empty is cleared. */
export const dogChangesSchema = changeShape(DOG_FIELDS);

/** The whole dog form, in which every field is present. */
export const dogFormSchema = formShape(DOG_FIELDS);

/** A row of an import file: a new dog whose parents are named instead of chosen. */
export const importedDogSchema = newShape(IMPORTED_DOG_FIELDS).extend({
  sire: optionalText("Sire"),
  sireNumber: optionalText("Sire registration"),
  dam: optionalText("Dam"),
  damNumber: optionalText("Dam registration"),
});

/** An ancestor outside the kennel, recorded for pedigrees only. */
export const externalDogSchema = newDogSchema.pick({
  name: true,
  breed: true,
  gender: true,
  registrationNumber: true,
  titles: true,
  color: true,
});

export type ImportedDog = z.output<typeof importedDogSchema>;
export type DogChanges = z.output<typeof dogChangesSchema>;
export type DogFormOutput = z.output<typeof dogFormSchema>;
