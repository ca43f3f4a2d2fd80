/** Results of genetic tests, and the genotypes of a dog according to these results. */
import { checkLifeDay } from "../../../domain/dates/calendar-days";
import { failOnFields } from "../../../domain/errors";
import { LOCI, type Genotype } from "../../../domain/genetics/loci";
import {
  checkGenotype,
  GENOTYPE_FIELDS,
  genotypeOf,
  genotypeOfLengths,
  MAX_GENOTYPES_PER_DOG,
  readAlleles,
} from "../../../domain/genetics/record";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { recordKind } from "../../platform/model/changes/recordKind";
import { readFileGenotypes } from "./geneticFiles";

export const genotypes = recordKind({
  table: "genotypes",
  fields: GENOTYPE_FIELDS,
  index: "by_kennel_and_dog_and_locus",
  most: MAX_GENOTYPES_PER_DOG,
  searched: ["locus", "printed"],
  admit: async (ctx, { row, dog, values }) => {
    const dogId = row?.dogId ?? dog?._id;
    if (dogId === undefined) return {};
    const bornOn = (await ctx.db.get("dogs", dogId))?.dateOfBirth;
    failOnFields({
      ...checkGenotype(values),
      // If the dog's birth date was corrected later, an old test date must not block changes of other fields.
      ...(row?.testedOn !== (values.testedOn ?? undefined) &&
        checkLifeDay("testedOn", "Test date", values.testedOn ?? undefined, { bornOn })),
    });
    // The dog of a result cannot change. If no genotype was typed, it is calculated from the merle lengths.
    const named = !values.genotype && values.merleLengths && genotypeOfLengths(values.merleLengths);
    return named ? { dogId, genotype: named } : { dogId };
  },
});

type Result = Doc<"genotypes">;

/** The results are sorted by locus. */
export async function listGenotypes(ctx: QueryCtx, { kennelId, _id }: Doc<"dogs">) {
  const rows = await genotypes.rowsOf(ctx, kennelId, _id);
  return await Promise.all(rows.map(genotypes.answering(ctx)));
}

export interface TestedLoci {
  /** The keys are loci. A locus with contradictory results is left out. */
  readonly genotypes: ReadonlyMap<string, Genotype>;
  /** The keys are loci. Alleles of mosaics and of contradictory results are included. */
  readonly alleles: ReadonlyMap<string, readonly string[]>;
  /** The results at these loci contradict each other. */
  readonly disputed: readonly string[];
}

/** Combines the dog's results and files. */
export async function readTestedLoci(
  ctx: QueryCtx,
  { kennelId, _id: dogId }: Pick<Doc<"dogs">, "kennelId" | "_id">,
): Promise<TestedLoci> {
  const [genotypesFound, alleles, disputed] = [
    new Map<string, Genotype>(),
    new Map<string, readonly string[]>(),
    [] as string[],
  ];
  const { byLocus: ofFiles } = await readFileGenotypes(ctx, { kennelId, _id: dogId });
  for (const { key } of LOCI) {
    const recorded: Result[] = await ctx.db
      .query("genotypes")
      .withIndex("by_kennel_and_dog_and_locus", (q) =>
        q.eq("kennelId", kennelId).eq("dogId", dogId).eq("locus", key),
      )
      .take(MAX_GENOTYPES_PER_DOG);
    const rows: Pick<Result, "locus" | "genotype">[] = [
      ...recorded,
      ...(ofFiles.get(key) ?? []).map((genotype) => ({ locus: key, genotype })),
    ];
    const found = rows.flatMap((row) => (row.genotype && readAlleles(key, row.genotype)) || []);
    if (found.length > 0) alleles.set(key, [...new Set(found)]);
    const whole = rows.map(genotypeOf).filter((genotype) => genotype !== null);
    const [first] = whole;
    if (!first) continue;
    if (whole.some((other) => other.join("/") !== first.join("/"))) disputed.push(key);
    else if (whole.length === rows.filter(({ genotype }) => genotype).length) genotypesFound.set(key, first);
  }
  return { genotypes: genotypesFound, alleles, disputed };
}
