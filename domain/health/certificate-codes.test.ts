/**
 * Tests codes of certificates. Typical codes cause no question, unusual codes cause a question, and no code is
 * refused.
 */
import { describe, expect, it } from "vitest";
import { askAboutCode } from "./certificate-codes";
import type { HealthTestKind } from "./rules";
import { healthTestSchema } from "./schemas";
import type { TestResult } from "./test-results";

const grade = (id: string): TestResult => ({ type: "grade", grade: id });
const normal: TestResult = { type: "sides", left: "normal", right: "normal" };
const scores = (left: number, right: number): TestResult => ({ type: "scores", left, right });
const ask = (kind: HealthTestKind, certificateNumber: string | null, result: TestResult) =>
  askAboutCode({ kind, name: null, certificateNumber, result, gender: "male" });

describe("a certificate number", () => {
  it.each([
    ["ofa_hips", "LR-123456G24M-VPI", grade("good")],
    ["ofa_hips", "lr-1g24m", grade("good")],
    ["ofa_hips", " GR-98765E26M-NOPI ", grade("excellent")],
    ["ofa_elbows", "LR-EL12345M24-VPI", normal],
    ["ofa_patella", "CHC-PA123/24M/P-VPI", normal],
    ["cardiac_basic", "LR-BCA123/24M/C-VPI", grade("normal")],
    ["cardiac_advanced", "LR-ACA123/24M/C-VPI", grade("normal")],
    ["caer_eyes", "LR-EYE123/24M-VPI", grade("normal")],
    ["ofa_thyroid", "LR-TH123/24M-VPI", grade("normal")],
    ["fci_hips", "HD-A1", grade("a")],
    ["fci_hips", "2024/117", grade("c")],
    ["bva_hips", "4:5", scores(5, 4)],
    ["bva_hips", "KC 1234", scores(5, 4)],
    ["dna", "anything", grade("clear")],
    ["ofa_hips", null, grade("good")],
  ] as const)("of %s is typical: %s", (kind, number, result) => expect(ask(kind, number, result)).toBeNull());

  it.each([
    ["ofa_hips", "12345", grade("good"), "OFA's numbers look like LR-123456G24M-VPI. Is this one right?"],
    ["ofa_hips", "LR-123456G24M-VPI", grade("fair"), "The number says good. Is the result right?"],
    [
      ...(["ofa_hips", "LR-123456G24F-VPI", grade("good")] as const),
      "The number says female. Does it belong to this dog?",
    ],
    ["ofa_elbows", "LR-123456G24M-VPI", normal, /^OFA's numbers look like LR-EL12345M24-VPI/u],
    ["fci_hips", "HD-C", grade("a"), "The code says C. Is the result right?"],
    ["fci_hips", "HD-F", grade("a"), "FCI grades hips from A to E. Is this code right?"],
    ["bva_hips", "4:54", scores(4, 5), "BVA scores each hip from 0 to 53. Is this code right?"],
    ["bva_hips", "4:6", scores(4, 5), "The code says 4:6. Is the result right?"],
  ] as const)("of %s causes a question: %s", (kind, number, result, question) =>
    expect(ask(kind, number, result)).toMatch(question),
  );

  it("is stored unchanged, whatever it contains", () => {
    const typed = {
      kind: "ofa_hips",
      testedOn: "2025-06-01",
      result: grade("good"),
      certificateNumber: "??",
    };
    expect(healthTestSchema.parse(typed)).toMatchObject({ certificateNumber: "??" });
  });
});
