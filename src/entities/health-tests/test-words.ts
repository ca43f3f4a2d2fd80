/** The words for health tests, and which tests belong together. */
import type { FunctionReturnType } from "convex/server";
import type { BadgeVariant } from "@/components/ui/badge";
import { HEALTH_TEST_GROUPS, type HealthTestGroup } from "@domain/health/rules";
import { TEST_KINDS, type Verdict } from "@domain/health/test-kinds";
import { newestTests, testKeyOf, type ValidityName } from "@domain/health/test-validity";
import type { api } from "@convex/_generated/api";

export type HealthTest = NonNullable<FunctionReturnType<typeof api.health.healthTests.list>>[number];

export const verdictVariants = {
  good: "success",
  watch: "warning",
  poor: "error",
} as const satisfies Record<Verdict, BadgeVariant>;

export const validityVariants = {
  expired: "error",
  expires_soon: "warning",
  valid: "outline",
} as const satisfies Record<ValidityName, BadgeVariant>;

export interface TestLine {
  readonly key: string;
  readonly newest: HealthTest;
  readonly earlier: readonly HealthTest[];
}

export interface TestGroup {
  readonly group: HealthTestGroup;
  readonly lines: readonly TestLine[];
}

/** Newest test first, in the groups of their kinds. */
export function groupTests(tests: readonly HealthTest[]): TestGroup[] {
  const lines = newestTests(tests).map((newest) => {
    const key = testKeyOf(newest.kind, newest.name);
    const same = tests.filter((test) => testKeyOf(test.kind, test.name) === key);
    return { key, newest, earlier: same.filter((test) => test !== newest) };
  });
  return HEALTH_TEST_GROUPS.map((group) => ({
    group,
    lines: lines.filter(({ newest }) => TEST_KINDS[newest.kind].group === group),
  })).filter((found) => found.lines.length > 0);
}
