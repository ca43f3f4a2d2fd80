/**
 * One additional field of every type for the description of a dog, with two values of each field. Tests add these
 * fields to the description (`vi.mock`) and check that all derived parts contain the fields.
 */
import { choice, day, email, flag, measure, notes, text } from "../fields";

export const MORE_FIELDS = {
  coatType: text("Coat type", { example: "Smooth" }),
  breederEmail: email("Breeder email"),
  story: notes("Story"),
  gradedOn: day("Graded on"),
  withersHeight: measure("Withers height", "inches", 60),
  ears: choice("Ears", ["natural", "cropped"], { initial: "natural" }),
  isImported: flag("Imported"),
} as const;

interface Sample {
  readonly name: keyof typeof MORE_FIELDS;
  readonly nothing: string | boolean | null;
  readonly first: string | number | boolean;
  readonly second: string | number | boolean;
  /** The second value is in the words of the history. */
  readonly label: string;
  readonly inWords: string;
  /** An import reads `cell` as the second value. */
  readonly heading: string;
  readonly cell: string;
  /** The cell contains the second value. */
  readonly exported: string;
  readonly exportedCell: string;
  readonly wrong: string | number;
  readonly message: string;
}

export const SAMPLES: readonly Sample[] = [
  {
    name: "coatType",
    nothing: null,
    first: "Wire",
    second: "Smooth",
    label: "Coat type",
    inWords: "Smooth",
    heading: "COAT TYPE",
    cell: "Smooth",
    exported: "Coat type",
    exportedCell: "Smooth",
    wrong: 5,
    message: "Coat type must be text",
  },
  {
    name: "breederEmail",
    nothing: null,
    first: "a@example.com",
    second: "b@example.com",
    label: "Breeder email",
    inWords: "b@example.com",
    heading: "breederEmail",
    cell: "b@example.com",
    exported: "Breeder email",
    exportedCell: "b@example.com",
    wrong: "nobody",
    message: "Invalid email address",
  },
  {
    name: "story",
    nothing: null,
    first: "Born in a storm.",
    second: "Found in the barn.",
    label: "Story",
    inWords: "Found in the barn.",
    heading: "Story",
    cell: "Found in the barn.",
    exported: "Story",
    exportedCell: "Found in the barn.",
    wrong: 5,
    message: "Story must be text",
  },
  {
    name: "gradedOn",
    nothing: null,
    first: "2025-01-02",
    second: "2025-03-04",
    label: "Graded on",
    inWords: "March 4, 2025",
    heading: "Graded On",
    cell: "2025-03-04",
    exported: "Graded on",
    exportedCell: "2025-03-04",
    wrong: "soon",
    message: "Graded on must be a date such as 2025-06-15",
  },
  {
    name: "withersHeight",
    nothing: null,
    first: 20,
    second: 22.5,
    label: "Withers height",
    inWords: "22.5 inches",
    heading: "Withers Height",
    cell: "22,5 in",
    exported: "Withers height (in)",
    exportedCell: "22.5",
    wrong: -1,
    message: "Withers height must be positive",
  },
  {
    name: "ears",
    nothing: "natural",
    first: "natural",
    second: "cropped",
    label: "Ears",
    inWords: "Cropped",
    heading: "Ears",
    cell: "Cropped",
    exported: "Ears",
    exportedCell: "cropped",
    wrong: "round",
    message: "Ears must be natural or cropped",
  },
  {
    name: "isImported",
    nothing: false,
    first: false,
    second: true,
    label: "Imported",
    inWords: "Yes",
    heading: "Imported",
    cell: "x",
    exported: "Imported",
    exportedCell: "yes",
    wrong: "maybe",
    message: "Imported must be true or false",
  },
];
