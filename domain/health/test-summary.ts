/** A dog's health tests in one line, for its pedigree certificate. */
import { HEALTH_TEST_GROUPS } from "./rules";
import { findDnaTest } from "./dna";
import { TEST_KINDS } from "./test-kinds";
import { describeResult, type ReportedTest } from "./test-results";
import { newestTests } from "./test-validity";

interface SummedTest extends ReportedTest {
  readonly testedOn: string;
  readonly validUntil: string | null;
}

/** Returns the part in brackets, if the full name has brackets. */
function shortDnaName(name: string): string {
  const full = findDnaTest(name)?.name ?? name;
  return /\(([^()]+)\)$/u.exec(full)?.[1] ?? full;
}

function shorten(test: SummedTest): string {
  const title =
    test.kind === "dna" ? shortDnaName(test.name ?? "") : (test.name ?? TEST_KINDS[test.kind].short);
  // If an examination must be repeated, the year is shown.
  const year = test.validUntil === null ? "" : ` (${test.testedOn.slice(0, 4)})`;
  return `${title} ${describeResult(test)}${year}`;
}

/**
 * The text contains only the newest result of each test, in the order of the groups. Returns null if there are no
 * tests.
 */
export function summarizeTests(tests: readonly SummedTest[]): string | null {
  const groupOf = ({ kind }: SummedTest): number => HEALTH_TEST_GROUPS.indexOf(TEST_KINDS[kind].group);
  const newest = newestTests(tests).sort((a, b) => groupOf(a) - groupOf(b));
  return newest.length === 0 ? null : newest.map(shorten).join(" · ");
}
