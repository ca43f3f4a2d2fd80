/**
 * A result of a genetic test as it is recorded, with each field defined once: a genotype at a coat or color locus,
 * or the result for a variant that causes a disease.
 */
import { z } from "zod";
import type { FieldErrors } from "../errors";
import {
  choice,
  day,
  neededChoice,
  neededReference,
  neededText,
  notes,
  openChoice,
  reference,
  text,
} from "../records/fields";
import { newShape } from "../records/record";
import { SHORT_TEXT_MAX } from "../text/rules";
import { CONTRADICTION_KINDS } from "./contradictions";
import { readEmbarkLines } from "./embark";
import { findLocus, formatGenotype, inOrder, merleOfLength, type Genotype } from "./loci";

export const GENOTYPE_STATUSES = ["clear", "carrier", "at_risk", "not_called", "not_understood"] as const;

export const RESULT_PROOFS = ["certificate", "report", "import", "hearsay"] as const;

/** The largest panels report about 320 results. */
export const MAX_GENOTYPES_PER_DOG = 1000;

export const GENOTYPE_FIELDS = {
  dogId: neededReference("Dog", "dogs", "Please select a dog.", { isWide: true }),
  locus: neededText("Locus or test", "Please choose a locus or a test.", {
    heading: "Locus or Test",
    example: "E",
    about: "The letter of a locus of coat or colour, or the name of the test",
  }),
  genotype: text("Genotype", {
    example: "E/e",
    helper: "Both alleles with a slash between them",
    about: "Only at loci of coat and colour: two alleles of the locus; more in a mosaic",
  }),
  status: openChoice("Result", GENOTYPE_STATUSES, { about: "Of a test for a disease" }),
  merleLengths: text("Merle lengths", {
    example: "268/171",
    about: "In base pairs, as the laboratory measured them",
  }),
  printed: text("As printed", { about: "The laboratory's own words" }),
  laboratory: text("Laboratory"),
  testedOn: day("Test date", { column: "Tested" }),
  sampleNumber: text("Sample number"),
  proof: choice("Proof", RESULT_PROOFS, { initial: "report" }),
  notes: notes("Notes"),
} as const;

/** The largest panels have about 350 lines. */
export const MAX_GENETIC_FILES_PER_DOG = 20;
const MAX_LINES = 2000;

/** The lines are stored, and results are read from them whenever they are needed. */
export const GENETIC_FILE_FIELDS = {
  dogId: neededReference("Dog", "dogs", "Please select a dog.", { isWide: true }),
  testedOn: day("Test date", { column: "Tested" }),
  notes: notes("Notes"),
} as const;

/** A contradiction with a note is no longer shown. */
export const KNOWN_CONTRADICTION_FIELDS = {
  dogId: neededReference("Dog", "dogs", "Please select a dog.", { isWide: true }),
  otherId: reference("Other dog", "dogs", {
    about: "Null if it is a dog's own records that contradict each other",
  }),
  kind: neededChoice("Contradiction", CONTRADICTION_KINDS),
  locus: text("Locus or test", { about: "The key that the contradiction names; null if it names none" }),
  saidBy: text("Known to", { about: "By default, the name of the person who records it" }),
  notes: notes("What is known"),
} as const;

export const MAX_KNOWN_CONTRADICTIONS_PER_DOG = 500;

const cell = z.string().max(SHORT_TEXT_MAX * 2, "A cell of the file is too long");

/** A file is refused if it is not an Embark file, or if it contains several dogs. */
export const geneticFileSchema = newShape(GENETIC_FILE_FIELDS)
  .extend({
    lines: z
      .array(z.object({ category: cell, name: cell, value: cell }))
      .max(MAX_LINES, "The file has too many lines"),
  })
  .superRefine(({ lines }, context) => {
    const read = readEmbarkLines(lines);
    if (!("problem" in read)) return;
    const message =
      read.problem === "more than one dog"
        ? "The file is about more than one dog; import each by itself"
        : "This is not Embark's file of results: it has the columns category, name and value";
    context.addIssue({ code: "custom", path: ["lines"], message });
  });

interface TypedGenotype {
  readonly locus: string;
  readonly genotype?: string | null | undefined;
  readonly status?: string | null | undefined;
  readonly merleLengths?: string | null | undefined;
  readonly printed?: string | null | undefined;
}

/** Alleles are separated by slashes. Returns null unless all of them are alleles of the locus. */
export function readAlleles(locus: string, written: string): string[] | null {
  const listed: readonly string[] = findLocus(locus)?.alleles ?? [];
  const alleles = written.split("/").map((allele) => allele.trim());
  return alleles.length >= 2 && alleles.every((allele) => listed.includes(allele)) ? alleles : null;
}

/** Returns null at other loci, in a mosaic, and for a text that is not a genotype. */
export function genotypeOf({ locus, genotype }: TypedGenotype): Genotype | null {
  const [one, other, ...more] = (genotype && readAlleles(locus, genotype)) || [];
  return one === undefined || other === undefined || more.length > 0 ? null : inOrder(locus, [one, other]);
}

const LENGTH_LIMITS = [100, 400] as const;

/** Lengths are in base pairs. Returns null unless all numbers can be lengths. */
function readLengths(written: string): number[] | null {
  const [least, most] = LENGTH_LIMITS;
  const lengths = written.split(/[/,;]/u).map((length) => Number(length.trim()));
  return lengths.every((length) => Number.isInteger(length) && length >= least && length <= most)
    ? lengths
    : null;
}

/** Returns null if the lengths cannot be read. */
export function genotypeOfLengths(written: string): string | null {
  const lengths = readLengths(written);
  if (!lengths || lengths.length < 2) return null;
  const [one = "m", other = "m", ...more] = lengths.map((length) => merleOfLength(length)?.allele ?? "m");
  return more.length > 0 ? [one, other, ...more].join("/") : formatGenotype(inOrder("M", [one, other]));
}

export function checkGenotype({
  locus,
  genotype,
  status,
  merleLengths,
  printed,
}: TypedGenotype): FieldErrors {
  const known = findLocus(locus);
  if (genotype && !known)
    return { genotype: "Only a locus of coat or color has a genotype; choose a result" };
  if (genotype && !readAlleles(locus, genotype)) {
    const [example = ""] = known?.alleles ?? [];
    const listed = known?.alleles.join(", ") ?? "";
    return { genotype: `${locus} has the alleles ${listed}; write two of them like ${example}/${example}` };
  }
  if (merleLengths && locus !== "M") return { merleLengths: "Only merle has lengths" };
  if (merleLengths && !readLengths(merleLengths)) {
    return { merleLengths: `Write lengths from ${LENGTH_LIMITS.join(" to ")} like 268/171` };
  }
  if (known && status && status !== "not_called" && status !== "not_understood") {
    return { status: "A locus of coat or color has a genotype; a test for a disease has this result" };
  }
  if (!genotype && !status && !merleLengths && !printed) {
    return known ? { genotype: "Enter the genotype" } : { status: "Choose the result" };
  }
  return {};
}
