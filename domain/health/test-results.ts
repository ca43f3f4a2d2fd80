/** The possible results of a health test, their texts, and their meaning. */
import type { HealthTestKind } from "./rules";
import { LONG_TEXT_MAX } from "../text/rules";
import type { FieldErrors } from "../errors";
import { TEST_KINDS, type Grade, type Verdict } from "./test-kinds";

export type TestResult =
  | { readonly type: "grade"; readonly grade: string }
  | { readonly type: "sides"; readonly left: string | null; readonly right: string | null }
  | { readonly type: "scores"; readonly left: number | null; readonly right: number | null }
  | { readonly type: "text"; readonly text: string };

export interface ReportedTest {
  readonly kind: HealthTestKind;
  /** The name of the mutation, or of the other test. */
  readonly name: string | null;
  readonly result: TestResult;
}

const gradeOf = (grades: readonly Grade[], id: string | null): Grade | undefined =>
  grades.find((grade) => grade.id === id);

/** The name of its kind, or the entered name of a mutation or test. */
export const testTitle = ({ kind, name }: Pick<ReportedTest, "kind" | "name">): string =>
  name ?? TEST_KINDS[kind].label;

const CHOOSE = "Choose the result";

/** Returns messages by form field. */
export function checkResult(kind: HealthTestKind, result: TestResult): FieldErrors {
  const { form } = TEST_KINDS[kind];
  if (form.type !== result.type) return { result: CHOOSE };
  if (form.type === "grade" && result.type === "grade") {
    return gradeOf(form.grades, result.grade) ? {} : { result: CHOOSE };
  }
  if (form.type === "text" && result.type === "text") {
    if (result.text.trim() === "") return { result: "Result is required" };
    return result.text.length > LONG_TEXT_MAX
      ? { result: `Result must be at most ${LONG_TEXT_MAX} characters` }
      : {};
  }
  if (result.type === "sides" && form.type === "sides") {
    if (result.left === null && result.right === null)
      return { left: "Choose a result for at least one side" };
    return sideErrors(result, (side) => (gradeOf(form.grades, side) ? null : CHOOSE));
  }
  if (result.type === "scores" && form.type === "scores") {
    if (result.left === null && result.right === null)
      return { left: "Enter the figure of at least one side" };
    return sideErrors(result, (side) => checkScore(side, form));
  }
  return {};
}

function sideErrors<Value>(
  sides: { readonly left: Value | null; readonly right: Value | null },
  check: (side: Value) => string | null,
): FieldErrors {
  const errors: FieldErrors = {};
  for (const side of ["left", "right"] as const) {
    const value = sides[side];
    const message = value === null ? null : check(value);
    if (message !== null) errors[side] = message;
  }
  return errors;
}

function checkScore(score: number, { max, decimals }: { max: number; decimals: number }): string | null {
  if (!Number.isFinite(score)) return "Enter a number";
  if (score < 0 || score > max) return `Must be from 0 to ${max}`;
  if (decimals === 0 && !Number.isInteger(score)) return "Must be a whole number";
  return null;
}

export function describeResult({ kind, result }: Pick<ReportedTest, "kind" | "result">): string {
  const { form } = TEST_KINDS[kind];
  if (result.type === "text") return result.text;
  if (result.type === "grade") {
    return (form.type === "grade" ? gradeOf(form.grades, result.grade)?.label : undefined) ?? result.grade;
  }
  if (result.type === "sides") {
    const labelOf = (id: string | null): string | null =>
      id === null ? null : ((form.type === "sides" ? gradeOf(form.grades, id)?.label : undefined) ?? id);
    return describeSides(labelOf(result.left), labelOf(result.right));
  }
  const digits = form.type === "scores" ? form.decimals : 0;
  const written = (score: number | null): string | null => (score === null ? null : score.toFixed(digits));
  // The BVA writes both sides and their sum.
  if (kind === "bva_hips" && result.left !== null && result.right !== null) {
    return `${result.right}:${result.left} (total ${result.left + result.right})`;
  }
  return describeSides(written(result.left), written(result.right));
}

function describeSides(left: string | null, right: string | null): string {
  if (left !== null && left === right) return `${left} both sides`;
  return [left === null ? null : `left ${left}`, right === null ? null : `right ${right}`]
    .filter((side) => side !== null)
    .join(", ");
}

const ORDER: readonly Verdict[] = ["good", "watch", "poor"];

const worse = (a: Verdict, b: Verdict): Verdict => (ORDER.indexOf(a) >= ORDER.indexOf(b) ? a : b);

/** Rates the worse side; null if the scheme leaves the rating to the figures of the breed. */
export function verdictOf({ kind, result }: Pick<ReportedTest, "kind" | "result">): Verdict | null {
  const { form } = TEST_KINDS[kind];
  if (form.type === "grade" && result.type === "grade") {
    return gradeOf(form.grades, result.grade)?.verdict ?? null;
  }
  if (form.type === "sides" && result.type === "sides") {
    const verdicts = [result.left, result.right].flatMap((side) => gradeOf(form.grades, side)?.verdict ?? []);
    return verdicts.length === 0 ? null : verdicts.reduce(worse);
  }
  if (form.type === "scores" && result.type === "scores" && form.goodUpTo !== null) {
    const scores = [result.left, result.right].filter((score) => score !== null);
    return scores.length > 0 && Math.max(...scores) <= form.goodUpTo ? "good" : "watch";
  }
  return null;
}
