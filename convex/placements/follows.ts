/**
 * Placements are calculated from the record of a puppy or dog, which says to whom the animal goes. A reservation or
 * sale creates a placement. Undoing or releasing it ends the placement. If the same reservation or sale is
 * restored, the placement continues. Ended placements are kept, because they contain the kennel's promises. Source:
 * decision 19.
 */
import { dayIn } from "../../domain/dates/zones";
import { isDead } from "../../domain/dogs/standing";
import { placementStatus } from "../../domain/placements/record";
import { foldText } from "../../domain/text/text";
import { saveChanged, unchanged, watch, type Settle } from "../changes/describing";
import { noteReturn } from "../changes/recorder";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { followMerges } from "../contacts/model/contacts";
import { timeZoneOf } from "../platform/model/people/timeZones";
import { dealOf, isSaidOf, naming, placementsOf, type Animal } from "./model/placements";

type Placement = Doc<"placements">;
type Deal = NonNullable<ReturnType<typeof dealOf>>;

const isOpen = ({ endedAt }: Placement): boolean => endedAt === undefined;

const personOf = async (ctx: QueryCtx, contactId: Placement["contactId"]) => {
  const contact = contactId && (await ctx.db.get("contacts", contactId));
  return contact ? (await followMerges(ctx, contact))._id : undefined;
};

async function isAnothers(ctx: QueryCtx, { contactId, toName }: Placement, deal: Deal): Promise<boolean> {
  if (!toName || !deal.toName || foldText(toName) === foldText(deal.toName)) return false;
  const [one, other] = [await personOf(ctx, contactId), await personOf(ctx, deal.contactId)];
  return one === undefined || one !== other;
}

/** Another name counts as a correction, unless the animal was reserved for one person and sold to another. */
const goesOn = async (ctx: QueryCtx, row: Placement, deal: Deal): Promise<boolean> =>
  (row.status === "reserved") !== deal.isSold || !(await isAnothers(ctx, row, deal));

/** The time of a puppy's reservation may have been lost. */
async function returns(ctx: QueryCtx, row: Placement, deal: Deal): Promise<boolean> {
  if (await isAnothers(ctx, row, deal)) return false;
  if (row.reservedAt !== undefined && deal.reservedAt !== undefined) {
    return row.reservedAt === deal.reservedAt;
  }
  return row.agreedOn === deal.agreedOn && (row.agreedOn !== undefined || row.returnedOn === undefined);
}

/** An open placement continues, or an ended placement is restored. */
async function findKept(
  ctx: QueryCtx,
  rows: readonly Placement[],
  deal: Deal,
): Promise<Placement | undefined> {
  for (const row of rows) if (isOpen(row) && (await goesOn(ctx, row, deal))) return row;
  for (const row of rows) if (!isOpen(row) && (await returns(ctx, row, deal))) return row;
  return undefined;
}

/** A placement that ends within this time was a mistake. */
const MISTAKE_MS = 86_400_000;

/**
 * A mistaken placement is deleted unless people have added something to it. During a restore of a backup, nothing
 * is added or deleted.
 */
async function end(ctx: MutationCtx, row: Placement, isRestored: boolean): Promise<void> {
  const endedAt = Date.now();
  const isMistake = endedAt - row.madeAt < MISTAKE_MS;
  if (isMistake && !isRestored && !(await isSaidOf(ctx, row))) {
    noteReturn(ctx, row._id, null);
    return await ctx.db.delete("placements", row._id);
  }
  const today = dayIn(await timeZoneOf(ctx, row.kennelId), endedAt);
  const hasReturned = row.handedOverOn !== undefined && !isMistake && !isRestored;
  const returnedOn = row.returnedOn ?? (hasReturned ? today : undefined);
  const status = placementStatus({ returnedOn, endedAt }, true);
  // A released reservation keeps no address and no amounts.
  const isReleased = !isRestored && row.puppyId !== undefined && status === "called_off";
  const forgotten = { toAddress: undefined, priceCents: undefined, depositCents: undefined };
  await saveChanged(ctx, "placements", row, {
    ...{ endedAt, returnedOn, status },
    ...(isReleased && forgotten),
  });
}

/** The dog's status determines the date, unless somebody has entered another date. */
const handoverOf = (row: Placement | undefined, { amounts, agreedOn }: Deal): string | undefined =>
  amounts || (row && row.handedOverOn !== row.agreedOn) ? row?.handedOverOn : (agreedOn ?? row?.handedOverOn);

export const placing: Settle<"puppies" | "dogs"> = {
  name: "placements",
  owners: ["puppies", "dogs"],
  isLight: true,
  // A backup from an earlier version contains no placements.
  isTimely: true,
  watches: [
    watch({
      table: "puppies",
      fields: ["status", "buyer", "buyerId", "reservedAt", "saleDate", "priceCents", "depositCents"],
      ownerOf: (puppy) => (dealOf(puppy) || isDead(puppy) ? puppy._id : undefined),
    }),
    watch({
      table: "dogs",
      fields: ["status", "isExternal", "statusChangedOn", "currentOwnerName", "currentOwnerId"],
      ownerOf: (dog) => (dealOf(dog) || isDead(dog) ? dog._id : undefined),
    }),
  ],
  recalculate: async (ctx, animal: Animal, former) => {
    const deal = dealOf(animal);
    const rows = await placementsOf(ctx, animal);
    // If a puppy dies with its new owner, it was not returned to the kennel.
    if (isDead(animal) && rows.some((row) => isOpen(row) && (row.dogId || row.handedOverOn))) return;
    const kept = deal ? await findKept(ctx, rows, deal) : undefined;
    for (const row of rows) if (isOpen(row) && row !== kept) await end(ctx, row, former === unchanged);
    if (!deal) return;
    const { isSold, amounts, ...copied } = deal;
    const reservedAt = deal.reservedAt ?? kept?.reservedAt;
    const handedOverOn = handoverOf(kept, deal);
    const returnedOn = kept?.endedAt === undefined ? kept?.returnedOn : undefined;
    const status = placementStatus({ handedOverOn, returnedOn }, isSold);
    const fields = {
      ...copied,
      ...amounts,
      reservedAt,
      handedOverOn,
      returnedOn,
      status,
      endedAt: undefined,
    };
    if (kept) await saveChanged(ctx, "placements", kept, fields);
    else {
      const now = Date.now();
      const row = { kennelId: animal.kennelId, ...naming(animal), kind: "sale" as const, ...fields };
      const madeAt = isSold ? now : (reservedAt ?? now);
      await ctx.db.insert("placements", { ...row, madeAt, updatedAt: now });
    }
  },
};

export const placementSettles: readonly Settle[] = [placing];
