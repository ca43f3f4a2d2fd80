/**
 * The text of a breeding's contract: a template, filled with the recorded data of the breeding, its dogs and, in a
 * contract about a puppy, of the puppy. Source: decision GAP-BRD-13.
 */
import { puppyName } from "../../../domain/litters/words";
import { v, type Infer } from "convex/values";
import { allRegistrationsText } from "../../../domain/dogs/registrations";
import { genderLabels } from "../../../domain/dogs/words";
import { MAX_CONTRACT_LENGTH, MAX_TEMPLATE_LENGTH } from "../../../domain/contracts/rules";
import type { BreedingType } from "../../../domain/breedings/rules";
import { filledLength, fillTemplate, missingValues } from "../../../domain/contracts/fill";
import type { ContractValues } from "../../../domain/contracts/placeholders";
import { fail } from "../../../domain/errors";
import { formatCents, formatDay } from "../../../domain/formatting/formatting";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { contractKindValidator } from "../tables/contractTemplates";
import { findContact } from "../../contacts/model/naming";
import { ownerOf } from "../../pedigree/model/certificate";
import { requireTemplate } from "./contractTemplates";
import { trustedToday } from "../../platform/model/people/today";
import { requireKennel } from "../../platform/model/people/kennels";
import { findRow } from "../../platform/model/paging/rows";

/** This template is used if no template is named. */
const PLAIN_TEMPLATE = "built-in-stud";

export const contractArgs = {
  templateId: v.optional(v.string()),
  puppyId: v.optional(v.string()),
  today: v.string(),
};

export const blockShape = v.object({
  kind: v.union(v.literal("title"), v.literal("heading"), v.literal("item"), v.literal("paragraph")),
  runs: v.array(v.object({ text: v.string(), isMissing: v.boolean() })),
});

export const contractShape = v.object({
  name: v.string(),
  kind: contractKindValidator,
  kennelName: v.string(),
  /** The other party or the puppy; part of the file's name. */
  about: v.string(),
  blocks: v.array(blockShape),
  /** These placeholders have no recorded value. */
  missing: v.array(v.string()),
});
export type Contract = Infer<typeof contractShape>;

/** Throws NOT_FOUND for a puppy outside the breeding's litters. */
async function requirePuppy(
  ctx: QueryCtx,
  breeding: Doc<"breedings">,
  puppyId: string,
): Promise<{ puppy: Doc<"puppies">; litter: Doc<"litters"> }> {
  const puppy = await findRow(ctx, "puppies", puppyId);
  const litter = puppy && (await ctx.db.get("litters", puppy.litterId));
  return puppy && litter?.breedingId === breeding._id ? { puppy, litter } : fail("NOT_FOUND");
}

const dayOf = (day: string | undefined): string | null => (day === undefined ? null : formatDay(day));
const moneyOf = (cents: number | undefined): string | null =>
  cents === undefined ? null : formatCents(cents);

const BREEDING_TYPE_WORDS: Record<BreedingType, string> = {
  natural: "Natural",
  artificial_insemination: "Artificial insemination",
  frozen_semen: "Frozen semen",
};

/** The parent may have only a name, and no record. */
async function parentValues(
  ctx: QueryCtx,
  id: Id<"dogs"> | undefined,
  name: string | undefined,
  kennel: Doc<"kennels">,
) {
  const dog = id && (await ctx.db.get("dogs", id));
  return {
    name: dog?.name ?? name ?? null,
    breed: dog?.breed ?? null,
    registration: dog?.registrationNumber ?? null,
    registrations: dog ? allRegistrationsText(dog) : null,
    microchip: dog?.microchipNumber ?? null,
    owner: dog ? ownerOf(dog, kennel) : null,
  };
}

const NO_PUPPY = {
  puppy: null,
  puppySex: null,
  puppyColor: null,
  puppyMicrochip: null,
  buyer: null,
  buyerAddress: null,
  buyerEmail: null,
  buyerPhone: null,
  price: null,
  deposit: null,
  balance: null,
  saleDate: null,
};

/** Returns null if the price is unknown. */
function balanceOf({ priceCents, depositCents }: Doc<"puppies">): string | null {
  if (priceCents === undefined) return null;
  return formatCents(priceCents - (depositCents ?? 0));
}

/** What the sale leaves out is taken from the buyer's contact, which can be completed after the sale. */
async function puppyValues(ctx: QueryCtx, puppy: Doc<"puppies">, { _id: kennelId }: Doc<"kennels">) {
  const { buyer, buyerId, gender, color, markings } = puppy;
  const contact = buyerId && (await findContact(ctx, kennelId, buyerId));
  return {
    puppy: puppyName(puppy),
    puppySex: gender ? genderLabels[gender] : null,
    puppyColor: [color, markings].filter((part) => part !== undefined).join(", ") || null,
    puppyMicrochip: puppy.microchipNumber ?? null,
    buyer: buyer?.name ?? null,
    buyerAddress: buyer?.address ?? contact?.address ?? null,
    buyerEmail: buyer?.email ?? contact?.email ?? null,
    buyerPhone: buyer?.phone ?? contact?.phone ?? null,
    price: moneyOf(puppy.priceCents),
    deposit: moneyOf(puppy.depositCents),
    balance: balanceOf(puppy),
    saleDate: dayOf(puppy.saleDate),
  };
}

async function collectValues(
  ctx: QueryCtx,
  breeding: Doc<"breedings">,
  about: { puppy: Doc<"puppies">; litter: Doc<"litters"> } | null,
  today: string,
): Promise<ContractValues> {
  const kennel = await requireKennel(ctx, breeding.kennelId);
  const sire = await parentValues(ctx, breeding.sireId, breeding.sireName, kennel);
  const dam = await parentValues(ctx, breeding.damId, breeding.damName, kennel);
  const born = about?.litter.numberBorn ?? breeding.numberBorn;
  return {
    sire: sire.name,
    dam: dam.name,
    date: formatDay(breeding.breedingDate),
    // New breedings have a fee of 0, so 0 means that no fee was recorded.
    studFee: breeding.studFeeCents === 0 ? null : formatCents(breeding.studFeeCents),
    terms: breeding.contractTerms ?? null,
    today: formatDay(today),
    kennel: kennel.name,
    kennelAddress: kennel.address ?? null,
    kennelPhone: kennel.phone ?? null,
    kennelEmail: kennel.email ?? null,
    breed: dam.breed ?? sire.breed,
    sireRegistration: sire.registration,
    sireRegistrations: sire.registrations,
    sireMicrochip: sire.microchip,
    sireOwner: sire.owner,
    damRegistration: dam.registration,
    damRegistrations: dam.registrations,
    damMicrochip: dam.microchip,
    damOwner: dam.owner,
    breedingType: BREEDING_TYPE_WORDS[breeding.breedingType],
    dueDate: dayOf(breeding.expectedDueDate),
    birthDate: dayOf(about?.litter.whelpingDate ?? breeding.actualDueDate),
    litterSize: born === undefined ? null : String(born),
    ...(about ? await puppyValues(ctx, about.puppy, kennel) : NO_PUPPY),
  };
}

/** Throws NOT_FOUND for an unknown template or puppy, and VALIDATION_FAILED if the contract would be too long. */
export async function describeContract(
  ctx: QueryCtx,
  breeding: Doc<"breedings">,
  { templateId = PLAIN_TEMPLATE, puppyId, today }: { templateId?: string; puppyId?: string; today: string },
): Promise<Contract> {
  const template = await requireTemplate(ctx, breeding.kennelId, templateId);
  const about = puppyId === undefined ? null : await requirePuppy(ctx, breeding, puppyId);
  const values = await collectValues(ctx, breeding, about, trustedToday(today));
  // Stored templates are within the limit, but a template from a backup file may exceed it.
  const body = template.body.slice(0, MAX_TEMPLATE_LENGTH);
  if (filledLength(body, values) > MAX_CONTRACT_LENGTH) {
    const templateId = `The contract would have more than ${MAX_CONTRACT_LENGTH} characters. Choose a shorter template, or shorten the terms`;
    fail("VALIDATION_FAILED", { fields: { templateId } });
  }
  return {
    name: template.name,
    kind: template.kind,
    kennelName: values.kennel ?? "",
    about: about ? (values.buyer ?? values.puppy ?? "") : `${values.sire ?? ""} ${values.dam ?? ""}`.trim(),
    blocks: fillTemplate(body, values).map(({ kind, runs }) => ({ kind, runs: [...runs] })),
    missing: missingValues(body, values),
  };
}
