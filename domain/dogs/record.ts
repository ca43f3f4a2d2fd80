/**
 * The fields of a dog, each defined once, in the order of the form. Everything else is derived from them. Rules
 * between several fields are in domain/dogs/checks.ts.
 */
import {
  ACQUIRED_HOW,
  BREEDING_RIGHTS,
  CAUSES_OF_DEATH,
  DOG_STATUSES,
  GENDERS,
  MAX_ACQUISITION_CENTS,
  MAX_HEIGHT_INCHES,
  MAX_OTHER_REGISTRATIONS,
  MAX_WEIGHT_LBS,
  OWNER_ROLES,
  PARENT_PROOFS,
  REGISTRATION_KINDS,
} from "./rules";
import {
  cents,
  choice,
  confidential,
  day,
  email,
  flag,
  measure,
  neededChoice,
  neededReference,
  neededText,
  notes,
  openChoice,
  phone,
  reference,
  text,
} from "../records/fields";
import { requiredText } from "../records/parts";
import { entries, namesOf, omitFields } from "../records/record";

export const ORIGIN_FIELDS = {
  breederName: text("Breeder name", { about: "A breeder known by name only" }),
  bornInLitterNumber: text("Litter number", {
    about: "The registered number of the litter the dog was born in",
  }),
  acquiredHow: openChoice("Acquired by", ACQUIRED_HOW),
  acquiredOn: day("Acquired on", { heading: "Acquired" }),
  acquiredFromName: confidential(
    text("Acquired from, name", { heading: "Acquired From", about: "A former owner known by name only" }),
  ),
  acquiredForCents: confidential(cents("Acquired for", MAX_ACQUISITION_CENTS, { example: 1500 })),
} as const;

const proofLabels = {
  dna: "DNA test",
  paper: "Registration papers",
  import: "An imported file",
  hearsay: "Hearsay",
} as const;

/** How it is known that the recorded parents are the true parents. */
export const PROOF_FIELDS = {
  sireProof: openChoice("Proof of the sire", PARENT_PROOFS, {
    choiceLabels: proofLabels,
    about: "How it is known that this is the sire; null if nobody said",
  }),
  damProof: openChoice("Proof of the dam", PARENT_PROOFS, {
    choiceLabels: proofLabels,
    about: "How it is known that this is the dam; null if nobody said",
  }),
} as const;

/** These fields identify a dog for an inspector or a registry. */
export const RECORD_BOOK_FIELDS = {
  recordNumber: text("Number in the book", {
    heading: "Number in the Book",
    about: "The number under which an inspector finds the dog",
    example: "2026-014",
  }),
  tattoo: text("Tattoo"),
  tagNumber: text("Tag number", { about: "The number of an official tag" }),
  passportNumber: text("Passport number"),
  dnaLaboratory: text("DNA laboratory"),
  dnaNumber: text("DNA profile number"),
} as const;

/** The first registration is not in this list: its number is `registrationNumber`. */
export const REGISTRATION_FIELDS = {
  // Files separate the parts of a registration by these characters (domain/dogs/registrations.ts).
  registry: {
    ...neededText("Registry", "Registry is required", { example: "FCI" }),
    schema: requiredText("Registry", "Registry is required").regex(
      /^[^:|]*$/u,
      "Registry cannot contain a colon or a bar",
    ),
  },
  number: {
    ...neededText("Number", "Number is required", { example: "NHSB 3141592" }),
    schema: requiredText("Number", "Number is required").regex(/^[^|]*$/u, "Number cannot contain a bar"),
  },
  kind: choice("Kind", REGISTRATION_KINDS, { initial: "full" }),
  since: day("Registered on"),
  notes: text("Note"),
} as const;

/** The names and addresses of these contacts are also stored as text in other fields. */
export const DOG_CONTACTS = {
  breederId: confidential(reference("Breeder", "contacts")),
  acquiredFromId: confidential(reference("Acquired from", "contacts")),
  currentOwnerId: confidential(reference("Owner", "contacts", { history: "Owner's contact" })),
  livesWithId: confidential(reference("Lives with", "contacts", { history: "Contact it lives with" })),
} as const;

/** All fields are confidential, like the whole table. */
export const OWNER_FIELDS = {
  dogId: neededReference("Dog", "dogs", "Please select a dog."),
  name: neededText("Name", "Name is required", { heading: "Owner", example: "Anna Berg" }),
  role: choice("Role", OWNER_ROLES, { initial: "co_owner", choiceLabels: { co_owner: "Co-owner" } }),
  share: measure("Share", "percent", 100, { example: 50 }),
  from: day("From"),
  until: day("Until", { about: "The first day on which it is no longer theirs" }),
  ownerId: reference("Owner's contact", "contacts"),
} as const;

export const DOG_FIELDS = {
  name: neededText("Name", "Name is required", {
    example: "Aria of Oak Hill",
  }),
  callName: text("Call name", { example: "Ari" }),
  breed: neededText("Breed", "Dog breed is required", {
    helper: "Select or type a breed",
    example: "Beagle",
  }),
  gender: neededChoice("Gender", GENDERS),
  dateOfBirth: day("Date of birth", {
    heading: "Date of Birth",
    example: "2022-04-18",
  }),
  registrationNumber: text("Registration number", {
    example: "HP61234501",
  }),
  microchipNumber: text("Microchip number"),
  chipDatabase: text("Chip database", { example: "AKC Reunite" }),
  chippedOn: day("Chipped on"),
  titles: text("Titles", {
    about: "Titles won or awarded, as shown in pedigrees",
    example: "Int. Ch., BH",
  }),
  status: choice("Status", DOG_STATUSES, {
    initial: "active",
  }),
  statusChangedOn: day("Status date", {
    about: "The day the dog retired, died or was sold",
  }),
  causeOfDeath: openChoice("Cause of death", CAUSES_OF_DEATH, { heading: "Cause of Death" }),
  causeOfDeathNotes: notes("Cause of death, details", { heading: "Cause of Death, Details" }),
  weight: measure("Weight", "pounds", MAX_WEIGHT_LBS, {
    example: 24.5,
  }),
  height: measure("Height", "inches", MAX_HEIGHT_INCHES, {
    example: 14.5,
  }),
  color: text("Color"),
  markings: text("Markings"),
  isBreedingDog: flag("Breeding dog", {
    error: "This is a breeding dog must be true or false",
  }),
  breedingRights: choice("Breeding rights", BREEDING_RIGHTS, {
    initial: "none",
    example: "full",
  }),
  sireId: reference("Sire", "dogs"),
  damId: reference("Dam", "dogs"),
  sireName: text("Sire name", { history: "Sire's name", about: "A sire known by name only" }),
  damName: text("Dam name", { history: "Dam's name", about: "A dam known by name only" }),
  ...PROOF_FIELDS,
  ...ORIGIN_FIELDS,
  ...RECORD_BOOK_FIELDS,
  otherRegistrations: entries("Other registrations", REGISTRATION_FIELDS, {
    one: "Registration",
    most: MAX_OTHER_REGISTRATIONS,
    column: "Registration",
    about: "Registrations besides that of registrationNumber",
  }),
  currentOwnerName: confidential(text("Owner name", { history: "Owner" })),
  currentOwnerPhone: confidential(phone("Owner phone", { history: "Owner's phone" })),
  currentOwnerEmail: confidential(email("Owner email", { history: "Owner's email" })),
  livesWithName: confidential(
    text("Lives with, name", {
      heading: "Lives With",
      about: "With whom the dog lives, if not in the kennel",
    }),
  ),
  notes: notes("Notes"),
  ...DOG_CONTACTS,
} as const;

/**
 * Separate actions set these fields: the operation after which a bitch has no heats, and the move to the kennel.
 */
export const DOG_STATE = { spayedOn: day("Spayed on"), isExternal: flag("Outside the kennel") } as const;

/** Parents have separate columns in such a file. */
export const IMPORTED_DOG_FIELDS = {
  ...omitFields(DOG_FIELDS, ["sireId", "damId", "sireName", "damName", ...namesOf(DOG_CONTACTS)]),
  ...DOG_STATE,
} as const;
