/** The fields of litters, puppies and applicants, each defined once. */
import { CAUSES_OF_DEATH, GENDERS, REGISTRATION_KINDS } from "../dogs/rules";
import {
  APPLICANT_STATUSES,
  MAX_DEPOSIT_CENTS,
  MAX_LITTER_LETTER,
  MAX_PUPPIES_BORN,
  BIRTH_ASSISTANCE,
  BIRTH_KINDS,
  CAESAREAN_REASONS,
  CAESAREAN_URGENCIES,
  MAX_BIRTH_WEIGHT_GRAMS,
  MAX_PRICE_CENTS,
  PRESENTATIONS,
  PUPPY_STATUSES,
} from "./rules";
import {
  cents,
  choice,
  count,
  day,
  email,
  neededText,
  notes,
  openChoice,
  openCount,
  phone,
  reference,
  text,
  flag,
  neededDay,
  assignedNumber,
  confidential,
  group,
  instant,
  measure,
} from "../records/fields";
import { optionalText } from "../records/parts";
import { prefixed } from "../records/record";
import { assistanceLabels, birthLabels, presentationLabels } from "./words";

/** convex/litters/model/waitingList.ts defines their order on the list. */

export const APPLICANT_FIELDS = {
  name: neededText("Name", "Name is required"),
  email: email("Email"),
  phone: phone("Phone"),
  address: text("Address"),
  /** Null if both sexes are welcome. */
  gender: openChoice("Gender", GENDERS, { heading: "Sex", openLabel: "Either" }),
  color: text("Color"),
  breed: text("Breed"),
  /** The applicant can take a puppy from this date on. */
  wantedFrom: day("Wanted from"),
  /** The applicant gets no offer until this date, and keeps the place on the list. */
  pausedUntil: day("No offers until"),
  depositCents: cents("Deposit", MAX_DEPOSIT_CENTS),
  notes: notes("Notes"),
  contactId: reference("Contact", "contacts"),
} as const;

/** The offered or received puppy, and the number of offers that the applicant declined or let expire. */
export const APPLICANT_STATE = {
  status: choice("Status", APPLICANT_STATUSES, { initial: "waiting" }),
  puppyId: reference("Puppy", "puppies"),
  offerUntil: day("Offer until"),
  offersDeclined: count("Offers declined", Number.MAX_SAFE_INTEGER),
} as const;

/** domain/litters/counts.ts checks whether the numbers are consistent. */

/** The last two fields apply only to a caesarean. */
export const BIRTH_FIELDS = {
  birth: openChoice("Birth", BIRTH_KINDS, { choiceLabels: birthLabels }),
  caesareanPlanned: openChoice("Caesarean was", CAESAREAN_URGENCIES, { heading: "Caesarean Was" }),
  caesareanReason: openChoice("Reason of the caesarean", CAESAREAN_REASONS, {
    heading: "Reason of the Caesarean",
  }),
} as const;

export const BIRTH_VETERINARIAN_FIELDS = {
  veterinarianName: text("Veterinarian"),
  veterinarianId: confidential(
    reference("Veterinarian's contact", "contacts", { about: "The contact of the veterinarian" }),
  ),
} as const;

/** A registry uses these names and numbers. */
export const LITTER_BOOK_FIELDS = {
  registrationNumber: text("Litter number", { example: "HP612345" }),
  letter: {
    ...text("Letter", { about: "The letter with which the puppies' names begin", example: "C" }),
    schema: optionalText("Letter", MAX_LITTER_LETTER),
  },
} as const;

export const LITTER_FIELDS = {
  whelpingDate: neededDay("Whelping date", "Whelping date is required", { example: "2025-02-03" }),
  numberBorn: count("Number born", MAX_PUPPIES_BORN),
  numberAlive: count("Number alive", MAX_PUPPIES_BORN),
  numberMales: count("Number of males", MAX_PUPPIES_BORN, { history: "Males" }),
  numberFemales: count("Number of females", MAX_PUPPIES_BORN, { history: "Females" }),
  notes: notes("Notes"),
  ...BIRTH_FIELDS,
  ...BIRTH_VETERINARIAN_FIELDS,
  ...LITTER_BOOK_FIELDS,
} as const;

/** These notes are stored together in one field of the litter. */
export const WHELPING_FIELDS = {
  complications: notes("Complications"),
  assistanceRequired: flag("Assistance required", {
    heading: "Assistance",
    error: "Assistance required must be yes or no",
  }),
  veterinarianPresent: flag("Veterinarian present", { error: "Veterinarian present must be yes or no" }),
  placentae: openCount("Placentae", MAX_PUPPIES_BORN, { about: "How many were counted" }),
  notes: notes("Whelping notes"),
} as const;

/** Changes of a puppy's status are in domain/litters/puppy-status.ts. */

/** A registry or a law requires these data before a puppy leaves. */
export const PUPPY_PAPER_FIELDS = {
  registeredName: text("Registered name"),
  registrationNumber: text("Registration number"),
  registrationKind: openChoice("Registration", REGISTRATION_KINDS),
  chipDatabase: text("Chip database", { example: "AKC Reunite" }),
  chippedOn: day("Chipped on"),
  tattoo: text("Tattoo"),
  tagNumber: text("Tag number", { about: "The number of an official tag" }),
} as const;

/** Only for a puppy that died. */
export const PUPPY_DEATH_FIELDS = {
  causeOfDeath: openChoice("Cause of death", CAUSES_OF_DEATH, { heading: "Cause of Death" }),
  causeOfDeathNotes: notes("Cause of death, details", { heading: "Cause of Death, Details" }),
} as const;

/** No field is required, because beside the whelping box at night, any field may have to wait. */
export const PUPPY_FIELDS = {
  order: assignedNumber("Order", 1, MAX_PUPPIES_BORN, {
    heading: "Order of Birth",
    about: "Place in the birth order, from 1",
  }),
  name: text("Name"),
  gender: openChoice("Gender", GENDERS, { heading: "Sex" }),
  color: text("Color"),
  markings: text("Markings"),
  collarColor: text("Collar color", { heading: "Collar" }),
  microchipNumber: text("Microchip number", { column: "Microchip" }),
  notes: notes("Notes"),
  bornAt: instant("Time of birth", { heading: "Born", column: "Born", about: "When it was born" }),
  birthWeightGrams: measure("Birth weight", "grams", MAX_BIRTH_WEIGHT_GRAMS, { example: 312 }),
  presentation: openChoice("Presentation", PRESENTATIONS, { choiceLabels: presentationLabels }),
  assistance: openChoice("Assistance", BIRTH_ASSISTANCE, { choiceLabels: assistanceLabels }),
  ...PUPPY_PAPER_FIELDS,
  ...PUPPY_DEATH_FIELDS,
} as const;

export const BUYER_FIELDS = {
  name: neededText("Buyer name", "Buyer name is required", { history: "Buyer" }),
  email: email("Buyer email", { history: "Buyer's email" }),
  phone: text("Buyer phone", { history: "Buyer's phone" }),
  address: text("Buyer address", { history: "Buyer's address" }),
} as const;

/** Changes of status set these fields. The price belongs to a reservation or sale. */
export const PUPPY_STATE = {
  isStillborn: flag("Stillborn", { error: "Stillborn must be yes or no" }),
  status: choice("Status", PUPPY_STATUSES, {
    initial: "available",
    error: `Status must be ${PUPPY_STATUSES.join(", ")}`,
  }),
  diedOn: day("Date of death", { history: "Died on", column: "Died" }),
  priceCents: confidential(cents("Price", MAX_PRICE_CENTS, { example: 1500 })),
  depositCents: confidential(cents("Deposit", MAX_PRICE_CENTS, { example: 1500 })),
  buyer: confidential(group("Buyer", BUYER_FIELDS)),
  buyerId: confidential(reference("Buyer's contact", "contacts")),
  reservedUntil: day("Reserved until"),
  saleDate: day("Sale date"),
  dogId: reference("Dog", "dogs", {
    history: "Became the dog",
    about: "The dog it became",
    example: "jd7f3k9m2",
  }),
} as const;

const { priceCents, depositCents, buyerId, reservedUntil, saleDate } = PUPPY_STATE;

export const PUPPY_FORM_FIELDS = { ...PUPPY_FIELDS, priceCents } as const;

export const RESERVATION_FIELDS = {
  ...prefixed("buyer", BUYER_FIELDS),
  buyerId,
  depositCents,
  priceCents,
  reservedUntil,
} as const;

/** The buyer of a reserved puppy need not be entered again. */
export const SALE_FIELDS = {
  ...prefixed("buyer", { ...BUYER_FIELDS, name: text("Buyer name") }),
  buyerId,
  depositCents,
  priceCents,
  saleDate,
} as const;

/** A sale can be corrected later. The buyer remains the same person. */
export const SALE_CORRECTION_FIELDS = {
  ...prefixed("buyer", {
    email: BUYER_FIELDS.email,
    phone: BUYER_FIELDS.phone,
    address: BUYER_FIELDS.address,
  }),
  depositCents,
  priceCents,
  saleDate,
} as const;
