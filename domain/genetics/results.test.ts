/** Tests the reading of results for variants that matter for mating, from every source. */
import { describe, expect, it } from "vitest";
import { resultOfDnaTest, resultOfGenotype, resultsOfFile } from "./results";

const file = (...lines: readonly (readonly [category: string, name: string, value: string])[]) =>
  resultsOfFile(lines.map(([category, name, value]) => ({ category, name, value })));

describe("a result", () => {
  it("has the same key and the same short name, whatever the test is called and wherever it is recorded", () => {
    const carrier = { variant: "prcdpra", name: "prcd-PRA", standing: "carries", isAtRisk: false };
    for (const locus of ["prcd-PRA", "PRA-prcd", "prcd", "Progressive Retinal Atrophy (prcd-PRA)"]) {
      expect(resultOfGenotype({ locus, status: "carrier" })).toMatchObject(carrier);
      expect(
        resultOfDnaTest({ kind: "dna", name: locus, result: { type: "grade", grade: "carrier" } }),
      ).toMatchObject(carrier);
    }
    expect(
      file(["Health", "Progressive Retinal Atrophy, prcd (PRCD Exon 1)", "carrier, heterozygote recessive"]),
    ).toMatchObject([carrier]);
  });

  it("of another variant of the same gene is not treated as the known test", () => {
    const names = file(
      ["Health", "Von Willebrand Disease Type I (VWF)", "clear"],
      ["Health", "Von Willebrand Disease Type III (VWF Exon 4)", "clear"],
      ["Health", "Multifocal Retinopathy, cmr2 (BEST1 Exon 5)", "clear"],
    ).map(({ variant }) => variant);
    expect(names).toEqual([
      "vwd1",
      "vonwillebranddiseasetypeiiivwfexon4",
      "multifocalretinopathycmr2best1exon5",
    ]);
  });

  it.each([
    ["clear", "clear"],
    ["carrier", "carries"],
    ["at_risk", "carries"],
    ["not_understood", "unclear"],
    [undefined, "unclear"],
  ])("with the status %s is read as %s", (status, standing) => {
    expect(resultOfGenotype({ locus: "DM", ...(status !== undefined && { status }) })).toMatchObject({
      standing,
      isAtRisk: status === "at_risk",
    });
  });

  it("without a call by the laboratory has no meaning, and an unknown word is not clear", () => {
    expect(resultOfGenotype({ locus: "DM", status: "not_called" })).toBeNull();
    const found = file(
      ["Health", "Degenerative Myelopathy, DM (SOD1A)", "no call"],
      ["Health", "MDR1 Drug Sensitivity (ABCB1)", "normal"],
      ["Health", "Exercise-Induced Collapse (DNM1)", ""],
    );
    expect(found.map(({ variant, standing }) => [variant, standing])).toEqual([
      ["mdr1", "unclear"],
      ["eic", "unclear"],
    ]);
  });

  it("of a harmful coat allele says that the dog carries it, also in a mosaic; other alleles and loci are ignored", () => {
    expect(resultOfGenotype({ locus: "M", genotype: "M/m" })).toMatchObject({
      ...{ variant: "M", name: "merle", standing: "carries", alleles: ["M", "m"] },
    });
    expect(resultOfGenotype({ locus: "M", genotype: "Mc/Ma/m" })?.standing).toBe("carries");
    expect(resultOfGenotype({ locus: "M", genotype: "Mc/m" })?.standing).toBe("clear");
    expect(resultOfGenotype({ locus: "M" })?.standing).toBe("unclear");
    expect(resultOfGenotype({ locus: "T", genotype: "T/t" })?.standing).toBe("carries");
    expect(resultOfGenotype({ locus: "E", genotype: "E/e" })).toBeNull();
    expect(file(["Trait", "M Locus (PMEL)", "M*m"], ["Trait", "H Locus (Harlequin)", "hh"])).toMatchObject([
      { variant: "M", standing: "carries" },
      { variant: "H", standing: "clear" },
    ]);
    expect(file(["Trait", "M Locus (PMEL)", "Mxm"])).toMatchObject([{ variant: "M", standing: "unclear" }]);
  });

  it("of an old DNA test may be about a coat locus", () => {
    const test = (name: string, grade: string) =>
      resultOfDnaTest({ kind: "dna", name, result: { type: "grade", grade } });
    expect(test("Merle", "carrier")).toMatchObject({ variant: "M", standing: "carries", alleles: ["M*"] });
    expect(test("T locus", "clear")).toMatchObject({ variant: "T", standing: "clear" });
    expect(test("D locus", "carrier")).toBeNull();
    expect(
      resultOfDnaTest({ kind: "ofa_hips", name: "DM", result: { type: "grade", grade: "good" } }),
    ).toBeNull();
  });
});
