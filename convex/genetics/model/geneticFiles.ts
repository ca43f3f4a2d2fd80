/** The files of results that laboratories send, and the results in these files. */
import { v, type Infer } from "convex/values";
import { checkLifeDay } from "../../../domain/dates/calendar-days";
import { fail, failOnFields } from "../../../domain/errors";
import {
  readEmbarkLines,
  RESULT_STATUSES,
  type EmbarkLine,
  type EmbarkResults,
} from "../../../domain/genetics/embark";
import { formatGenotype } from "../../../domain/genetics/loci";
import {
  GENETIC_FILE_FIELDS,
  geneticFileSchema,
  MAX_GENETIC_FILES_PER_DOG,
} from "../../../domain/genetics/record";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { recordKind } from "../../platform/model/changes/recordKind";
import { numberOrNull, textOrNull } from "../../platform/tables/shared";
import { fileLinesValidator } from "../tables/geneticFiles";

const fileResultsShape = v.object({
  dogName: textOrNull,
  sex: v.union(v.literal("male"), v.literal("female"), v.null()),
  /** From 0 to 1, measured in the genome; null if the file has no such value. */
  genomicCoi: numberOrNull,
  health: v.array(
    v.object({
      name: v.string(),
      gene: textOrNull,
      variant: textOrNull,
      status: v.union(...RESULT_STATUSES.map((status) => v.literal(status))),
      copies: numberOrNull,
      inheritancePrinted: textOrNull,
      printed: v.string(),
    }),
  ),
  /** Nothing is predicted from a trait without a genotype. */
  traits: v.array(
    v.object({ name: v.string(), locus: textOrNull, genotype: textOrNull, printed: v.string() }),
  ),
  /** These lines are kept as printed. */
  notUnderstood: v.array(v.string()),
});

/** The lines were checked before they were stored. */
function read(lines: readonly EmbarkLine[]): EmbarkResults {
  const results = readEmbarkLines(lines);
  if ("problem" in results) throw new Error(`A stored file is ${results.problem}`);
  return results;
}

function resultsOf(lines: readonly EmbarkLine[]): Infer<typeof fileResultsShape> {
  const { dog, genomicCoi, health, traits, notUnderstood } = read(lines);
  return {
    ...{ dogName: dog.name, sex: dog.sex, genomicCoi },
    health: health.map((result) => ({ ...result })),
    traits: traits.map(({ name, locus, alleles, printed }) => ({
      ...{ name, locus, printed },
      genotype: alleles && formatGenotype(alleles),
    })),
    notUnderstood: [...notUnderstood],
  };
}

export const geneticFiles = recordKind({
  table: "geneticFiles",
  fields: GENETIC_FILE_FIELDS,
  also: { lines: fileLinesValidator },
  schema: geneticFileSchema,
  index: "by_kennel_and_dog",
  most: MAX_GENETIC_FILES_PER_DOG,
  more: {
    shape: { sampleNumber: textOrNull, results: fileResultsShape },
    reader:
      () =>
      ({ sampleNumber, lines }) => ({ sampleNumber: sampleNumber ?? null, results: resultsOf(lines) }),
  },
  activity: {
    type: "health_record",
    noun: "Genetic results",
    added: "Genetic results imported",
    nameOf: ({ sampleNumber }) => (sampleNumber === undefined ? "Embark" : `Embark, sample ${sampleNumber}`),
    isUnlinked: true,
  },
  admit: async (ctx, { kennelId, row, dog, values }) => {
    const owner = row ? await ctx.db.get("dogs", row.dogId) : dog;
    if (!owner) return fail("NOT_FOUND");
    const { swab, sex } = read(values.lines).dog;
    if (sex !== null && sex !== owner.gender) {
      failOnFields({ lines: `The file is about a ${sex}; ${owner.name} is a ${owner.gender}` });
    }
    const sampleNumber = swab ?? undefined;
    const same =
      sampleNumber === undefined
        ? null
        : await ctx.db
            .query("geneticFiles")
            .withIndex("by_kennel_and_sample", (q) =>
              q.eq("kennelId", kennelId).eq("sampleNumber", sampleNumber),
            )
            .first();
    if (same && same._id !== row?._id) {
      const other = await ctx.db.get("dogs", same.dogId);
      failOnFields({ lines: `Sample ${sampleNumber} was already imported for ${other?.name ?? "a dog"}` });
    }
    failOnFields(
      checkLifeDay("testedOn", "Test date", values.testedOn ?? undefined, { bornOn: owner.dateOfBirth }),
    );
    return { dogId: owner._id, sampleNumber };
  },
});

/** The newest file is last. */
export async function listGeneticFiles(
  ctx: QueryCtx,
  { kennelId, _id }: Pick<Doc<"dogs">, "kennelId" | "_id">,
) {
  return await geneticFiles.rowsOf(ctx, kennelId, _id);
}

export const genomicShape = v.object({
  fileId: v.id("geneticFiles"),
  sampleNumber: textOrNull,
  testedOn: textOrNull,
  /** From 0 to 1. This value was measured, so it differs from the coefficient of the pedigree. */
  coefficient: v.number(),
});

/** Files without such a value are left out. */
export async function listGenomicInbreeding(
  ctx: QueryCtx,
  dog: Pick<Doc<"dogs">, "kennelId" | "_id">,
): Promise<Infer<typeof genomicShape>[]> {
  const files = await listGeneticFiles(ctx, dog);
  return files.flatMap(({ _id, lines, sampleNumber = null, testedOn = null }) => {
    const { genomicCoi: coefficient } = read(lines);
    return coefficient === null ? [] : [{ fileId: _id, sampleNumber, testedOn, coefficient }];
  });
}

/** The genotypes are texts, by locus. The lines are counted. */
export async function readFileGenotypes(
  ctx: QueryCtx,
  dog: Pick<Doc<"dogs">, "kennelId" | "_id">,
): Promise<{ byLocus: ReadonlyMap<string, readonly string[]>; lines: number }> {
  const found = new Map<string, string[]>();
  let count = 0;
  for (const { lines } of await listGeneticFiles(ctx, dog)) {
    count += lines.length;
    for (const { locus, alleles } of read(lines).traits) {
      if (locus !== null && alleles) found.set(locus, [...(found.get(locus) ?? []), formatGenotype(alleles)]);
    }
  }
  return { byLocus: found, lines: count };
}
