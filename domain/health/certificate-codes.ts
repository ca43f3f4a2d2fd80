/**
 * Finds unusual certificate numbers: a number that does not have the scheme's format, or that states another result
 * or sex than the test. The user is asked, and the number is stored unchanged. Numbers of the Orthopedic Foundation
 * for Animals contain breed, test and number, for hips also the quality (E, G, F), age in months, sex, and marks
 * such as VPI (LR-123456G24M-VPI, LR-EL12345M24-VPI, LR-CA123/24F/C-VPI). Real examples exist for hips, elbows and
 * heart. The other formats, and the formats of FCI and BVA, are assumed and not confirmed by a source.
 */
import type { HealthTestKind } from "./rules";
import type { ReportedTest } from "./test-results";

interface Certificate extends ReportedTest {
  readonly certificateNumber: string | null;
  readonly gender?: "male" | "female" | undefined;
}

const MARKS = "(?:[-/][A-Z]+)*";
const code = (test: string): RegExp => new RegExp(`^[A-Z]{1,4}-${test}${MARKS}$`, "u");
/** Test and number, then age and sex in either order. The order differs between tests and years. */
const numbered = (test: string): RegExp =>
  code(`(?:${test})\\d{1,6}(?:/?\\d{1,3}(?<sex>[MF])|(?<sexFirst>[MF])/?\\d{1,3})`);

const OFA_CODES: Partial<Record<HealthTestKind, { readonly form: RegExp; readonly example: string }>> = {
  ofa_hips: {
    form: code("\\d{1,6}(?<grade>[EGF])\\d{1,3}(?<sex>[MF])"),
    example: "LR-123456G24M-VPI",
  },
  ofa_elbows: { form: numbered("EL"), example: "LR-EL12345M24-VPI" },
  ofa_patella: { form: numbered("PA"), example: "LR-PA123/24M/P-VPI" },
  ofa_thyroid: { form: numbered("TH"), example: "LR-TH123/24M-VPI" },
  caer_eyes: { form: numbered("EYE"), example: "LR-EYE123/24M-VPI" },
  cardiac_basic: { form: numbered("CA|BCA"), example: "LR-CA123/24M/C-VPI" },
  cardiac_advanced: { form: numbered("CA|ACA"), example: "LR-ACA123/24M/C-VPI" },
};

const GRADES: Readonly<Record<string, string>> = { E: "excellent", G: "good", F: "fair" };

function askAboutOfa(kind: HealthTestKind, number: string, { result, gender }: Certificate): string | null {
  const known = OFA_CODES[kind];
  if (!known) return null;
  const found = known.form.exec(number);
  if (!found) return `OFA's numbers look like ${known.example}. Is this one right?`;
  const { grade, sex = found.groups?.["sexFirst"] } = found.groups ?? {};
  const said = grade === undefined ? undefined : GRADES[grade];
  if (said !== undefined && result.type === "grade" && result.grade !== "" && result.grade !== said) {
    return `The number says ${said}. Is the result right?`;
  }
  if (gender !== undefined && sex !== undefined && sex !== (gender === "male" ? "M" : "F")) {
    return `The number says ${sex === "M" ? "male" : "female"}. Does it belong to this dog?`;
  }
  return null;
}

/** FCI grades hips A to E. Grades A to D may have a number: HD-A1. */
const FCI_GRADE = /^(?:HD)?[-\s]?(?<grade>[A-E])[-\s]?[12]?$/u;
/** BVA and The Kennel Club write both sides with a colon, or their sum. */
const BVA_SCORE = /^(?<one>\d{1,2})\s?[:/]\s?(?<other>\d{1,2})$/u;
const MOST_A_SIDE = 53;

/** Returns null if the code is typical, or if the format of such codes is unknown. */
export function askAboutCode(test: Certificate): string | null {
  const number = test.certificateNumber?.trim().toUpperCase() ?? "";
  if (number === "") return null;
  const { kind, result } = test;
  if (kind === "fci_hips") {
    const grade = FCI_GRADE.exec(number)?.groups?.["grade"];
    if (/^HD/u.test(number) && grade === undefined) return "FCI grades hips from A to E. Is this code right?";
    const isOther = grade !== undefined && result.type === "grade" && result.grade !== "";
    return isOther && result.grade !== grade.toLowerCase()
      ? `The code says ${grade}. Is the result right?`
      : null;
  }
  if (kind === "bva_hips") {
    const { one, other } = BVA_SCORE.exec(number)?.groups ?? {};
    if (one === undefined || other === undefined) return null;
    const sides = [Number(one), Number(other)];
    if (sides.some((side) => side > MOST_A_SIDE)) {
      return `BVA scores each hip from 0 to ${MOST_A_SIDE}. Is this code right?`;
    }
    if (result.type !== "scores" || result.left === null || result.right === null) return null;
    const given = [result.left, result.right];
    const isSame = [sides, [...sides].reverse()].some((each) => each.join() === given.join());
    return isSame ? null : `The code says ${one}:${other}. Is the result right?`;
  }
  return askAboutOfa(kind, number, test);
}
