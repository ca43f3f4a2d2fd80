/**
 * Placements: which puppy or dog goes to whom, when it left, and with which documents. follows.ts calculates the
 * fields that depend on reservations, sales, statuses and owners. People enter the other fields here.
 */
import { v, type Infer } from "convex/values";
import { latestDayOnEarth } from "../../../domain/dates/calendar-days";
import { isDead } from "../../../domain/dogs/standing";
import { checkLimit, failOnFields } from "../../../domain/errors";
import { MAX_DOCUMENTS_PER_BREEDING } from "../../../domain/files/rules";
import { puppyName } from "../../../domain/litters/words";
import {
  checkPlacementDays,
  MAX_PAPERS,
  PAPER_FIELDS,
  PLACEMENT_FIELDS,
  PLACEMENT_STATE,
  placementStatus,
} from "../../../domain/placements/record";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { identitiesOf } from "../../contacts/model/contacts";
import { pairOf } from "../../contacts/model/dealings";
import { findContact, rowsNaming } from "../../contacts/model/naming";
import { getCounters } from "../../platform/model/changes/counters";
import { recordKind } from "../../platform/model/changes/recordKind";
import { takePage, toPageRequest, toPagination } from "../../platform/model/paging/paging";
import { findRow, getOrFail, requireRowOf } from "../../platform/model/paging/rows";

type Placement = Doc<"placements">;
export type Animal = Doc<"puppies"> | Doc<"dogs">;

const isPuppy = (animal: Animal): animal is Doc<"puppies"> => "litterId" in animal;

export const naming = (animal: Animal) => (isPuppy(animal) ? { puppyId: animal._id } : { dogId: animal._id });

const nameOf = (animal: Animal): string => (isPuppy(animal) ? puppyName(animal) : animal.name);

/** The reason may be a reservation, a sale, or a dog's status that says that the dog has another owner. */
interface Deal extends Pick<Placement, "contactId" | "toName" | "toAddress" | "reservedAt" | "agreedOn"> {
  readonly isSold: boolean;
  /** For a dog, people enter the amounts in the placement itself. */
  readonly amounts?: Pick<Placement, "priceCents" | "depositCents">;
}

/** Returns the reservation or sale that the animal's record contains; null if the animal goes to nobody. */
export function dealOf(animal: Animal): Deal | null {
  if (!isPuppy(animal)) {
    const { status, isExternal, currentOwnerId: contactId, currentOwnerName: toName } = animal;
    if (status !== "sold" || isExternal) return null;
    const none = { toAddress: undefined, reservedAt: undefined };
    return { isSold: true, contactId, toName, agreedOn: animal.statusChangedOn, ...none };
  }
  const { status, buyer, buyerId: contactId, reservedAt, saleDate, priceCents, depositCents } = animal;
  if (status !== "reserved" && status !== "sold") return null;
  const isSold = status === "sold";
  const who = { contactId, toName: buyer?.name, toAddress: buyer?.address };
  const when = { reservedAt, agreedOn: isSold ? saleDate : undefined };
  return { isSold, ...who, ...when, amounts: { priceCents, depositCents } };
}

const MOST_OF_ANIMAL = 100;

/** The newest placement is first. */
export const placementsOf = async (ctx: QueryCtx, animal: Animal): Promise<Placement[]> =>
  await (
    isPuppy(animal)
      ? ctx.db
          .query("placements")
          .withIndex("by_kennel_and_puppy", (q) =>
            q.eq("kennelId", animal.kennelId).eq("puppyId", animal._id),
          )
      : ctx.db
          .query("placements")
          .withIndex("by_kennel_and_dog", (q) => q.eq("kennelId", animal.kennelId).eq("dogId", animal._id))
  )
    .order("desc")
    .take(MOST_OF_ANIMAL);

/** Returns null while the puppy or dog is being deleted. */
export const animalOf = async (
  ctx: QueryCtx,
  { puppyId, dogId }: Pick<Placement, "puppyId" | "dogId">,
): Promise<Animal | null> =>
  (puppyId && (await ctx.db.get("puppies", puppyId))) ?? (dogId && (await ctx.db.get("dogs", dogId))) ?? null;

export const bornOnOf = async (ctx: QueryCtx, animal: Animal): Promise<string | undefined> =>
  isPuppy(animal) ? (await ctx.db.get("litters", animal.litterId))?.whelpingDate : animal.dateOfBirth;

/** The animal may itself be the puppy, or a dog that the puppy was recorded as. */
export async function puppyOf(ctx: QueryCtx, animal: Animal): Promise<Doc<"puppies"> | null> {
  if (isPuppy(animal)) return animal;
  const { kennelId, _id } = animal;
  return await ctx.db
    .query("puppies")
    .withIndex("by_kennel_and_dog", (q) => q.eq("kennelId", kennelId).eq("dogId", _id))
    .first();
}

/** Returns null for an animal that has no litter in the kennel. */
async function breedingOf(ctx: QueryCtx, animal: Animal): Promise<Id<"breedings"> | null> {
  const puppy = await puppyOf(ctx, animal);
  return (puppy && (await ctx.db.get("litters", puppy.litterId))?.breedingId) ?? null;
}

export const queryPapers = (ctx: QueryCtx, { kennelId, _id }: Pick<Placement, "kennelId" | "_id">) =>
  ctx.db
    .query("placementPapers")
    .withIndex("by_kennel_and_placement", (q) => q.eq("kennelId", kennelId).eq("placementId", _id));

const papersOf = async (ctx: QueryCtx, placement: Pick<Placement, "kennelId" | "_id">) =>
  await queryPapers(ctx, placement).take(MAX_PAPERS + 1);

/** People have entered something in the placement themselves. */
export const isSaidOf = async (ctx: QueryCtx, row: Placement): Promise<boolean> =>
  row.kind !== "sale" ||
  row.notes !== undefined ||
  row.returnedOn !== undefined ||
  row.handedOverOn !== (row.puppyId ? undefined : row.agreedOn) ||
  (row.puppyId ? undefined : (row.priceCents ?? row.depositCents)) !== undefined ||
  (await papersOf(ctx, row)).length > 0 ||
  (await hasSigning(ctx, row));

/** A placement must be kept if a document was sent for signing. */
const hasSigning = async (ctx: QueryCtx, { kennelId, _id }: Placement): Promise<boolean> =>
  (await ctx.db
    .query("signings")
    .withIndex("by_kennel_and_placement", (q) => q.eq("kennelId", kennelId).eq("placementId", _id))
    .first()) !== null;

export const papers = recordKind({
  table: "placementPapers",
  fields: PAPER_FIELDS,
  index: "by_kennel_and_placement",
  more: {
    shape: { fileName: v.union(v.string(), v.null()) },
    reader:
      (ctx) =>
      async ({ documentId }) => ({
        fileName: (documentId && (await ctx.db.get("breedingDocuments", documentId))?.fileName) ?? null,
      }),
  },
  admit: async (ctx, { kennelId, row, values: { placementId, handedOn, documentId } }) => {
    const document = await findRow(ctx, "breedingDocuments", documentId ?? "");
    if (documentId && document?.kennelId !== kennelId) failOnFields({ documentId: "Document was not found" });
    const placement = await requireRowOf(ctx, "placements", placementId, { kennelId });
    if (row?.placementId !== placement._id) checkLimit((await papersOf(ctx, placement)).length, MAX_PAPERS);
    const today = latestDayOnEarth(Date.now());
    if (handedOn > today) failOnFields({ handedOn: "Day cannot be in the future" });
  },
});

const textOrNull = v.union(v.string(), v.null());

/** Throws VALIDATION_FAILED if a puppy that died with its new owner would then never have left the kennel. */
export async function statusWith(ctx: QueryCtx, row: Placement, changes: object) {
  const animal = await animalOf(ctx, row);
  const changed = { ...row, ...changes };
  if (animal && isPuppy(animal) && isDead(animal) && row.endedAt === undefined && !changed.handedOverOn)
    failOnFields({ handedOverOn: "It died after it left. Take its death back first" });
  const deal = animal && dealOf(animal);
  return placementStatus(changed, deal?.isSold ?? row.agreedOn !== undefined);
}

export const placements = recordKind({
  table: "placements",
  fields: PLACEMENT_FIELDS,
  state: PLACEMENT_STATE,
  index: "by_kennel",
  more: {
    shape: {
      name: textOrNull,
      litterId: v.union(v.id("litters"), v.null()),
      /** The documents belong to this breeding. */
      breedingId: v.union(v.id("breedings"), v.null()),
      papers: v.array(papers.shape),
    },
    reader: (ctx) => async (row) => {
      const animal = await animalOf(ctx, row);
      return {
        name: animal && nameOf(animal),
        litterId: animal && isPuppy(animal) ? animal.litterId : null,
        breedingId: animal && (await breedingOf(ctx, animal)),
        papers: await Promise.all((await papersOf(ctx, row)).map(papers.answering(ctx))),
      };
    },
  },
  admit: async (ctx, { row, values, typed }) => {
    const animal = row && (await animalOf(ctx, row));
    const bornOn = animal ? await bornOnOf(ctx, animal) : undefined;
    failOnFields(checkPlacementDays(values, { today: latestDayOnEarth(Date.now()), bornOn }));
    for (const name of ["priceCents", "depositCents"] as const) {
      if (!row?.puppyId || typed[name] === undefined || typed[name] === (row[name] ?? null)) continue;
      failOnFields({ [name]: "The amounts of a puppy are those of its reservation or sale" });
    }
    return row ? { status: await statusWith(ctx, row, values) } : {};
  },
});

/** Without filters, the list contains all placements of the kennel. */
export const placementListArgs = {
  puppyId: v.optional(v.string()),
  dogId: v.optional(v.string()),
  contactId: v.optional(v.string()),
  page: v.optional(v.number()),
  limit: v.optional(v.number()),
};

const MOST_OF_CONTACT = 200;

const placementsNaming = (ctx: QueryCtx, { kennelId, _id }: Doc<"contacts">) =>
  ctx.db
    .query("placements")
    .withIndex("by_kennel_and_contact", (q) => q.eq("kennelId", kennelId).eq("contactId", _id))
    .order("desc");

/** The newest placement is first. Placements of contacts that were merged into the contact are included. */
async function placementsWith(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  contactId: string,
): Promise<Placement[]> {
  const contact = await findContact(ctx, kennelId, contactId);
  const rows: Placement[] = [];
  for (const identity of contact ? await identitiesOf(ctx, contact) : [])
    rows.push(...(await placementsNaming(ctx, identity).take(MOST_OF_CONTACT)));
  return rows.sort((one, other) => other._creationTime - one._creationTime);
}

/** The newest placement is first. */
export async function listPlacements(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { puppyId, dogId, contactId, ...asked }: Infer<ReturnType<typeof v.object<typeof placementListArgs>>>,
): Promise<Infer<typeof placements.pageShape>> {
  if (puppyId) {
    const puppy = await requireRowOf(ctx, "puppies", puppyId, { kennelId });
    return await placements.page(ctx, await placementsOf(ctx, puppy), asked);
  }
  if (dogId) {
    const dog = await requireRowOf(ctx, "dogs", dogId, { kennelId });
    return await placements.page(ctx, await placementsOf(ctx, dog), asked);
  }
  if (contactId) {
    return await placements.page(ctx, await placementsWith(ctx, kennelId, contactId), asked);
  }
  const request = toPageRequest(asked);
  const total = (await getCounters(ctx, kennelId)).placements ?? 0;
  const listed = ctx.db.query("placements").withIndex("by_kennel", (q) => q.eq("kennelId", kennelId));
  const rows = await takePage(request, total, (order) => listed.order(order === "asc" ? "desc" : "asc"));
  const data = await Promise.all(rows.map(placements.answering(ctx)));
  return { data, pagination: toPagination(request, total) };
}

/** The documents of at most this many breedings are offered for a handover. */
const MOST_BREEDINGS = 20;
const MOST_OFFERED = MAX_DOCUMENTS_PER_BREEDING;

export const offeredShape = v.object({
  ...{ _id: v.id("breedingDocuments"), fileName: v.string() },
  /** Null for the breeding of the animal's own litter. */
  pair: textOrNull,
});

/**
 * The list contains the breeding of the animal, the breedings of the person's other animals, and matings with the
 * person's dogs.
 */
async function breedingsOf(ctx: QueryCtx, placement: Placement): Promise<Id<"breedings">[]> {
  const { kennelId, contactId } = placement;
  const [animal, contact] = [
    await animalOf(ctx, placement),
    contactId ? await findContact(ctx, kennelId, contactId) : null,
  ];
  const found = new Set([animal && (await breedingOf(ctx, animal))]);
  for (const identity of contact ? await identitiesOf(ctx, contact) : []) {
    for (const other of await placementsNaming(ctx, identity).take(MOST_BREEDINGS)) {
      const theirs = await animalOf(ctx, other);
      found.add(theirs && (await breedingOf(ctx, theirs)));
    }
    const matings = await rowsNaming.otherOwnerId(ctx, identity).order("desc").take(MOST_BREEDINGS);
    for (const { breedingId } of matings) found.add(breedingId);
  }
  return [...found].filter((id) => id !== null).slice(0, MOST_BREEDINGS);
}

/** Documents of the animal's own litter come first. */
export async function listOffered(
  ctx: QueryCtx,
  placement: Placement,
): Promise<Infer<typeof offeredShape>[]> {
  const { kennelId } = placement;
  const animal = await animalOf(ctx, placement);
  const own = animal && (await breedingOf(ctx, animal));
  const offered: Infer<typeof offeredShape>[] = [];
  for (const breedingId of await breedingsOf(ctx, placement)) {
    const rows = await ctx.db
      .query("breedingDocuments")
      .withIndex("by_kennel_and_breeding", (q) => q.eq("kennelId", kennelId).eq("breedingId", breedingId))
      .order("desc")
      .take(MOST_OFFERED - offered.length);
    const pair = breedingId === own || rows.length === 0 ? null : await pairOf(ctx, breedingId);
    offered.push(...rows.map(({ _id, fileName }) => ({ _id, fileName, pair })));
    if (offered.length === MOST_OFFERED) break;
  }
  return offered;
}

export const handedPapers = v.array(
  v.object({
    paper: papers.newArgs.paper,
    number: v.optional(textOrNull),
    documentId: v.optional(textOrNull),
  }),
);

/** One transaction records that the animal left, or that further documents were handed over. */
export async function saveHandover(
  ctx: MutationCtx,
  placement: Placement,
  { on, papers: handed }: { on: string; papers: Infer<typeof handedPapers> },
): Promise<Infer<typeof placements.shape>> {
  if (placement.handedOverOn === undefined)
    await placements.update(ctx, placement, { handedOverOn: on } as object);
  const { kennelId, _id: placementId } = placement;
  for (const paper of handed) {
    await papers.create(ctx, { kennelId, dog: null, own: { placementId } }, { ...paper, handedOn: on });
  }
  return await placements.describe(ctx, await getOrFail(ctx, "placements", placementId));
}
