/** The values of a health test's form, all typed text, and how they become what the server takes. */
import type { HealthTestKind } from "@domain/constants/health-tests";
import { TEST_KINDS } from "@domain/health/test-kinds";
import type { TestResult } from "@domain/health/test-results";
import type { HealthTest } from "@/entities/health-tests/test-words";

export interface TestFormValues {
  readonly kind: HealthTestKind;
  readonly name: string;
  readonly testedOn: string;
  /** The grade, or the words of a test without grades. */
  readonly result: string;
  readonly left: string;
  readonly right: string;
  readonly laboratory: string;
  readonly certificateNumber: string;
  readonly validUntil: string;
  readonly notes: string;
}

const sideText = (side: string | number | null): string => (side === null ? "" : String(side));

function resultValues(result: TestResult): Pick<TestFormValues, "result" | "left" | "right"> {
  switch (result.type) {
    case "grade":
      return { result: result.grade, left: "", right: "" };
    case "text":
      return { result: result.text, left: "", right: "" };
    case "sides":
    case "scores":
      return { result: "", left: sideText(result.left), right: sideText(result.right) };
    default:
      return result satisfies never;
  }
}

/** Makes the form's values of a recorded test. */
export const valuesOfTest = (test: HealthTest): TestFormValues => ({
  kind: test.kind,
  name: test.name ?? "",
  testedOn: test.testedOn,
  ...resultValues(test.result),
  laboratory: test.laboratory ?? "",
  certificateNumber: test.certificateNumber ?? "",
  validUntil: test.validUntil ?? "",
  notes: test.notes ?? "",
});

/** Makes the values of an empty form. */
export const emptyTest = (today: string): TestFormValues => ({
  kind: "ofa_hips",
  name: "",
  testedOn: today,
  result: "",
  left: "",
  right: "",
  laboratory: "",
  certificateNumber: "",
  validUntil: "",
  notes: "",
});

/** Reads a figure typed with a point or a comma; what is no number stays one, for the message. */
const toScore = (text: string): number | null =>
  text.trim() === "" ? null : Number(text.trim().replace(",", "."));

const toGrade = (text: string): string | null => (text === "" ? null : text);

/** Makes the result that the kind gives out of what was typed. */
export function toResult({ kind, result, left, right }: TestFormValues): TestResult {
  const { type } = TEST_KINDS[kind].form;
  switch (type) {
    case "grade":
      return { type, grade: result };
    case "text":
      return { type, text: result };
    case "sides":
      return { type, left: toGrade(left), right: toGrade(right) };
    case "scores":
      return { type, left: toScore(left), right: toScore(right) };
    default:
      return type satisfies never;
  }
}
