/**
 * The meaning of two dogs' health tests for their mating: recommended tests that are missing, expired or not good,
 * and predictions for the litter from DNA results. For an external dog only recorded tests are assessed, because
 * its owner has the other results.
 */
import { formatDay } from "../formatting/formatting";
import { describeSource, missingTests, recommendedTests } from "../health/breed-tests";
import { crossShares, dnaKeyOf, findDnaTest, toDnaStatus, type DnaStatus, type DnaTest } from "../health/dna";
import { TEST_KINDS } from "../health/test-kinds";
import { describeResult, testTitle, verdictOf, type ReportedTest } from "../health/test-results";
import { newestTests } from "../health/test-validity";
import { finding, type Finding } from "./findings";

export interface MateTest extends ReportedTest {
  readonly testedOn: string;
  readonly validUntil: string | null;
}

export interface TestedMate {
  readonly name: string;
  readonly breedKey: string;
  readonly isExternal: boolean;
  /** Whether a test is recorded as an ordinary health record. */
  readonly hasWrittenTest: boolean;
  readonly tests: readonly MateTest[];
}

function adviseOnGaps({ name, breedKey, isExternal, hasWrittenTest, tests }: TestedMate): Finding[] {
  if (isExternal) return [];
  const recommended = recommendedTests(breedKey);
  const source = describeSource(recommended);
  const isHint = recommended.certainty === "starter";
  const missing = missingTests(breedKey, tests);
  if (tests.length === 0) {
    // Only the breeder knows which tests an ordinary health record contains.
    if (hasWrittenTest) return [];
    const message = `No health test of ${name} is recorded. ${isHint ? "A starter list names" : "Recommended"}: ${missing.join(", ")}.`;
    return [finding("note", "no_health_tests", message, source)];
  }
  if (missing.length === 0) return [];
  const lacking = isHint ? "health tests that a starter list names" : "recommended health tests";
  const message = `${name} lacks ${lacking}: ${missing.join(", ")}.`;
  return [finding("note", "missing_health_tests", message, source)];
}

function adviseOnResults({ name, tests }: TestedMate, bredOn: string): Finding[] {
  return tests.flatMap((test) => {
    const findings: Finding[] = [];
    const title = testTitle(test);
    if (test.validUntil !== null && test.validUntil < bredOn) {
      const message = `${name}: ${title} was valid until ${formatDay(test.validUntil)}.`;
      findings.push(finding("note", "health_test_expired", message, TEST_KINDS[test.kind].source));
    }
    // The meaning of a DNA result depends on the result of the other parent.
    if (test.kind !== "dna" && verdictOf(test) === "poor") {
      const message = `${name}: ${title}, ${describeResult(test)}.`;
      findings.push(finding("caution", "health_test_result", message, TEST_KINDS[test.kind].source));
    }
    return findings;
  });
}

interface DnaResult {
  readonly title: string;
  readonly status: DnaStatus;
}

function dnaResultsOf({ tests }: TestedMate): Map<string, DnaResult> {
  const results = new Map<string, DnaResult>();
  for (const { kind, name, result } of tests) {
    const status = result.type === "grade" ? toDnaStatus(result.grade) : null;
    if (kind !== "dna" || name === null || status === null) continue;
    results.set(dnaKeyOf(name), { title: findDnaTest(name)?.name ?? name, status });
  }
  return results;
}

const percent = (share: number): string => `${Math.round(share * 100)}%`;

const WORDS: Readonly<Record<DnaStatus, string>> = {
  clear: "clear",
  carrier: "a carrier",
  at_risk: "at risk",
};

const MENDEL = "Mendelian inheritance of one mutation on an autosome";

function adviseOnCross(
  title: string,
  test: DnaTest | undefined,
  [sire, dam]: [DnaParent, DnaParent],
): Finding | null {
  const { oneCopy, twoCopies } = crossShares(sire.status, dam.status);
  if (oneCopy + twoCopies === 0) return null;
  const parents = `${sire.name} is ${WORDS[sire.status]} and ${dam.name} ${WORDS[dam.status]} for ${title}`;
  if (test?.isSexLinked) {
    return finding(
      "caution",
      "dna_cross",
      `${parents}; the mutation lies on the X chromosome. Ask the laboratory.`,
    );
  }
  const one = oneCopy === 0 ? "" : `${percent(oneCopy)} carriers`;
  if (twoCopies === 0) {
    const severity = test?.isOneCopyHarmful ? "caution" : "note";
    const words = test?.isOneCopyHarmful ? "one copy is enough to matter" : "none affected";
    return finding(severity, "dna_cross", `${parents}: expect ${one} among the puppies, ${words}.`, MENDEL);
  }
  const two = `${percent(twoCopies)} ${test?.isTrait ? "with two copies" : "affected"}`;
  const shares = [two, one].filter((words) => words !== "").join(" and ");
  const severity = test?.isTrait ? "note" : "serious";
  return finding(severity, "dna_cross", `${parents}: expect ${shares} among the puppies.`, MENDEL);
}

interface DnaParent {
  readonly name: string;
  readonly status: DnaStatus;
}

function adviseOnUntested(
  title: string,
  tested: DnaParent,
  untested: string,
  test: DnaTest | undefined,
): Finding | null {
  if (tested.status === "clear" || test?.isTrait || test?.isSexLinked) return null;
  const { twoCopies } = crossShares(tested.status, "carrier");
  const message = `${tested.name} is ${WORDS[tested.status]} for ${title}, and ${untested} has no result: test first. If ${untested} is a carrier, expect ${percent(twoCopies)} of the puppies to be affected.`;
  return finding("caution", "dna_untested", message, MENDEL);
}

function adviseOnDna(sire: TestedMate, dam: TestedMate): Finding[] {
  const [ofSire, ofDam] = [dnaResultsOf(sire), dnaResultsOf(dam)];
  const keys = [...new Set([...ofSire.keys(), ...ofDam.keys()])].sort();
  return keys.flatMap((key) => {
    const [fromSire, fromDam] = [ofSire.get(key), ofDam.get(key)];
    const title = fromSire?.title ?? fromDam?.title ?? key;
    const test = findDnaTest(title);
    if (fromSire && fromDam) {
      const parents: [DnaParent, DnaParent] = [
        { name: sire.name, status: fromSire.status },
        { name: dam.name, status: fromDam.status },
      ];
      return adviseOnCross(title, test, parents) ?? [];
    }
    const alone = fromSire ? { name: sire.name, status: fromSire.status } : null;
    const other = fromDam ? { name: dam.name, status: fromDam.status } : null;
    const tested = alone ?? other;
    return (tested && adviseOnUntested(title, tested, alone ? dam.name : sire.name, test)) ?? [];
  });
}

/** A parent is null if the caller may not read its tests. */
export function adviseOnTests(sire: TestedMate | null, dam: TestedMate | null, bredOn: string): Finding[] {
  const newestOf = (mate: TestedMate): TestedMate => ({ ...mate, tests: newestTests(mate.tests) });
  const mates = [dam, sire].filter((mate) => mate !== null).map(newestOf);
  const [first, second] = mates;
  return [
    ...mates.flatMap((mate) => [...adviseOnResults(mate, bredOn), ...adviseOnGaps(mate)]),
    ...(first && second ? adviseOnDna(second, first) : []),
  ];
}
