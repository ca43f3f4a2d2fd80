/**
 * The contradictions in the records of a dog, its parents and its offspring, and the kennel's notes about them.
 * Contradictions are calculated when they are requested, so they are always up to date.
 */
import { v, type Infer } from "convex/values";
import {
  CONTRADICTION_KINDS,
  describeContradiction,
  findCloseLitters,
  findContradictions,
  genotypesOfWord,
  SOLUTIONS,
  type ContradictionKind,
  type RecordedDog,
} from "../../../domain/genetics/contradictions";
import { ON_X } from "../../../domain/genetics/family";
import { nameLocus } from "../../../domain/genetics/forecast";
import { findLocus } from "../../../domain/genetics/loci";
import {
  KNOWN_CONTRADICTION_FIELDS,
  MAX_KNOWN_CONTRADICTIONS_PER_DOG,
} from "../../../domain/genetics/record";
import { shortNameOf } from "../../../domain/genetics/results";
import { hasPermission } from "../../../domain/permissions/permissions";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { findCaller } from "../../platform/model/changes/activities";
import { recordKind } from "../../platform/model/changes/recordKind";
import type { ReachedDog } from "../../platform/model/people/identity";
import { requireRowOf } from "../../platform/model/paging/rows";
import { textOrNull } from "../../platform/tables/shared";
import { readFamily, readResults } from "./families";

export const knownContradictions = recordKind({
  table: "knownContradictions",
  fields: KNOWN_CONTRADICTION_FIELDS,
  index: "by_kennel_and_dog",
  most: MAX_KNOWN_CONTRADICTIONS_PER_DOG,
  searched: ["saidBy", "notes"],
  admit: async (ctx, { row, dog, kennelId, values }) => {
    const dogId = row?.dogId ?? dog?._id;
    if (dogId === undefined) return {};
    // The two dogs of a note cannot change.
    if (row) return { dogId, otherId: row.otherId };
    const named = values.otherId;
    const otherId = named ? (await requireRowOf(ctx, "dogs", named, { kennelId }))._id : undefined;
    if (values.saidBy) return { dogId, otherId };
    const callerId = await findCaller(ctx);
    const caller = callerId && (await ctx.db.get("users", callerId));
    const name = caller && [caller.firstName, caller.lastName].filter(Boolean).join(" ");
    return { dogId, otherId, saidBy: name || caller?.email };
  },
});

const named = v.object({ _id: v.id("dogs"), name: v.string() });

export const contradictionShape = v.object({
  kind: v.union(...CONTRADICTION_KINDS.map((kind) => v.literal(kind))),
  /** `others` is empty if the dog's own records contradict each other. */
  dog: named,
  others: v.array(named),
  /** The key of a coat locus, or of a disease's DNA test. */
  locus: textOrNull,
  message: v.string(),
  solution: v.string(),
  /** Null if the kennel has no note about the contradiction. */
  known: v.union(
    v.object({
      _id: v.id("knownContradictions"),
      saidBy: textOrNull,
      notes: textOrNull,
      createdAt: v.number(),
    }),
    v.null(),
  ),
});
type Found = Infer<typeof contradictionShape>;

type Dog = Doc<"dogs">;

const MOST_SAME_CHIP = 5;

async function sameChip(ctx: QueryCtx, { kennelId, _id, microchipKey }: Dog): Promise<Dog[]> {
  if (!microchipKey) return [];
  const found = await ctx.db
    .query("dogs")
    .withIndex("by_kennel_and_microchip", (q) => q.eq("kennelId", kennelId).eq("microchipKey", microchipKey))
    .take(MOST_SAME_CHIP + 1);
  return found.filter((row) => row._id !== _id);
}

const recordOf = (row: Dog, tested: RecordedDog["tested"]): RecordedDog => ({
  ...{ id: row._id, sireId: row.sireId ?? null, damId: row.damId ?? null, sex: row.gender, tested },
  ...{ bornOn: row.dateOfBirth ?? null, chip: row.microchipKey || null },
  byColour: genotypesOfWord(row.breedKey, row.color),
});

const knownOf = async (ctx: QueryCtx, { kennelId, _id }: Dog): Promise<Doc<"knownContradictions">[]> =>
  await ctx.db
    .query("knownContradictions")
    .withIndex("by_kennel_and_dog", (q) => q.eq("kennelId", kennelId).eq("dogId", _id))
    .take(MAX_KNOWN_CONTRADICTIONS_PER_DOG);

const toKnown = (row: Doc<"knownContradictions"> | undefined): Found["known"] =>
  row
    ? { _id: row._id, saidBy: row.saidBy ?? null, notes: row.notes ?? null, createdAt: row._creationTime }
    : null;

/** Compares a dog's own records with each other and with the records of its parents and offspring. */
export async function describeContradictions(ctx: QueryCtx, { dog, access }: ReachedDog): Promise<Found[]> {
  const isByTests = hasPermission(access.permissions, "health", "read");
  const { parents, offspring, mates } = await readFamily(ctx, dog);
  const chips = await sameChip(ctx, dog);
  const rows = new Map<Id<"dogs">, Dog>(
    [...chips, ...mates, ...parents, ...offspring, dog].map((row) => [row._id, row]),
  );
  // The dog and its parents come first, because one call may not be able to read all results.
  const results = isByTests
    ? await readResults(ctx, [dog, ...parents, ...offspring, ...mates, ...chips])
    : new Map<Id<"dogs">, never>();
  const records = [...rows.values()].map((row) => recordOf(row, results.get(row._id)?.open ?? new Map()));
  const findings: {
    kind: ContradictionKind;
    dogId: string;
    otherIds: readonly string[];
    locus: string | null;
    days?: number;
  }[] = findContradictions(records, ON_X).filter(
    ({ dogId, otherIds }) => dogId === dog._id || otherIds.includes(dog._id),
  );
  if (dog.gender === "female") {
    const litters = findCloseLitters(
      offspring.map((row) => ({ id: row._id, bornOn: row.dateOfBirth ?? null })),
    );
    for (const { earlierId, laterId, days } of litters) {
      findings.push({ kind: "litters", dogId: dog._id, otherIds: [earlierId, laterId], locus: null, days });
    }
  }
  const byId = new Map<string, Dog>(rows);
  const ownIds = new Set(
    findings.flatMap(({ kind, dogId, otherIds }) => (kind === "chip" ? [dogId, ...otherIds] : [dogId])),
  );
  const known = await Promise.all(
    [...ownIds].flatMap((id) => byId.get(id) ?? []).map(async (row) => await knownOf(ctx, row)),
  );
  return findings.flatMap(({ kind, dogId, otherIds, locus, ...rest }) => {
    const own = byId.get(dogId);
    if (!own) return [];
    // The middle one of three litters can be part of two contradictions. The earlier litter therefore identifies
    // the contradiction.
    const pairedIds = kind === "litters" ? otherIds.slice(0, 1) : otherIds;
    const isOfPair = (one: string, other: string | undefined): boolean =>
      one === dogId && (other === undefined ? pairedIds.length === 0 : pairedIds.includes(other));
    const pair = known.flat().find(
      (each) =>
        each.kind === kind &&
        (each.locus ?? null) === locus &&
        (isOfPair(each.dogId, each.otherId) ||
          // If two dogs have the same microchip number, each is listed as the other dog.
          (kind === "chip" && each.otherId !== undefined && isOfPair(each.otherId, each.dogId))),
    );
    const others = otherIds.flatMap((id) => byId.get(id) ?? []);
    const toName = ({ _id, name }: Dog) => ({ _id, name });
    const message = describeContradiction({
      ...{ kind, name: own.name, sex: own.gender, others: others.map(({ name }) => name) },
      locus: locus === null ? null : findLocus(locus) ? nameLocus(locus) : shortNameOf(locus),
      ...rest,
    });
    return [
      {
        kind,
        dog: toName(own),
        others: others.map(toName),
        locus,
        message,
        solution: SOLUTIONS[kind],
        known: toKnown(pair),
      },
    ];
  });
}
