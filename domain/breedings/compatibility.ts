/**
 * Advice before a sire and a dam are mated: about their relationship, their ages, the dam's litters and other
 * matings, vaccinations and health tests. The advice forbids nothing (decision GAP-BRD-11). Each finding names the
 * organization that publishes the rule; breeders of other organizations can read the reason and decide themselves.
 * - The Kennel Club (UK), Rules for registration of litters: no dam under one year at mating or of eight years at
 *   whelping, no more than four litters of one dam, no mating of parent and offspring or of brother and sister.
 * - American Kennel Club, Rules Applying to Dog Registration, chapter 3, section 5: no dam under eight months, no
 *   sire under seven, and neither over twelve years at mating without evidence.
 * - The Animal Welfare (Licensing of Activities Involving Animals) (England) Regulations 2018, schedule 6: one
 *   litter in twelve months, six in a lifetime, no mating under twelve months.
 */
import { GESTATION_DAYS, type BreedingStatus } from "./rules";
import { findUnusualAge } from "../dogs/checks";
import type { BreedingRights, DogStatus } from "../dogs/rules";
import { addDays, daysBetween, monthsBetween } from "../dates/calendar-days";
import { formatAge } from "../dogs/age";
import { formatDay } from "../formatting/formatting";
import { finding, SEVERITIES, type Finding, type Severity } from "./findings";
import { adviseOnTests, type MateTest, type TestedMate } from "./mating-tests";
import { describeKinship, type KinshipName } from "../pedigree/kinship";

/**
 * The known health data of a dog; null if the caller may not read it, or if the kennel has no records of the dog.
 */
export interface MateHealth {
  readonly vaccinesDue: readonly { readonly name: string; readonly dueOn: string }[];
  /** Whether a test is recorded as an ordinary health record. */
  readonly hasHealthTests: boolean;
}

export interface Mate {
  readonly id: string;
  readonly name: string;
  readonly breedKey: string;
  readonly dateOfBirth: string | null;
  readonly status: DogStatus;
  readonly isExternal: boolean;
  readonly isBreedingDog: boolean;
  readonly breedingRights: BreedingRights;
  readonly isSpayed: boolean;
  readonly sireId: string | null;
  readonly damId: string | null;
  readonly grandparentIds: readonly string[];
  readonly health: MateHealth | null;
  /** Structured health tests; null if the caller may not read them. */
  readonly tests: readonly MateTest[] | null;
}

export interface OpenBreeding {
  readonly status: BreedingStatus;
  readonly breedingDate: string;
  readonly sireName: string | null;
}

export interface PlannedMating {
  readonly sire: Mate;
  readonly dam: Mate;
  readonly bredOn: string;
  readonly today: string;
  /** The expected coefficient of inbreeding of the litter; null while it is being calculated. */
  readonly coefficient: number | null;
  /** The known ancestors of the litter in each generation. */
  readonly completeness: readonly { readonly known: number; readonly possible: number }[];
  /** The earliest first. */
  readonly damLitters: readonly string[];
  readonly openBreedings: readonly OpenBreeding[];
}

const KENNEL_CLUB = "The Kennel Club (UK), litter registration";
const AKC = "American Kennel Club, registration rules, chapter 3, section 5";
const ENGLISH_LAW = "Licensing of Activities Involving Animals Regulations 2018 (England), schedule 6";

export const KINSHIP_SEVERITY: Record<KinshipName, Exclude<Severity, "note">> = {
  parent: "serious",
  siblings: "serious",
  "half-siblings": "caution",
  grandparent: "caution",
};

function adviseOnKinship({ sire, dam }: PlannedMating): Finding[] {
  const kinship = describeKinship(sire, dam);
  if (kinship === null) return [];
  const severity = KINSHIP_SEVERITY[kinship.name];
  const source = severity === "serious" ? KENNEL_CLUB : null;
  return [finding(severity, "close_relatives", `${sire.name} and ${dam.name} are ${kinship.words}.`, source)];
}

/** The coefficients of offspring of three kinds of pairs: parent and child, half siblings, first cousins. */
const INBREEDING_LEVELS = [
  { from: 0.25, severity: "serious", words: "as high as from a parent and its own offspring, or higher" },
  { from: 0.125, severity: "caution", words: "as high as from half siblings, or higher" },
  { from: 0.0625, severity: "note", words: "as high as from first cousins, or higher" },
] as const;

function adviseOnInbreeding({ coefficient }: PlannedMating): Finding[] {
  if (coefficient === null) {
    return [finding("caution", "inbreeding_unknown", "The expected inbreeding is still being calculated.")];
  }
  const level = INBREEDING_LEVELS.find(({ from }) => coefficient >= from);
  if (!level) return [];
  const percent = (coefficient * 100).toFixed(1);
  return [finding(level.severity, "inbreeding", `Expected inbreeding of ${percent}%: ${level.words}.`)];
}

/** The coefficient becomes a separate finding only if it is more serious than the relationship. */
function adviseOnCloseness(mating: PlannedMating): Finding[] {
  const [kinship] = adviseOnKinship(mating);
  const [inbreeding] = adviseOnInbreeding(mating);
  const isGraver = (a: Finding, b: Finding): boolean =>
    SEVERITIES.indexOf(a.severity) < SEVERITIES.indexOf(b.severity);
  if (kinship && inbreeding) return isGraver(inbreeding, kinship) ? [kinship, inbreeding] : [kinship];
  return [kinship, inbreeding].filter((one) => one !== undefined);
}

/** Gaps in these generations are reported. A coefficient is meaningful only above this share of known ancestors. */
const JUDGED_GENERATIONS = 4;
const ENOUGH_KNOWN = 0.5;

function adviseOnCompleteness({ completeness }: PlannedMating): Finding[] {
  const rows = completeness.slice(0, JUDGED_GENERATIONS);
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const [known, possible] = [sum(rows.map((row) => row.known)), sum(rows.map((row) => row.possible))];
  if (possible === 0 || known / possible >= ENOUGH_KNOWN) return [];
  const message = `Only ${known} of ${possible} ancestors in ${rows.length} generations are recorded, so the real inbreeding may be higher.`;
  return [finding("note", "pedigree_incomplete", message)];
}

const MONTHS_PER_YEAR = 12;

/** Ages in months. Sources at the top of this file. */
const DAM_AGES = { welfare: 12, oldAtWhelping: 8 * MONTHS_PER_YEAR } as const;

const unknownAge = ({ name }: Mate): Finding[] => [
  finding("note", "age_unknown", `${name} has no date of birth, so its age could not be checked.`),
];

function adviseOnDamAge({ dam, bredOn }: PlannedMating): Finding[] {
  // If a dam is deceased or spayed, her age is not checked.
  if (dam.status === "deceased" || dam.isSpayed) return [];
  if (dam.dateOfBirth === null) return unknownAge(dam);
  if (dam.dateOfBirth > bredOn) return bornLater(dam);
  const atMating = monthsBetween(dam.dateOfBirth, bredOn);
  const atWhelping = monthsBetween(dam.dateOfBirth, addDays(bredOn, GESTATION_DAYS));
  const young = `${dam.name} will be ${formatAge(atMating)} old at mating`;
  if (findUnusualAge("dam", dam.dateOfBirth, bredOn) === "young") {
    return [finding("serious", "dam_too_young", `${young}, under the 8 months that registries demand.`, AKC)];
  }
  if (atMating < DAM_AGES.welfare) {
    return [finding("serious", "dam_too_young", `${young}, under a year.`, KENNEL_CLUB)];
  }
  if (atWhelping >= DAM_AGES.oldAtWhelping) {
    const message = `${dam.name} will be ${formatAge(atWhelping)} old at whelping, past her eighth birthday.`;
    return [finding("serious", "dam_too_old", message, KENNEL_CLUB)];
  }
  return [];
}

function adviseOnSireAge({ sire, bredOn }: PlannedMating): Finding[] {
  if (sire.dateOfBirth === null) return unknownAge(sire);
  if (sire.dateOfBirth > bredOn) return bornLater(sire);
  const age = monthsBetween(sire.dateOfBirth, bredOn);
  const words = `${sire.name} will be ${formatAge(age)} old at mating`;
  const unusual = findUnusualAge("sire", sire.dateOfBirth, bredOn);
  if (unusual === "young") {
    return [
      finding("serious", "sire_too_young", `${words}, under the 7 months that registries demand.`, AKC),
    ];
  }
  if (unusual === "old" && sire.status !== "deceased") {
    return [finding("caution", "sire_old", `${words}; registries ask for evidence past 12 years.`, AKC)];
  }
  return [];
}

const bornLater = ({ name }: Mate): Finding[] => [
  finding("serious", "not_born", `${name} was not yet born on the day of mating.`),
];

/**
 * The number of litters of one dam after which a registry, or the law, allows no further litter. Sources at the top
 * of this file.
 */
const MOST_REGISTERED_LITTERS = 4;
const MOST_LITTERS = 6;

function adviseOnLitters({ dam, damLitters, bredOn }: PlannedMating): Finding[] {
  const before = damLitters.filter((day) => day <= bredOn);
  const last = before.at(-1);
  const findings: Finding[] = [];
  if (before.length >= MOST_LITTERS) {
    const message = `${dam.name} has had ${before.length} litters, the most that a dam may have in her lifetime.`;
    findings.push(finding("serious", "many_litters", message, ENGLISH_LAW));
  } else if (before.length >= MOST_REGISTERED_LITTERS) {
    const message = `${dam.name} has had ${before.length} litters; no more than 4 are registered.`;
    findings.push(finding("caution", "many_litters", message, KENNEL_CLUB));
  }
  if (last !== undefined && monthsBetween(last, addDays(bredOn, GESTATION_DAYS)) < MONTHS_PER_YEAR) {
    const message = `${dam.name} whelped on ${formatDay(last)}; these puppies would come within twelve months of it.`;
    findings.push(finding("caution", "recent_litter", message, ENGLISH_LAW));
  }
  return findings;
}

/** Two matings within this time may be in the same heat, or the second may be during a pregnancy. */
const OVERLAP_DAYS = GESTATION_DAYS;

function adviseOnOtherBreedings({ dam, openBreedings, bredOn }: PlannedMating): Finding[] {
  return openBreedings
    .filter(({ breedingDate }) => Math.abs(daysBetween(breedingDate, bredOn)) <= OVERLAP_DAYS)
    .map(({ status, breedingDate, sireName }) => {
      const mate = sireName === null ? "" : ` to ${sireName}`;
      const words = status === "planned" ? "has another breeding planned" : "was bred";
      const severity = status === "planned" ? "note" : "caution";
      return finding(
        severity,
        "other_breeding",
        `${dam.name} ${words}${mate} on ${formatDay(breedingDate)}.`,
      );
    });
}

function adviseOnStatus(mate: Mate, role: "sire" | "dam"): Finding[] {
  const { name, status, isSpayed } = mate;
  if (isSpayed) return [finding("serious", "spayed", `${name} is recorded as spayed.`)];
  switch (status) {
    case "active":
      return [];
    case "deceased":
      return role === "dam"
        ? [finding("serious", "deceased", `${name} is recorded as deceased.`)]
        : [finding("note", "deceased", `${name} is recorded as deceased; only stored semen can be used.`)];
    case "retired":
      return [finding("caution", "retired", `${name} is retired.`)];
    case "sold":
      return [finding("note", "sold", `${name} is sold; its owner must agree.`)];
    default:
      return status satisfies never;
  }
}

function adviseOnRights({ name, isExternal, isBreedingDog, breedingRights }: Mate): Finding[] {
  // The kennel does not know the agreements between the owner of an external dog and other people.
  if (isExternal) return [];
  if (!isBreedingDog) return [finding("note", "no_breeding_dog", `${name} is not marked as a breeding dog.`)];
  if (breedingRights === "full") return [];
  const words = breedingRights === "limited" ? "limited breeding rights" : "no breeding rights";
  return [finding("note", "breeding_rights", `${name} has ${words} recorded.`)];
}

function adviseOnHealth({ name, health }: Mate, bredOn: string, today: string): Finding[] {
  if (health === null) return [];
  return health.vaccinesDue
    .filter(({ dueOn }) => dueOn < today || dueOn < bredOn)
    .map(({ name: vaccine, dueOn }) =>
      dueOn < today
        ? finding(
            "caution",
            "vaccination_overdue",
            `${name}: ${vaccine} has been overdue since ${formatDay(dueOn)}.`,
          )
        : finding(
            "note",
            "vaccination_due",
            `${name}: ${vaccine} is due on ${formatDay(dueOn)}, before mating.`,
          ),
    );
}

function toTested({ name, breedKey, isExternal, health, tests }: Mate): TestedMate | null {
  return tests && { name, breedKey, isExternal, hasWrittenTest: health?.hasHealthTests ?? false, tests };
}

const adviseOnBreed = ({ sire, dam }: PlannedMating): Finding[] =>
  sire.breedKey === dam.breedKey
    ? []
    : [finding("note", "different_breeds", "Sire and dam are of different breeds.")];

/** The points that each finding subtracts from 100. The percentage of expected inbreeding is also subtracted. */
const POINTS: Record<Severity, number> = { serious: 30, caution: 10, note: 0 };

const BEST_SCORE = 100;

/** The most serious finding is first. The score is from 0 to 100. */
export function adviseOnMating(mating: PlannedMating): { score: number; findings: Finding[] } {
  const { sire, dam, bredOn, today } = mating;
  const findings = [
    ...adviseOnCloseness(mating),
    ...adviseOnDamAge(mating),
    ...adviseOnSireAge(mating),
    ...adviseOnLitters(mating),
    ...adviseOnOtherBreedings(mating),
    ...adviseOnStatus(dam, "dam"),
    ...adviseOnStatus(sire, "sire"),
    ...adviseOnBreed(mating),
    ...adviseOnHealth(dam, bredOn, today),
    ...adviseOnHealth(sire, bredOn, today),
    ...adviseOnTests(toTested(sire), toTested(dam), bredOn),
    ...adviseOnRights(dam),
    ...adviseOnRights(sire),
    ...adviseOnCompleteness(mating),
  ];
  const points = findings.reduce((sum, { severity }) => sum + POINTS[severity], 0);
  const score = Math.max(0, BEST_SCORE - points - Math.round((mating.coefficient ?? 0) * BEST_SCORE));
  return { score, findings: bySeverity(findings) };
}

const bySeverity = (findings: readonly Finding[]): Finding[] =>
  [...findings].sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));

/**
 * The largest difference in days between records of one whelping. It may have continued past midnight, or a date
 * may have been entered from memory.
 */
const SAME_LITTER_DAYS = 3;

/** The earliest date is first. */
export function mergeLitterDays(days: readonly string[]): string[] {
  const merged: string[] = [];
  for (const day of [...days].sort()) {
    const last = merged.at(-1);
    if (last === undefined || daysBetween(last, day) > SAME_LITTER_DAYS) merged.push(day);
  }
  return merged;
}
