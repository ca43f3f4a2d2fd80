/** How long a health test is valid, and which of a dog's tests count today. */
import { TEST_EXPIRES_SOON_DAYS, type HealthTestKind } from "./rules";
import { addYears, daysBetween } from "../dates/calendar-days";
import { formatDay } from "../formatting/formatting";
import { dnaKeyOf } from "./dna";
import { TEST_KINDS } from "./test-kinds";
import { foldText } from "../text/text";

/** Returns the last valid date; null if the test does not expire. */
export function proposedValidUntil(kind: HealthTestKind, testedOn: string): string | null {
  const { validYears } = TEST_KINDS[kind];
  return validYears === null ? null : addYears(testedOn, validYears);
}

export type ValidityName = "expired" | "expires_soon" | "valid";

/** Returns null if the test does not expire. */
export function validityOf(
  validUntil: string | null,
  today: string,
): { state: ValidityName; text: string } | null {
  if (validUntil === null) return null;
  const days = daysBetween(today, validUntil);
  if (days < 0) return { state: "expired", text: `Expired ${formatDay(validUntil)}` };
  const text = `Valid until ${formatDay(validUntil)}`;
  return { state: days <= TEST_EXPIRES_SOON_DAYS ? "expires_soon" : "valid", text };
}

/** The tested property: the kind, and the entered name of the mutation or test. */
export const testKeyOf = (kind: HealthTestKind, name: string | null): string =>
  `${kind} ${kind === "dna" ? dnaKeyOf(name ?? "") : foldText(name ?? "")}`.trim();

export function newestTests<Test extends { kind: HealthTestKind; name: string | null; testedOn: string }>(
  tests: readonly Test[],
): Test[] {
  const newest = new Map<string, Test>();
  for (const test of tests) {
    const key = testKeyOf(test.kind, test.name);
    const known = newest.get(key);
    if (!known || test.testedOn > known.testedOn) newest.set(key, test);
  }
  return [...newest.values()];
}
