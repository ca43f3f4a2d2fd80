/**
 * The columns of the table of dogs. The name is always the first column, because it identifies the row. Each person
 * chooses the other columns, their order and their widths.
 */
import { DOG_SORT_COLUMNS, type DogSortColumn } from "./list-order";

/**
 * Calculated from other records. The server does not sort by these columns: the next due task comes from several
 * records of each dog, and the coefficient from the packed pedigree of the whole breed, so that one sorted page
 * would read them for every dog of the kennel.
 */
const FOLLOWING_COLUMNS = ["photo", "age", "sire", "dam", "coi", "nextDue"] as const;

export type DogColumn = Exclude<DogSortColumn, "name"> | (typeof FOLLOWING_COLUMNS)[number];

export const DOG_COLUMNS: readonly DogColumn[] = [
  ...DOG_SORT_COLUMNS.filter((column) => column !== "name"),
  ...FOLLOWING_COLUMNS,
];

/** The first eight are the columns of the exports. Source: DOG-32. */
export const DOG_COLUMN_LABELS = {
  name: "Name",
  callName: "Call Name",
  breed: "Breed",
  gender: "Gender",
  dateOfBirth: "Date of Birth",
  registrationNumber: "Registration Number",
  status: "Status",
  isBreedingDog: "Breeding Dog",
  microchipNumber: "Microchip Number",
  titles: "Titles",
  color: "Color",
  currentOwnerName: "Owner",
  photo: "Photo",
  age: "Age",
  sire: "Sire",
  dam: "Dam",
  coi: "COI",
  nextDue: "Next due",
} as const satisfies Record<DogSortColumn | DogColumn, string>;

/** The first columns are visible on a tablet as well. */
export const DEFAULT_DOG_COLUMNS: readonly DogColumn[] = [
  "photo",
  "status",
  "age",
  "nextDue",
  "coi",
  "callName",
  "sire",
  "dam",
];

export const COLUMN_WIDTH_PX = { least: 56, most: 960 } as const;

export const toColumnWidth = (px: number): number =>
  Math.min(COLUMN_WIDTH_PX.most, Math.max(COLUMN_WIDTH_PX.least, Math.round(px)));

export type DogColumnWidths = Partial<Record<DogColumn | "name", number>>;

/**
 * The columns of confidential fields. They are repeated here, because importing the fields' descriptions would also
 * load the code of forms.
 */
export const CONFIDENTIAL_DOG_COLUMNS: ReadonlySet<DogColumn> = new Set<DogColumn>(["currentOwnerName"]);

const isColumn = (text: string): text is DogColumn => DOG_COLUMNS.some((column) => column === text);

/** Leaves out duplicates and unknown columns, for example in an old address. */
export const toDogColumns = (texts: readonly string[]): DogColumn[] => [...new Set(texts.filter(isColumn))];

/** The order counts. */
export const areSameColumns = (one: readonly DogColumn[], other: readonly DogColumn[]): boolean =>
  one.join() === other.join();

/** Moves to the left for -1. At the edge, nothing changes. */
export function moveColumn(columns: readonly DogColumn[], column: DogColumn, by: 1 | -1): DogColumn[] {
  const from = columns.indexOf(column);
  const to = from + by;
  if (from < 0 || to < 0 || to >= columns.length) return [...columns];
  const others = columns.filter((each) => each !== column);
  return [...others.slice(0, to), column, ...others.slice(to)];
}
