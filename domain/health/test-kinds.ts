/**
 * The catalog of health tests: the name of each test, the results of its laboratory or scheme, and how long a
 * result is valid. The grades are those of the schemes:
 * - Orthopedic Foundation for Animals (ofa.org): hips in seven grades, of which Excellent, Good and Fair are
 *   normal; elbows normal or grade I to III on each side; patellas normal or grade 1 to 4; thyroid; cardiac basic
 *   and advanced. The part of the advanced cardiac exam on acquired disease is valid for a year. The examinations
 *   of the Companion Animal Eye Registry by an ACVO diplomate are valid for twelve months.
 * - PennHIP (AIS PennHIP manual; Smith, Biery and Gregor 1990): a distraction index per hip, starting at 0 for the
 *   tightest hip; osteoarthritis of the hip is rare up to 0.30.
 * - British Veterinary Association and The Kennel Club: hips scored 0 to 53 on each side, compared with the breed's
 *   median; eyes unaffected or affected, repeated yearly.
 * - Fédération Cynologique Internationale: hips A to E. International Elbow Working Group: elbows 0 to 3.
 * - European College of Veterinary Ophthalmologists: unaffected, undetermined, suspicious, affected, valid for a
 *   year.
 */
import type { HealthTestGroup, HealthTestKind } from "./rules";

/** The meaning of a result for breeding; null if the scheme leaves the rating to the figures of the breed. */
export type Verdict = "good" | "watch" | "poor";

export interface Grade {
  readonly id: string;
  readonly label: string;
  readonly verdict: Verdict;
}

/** The form of a result: one grade, one grade for each side, one figure for each side, or words. */
export type ResultForm =
  | { readonly type: "grade"; readonly grades: readonly Grade[] }
  | { readonly type: "sides"; readonly grades: readonly Grade[] }
  | {
      readonly type: "scores";
      readonly unit: string;
      readonly max: number;
      readonly decimals: number;
      /**
       * Up to this figure on the worse side, the result is good; null if the rating depends on the breed's figures.
       */
      readonly goodUpTo: number | null;
    }
  | { readonly type: "text" };

export interface TestKind {
  readonly group: HealthTestGroup;
  readonly label: string;
  /** A line on a certificate uses this short name. */
  readonly short: string;
  readonly form: ResultForm;
  /** The examination is due again after this number of years. */
  readonly validYears: number | null;
  /** Users enter the name of the mutation, or of the other test. */
  readonly isNamed: boolean;
  readonly source: string | null;
}

const good = (id: string, label: string): Grade => ({ id, label, verdict: "good" });
const watch = (id: string, label: string): Grade => ({ id, label, verdict: "watch" });
const poor = (id: string, label: string): Grade => ({ id, label, verdict: "poor" });

const OFA = "Orthopedic Foundation for Animals";
const BVA = "British Veterinary Association and The Kennel Club";

const NORMAL_EQUIVOCAL_ABNORMAL = [
  good("normal", "Normal"),
  watch("equivocal", "Equivocal"),
  poor("abnormal", "Abnormal"),
];

const plain = { validYears: null, isNamed: false } as const;

export const TEST_KINDS: Readonly<Record<HealthTestKind, TestKind>> = {
  ofa_hips: {
    ...plain,
    group: "hips",
    label: "Hips (OFA)",
    short: "Hips OFA",
    form: {
      type: "grade",
      grades: [
        good("excellent", "Excellent"),
        good("good", "Good"),
        good("fair", "Fair"),
        watch("borderline", "Borderline"),
        poor("mild", "Mild dysplasia"),
        poor("moderate", "Moderate dysplasia"),
        poor("severe", "Severe dysplasia"),
      ],
    },
    source: OFA,
  },
  pennhip: {
    ...plain,
    group: "hips",
    label: "Hips (PennHIP)",
    short: "PennHIP",
    form: { type: "scores", unit: "distraction index", max: 1.5, decimals: 2, goodUpTo: 0.3 },
    source: "PennHIP",
  },
  bva_hips: {
    ...plain,
    group: "hips",
    label: "Hips (BVA/KC score)",
    short: "Hips BVA",
    form: { type: "scores", unit: "score", max: 53, decimals: 0, goodUpTo: null },
    source: BVA,
  },
  fci_hips: {
    ...plain,
    group: "hips",
    label: "Hips (FCI)",
    short: "Hips FCI",
    form: {
      type: "grade",
      grades: [
        good("a", "A (no signs)"),
        good("b", "B (near normal)"),
        watch("c", "C (mild)"),
        poor("d", "D (moderate)"),
        poor("e", "E (severe)"),
      ],
    },
    source: "Fédération Cynologique Internationale",
  },
  ofa_elbows: {
    ...plain,
    group: "elbows",
    label: "Elbows (OFA)",
    short: "Elbows OFA",
    form: {
      type: "sides",
      grades: [good("normal", "Normal"), poor("1", "Grade I"), poor("2", "Grade II"), poor("3", "Grade III")],
    },
    source: OFA,
  },
  iewg_elbows: {
    ...plain,
    group: "elbows",
    label: "Elbows (BVA/KC, IEWG)",
    short: "Elbows",
    form: {
      type: "sides",
      grades: [good("0", "0"), watch("1", "1"), poor("2", "2"), poor("3", "3")],
    },
    source: "International Elbow Working Group",
  },
  ofa_patella: {
    ...plain,
    group: "knees",
    label: "Patellas",
    short: "Patellas",
    form: {
      type: "sides",
      grades: [
        good("normal", "Normal"),
        watch("1", "Grade 1"),
        poor("2", "Grade 2"),
        poor("3", "Grade 3"),
        poor("4", "Grade 4"),
      ],
    },
    source: OFA,
  },
  caer_eyes: {
    group: "eyes",
    label: "Eyes (OFA CAER)",
    short: "Eyes CAER",
    form: {
      type: "grade",
      grades: [
        good("normal", "Normal"),
        watch("breeder_option", "Breeder option"),
        poor("not_certifiable", "Not certifiable"),
      ],
    },
    validYears: 1,
    isNamed: false,
    source: `${OFA}, Companion Animal Eye Registry`,
  },
  ecvo_eyes: {
    group: "eyes",
    label: "Eyes (ECVO)",
    short: "Eyes ECVO",
    form: {
      type: "grade",
      grades: [
        good("unaffected", "Unaffected"),
        watch("undetermined", "Undetermined"),
        watch("suspicious", "Suspicious"),
        poor("affected", "Affected"),
      ],
    },
    validYears: 1,
    isNamed: false,
    source: "European College of Veterinary Ophthalmologists",
  },
  bva_eyes: {
    group: "eyes",
    label: "Eyes (BVA/KC)",
    short: "Eyes BVA",
    form: {
      type: "grade",
      grades: [good("unaffected", "Clinically unaffected"), poor("affected", "Clinically affected")],
    },
    validYears: 1,
    isNamed: false,
    source: BVA,
  },
  cardiac_basic: {
    ...plain,
    group: "heart",
    label: "Heart (basic, auscultation)",
    short: "Heart",
    form: { type: "grade", grades: NORMAL_EQUIVOCAL_ABNORMAL },
    source: OFA,
  },
  cardiac_advanced: {
    group: "heart",
    label: "Heart (advanced, cardiologist)",
    short: "Heart advanced",
    form: { type: "grade", grades: NORMAL_EQUIVOCAL_ABNORMAL },
    validYears: 1,
    isNamed: false,
    source: OFA,
  },
  holter: {
    group: "heart",
    label: "Heart (24-hour Holter)",
    short: "Holter",
    form: { type: "grade", grades: NORMAL_EQUIVOCAL_ABNORMAL },
    validYears: 1,
    isNamed: false,
    source: OFA,
  },
  ofa_thyroid: {
    ...plain,
    group: "thyroid",
    label: "Thyroid (OFA)",
    short: "Thyroid",
    form: {
      type: "grade",
      grades: [
        good("normal", "Normal"),
        watch("equivocal", "Equivocal"),
        poor("autoimmune", "Autoimmune thyroiditis"),
        poor("compensative", "Compensative autoimmune thyroiditis"),
        poor("idiopathic", "Idiopathically reduced function"),
      ],
    },
    source: OFA,
  },
  baer: {
    ...plain,
    group: "hearing",
    label: "Hearing (BAER)",
    short: "Hearing",
    form: { type: "sides", grades: [good("hearing", "Hearing"), poor("deaf", "Deaf")] },
    source: OFA,
  },
  dna: {
    ...plain,
    isNamed: true,
    group: "dna",
    label: "DNA test",
    short: "DNA",
    form: {
      type: "grade",
      grades: [good("clear", "Clear"), watch("carrier", "Carrier"), poor("at_risk", "At risk")],
    },
    source: null,
  },
  other: {
    ...plain,
    isNamed: true,
    group: "other",
    label: "Other test",
    short: "Other",
    form: { type: "text" },
    source: null,
  },
};

export const GROUP_LABELS: Readonly<Record<HealthTestGroup, string>> = {
  hips: "Hips",
  elbows: "Elbows",
  knees: "Knees",
  eyes: "Eyes",
  heart: "Heart",
  thyroid: "Thyroid",
  hearing: "Hearing",
  dna: "DNA",
  other: "Other tests",
};
