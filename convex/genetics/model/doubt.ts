/**
 * The possible error in the coefficient of a planned litter if unproved parents are wrong. Only recorded proofs
 * count: a link without a recorded proof is assumed to be right.
 */
import { v, type Infer } from "convex/values";
import type { ParentProof } from "../../../domain/dogs/rules";
import { coefficientInDoubt, type DoubtfulLink } from "../../../domain/genetics/doubt";
import { UNKNOWN, type PackedPedigree } from "../../../domain/pedigree/packed";
import { nearestAncestors } from "../../../domain/pedigree/pedigree";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { getPedigreeState } from "../../dogs/model/pedigreeStates";
import {
  findProgress,
  loadAncestors,
  shareOf,
  viewBreed,
  type PedigreeView,
} from "../../pedigree/model/pedigreeViews";
import { requireMate } from "./mates";

/** The share of wrong parents for each kind of proof. These numbers are assumptions. */
export const DOUBTS: Readonly<Record<ParentProof, number>> = {
  dna: 0,
  paper: 0.01,
  import: 0.03,
  hearsay: 0.1,
};

/** At least one link must have this much doubt. */
const SHOWN_FROM = DOUBTS.import;

/** Links are searched, and coefficients compared, in this number of generations. */
const LINK_GENERATIONS = 6;
const GENERATIONS = 8;

/** A wrong parent had offspring at most this many years before or after. */
const YEARS_AROUND = 1;

/** The parents with the most offspring are tried. */
const MOST_OTHERS = 50;

export const doubtShape = v.union(
  v.object({
    /** The coefficient is within this interval with a probability of nine in ten. */
    low: v.number(),
    high: v.number(),
    /** Links that may be wrong. */
    links: v.array(
      v.object({
        dog: v.object({ _id: v.id("dogs"), name: v.string() }),
        side: v.union(v.literal("sire"), v.literal("dam")),
        proof: v.union(v.literal("paper"), v.literal("import"), v.literal("hearsay")),
      }),
    ),
  }),
  v.null(),
);
type Doubt = Infer<typeof doubtShape>;

type Side = "sire" | "dam";

/**
 * Returns the latest recorded year of birth among a dog and its ancestors. If a date of birth is wrong or missing,
 * a dog that seems older may descend from a dog that seems younger. This year never contradicts the order of
 * descent.
 */
function makeLatestYear(pedigree: PackedPedigree): (place: number) => number {
  const latest = new Map<number, number>();
  return (start) => {
    const waiting = [start];
    for (let place = waiting.at(-1); place !== undefined; place = waiting.at(-1)) {
      const { sire, dam, year } = pedigree.at(place);
      const parents = [sire, dam].filter((parent) => parent !== UNKNOWN);
      const open = latest.has(place) ? [] : parents.filter((parent) => !latest.has(parent));
      if (open.length > 0) {
        waiting.push(...open);
        continue;
      }
      latest.set(place, Math.max(year, ...parents.map((parent) => latest.get(parent) ?? 0)));
      waiting.pop();
    }
    return latest.get(start) ?? 0;
  };
}

/**
 * The dogs had offspring around the dog's birth and may be its true parent. The number of their recorded offspring
 * is included.
 */
function parentsInUse(
  pedigree: PackedPedigree,
  place: number,
  side: Side,
  latestYear: (place: number) => number,
): DoubtfulLink<number>["others"] {
  const dog = pedigree.at(place);
  if (dog.year === 0) return [];
  const parents = side === "sire" ? pedigree.sires : pedigree.dams;
  const offspring = new Map<number, number>();
  for (let other = 0; other < pedigree.size; other += 1) {
    const year = pedigree.years[other] ?? 0;
    const parent = parents[other] ?? UNKNOWN;
    if (parent === UNKNOWN || pedigree.breeds[other] !== dog.breed) continue;
    if (year > 0 && Math.abs(year - dog.year) <= YEARS_AROUND) {
      offspring.set(parent, (offspring.get(parent) ?? 0) + 1);
    }
  }
  // A parent and its ancestors are older than the dog, so no dog can become its own ancestor.
  return [...offspring]
    .filter(([parent]) => {
      const { year } = pedigree.at(parent);
      return (
        parent !== parents[place] && year > 0 && year < dog.year && latestYear(parent) < latestYear(place)
      );
    })
    .sort(([one, a], [other, b]) => b - a || one - other)
    .slice(0, MOST_OTHERS)
    .map(([id, weight]) => ({ id, weight }));
}

interface Link {
  readonly dog: Doc<"dogs">;
  readonly place: number;
  readonly side: Side;
  readonly proof: ParentProof;
}

/** Lists links whose recorded proof is weaker than DNA. */
async function linksAbove(ctx: QueryCtx, view: PedigreeView, dogs: readonly Doc<"dogs">[]): Promise<Link[]> {
  const found = new Map<string, Link>();
  for (const dog of dogs) {
    for (const row of (await loadAncestors(ctx, dog, LINK_GENERATIONS)).values()) {
      const place = view.placeOf(row);
      for (const [side, parentId, proof] of [
        ["sire", row.sireId, row.sireProof],
        ["dam", row.damId, row.damProof],
      ] as const) {
        if (!parentId || !proof || DOUBTS[proof] === 0 || place === UNKNOWN) continue;
        found.set(`${row._id} ${side}`, { dog: row, place, side, proof });
      }
    }
  }
  return [...found.values()].sort((a, b) => a.place - b.place || (a.side < b.side ? 1 : -1));
}

/** All littermates have the same parents. */
function toDoubtful(pedigree: PackedPedigree, links: readonly Link[]): DoubtfulLink<number>[] {
  const latestYear = makeLatestYear(pedigree);
  const litters = new Map<string, Link[]>();
  for (const link of links) {
    const { sire, dam } = pedigree.at(link.place);
    const key = [sire, dam, link.dog.dateOfBirth ?? link.place, link.side].join(" ");
    litters.set(key, [...(litters.get(key) ?? []), link]);
  }
  return [...litters.values()].flatMap((litter) => {
    const [first] = litter;
    if (!first) return [];
    return {
      dogIds: litter.map(({ place }) => place),
      side: first.side,
      // A proof of one littermate proves the parent of all littermates.
      doubt: Math.min(...litter.map(({ proof }) => DOUBTS[proof])),
      others: parentsInUse(pedigree, first.place, first.side, latestYear),
    };
  });
}

/**
 * Returns null if no doubtful link is near, or while the pedigree is being calculated. The same pedigree always
 * gives the same interval. Throws NOT_FOUND, or VALIDATION_FAILED for a mate of the same sex.
 */
export async function describeDoubt(ctx: QueryCtx, dog: Doc<"dogs">, mateId: string): Promise<Doubt> {
  const { kennelId } = dog;
  const mate = await requireMate(ctx, dog, mateId);
  const view = (await findProgress(ctx, kennelId)) ? null : await viewBreed(ctx, kennelId);
  if (!view) return null;
  const { pedigree } = view;
  const [sire, dam] = (dog.gender === "male" ? [dog, mate] : [mate, dog]).map(view.placeOf) as [
    number,
    number,
  ];
  if (sire === UNKNOWN || dam === UNKNOWN) return null;
  const links = await linksAbove(ctx, view, [dog, mate]);
  if (!links.some(({ proof }) => DOUBTS[proof] >= SHOWN_FROM)) return null;
  const doubtful = toDoubtful(pedigree, links);
  const starts = [sire, dam, ...doubtful.flatMap(({ others }) => others.map(({ id }) => id))];
  const near = nearestAncestors(pedigree, starts, GENERATIONS);
  const { revision } = await getPedigreeState(ctx, kennelId);
  const parents = { sireId: sire, damId: dam };
  const asRecorded = coefficientInDoubt(near, parents, [], revision).expected;
  const { low, high } = coefficientInDoubt(near, parents, doubtful, revision);
  // Ancestors that are further away add the same amount to every value.
  const shift = (shareOf(view, [sire, dam], null).coefficient ?? asRecorded) - asRecorded;
  return {
    ...{ low: Math.max(0, low + shift), high: Math.min(1, high + shift) },
    links: links.flatMap(({ dog: { _id, name }, side, proof }) =>
      proof === "dna" ? [] : [{ dog: { _id, name }, side, proof }],
    ),
  };
}
