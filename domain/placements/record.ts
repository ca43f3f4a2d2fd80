/**
 * The fields of a placement, which is a puppy or dog that goes to a new owner, and of the documents that were
 * handed over.
 */
import { checkLifeDay } from "../dates/calendar-days";
import type { FieldErrors } from "../errors";
import { MAX_PRICE_CENTS } from "../litters/rules";
import {
  cents,
  choice,
  day,
  instant,
  neededChoice,
  neededDay,
  neededReference,
  notes,
  reference,
  text,
} from "../records/fields";

export const PLACEMENT_KINDS = [
  "sale",
  "gift",
  "co_ownership",
  "lease",
  "guardian",
  "loan",
  "return_to_breeder",
] as const;

/**
 *   reserved ──► agreed ──► handed_over ──► returned          any before handed_over ──► called_off
 */
export const PLACEMENT_STATUSES = ["reserved", "agreed", "handed_over", "returned", "called_off"] as const;
type PlacementStatus = (typeof PLACEMENT_STATUSES)[number];

export const PAPERS = [
  "pedigree",
  "registration_application",
  "registration_certificate",
  "passport",
  "vaccination_record",
  "chip_transfer",
  "contract",
  "health_certificate",
  "care_sheet",
  "insurance",
  "dna_report",
  "other",
] as const;

export const MAX_PAPERS = 50;

/** For a puppy, the amounts come from its reservation or sale. */
export const PLACEMENT_FIELDS = {
  kind: choice("Kind", PLACEMENT_KINDS, {
    initial: "sale",
    choiceLabels: { co_ownership: "Co-ownership" },
  }),
  priceCents: cents("Price", MAX_PRICE_CENTS, { example: 1500 }),
  depositCents: cents("Deposit", MAX_PRICE_CENTS, { example: 300 }),
  /** The animal may leave weeks after the sale. */
  handedOverOn: day("Handed over", { example: "2025-05-01", about: "The day it left" }),
  returnedOn: day("Came back", { about: "The day it came back" }),
  notes: notes("Notes"),
} as const;

/** These fields are copied from the reservation or sale of the puppy, or from the status and owner of the dog. */
export const PLACEMENT_STATE = {
  puppyId: reference("Puppy", "puppies"),
  dogId: reference("Dog", "dogs"),
  contactId: reference("Contact", "contacts"),
  toName: text("To", { about: "The name of the person as it was typed", example: "Jane Miller" }),
  toAddress: text("Address"),
  status: choice("Status", PLACEMENT_STATUSES, {
    initial: "reserved",
    choiceLabels: { returned: "Came back" },
  }),
  reservedAt: instant("Reserved"),
  agreedOn: day("Agreed on", { about: "The day of the sale" }),
  endedAt: instant("Ended", {
    about: "When the reservation was released, the sale undone, or the dog came back",
  }),
} as const;

export const PAPER_FIELDS = {
  placementId: neededReference("Placement", "placements", "Placement is required"),
  paper: neededChoice("Paper", PAPERS, { choiceLabels: { dna_report: "DNA report" } }),
  handedOn: neededDay("Handed over", "Day is required", { example: "2025-05-01" }),
  number: text("Number", { about: "The number on the paper", example: "HP61234501" }),
  documentId: reference("Document", "breedingDocuments", {
    about: "The paper's file among the documents of the kennel's breedings",
  }),
} as const;

interface Dates {
  readonly handedOverOn?: string | null | undefined;
  readonly returnedOn?: string | null | undefined;
  readonly endedAt?: number | null | undefined;
}

export function placementStatus(
  { handedOverOn, returnedOn, endedAt }: Dates,
  isSold: boolean,
): PlacementStatus {
  if (returnedOn) return "returned";
  if (endedAt) return "called_off";
  if (handedOverOn) return "handed_over";
  return isSold ? "agreed" : "reserved";
}

/** The dates must be within the animal's life and not in the future, and the return must be after the handover. */
export function checkPlacementDays(
  { handedOverOn, returnedOn }: Dates,
  bounds: { readonly today: string; readonly bornOn?: string | undefined },
): FieldErrors {
  const isBefore = handedOverOn && returnedOn && returnedOn < handedOverOn;
  return {
    ...checkLifeDay("handedOverOn", "Day of the handover", handedOverOn ?? undefined, bounds),
    ...checkLifeDay("returnedOn", "Day of the return", returnedOn ?? undefined, bounds),
    ...(isBefore && { returnedOn: "It cannot come back before it was handed over" }),
  };
}
