/**
 * Reads a kennel's pedigree for one result from its packed form. Before the pedigree is packed, reads as many dogs
 * as one result can read. Only the names of dogs in the result are read.
 */
import { v, type Infer } from "convex/values";
import { CoefficientPass } from "../../../domain/pedigree/coefficients";
import { shareAncestors } from "../../../domain/pedigree/common-ancestors";
import { InbreedingCalculator } from "../../../domain/pedigree/inbreeding";
import { packPedigree, UNKNOWN, type PackedPedigree } from "../../../domain/pedigree/packed";
import { nearestAncestors } from "../../../domain/pedigree/pedigree";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { getCounters } from "../../platform/model/changes/counters";
import { placeIn, type Packed } from "./pedigreeParts";
import { getPedigreeState } from "../../dogs/model/pedigreeStates";
import { readPacked } from "./keptPedigrees";

export const progressShape = v.object({ done: v.number(), total: v.number() });
type Progress = Infer<typeof progressShape>;

export interface PedigreeView {
  readonly pedigree: PackedPedigree;
  readonly placeOf: (dog: Doc<"dogs">) => number;
  readonly dogAt: (place: number) => Promise<Doc<"dogs"> | null>;
}

/** The limit applies before the pedigree is packed. */
const MOST_ANCESTORS = 1200;

/** The nearest generation is first. Returns null if there are too many ancestors. */
async function readAncestors(
  ctx: QueryCtx,
  starts: readonly Doc<"dogs">[],
  generations: number,
  most: number,
): Promise<Map<Id<"dogs">, Doc<"dogs">> | null> {
  const found = new Map(starts.map((dog) => [dog._id, dog]));
  let youngest = [...starts];
  for (let generation = 1; generation <= generations && youngest.length > 0; generation += 1) {
    const wanted = new Set<Id<"dogs">>();
    for (const { sireId, damId } of youngest) {
      for (const id of [sireId, damId]) if (id !== undefined && !found.has(id)) wanted.add(id);
    }
    if (found.size + wanted.size > most) return null;
    const read = await Promise.all([...wanted].map(async (id) => await ctx.db.get("dogs", id)));
    youngest = read.filter((row) => row !== null);
    for (const row of youngest) found.set(row._id, row);
  }
  return found;
}

/** The nearest generation is first. */
export async function loadAncestors(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
  generations: number,
): Promise<Map<Id<"dogs">, Doc<"dogs">>> {
  return (await readAncestors(ctx, [dog], generations, Infinity)) ?? new Map();
}

function viewRead(dogs: ReadonlyMap<string, Doc<"dogs">>): PedigreeView {
  const rows = [...dogs.values()];
  const entries = rows.map(({ _id, sireId = null, damId = null }) => ({ id: _id, sireId, damId }));
  const { pedigree, places } = packPedigree(entries);
  new CoefficientPass(pedigree).advance(Infinity);
  return {
    pedigree,
    placeOf: ({ _id }) => places.get(_id) ?? UNKNOWN,
    dogAt: async (place) => await Promise.resolve(rows[place] ?? null),
  };
}

function viewPacked(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  packed: Packed,
  pedigree: PackedPedigree,
): PedigreeView {
  return {
    pedigree,
    placeOf: (dog) => placeIn(packed, dog) ?? UNKNOWN,
    dogAt: async (place) =>
      await ctx.db
        .query("dogs")
        .withIndex("by_kennel_and_place", (q) =>
          q.eq("kennelId", kennelId).eq("pedigreePlace", packed.first + place),
        )
        .unique(),
  };
}

/** Null generations mean the whole pedigree. Returns null while the pedigree is being packed. */
export async function viewPedigree(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  starts: readonly Doc<"dogs">[],
  generations: number | null,
): Promise<PedigreeView | null> {
  const { packed } = await getPedigreeState(ctx, kennelId);
  if (packed?.state === "ready" && starts.every((dog) => placeIn(packed, dog) !== null)) {
    return viewPacked(ctx, kennelId, packed, await readPacked(ctx, kennelId, packed));
  }
  const most = generations === null ? MOST_ANCESTORS : Infinity;
  const dogs = await readAncestors(ctx, starts, generations ?? Infinity, most);
  return dogs && viewRead(dogs);
}

/** Returns null until the pedigree is packed. */
export async function viewBreed(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<PedigreeView | null> {
  const { packed } = await getPedigreeState(ctx, kennelId);
  if (packed?.state !== "ready") return null;
  return viewPacked(ctx, kennelId, packed, await readPacked(ctx, kennelId, packed));
}

/** Returns null if no work is needed. */
export async function findProgress(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Progress | null> {
  const { packed } = await getPedigreeState(ctx, kennelId);
  if (packed?.state === "ready") {
    const { pending, pendingOf } = packed;
    return pending === 0 ? null : { done: pendingOf - pending, total: pendingOf };
  }
  const { dogs, externalDogs } = await getCounters(ctx, kennelId);
  const total = dogs + externalDogs;
  if (total === 0) return null;
  const half = packed?.state === "linking" ? total : 0;
  return { done: Math.min(half + (packed?.done ?? 0), 2 * total), total: 2 * total };
}

interface Contributor {
  readonly place: number;
  readonly contribution: number;
  readonly inbreeding: number;
}

/** The genes come from common ancestors. The coefficient is null while other coefficients are missing. */
export interface Shared {
  readonly coefficient: number | null;
  readonly contributors: readonly Contributor[];
}

/** Calculates the coefficient and the common ancestors of the offspring. Null generations mean all generations. */
export function shareOf(
  { pedigree }: PedigreeView,
  [sire, dam]: readonly [number, number],
  generations: number | null,
): Shared {
  if (generations === null) {
    const { coefficient, commonAncestors } = shareAncestors(pedigree, sire, dam);
    return Number.isNaN(coefficient)
      ? { coefficient: null, contributors: [] }
      : { coefficient, contributors: commonAncestors };
  }
  if (sire === UNKNOWN || dam === UNKNOWN) return { coefficient: 0, contributors: [] };
  const nearest = nearestAncestors(pedigree, [sire, dam], generations - 1);
  const { coefficient, commonAncestors } = new InbreedingCalculator(nearest).ofOffspring(
    sire,
    dam,
    generations,
  );
  return { coefficient, contributors: commonAncestors.map(({ id, ...rest }) => ({ place: id, ...rest })) };
}

/** Null generations mean all generations. Returns null while the coefficient is being calculated. */
export function coefficientOf(view: PedigreeView, place: number, generations: number | null): number | null {
  const { sire, dam, coefficient } = view.pedigree.at(place);
  if (generations !== null) return shareOf(view, [sire, dam], generations).coefficient;
  return Number.isNaN(coefficient) ? null : coefficient;
}

const MOST_NAMED = 100;

export const namedAncestorShape = v.object({
  _id: v.id("dogs"),
  name: v.string(),
  contribution: v.number(),
  inbreeding: v.number(),
});

export const namedAncestorsShape = {
  commonAncestors: v.array(namedAncestorShape),
  /** Further common ancestors are not named. */
  further: v.number(),
};

/** Sums below this limit are zero except for rounding errors. */
const NOTHING = 1e-12;

/** Names the common ancestors that contribute most. The contributions of the others are added up. */
export async function nameContributors(view: PedigreeView, { coefficient, contributors }: Shared) {
  const read = await Promise.all(
    contributors.slice(0, MOST_NAMED).map(async ({ place, contribution, inbreeding }) => {
      const dog = await view.dogAt(place);
      return dog ? [{ place, dog, contribution, inbreeding }] : [];
    }),
  );
  const named = read.flat();
  const further = (coefficient ?? 0) - named.reduce((sum, { contribution }) => sum + contribution, 0);
  return { named, further: further > NOTHING ? further : 0 };
}
