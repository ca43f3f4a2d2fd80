/**
 * Tests the advice on the health tests of a pair: missing tests, results that were not good or are no longer valid,
 * and the predictions from DNA results.
 */
import { describe, expect, it } from "vitest";
import { adviseOnTests, type MateTest, type TestedMate } from "./mating-tests";

const BRED_ON = "2025-06-15";

const mate = (name: string, tests: readonly MateTest[], changes: Partial<TestedMate> = {}): TestedMate => ({
  name,
  breedKey: "golden retriever",
  isExternal: false,
  hasWrittenTest: false,
  tests,
  ...changes,
});

const test = (kind: MateTest["kind"], grade: string, changes: Partial<MateTest> = {}): MateTest => ({
  kind,
  name: null,
  testedOn: "2024-03-01",
  validUntil: null,
  result: { type: "grade", grade },
  ...changes,
});
const dna = (grade: string, name = "NCL") => test("dna", grade, { name });

const ALL: readonly MateTest[] = [
  test("ofa_hips", "good"),
  test("ofa_elbows", "", { result: { type: "sides", left: "normal", right: "normal" } }),
  test("caer_eyes", "normal", { validUntil: "2025-06-15" }),
  test("cardiac_advanced", "normal"),
];

const told = (sire: TestedMate | null, dam: TestedMate | null) =>
  adviseOnTests(sire, dam, BRED_ON).map(({ severity, code, message }) => `${severity} ${code}: ${message}`);

describe("[GAP-BRD-11] advice on health tests", () => {
  it("has no findings for a pair with all recommended tests and good results", () => {
    expect(told(mate("Rex", ALL), mate("Bella", ALL))).toEqual([]);
  });

  it("names the missing tests of each parent and the organization that recommends them", () => {
    const [ofBella, ofRex] = adviseOnTests(mate("Rex", []), mate("Bella", ALL.slice(1, 3)), BRED_ON);
    expect(ofBella).toMatchObject({
      severity: "note",
      code: "missing_health_tests",
      message: "Bella lacks recommended health tests: hips, heart.",
    });
    expect(ofBella?.source).toContain("Golden Retriever Club of America");
    expect(ofRex).toMatchObject({
      code: "no_health_tests",
      message: "No health test of Rex is recorded. Recommended: hips, elbows, eyes, heart.",
    });
  });

  it("lists no missing tests for external dogs, for tests in free text, and without the right to read health records", () => {
    expect(told(mate("Rex", [], { isExternal: true }), mate("Bella", [], { hasWrittenTest: true }))).toEqual(
      [],
    );
    expect(told(null, mate("Bella", ALL))).toEqual([]);
  });

  it("lists expired tests and results that were not good; only the newest result counts", () => {
    const old = test("caer_eyes", "normal", { validUntil: "2025-06-14" });
    const hips = [test("ofa_hips", "moderate"), test("ofa_hips", "excellent", { testedOn: "2022-01-01" })];
    const found = told(
      mate("Rex", [...hips, ...ALL.slice(1)]),
      mate("Bella", [...ALL.slice(0, 2), old, ...ALL.slice(3)]),
    );
    expect(found).toEqual([
      "note health_test_expired: Bella: Eyes (OFA CAER) was valid until June 14, 2025.",
      "caution health_test_result: Rex: Hips (OFA), Moderate dysplasia.",
    ]);
  });

  it("warns about two carriers, with a quarter of the puppies affected", () => {
    const found = told(mate("Rex", [...ALL, dna("carrier")]), mate("Bella", [...ALL, dna("carrier", "ncl")]));
    expect(found).toEqual([
      "serious dna_cross: Rex is a carrier and Bella a carrier for Neuronal Ceroid Lipofuscinosis (NCL): expect 25% affected and 50% carriers among the puppies.",
    ]);
  });

  it("calculates every other pair of results, and warns only if a puppy can be affected", () => {
    const cross = (sire: string, dam: string, name?: string) =>
      told(mate("Rex", [...ALL, dna(sire, name)]), mate("Bella", [...ALL, dna(dam, name)]))
        .join()
        .replace(/^(\w+) .*expect (.*)$/u, "$1: $2");
    expect(cross("clear", "clear")).toBe("");
    expect(cross("clear", "carrier")).toBe("note: 50% carriers among the puppies, none affected.");
    expect(cross("at_risk", "clear")).toBe("note: 100% carriers among the puppies, none affected.");
    expect(cross("at_risk", "carrier")).toBe("serious: 50% affected and 50% carriers among the puppies.");
    expect(cross("at_risk", "at_risk")).toBe("serious: 100% affected among the puppies.");
    expect(cross("clear", "carrier", "MDR1")).toBe(
      "caution: 50% carriers among the puppies, one copy is enough to matter.",
    );
    expect(cross("carrier", "carrier", "D locus")).toBe(
      "note: 25% with two copies and 50% carriers among the puppies.",
    );
    expect(cross("carrier", "clear", "XL-PRA1")).toContain("lies on the X chromosome");
  });

  it("recommends the other parent's test if one parent is a carrier, even for an external stud", () => {
    const stud = mate("Falk", [dna("carrier")], { isExternal: true });
    expect(told(stud, mate("Bella", ALL))).toEqual([
      "caution dna_untested: Falk is a carrier for Neuronal Ceroid Lipofuscinosis (NCL), and Bella has no result: test first. If Bella is a carrier, expect 25% of the puppies to be affected.",
    ]);
    expect(told(mate("Falk", [dna("clear")], { isExternal: true }), mate("Bella", ALL))).toEqual([]);
  });
});
