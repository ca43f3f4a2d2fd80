/**
 * The health tests of the demo kennel's breeding dogs, as the breed's club requires them: hips, elbows, eyes, heart
 * and DNA, with a carrier among them and an eye certificate that expires soon. Past days are fixed; current ones
 * are relative to today.
 */
import type { HealthTestKind } from "../domain/health/rules";
import { addDays } from "../domain/dates/calendar-days";
import { proposedValidUntil } from "../domain/health/test-validity";
import type { TestResult } from "../domain/health/test-results";

export interface DemoHealthTest {
  /** A key of DEMO_DOGS or DEMO_STUDS. */
  readonly dog: string;
  readonly kind: HealthTestKind;
  /** A day, or how many days before today it was. */
  readonly tested: string | number;
  readonly result: TestResult;
  readonly name?: string;
  readonly laboratory?: string;
  readonly certificateNumber?: string;
  readonly notes?: string;
}

const grade = (id: string): TestResult => ({ type: "grade", grade: id });
const OPHTHALMOLOGIST = "Dr. Lena Ortiz, DACVO";
const DM_A = "Degenerative Myelopathy (SOD1-A)";
const DM_B = "Degenerative Myelopathy (SOD1-B)";
const VWD = "von Willebrand Disease type I (vWD)";

/** Hips, elbows and heart at two years of age, DNA as a youngster. */
const screened = (
  dog: string,
  tested: string,
  hips: string,
  numbers: string,
  dna: readonly [dmA: string, dmB: string, vwd: string],
): DemoHealthTest[] => [
  {
    dog,
    kind: "ofa_hips",
    tested,
    result: grade(hips),
    laboratory: "OFA",
    certificateNumber: `BMD-${numbers}G24`,
  },
  {
    dog,
    kind: "ofa_elbows",
    tested,
    result: { type: "sides", left: "normal", right: "normal" },
    laboratory: "OFA",
    certificateNumber: `BMD-EL${numbers}24`,
  },
  { dog, kind: "cardiac_basic", tested, result: grade("normal"), laboratory: "Dr. Paul Anders, DACVIM" },
  ...[DM_A, DM_B, VWD].map((name, index): DemoHealthTest => ({
    dog,
    kind: "dna",
    name,
    tested,
    result: grade(dna[index] ?? "clear"),
    laboratory: "UC Davis VGL",
  })),
];

const eyes = (dog: string, tested: string | number, result = "normal", notes?: string): DemoHealthTest => ({
  dog,
  kind: "caer_eyes",
  tested,
  result: grade(result),
  laboratory: OPHTHALMOLOGIST,
  ...(notes === undefined ? {} : { notes }),
});

export const DEMO_HEALTH_TESTS: readonly DemoHealthTest[] = [
  ...screened("jasper", "2021-06-21", "good", "21044", ["clear", "clear", "clear"]),
  eyes("jasper", "2024-09-14"),
  eyes("jasper", "2025-10-04"),
  ...screened("falk", "2022-07-18", "fair", "22310", ["carrier", "clear", "clear"]),
  eyes("falk", 325),
  ...screened("maple", "2024-05-23", "good", "24118", ["carrier", "clear", "clear"]),
  eyes("maple", 90, "breeder_option", "Distichiasis, left lower lid."),
  ...screened("nova", "2024-11-19", "excellent", "24390", ["clear", "clear", "carrier"]),
  eyes("nova", 400),
  {
    dog: "nova",
    kind: "pennhip",
    tested: "2024-11-19",
    result: { type: "scores", left: 0.34, right: 0.31 },
    laboratory: "AIS PennHIP",
  },
  ...screened("opal", "2025-04-09", "good", "25067", ["clear", "clear", "clear"]),
  eyes("opal", 60),
  {
    dog: "luchs",
    kind: "fci_hips",
    tested: "2021-03-15",
    result: grade("a"),
    laboratory: "Dysplasie-Kommission Bern",
  },
  {
    dog: "luchs",
    kind: "dna",
    name: DM_A,
    tested: "2021-03-15",
    result: grade("carrier"),
    laboratory: "Laboklin",
  },
];

/** Makes the arguments of the function that records a test. */
export function toHealthTestArgs({ dog: _dog, tested, kind, ...fields }: DemoHealthTest, today: string) {
  const testedOn = typeof tested === "string" ? tested : addDays(today, -tested);
  return { ...fields, kind, testedOn, validUntil: proposedValidUntil(kind, testedOn) };
}
