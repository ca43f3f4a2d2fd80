/** The values of a health test's form, all typed text, and how they become what the server takes. */
import { TEST_KINDS } from "@domain/health/test-kinds";
import type { TestResult } from "@domain/health/test-results";
import { HEALTH_TEST_FIELDS } from "@domain/health/record";
import { emptyTypedForm, sentFields, typedForm, type TypedForm } from "@domain/records/typed-form";
import type { HealthTest } from "@/entities/health-tests/test-words";

export type TestFormValues = TypedForm<typeof HEALTH_TEST_FIELDS> & {
  /** The grade, or the words of a test without grades. */
  readonly result: string;
  readonly left: string;
  readonly right: string;
};

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
export const valuesOfTest = ({ result, ...test }: HealthTest): TestFormValues => ({
  ...typedForm(HEALTH_TEST_FIELDS, test),
  ...resultValues(result),
});

/** Makes the values of an empty form. */
export const emptyTest = (today: string): TestFormValues => ({
  ...emptyTypedForm(HEALTH_TEST_FIELDS),
  ...{ testedOn: today, result: "", left: "", right: "" },
});

/** Reads a figure typed with a point or a comma; what is no number stays one, for the message. */
const toScore = (text: string): number | null =>
  text.trim() === "" ? null : Number(text.trim().replace(",", "."));

const toGrade = (text: string): string | null => (text === "" ? null : text);

/** Makes the result that the kind gives out of what was typed. */
function toResult({ kind, result, left, right }: TestFormValues): TestResult {
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

/** Makes what the server takes of a form's values. */
export const toTestFields = (values: TestFormValues) => ({
  ...sentFields(HEALTH_TEST_FIELDS, values),
  result: toResult(values),
});
