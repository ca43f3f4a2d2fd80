/**
 * The status of puppies: reserve, sell or keep a puppy, undo this, and record a kept puppy as a dog of the kennel.
 * Sources: decisions GAP-PUP-02, GAP-PUP-03 and GAP-PUP-04.
 */
import { v, type Infer } from "convex/values";
import { PLACES, type Copies } from "../../../domain/contacts/naming";
import { checkLifeDay } from "../../../domain/dates/calendar-days";
import type { PuppyStatus } from "../../../domain/litters/rules";
import { fail, failOnFields } from "../../../domain/errors";
import { checkDeposit } from "../../../domain/litters/deposit";
import { PUPPY_DEATH_FIELDS } from "../../../domain/litters/record";
import { valuesIn, type Stored } from "../../../domain/records/record";
import { storedFields } from "../../platform/tables/recordValidators";
import { checkDeath, findStatusObstacle, warnOfEarlySale } from "../../../domain/litters/puppy-status";
import { parseOrFail } from "../../../domain/records/parse";
import {
  puppyStatusSchema,
  reservationSchema,
  saleCorrectionSchema,
  saleSchema,
} from "../../../domain/litters/schemas";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { recordActivity } from "../../platform/model/changes/activities";
import { describeBreeding, titleOf } from "../../breedings/model/breedings";
import type { BreedingEntry } from "../../breedings/model/breedingShape";
import type { SavedDog } from "../../dogs/model/dogShape";
import { admitPerson } from "../../contacts/model/naming";
import { createDog } from "../../dogs/model/dogs";
import { trustedToday } from "../../platform/model/people/today";
import { checkPermission } from "../../platform/model/people/identity";
import { logPuppyActivity } from "./puppyActivities";
import { puppies, type Puppy, type ReachedPuppy } from "./puppies";
import { puppyName } from "../../../domain/litters/words";
import { checkVersion, saveRow } from "../../platform/model/changes/edits";
import { getOrFail } from "../../platform/model/paging/rows";

/** The warnings are for the user. */
export const steppedPuppyShape = puppies.shape.extend({ warnings: v.array(v.string()) });
export type SteppedPuppy = Infer<typeof steppedPuppyShape>;

type Change = Partial<Doc<"puppies">>;

/** Throws PUPPY_STATUS with the reason for the field `status`. */
function checkStep(puppy: Doc<"puppies">, to: PuppyStatus, today: string): void {
  const obstacle = findStatusObstacle(
    {
      status: puppy.status,
      saleRecordedOn: puppy.saleRecordedOn,
      isReserved: puppy.reservedAt !== undefined,
      isDog: puppy.dogId !== undefined,
      isStillborn: puppy.isStillborn ?? false,
    },
    to,
    today,
  );
  if (obstacle !== null) fail("PUPPY_STATUS", { fields: { status: obstacle } });
}

const NO_RESERVATION: Change = {
  buyer: undefined,
  buyerId: undefined,
  depositCents: undefined,
  reservedUntil: undefined,
  reservedAt: undefined,
};
const NO_SALE: Change = { saleDate: undefined, saleRecordedOn: undefined };
const NO_DEATH: Change = { diedOn: undefined, causeOfDeath: undefined, causeOfDeathNotes: undefined };

/** The values come from the typed fields or from the chosen contact. */
async function buyerFields(
  ctx: MutationCtx,
  puppy: Doc<"puppies">,
  link: string | null | undefined,
  typed: Copies,
): Promise<Pick<Doc<"puppies">, "buyer" | "buyerId">> {
  const former = puppy.buyerId ?? null;
  const { link: buyerId, copies } = await admitPerson(ctx, puppy.kennelId, PLACES.puppies[0], {
    ...{ link: link === undefined ? former : link, former, copies: typed },
  });
  const { name, email, phone, address } = copies;
  if (!name) return failOnBuyer();
  return {
    buyer: { name, email: email ?? undefined, phone: phone ?? undefined, address: address ?? undefined },
    buyerId: buyerId ?? undefined,
  };
}

const failOnBuyer = () => fail("VALIDATION_FAILED", { fields: { buyerName: "Buyer name is required" } });

/** Throws VALIDATION_FAILED or PUPPY_STATUS. */
export async function reservePuppy(
  ctx: MutationCtx,
  reached: Pick<ReachedPuppy, "puppy">,
  { today, ...fields }: { today: string },
): Promise<Puppy> {
  const typed = parseOrFail(reservationSchema, fields);
  checkStep(reached.puppy, "reserved", trustedToday(today));
  const priceCents = typed.priceCents ?? reached.puppy.priceCents;
  failOnFields(checkDeposit({ ...typed, priceCents }));
  const row = await saveRow(ctx, "puppies", reached.puppy, {
    status: "reserved",
    ...(await buyerFields(ctx, reached.puppy, typed.buyerId, {
      ...{ name: typed.buyerName, email: typed.buyerEmail },
      ...{ phone: typed.buyerPhone, address: typed.buyerAddress },
    })),
    depositCents: typed.depositCents ?? undefined,
    priceCents,
    reservedUntil: typed.reservedUntil ?? undefined,
    reservedAt: Date.now(),
  });
  await logPuppyActivity(ctx, row, "Puppy reserved", ` for ${typed.buyerName}`);
  return await puppies.reread(ctx, row._id);
}

/** The given values have priority over the values of the reservation. */
function buyerOf(puppy: Doc<"puppies">, typed: ReturnType<typeof saleSchema.parse>): Copies {
  const name = typed.buyerName ?? (typed.buyerId ? undefined : puppy.buyer?.name);
  // If the puppy is sold to another person than in the reservation, the address of the reservation is not kept.
  const known = name === puppy.buyer?.name ? puppy.buyer : undefined;
  return {
    name,
    email: typed.buyerEmail ?? known?.email,
    phone: typed.buyerPhone ?? known?.phone,
    address: typed.buyerAddress ?? known?.address,
  };
}

/** Adds an activity. Warns if the puppy is young. Throws VALIDATION_FAILED or PUPPY_STATUS. */
export async function sellPuppy(
  ctx: MutationCtx,
  reached: ReachedPuppy,
  { today, ...fields }: { today: string },
): Promise<SteppedPuppy> {
  const day = trustedToday(today);
  const { puppy } = reached;
  const typed = parseOrFail(saleSchema, fields);
  checkStep(puppy, "sold", day);
  const litter = await getOrFail(ctx, "litters", puppy.litterId);
  const entry = await describeBreeding(ctx, await getOrFail(ctx, "breedings", litter.breedingId));
  const saleDate = typed.saleDate ?? day;
  failOnFields(checkLifeDay("saleDate", "Sale date", saleDate, { today: day, bornOn: litter.whelpingDate }));
  const amounts = {
    priceCents: typed.priceCents ?? puppy.priceCents,
    depositCents: typed.depositCents ?? puppy.depositCents,
  };
  failOnFields(checkDeposit(amounts));
  const row = await saveRow(ctx, "puppies", puppy, {
    status: "sold",
    ...(await buyerFields(ctx, puppy, typed.buyerId, buyerOf(puppy, typed))),
    ...amounts,
    saleDate,
    saleRecordedOn: day,
  });
  await recordActivity(ctx, puppy.kennelId, {
    type: "puppy_sold",
    title: "Puppy sold",
    description: `${puppyName(row)} of ${titleOf(entry)}`,
    record: { table: "puppies", id: puppy._id },
    ...(entry.damId && { dogId: entry.damId }),
  });
  const warning = warnOfEarlySale(saleDate, litter.whelpingDate);
  return { ...(await puppies.reread(ctx, row._id)), warnings: warning === null ? [] : [warning] };
}

/**
 * Corrects the amounts, the day and the buyer's contact details. Omitted fields stay unchanged. Throws
 * VALIDATION_FAILED, PUPPY_STATUS, or STALE_UPDATE if another user saved the puppy.
 */
export async function correctSale(
  ctx: MutationCtx,
  { puppy }: Pick<ReachedPuppy, "puppy">,
  { today, expectedUpdatedAt, ...fields }: { today: string; expectedUpdatedAt?: number } & object,
): Promise<Puppy> {
  const day = trustedToday(today);
  const typed = parseOrFail(saleCorrectionSchema, fields);
  if (puppy.status !== "sold") fail("PUPPY_STATUS", { fields: { status: "This puppy is not sold" } });
  checkVersion(puppy, expectedUpdatedAt);
  const { buyerEmail, buyerPhone, buyerAddress, ...sale } = typed;
  const corrected = { ...puppy, ...sale };
  const { priceCents, depositCents, saleDate } = corrected;
  if (!saleDate) return fail("VALIDATION_FAILED", { fields: { saleDate: "Sale date is required" } });
  // An unchanged day is not checked, because the whelping date may have been corrected since.
  if (saleDate !== puppy.saleDate) {
    const { whelpingDate: bornOn } = await getOrFail(ctx, "litters", puppy.litterId);
    failOnFields(checkLifeDay("saleDate", "Sale date", saleDate, { today: day, bornOn }));
  }
  failOnFields(checkDeposit({ priceCents, depositCents }));
  const change = { email: buyerEmail, phone: buyerPhone, address: buyerAddress };
  const isBuyerChanged = Object.values(change).some((value) => value !== undefined);
  if (isBuyerChanged && !puppy.buyer) return failOnBuyer();
  const partOf = (name: keyof typeof change) =>
    (change[name] === undefined ? puppy.buyer?.[name] : change[name]) || undefined;
  const row = await saveRow(ctx, "puppies", puppy, {
    priceCents: priceCents ?? undefined,
    depositCents: depositCents ?? undefined,
    saleDate,
    buyer: puppy.buyer && {
      ...{ name: puppy.buyer.name, email: partOf("email") },
      ...{ phone: partOf("phone"), address: partOf("address") },
    },
  });
  await logPuppyActivity(ctx, row, "Puppy sale corrected");
  return await puppies.reread(ctx, row._id);
}

/**
 * Releases or keeps the puppy, records a death (on `diedOn`, or today), or undoes a status. A change to sold
 * without further data needs a recorded buyer. Throws VALIDATION_FAILED or PUPPY_STATUS.
 */
export async function setPuppyStatus(
  ctx: MutationCtx,
  reached: ReachedPuppy,
  {
    today,
    expectedStatus,
    ...fields
  }: { status: string; diedOn?: string; expectedStatus?: string; today: string } & object,
): Promise<SteppedPuppy> {
  const day = trustedToday(today);
  if (expectedStatus !== undefined && expectedStatus !== reached.puppy.status) fail("STALE_UPDATE");
  const { status, diedOn, ...death } = parseOrFail(puppyStatusSchema, fields);
  const { puppy } = reached;
  failOnFields(checkDeath({ ...death, status }));
  const isSameDeath = status !== "deceased" || (diedOn ?? puppy.diedOn) === puppy.diedOn;
  if (status === puppy.status && isSameDeath && Object.keys(death).length === 0)
    return { ...(await puppies.describe(ctx, puppy)), warnings: [] };
  if (holdsSale(status) || isOfSale(puppy)) checkSaleRight(reached, status);
  if (status === "sold") return await sellPuppy(ctx, reached, { today });
  checkStep(puppy, status, day);
  if (diedOn && status === "deceased") {
    const { whelpingDate } = await getOrFail(ctx, "litters", puppy.litterId);
    failOnFields(checkLifeDay("diedOn", "Date of death", diedOn, { today: day, bornOn: whelpingDate }));
  }
  const row = await saveRow(ctx, "puppies", puppy, {
    status,
    ...changeOf(puppy, status, { diedOn: diedOn ?? day, ...deathOf(death) }),
  });
  await logPuppyActivity(ctx, row, puppy.status === "sold" ? "Puppy sale undone" : STEP_TITLES[status]);
  return { ...(await puppies.describe(ctx, row)), warnings: [] };
}

const holdsSale = (status: PuppyStatus): boolean => status === "reserved" || status === "sold";

/** When a puppy dies, its reservation is kept, so that undo in the history restores it. */
const isOfSale = ({ status, buyer, reservedAt }: Doc<"puppies">): boolean =>
  holdsSale(status) || buyer !== undefined || reservedAt !== undefined;

/** A step that makes or undoes a sale needs the right to money and contacts. Throws FORBIDDEN. */
function checkSaleRight({ access }: ReachedPuppy, to: PuppyStatus): void {
  // A puppy that dies keeps its reservation, and a reserved puppy cannot become a kept one.
  if (to !== "deceased" && to !== "kept") checkPermission(access, "finances:write");
}

/** These statuses are set without further data. */
const STEP_TITLES: Record<Exclude<PuppyStatus, "sold">, string> = {
  available: "Puppy available",
  reserved: "Puppy reserved",
  kept: "Puppy kept",
  deceased: "Puppy died",
};

function changeOf(puppy: Doc<"puppies">, status: Exclude<PuppyStatus, "sold">, death: Change): Change {
  switch (status) {
    case "available":
      return { ...NO_RESERVATION, ...NO_SALE, ...NO_DEATH };
    case "reserved":
      // When a sale is undone, its reservation is restored. Without a reservation, the puppy is reserved without a
      // name.
      return { ...NO_SALE, reservedAt: puppy.reservedAt ?? Date.now() };
    case "kept":
      return {};
    case "deceased":
      return death;
    default:
      return status satisfies never;
  }
}

const breedOf = ({ dam, sire }: BreedingEntry): string | undefined => dam?.breed ?? sire?.breed;

const deathOf = (typed: Stored<typeof PUPPY_DEATH_FIELDS>): Change =>
  storedFields(PUPPY_DEATH_FIELDS, valuesIn(PUPPY_DEATH_FIELDS, typed));

interface NewDogOfPuppy {
  readonly today: string;
  readonly name?: string | null;
  readonly breed?: string | null;
}

/**
 * The dog has the litter's parents, breed and birth date. The caller must also have the right to change dogs.
 * Throws FORBIDDEN, PUPPY_STATUS, VALIDATION_FAILED or DOG_LIMIT_REACHED.
 */
export async function addPuppyToDogs(
  ctx: MutationCtx,
  reached: ReachedPuppy,
  { today, name, breed }: NewDogOfPuppy,
): Promise<SavedDog> {
  const { puppy, access } = reached;
  checkPermission(access, "dogs:write");
  if (puppy.dogId) fail("PUPPY_STATUS", { fields: { status: "This puppy is one of the kennel's dogs" } });
  if (puppy.status !== "kept") checkStep(puppy, "kept", trustedToday(today));
  if (puppy.gender === undefined) {
    fail("VALIDATION_FAILED", { fields: { gender: "First record whether it is male or female" } });
  }
  const litter = await getOrFail(ctx, "litters", puppy.litterId);
  const entry = await describeBreeding(ctx, await getOrFail(ctx, "breedings", litter.breedingId));
  const fields = {
    today,
    name: name?.trim() || puppy.registeredName || puppy.name || "",
    ...(puppy.registeredName && { callName: puppy.name }),
    breed: breed?.trim() || breedOf(entry) || "",
    gender: puppy.gender,
    dateOfBirth: litter.whelpingDate,
    color: puppy.color,
    markings: puppy.markings,
    microchipNumber: puppy.microchipNumber,
    chipDatabase: puppy.chipDatabase,
    chippedOn: puppy.chippedOn,
    registrationNumber: puppy.registrationNumber,
    tattoo: puppy.tattoo,
    tagNumber: puppy.tagNumber,
    bornInLitterNumber: litter.registrationNumber,
    acquiredHow: "bred_here",
    sireId: entry.sireId,
    damId: entry.damId,
    sireName: entry.sireId ? null : entry.sireName,
    damName: entry.damId ? null : entry.damName,
  };
  const dog = await createDog(ctx, access, fields);
  await saveRow(ctx, "puppies", puppy, {
    status: "kept",
    dogId: dog._id,
    // From now on the puppy has the name of its dog.
    name: dog.name,
  });
  return dog;
}
