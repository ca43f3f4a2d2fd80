/**
 * Reads a dog's family and its genetic results. The family consists of the dog's parents, its offspring, and the
 * other parents of the offspring. Every read uses an index that begins with the kennel.
 */
import { v, type Infer } from "convex/values";
import {
  DISEASES,
  genotypesOfDisease,
  inferResults,
  isCompared,
  isTrusted,
  openGenotypes,
  type TestedRelative,
} from "../../../domain/genetics/family";
import { inOrder, type Genotype } from "../../../domain/genetics/loci";
import { genotypeOf, MAX_GENOTYPES_PER_DOG } from "../../../domain/genetics/record";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { offspringOf } from "../../dogs/model/dogRelations";
import { makeHiddenTest } from "../../dogs/model/pedigreeStates";
import { readFileGenotypes } from "./geneticFiles";

/** The limit also applies to the other parents of the offspring. */
export const MOST_OFFSPRING = 200;
const MOST_MATES = 50;

type Dog = Doc<"dogs">;

export interface FamilyRows {
  readonly dog: Dog;
  readonly parents: readonly Dog[];
  readonly offspring: readonly Dog[];
  /** The other parents of the offspring. */
  readonly mates: readonly Dog[];
}

export async function readFamily(ctx: QueryCtx, dog: Dog): Promise<FamilyRows> {
  const isHidden = await makeHiddenTest(ctx, dog.kennelId);
  const read = async (ids: readonly (Id<"dogs"> | undefined)[]): Promise<Dog[]> => {
    const rows = await Promise.all(
      [...new Set(ids)].map(async (id) => (id === undefined ? null : await ctx.db.get("dogs", id))),
    );
    return rows.filter((row) => row !== null && !isHidden(row)) as Dog[]; // No row is null.
  };
  const parents = await read([dog.sireId, dog.damId]);
  const all =
    dog.offspringCount === 0
      ? []
      : await offspringOf(ctx, dog.kennelId, dog._id, dog.gender).take(MOST_OFFSPRING);
  const offspring = all.filter((row) => !isHidden(row));
  const mateIds = [...new Set(offspring.map((row) => (dog.gender === "male" ? row.damId : row.sireId)))];
  return { dog, parents, offspring, mates: await read(mateIds.slice(0, MOST_MATES)) };
}

interface OpenGenotypes {
  /** The keys are loci and diseases. Contradictory or unreadable results are left out. */
  readonly open: ReadonlyMap<string, readonly Genotype[]>;
  /** Loci and diseases with at least one result. */
  readonly reported: ReadonlySet<string>;
  /** Rows and file lines that were read. */
  readonly read: number;
}

/** The most results of a family that one call reads. */
const MOST_RESULTS = 12_000;
const DOGS_AT_ONCE = 10;

/**
 * The dogs are read in the given order. Results beyond the limit are left out. This loses information but creates
 * no errors.
 */
export async function readResults(
  ctx: QueryCtx,
  dogs: readonly Dog[],
): Promise<Map<Id<"dogs">, OpenGenotypes>> {
  const found = new Map<Id<"dogs">, OpenGenotypes>();
  const waiting = [...new Map(dogs.map((dog) => [dog._id, dog])).values()];
  for (let read = 0; read < MOST_RESULTS && waiting.length > 0;) {
    const next = waiting.splice(0, DOGS_AT_ONCE);
    const results = await Promise.all(next.map(async (dog) => await readResultsOfDog(ctx, dog)));
    for (const [at, { _id }] of next.entries()) {
      const ofDog = results[at];
      if (ofDog) found.set(_id, ofDog);
      read += ofDog?.read ?? 0;
    }
  }
  return found;
}

async function readResultsOfDog(ctx: QueryCtx, dog: Dog): Promise<OpenGenotypes> {
  const { kennelId, _id: dogId } = dog;
  const found = new Map<string, readonly Genotype[]>();
  const variants = await ctx.db
    .query("dogVariants")
    .withIndex("by_kennel_and_dog", (q) => q.eq("kennelId", kennelId).eq("dogId", dogId))
    .take(MAX_GENOTYPES_PER_DOG);
  for (const { key } of DISEASES) {
    const own = variants.filter(({ variant }) => variant === key);
    const genotypes = own.length === 0 ? null : genotypesOfDisease(key, dog.gender, own);
    if (genotypes) found.set(key, genotypes);
  }
  const rows = await ctx.db
    .query("genotypes")
    .withIndex("by_kennel_and_dog_and_locus", (q) => q.eq("kennelId", kennelId).eq("dogId", dogId))
    .take(MAX_GENOTYPES_PER_DOG);
  const reported = new Map<string, (Genotype | null)[]>();
  const add = (locus: string, genotype: Genotype | null): void =>
    void reported.set(locus, [...(reported.get(locus) ?? []), genotype]);
  for (const row of rows) if (row.genotype) add(row.locus, genotypeOf(row));
  const files = await readFileGenotypes(ctx, dog);
  for (const [locus, genotypes] of files.byLocus) {
    for (const written of genotypes) {
      const [one = "", other = ""] = written.split("/");
      add(locus, inOrder(locus, [one, other]));
    }
  }
  for (const [locus, genotypes] of reported) {
    const [first] = genotypes;
    const isSame = genotypes.every((each) => each?.join("/") === first?.join("/"));
    if (first && isSame && isCompared(locus)) found.set(locus, openGenotypes(locus, first));
  }
  return {
    open: found,
    read: variants.length + rows.length + files.lines,
    reported: new Set([
      ...variants.map(({ variant }) => variant),
      ...rows.map(({ locus }) => locus),
      ...reported.keys(),
    ]),
  };
}

/** Links that are only hearsay are left out. */
const toRelative = (dog: Dog, results: OpenGenotypes | undefined): TestedRelative => ({
  ...{ id: dog._id, sex: dog.gender, tested: results?.open ?? new Map() },
  sireId: isTrusted(dog.sireProof) ? (dog.sireId ?? null) : null,
  damId: isTrusted(dog.damProof) ? (dog.damId ?? null) : null,
});

export const inferredShape = v.object({
  /** The key of a coat locus, or of a disease's DNA test. */
  key: v.string(),
  /** Null if several genotypes are possible. */
  genotype: v.union(v.string(), v.null()),
  /** The dog has at least one copy of each of these alleles. x is the variant of a disease. */
  carries: v.array(v.string()),
  isClearByParents: v.boolean(),
  from: v.array(v.object({ _id: v.id("dogs"), name: v.string() })),
});

/** The result contains the names of the dogs whose results were used. */
export async function inferForDog(
  ctx: QueryCtx,
  dog: Dog,
): Promise<{ results: Infer<typeof inferredShape>[] }> {
  const { parents, offspring, mates } = await readFamily(ctx, dog);
  const others = [...new Map([...parents, ...offspring, ...mates].map((row) => [row._id, row])).values()];
  const found = await readResults(ctx, [dog, ...others]);
  const own = found.get(dog._id);
  const relatives = others.map((row) => toRelative(row, found.get(row._id)));
  // A dog's own result takes precedence over results of its family, even if it is unreadable or contradicted.
  const inferred = inferResults(toRelative(dog, own), relatives).filter(({ key }) => !own?.reported.has(key));
  const names = new Map<string, Dog>(others.map((row) => [row._id, row]));
  const results = inferred.map(({ fromIds, key, genotype, carries, isClearByParents }) => ({
    ...{ key, genotype, isClearByParents, carries: [...carries] },
    from: fromIds.flatMap((id) => {
      const row = names.get(id);
      return row ? [{ _id: row._id, name: row.name }] : [];
    }),
  }));
  return { results };
}
