/**
 * Tests health tests: which results each kind accepts, how results are written, how long they are valid, and what
 * breeds require.
 */
import { describe, expect, it } from "vitest";
import { HEALTH_TEST_KINDS } from "./rules";
import { healthTestSchema } from "./schemas";
import { fieldErrorsOf } from "../records/parse";
import { describeSource, missingTests, recommendedTests } from "./breed-tests";
import { crossShares, DNA_TESTS, dnaKeyOf } from "./dna";
import { TEST_KINDS } from "./test-kinds";
import { checkResult, describeResult, testTitle, verdictOf, type TestResult } from "./test-results";
import { summarizeTests } from "./test-summary";
import { newestTests, proposedValidUntil, validityOf } from "./test-validity";

const grade = (id: string): TestResult => ({ type: "grade", grade: id });
const sides = (left: string | null, right: string | null): TestResult => ({ type: "sides", left, right });
const scores = (left: number | null, right: number | null): TestResult => ({ type: "scores", left, right });

const errorsOf = (fields: object) => {
  const parsed = healthTestSchema.safeParse({
    kind: "ofa_hips",
    testedOn: "2025-06-01",
    result: grade("good"),
    ...fields,
  });
  return parsed.success ? {} : fieldErrorsOf(parsed.error);
};

describe("test results", () => {
  it("are accepted only in the form of their kind", () => {
    expect(checkResult("ofa_hips", grade("good"))).toEqual({});
    expect(checkResult("ofa_hips", grade("a"))).toEqual({ result: "Choose the result" });
    expect(checkResult("ofa_hips", scores(1, 2))).toEqual({ result: "Choose the result" });
    expect(checkResult("ofa_elbows", sides("normal", null))).toEqual({});
    expect(checkResult("ofa_elbows", sides(null, null))).toHaveProperty("left");
    expect(checkResult("ofa_elbows", sides("normal", "9"))).toEqual({ right: "Choose the result" });
    expect(checkResult("pennhip", scores(0.32, 0.28))).toEqual({});
    expect(checkResult("pennhip", scores(1.6, -0.1))).toEqual({
      left: "Must be from 0 to 1.5",
      right: "Must be from 0 to 1.5",
    });
    expect(checkResult("bva_hips", scores(5.5, 54))).toEqual({
      left: "Must be a whole number",
      right: "Must be from 0 to 53",
    });
    expect(checkResult("other", { type: "text", text: " " })).toEqual({ result: "Result is required" });
  });

  it("are written as breeders write them", () => {
    expect(describeResult({ kind: "ofa_hips", result: grade("good") })).toBe("Good");
    expect(describeResult({ kind: "ofa_elbows", result: sides("normal", "normal") })).toBe(
      "Normal both sides",
    );
    expect(describeResult({ kind: "ofa_elbows", result: sides("normal", "1") })).toBe(
      "left Normal, right Grade I",
    );
    expect(describeResult({ kind: "pennhip", result: scores(0.3, 0.275) })).toBe("left 0.30, right 0.28");
    expect(describeResult({ kind: "bva_hips", result: scores(4, 5) })).toBe("5:4 (total 9)");
    expect(describeResult({ kind: "bva_hips", result: scores(4, null) })).toBe("left 4");
    expect(testTitle({ kind: "dna", name: "EIC" })).toBe("EIC");
    expect(testTitle({ kind: "caer_eyes", name: null })).toBe("Eyes (OFA CAER)");
  });

  it("are rated by the worse side, and have no rating if only the breed's median is known", () => {
    expect(verdictOf({ kind: "ofa_hips", result: grade("fair") })).toBe("good");
    expect(verdictOf({ kind: "ofa_hips", result: grade("borderline") })).toBe("watch");
    expect(verdictOf({ kind: "ofa_elbows", result: sides("normal", "1") })).toBe("poor");
    expect(verdictOf({ kind: "pennhip", result: scores(0.3, 0.25) })).toBe("good");
    expect(verdictOf({ kind: "pennhip", result: scores(0.3, 0.31) })).toBe("watch");
    expect(verdictOf({ kind: "bva_hips", result: scores(20, 20) })).toBeNull();
  });

  it("can be entered for every kind, and every kind has a label and a group", () => {
    for (const kind of HEALTH_TEST_KINDS) {
      const { form, label } = TEST_KINDS[kind];
      const ids = "grades" in form ? form.grades.map(({ id }) => id) : [];
      expect(new Set(ids).size, label).toBe(ids.length);
      for (const id of ids) {
        const result = form.type === "grade" ? grade(id) : sides(id, id);
        expect(checkResult(kind, result), label).toEqual({});
      }
    }
  });
});

describe("an entered test", () => {
  it("needs a name if the kind does not say what was tested, and otherwise loses its name", () => {
    expect(errorsOf({ kind: "dna", result: grade("clear") })).toEqual({ name: "Mutation is required" });
    expect(errorsOf({ kind: "other", result: { type: "text", text: "Pass" } })).toEqual({
      name: "Name of the test is required",
    });
    const parsed = healthTestSchema.parse({
      kind: "ofa_hips",
      name: "x",
      testedOn: "2025-06-01",
      result: grade("good"),
    });
    expect(parsed.name).toBeNull();
  });

  it("is refused if its validity ends before the test, or if a date is invalid", () => {
    expect(errorsOf({ validUntil: "2025-05-31" })).toEqual({
      validUntil: "Valid until cannot be before the test",
    });
    expect(errorsOf({ testedOn: "2025-02-30" })).toEqual({
      testedOn: "Test date must be a date such as 2025-06-15",
    });
    expect(errorsOf({ testedOn: "" })).toEqual({ testedOn: "Test date is required" });
  });
});

describe("the validity of a test", () => {
  it("is a year for eyes, including leap days, and lifelong for hips", () => {
    expect(proposedValidUntil("caer_eyes", "2025-06-01")).toBe("2026-06-01");
    expect(proposedValidUntil("ecvo_eyes", "2024-02-29")).toBe("2025-02-28");
    expect(proposedValidUntil("ofa_hips", "2025-06-01")).toBeNull();
  });

  it("includes its last day, and has a warning sixty days before", () => {
    expect(validityOf("2025-06-14", "2025-06-15")).toEqual({
      state: "expired",
      text: "Expired June 14, 2025",
    });
    expect(validityOf("2025-06-15", "2025-06-15")?.state).toBe("expires_soon");
    expect(validityOf("2025-08-14", "2025-06-15")?.state).toBe("expires_soon");
    expect(validityOf("2025-08-15", "2025-06-15")?.state).toBe("valid");
    expect(validityOf(null, "2025-06-15")).toBeNull();
  });

  it("counts only the newest of several tests for the same thing, whatever the spelling of the name", () => {
    const test = (kind: (typeof HEALTH_TEST_KINDS)[number], name: string | null, testedOn: string) => ({
      kind,
      name,
      testedOn,
    });
    const kept = newestTests([
      test("dna", "prcd-PRA", "2023-01-01"),
      test("dna", "PRA-prcd", "2024-01-01"),
      test("caer_eyes", null, "2025-01-01"),
      test("caer_eyes", null, "2024-01-01"),
      test("dna", "EIC", "2022-01-01"),
    ]);
    expect(kept.map(({ name, testedOn }) => [name, testedOn])).toEqual([
      ["PRA-prcd", "2024-01-01"],
      [null, "2025-01-01"],
      ["EIC", "2022-01-01"],
    ]);
  });
});

describe("DNA tests", () => {
  it("are recognized by every name that laboratories use, and each name belongs to a single test", () => {
    expect(dnaKeyOf("DM")).toBe(dnaKeyOf("degenerative myelopathy (SOD1-A)"));
    expect(dnaKeyOf("vWD I")).toBe("vwd1");
    expect(dnaKeyOf("Something else 7")).toBe("somethingelse7");
    const names = DNA_TESTS.flatMap(({ key, name, aliases }) =>
      [...new Set([name, ...aliases])].map((each) => [each, key]),
    );
    for (const [name = "", key] of names) expect(dnaKeyOf(name), name).toBe(key);
  });

  it.each([
    ["clear", "clear", 0, 0],
    ["clear", "carrier", 0.5, 0],
    ["clear", "at_risk", 1, 0],
    ["carrier", "carrier", 0.5, 0.25],
    ["carrier", "at_risk", 0.5, 0.5],
    ["at_risk", "at_risk", 0, 1],
  ] as const)("of %s and %s predict %d with one copy and %d with two", (sire, dam, oneCopy, twoCopies) => {
    expect(crossShares(sire, dam)).toEqual({ oneCopy, twoCopies });
    expect(crossShares(dam, sire)).toEqual({ oneCopy, twoCopies });
  });
});

describe("recommended tests", () => {
  it("come from the breed's club and accept equivalent tests of other schemes", () => {
    const held = (...kinds: (typeof HEALTH_TEST_KINDS)[number][]) =>
      kinds.map((kind) => ({ kind, name: null }));
    expect(missingTests("Labrador Retriever", [])).toEqual(["hips", "elbows", "eyes", "EIC", "D locus"]);
    expect(
      missingTests("labrador", [
        ...held("pennhip", "iewg_elbows", "ecvo_eyes"),
        { kind: "dna", name: "EIC" },
      ]),
    ).toEqual(["D locus"]);
    const berner = [...held("ofa_hips", "ofa_elbows", "caer_eyes", "cardiac_basic", "ofa_thyroid")];
    expect(missingTests("Bernese Mountain Dog", [...berner, { kind: "dna", name: "DM" }])).toEqual([
      "DM (SOD1-B)",
    ]);
  });

  it("include the name of the list, its source, the date of reading and how certain it is", () => {
    const of = (breed: string) => describeSource(recommendedTests(breed));
    expect(of("Briard")).toBe(
      "Briard Club of America, CHIC requirements (briardclubofamerica.org), read November 28, 2026.",
    );
    expect(of("Golden Retriever")).toMatch(/Not confirmed on the club's own page: ask the club\.$/u);
    expect(of("German Shepherd Dog")).toMatch(
      /Second-hand: .* That page adds the club's temperament test\.$/u,
    );
    expect(of("Beagle")).toMatch(/^KennelOS, .*illustrative, read .*Starter list, only a hint/u);
    expect(recommendedTests("Beagle")).toMatchObject({ list: "starter list", certainty: "starter" });
    expect(of("Xoloitzcuintli")).toBe("General advice; the breed's club may ask for more.");
  });

  it("come from a club before a starter list, and accept an equivalent test by its name", () => {
    expect(recommendedTests("Labrador Retriever").certainty).toBe("unconfirmed");
    expect(missingTests("Rat Terrier", [{ kind: "other", name: "OFA Legg-Calve-Perthes" }])).toEqual([
      ...["heart", "hips", "patellas", "PLL"],
    ]);
    expect(missingTests("Parson Russell Terrier", [])).toEqual(["eyes", "hearing (BAER)", "patellas"]);
    expect(missingTests("Beagle", [{ kind: "dna", name: "Musladin-Lueke Syndrome (MLS)" }])).toEqual([
      ...["hips", "eyes", "patellas", "factor VII deficiency"],
    ]);
  });

  it("are general for a breed without a published list", () => {
    expect(missingTests("Xoloitzcuintli", [])).toEqual(["hips or patellas", "eyes"]);
    expect(recommendedTests("Xoloitzcuintli").source).toContain("General advice");
  });
});

describe("the summary for a certificate", () => {
  it("contains the newest result of each test in short form, in the order of the groups", () => {
    const common = { name: null, validUntil: null };
    expect(
      summarizeTests([
        { ...common, kind: "dna", name: "DM", testedOn: "2022-01-01", result: grade("clear") },
        {
          ...common,
          kind: "caer_eyes",
          testedOn: "2025-03-01",
          validUntil: "2026-03-01",
          result: grade("normal"),
        },
        {
          ...common,
          kind: "caer_eyes",
          testedOn: "2024-03-01",
          validUntil: "2025-03-01",
          result: grade("normal"),
        },
        { ...common, kind: "ofa_hips", testedOn: "2023-03-01", result: grade("excellent") },
      ]),
    ).toBe("Hips OFA Excellent · Eyes CAER Normal (2025) · SOD1-A Clear");
    expect(summarizeTests([])).toBeNull();
  });
});
