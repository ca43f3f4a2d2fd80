/**
 * One additional field of every type for the description of a kind of record, with two values of each field. Tests
 * add these fields to descriptions (`vi.mock`) and check that all derived parts contain the fields.
 */
import { cents, day, instant, measure, notes, openChoice, text } from "../fields";
import { formatMoment } from "../../formatting/formatting";

export const MORE_FIELDS = {
  earTag: text("Ear tag", { example: "B12" }),
  story: notes("Story"),
  gradedOn: day("Graded on"),
  scannedAt: instant("Scanned at"),
  bundleWeightGrams: measure("Bundle weight", "grams", 900),
  temper: openChoice("Temper", ["calm", "lively"]),
  feeCents: cents("Fee", 100_000),
} as const;

interface MoreSample {
  readonly name: keyof typeof MORE_FIELDS;
  readonly first: string | number;
  readonly second: string | number;
  /** The second value is in the words of the history. */
  readonly label: string;
  readonly inWords: string;
  readonly rest: readonly [name: string, first: string | number, second: string | number];
  /** The cell contains the second value. */
  readonly column: readonly [heading: string, cell: string];
  readonly wrong: string | number;
  readonly message: string;
}

const FIRST_SCAN = "2025-03-05T03:20:00.000Z";
const SECOND_SCAN = "2025-03-06T04:30:00.000Z";

export const MORE_SAMPLES: readonly MoreSample[] = [
  {
    name: "earTag",
    first: "B12",
    second: "B13",
    label: "Ear tag",
    inWords: "B13",
    rest: ["earTag", "B12", "B13"],
    column: ["Ear tag", "B13"],
    wrong: 5,
    message: "Ear tag must be text",
  },
  {
    name: "story",
    first: "Born in a storm.",
    second: "Found in the barn.",
    label: "Story",
    inWords: "Found in the barn.",
    rest: ["story", "Born in a storm.", "Found in the barn."],
    column: ["Story", "Found in the barn."],
    wrong: 5,
    message: "Story must be text",
  },
  {
    name: "gradedOn",
    first: "2025-01-02",
    second: "2025-03-04",
    label: "Graded on",
    inWords: "March 4, 2025",
    rest: ["gradedOn", "2025-01-02", "2025-03-04"],
    column: ["Graded on", "2025-03-04"],
    wrong: "soon",
    message: "Graded on must be a date such as 2025-06-15",
  },
  {
    name: "scannedAt",
    first: Date.parse(FIRST_SCAN),
    second: Date.parse(SECOND_SCAN),
    label: "Scanned at",
    inWords: formatMoment(Date.parse(SECOND_SCAN)),
    rest: ["scannedAt", FIRST_SCAN, SECOND_SCAN],
    column: ["Scanned at (UTC)", "2025-03-06 04:30:00"],
    wrong: "at night",
    message: "scannedAt must be a time such as 2025-03-05T03:20:00Z",
  },
  {
    name: "bundleWeightGrams",
    first: 300,
    second: 312.5,
    label: "Bundle weight",
    inWords: "312.5 g",
    rest: ["bundleWeight", 300, 312.5],
    column: ["Bundle weight (g)", "312.5"],
    wrong: 901,
    message: "Bundle weight must be at most 900 grams",
  },
  {
    name: "temper",
    first: "calm",
    second: "lively",
    label: "Temper",
    inWords: "Lively",
    rest: ["temper", "calm", "lively"],
    column: ["Temper", "lively"],
    wrong: "wild",
    message: "Temper must be calm, lively",
  },
  {
    name: "feeCents",
    first: 150_0,
    second: 20_50,
    label: "Fee",
    inWords: "$20.50",
    rest: ["fee", 15, 20.5],
    column: ["Fee (USD)", "20.50"],
    wrong: -1,
    message: "Fee cannot be negative",
  },
];

export const ADDED = Object.keys(MORE_FIELDS);
export const FIRST = Object.fromEntries(MORE_SAMPLES.map(({ name, first }) => [name, first]));
export const SECOND = Object.fromEntries(MORE_SAMPLES.map(({ name, second }) => [name, second]));
export const NOTHING = Object.fromEntries(ADDED.map((name) => [name, null]));

/** `names` are descriptions in the module of an area's records. */
export const withMoreFields = <M extends object>(module: M, names: readonly (keyof M)[]): M => ({
  ...module,
  ...Object.fromEntries(names.map((name) => [name, { ...module[name], ...MORE_FIELDS }])),
});
