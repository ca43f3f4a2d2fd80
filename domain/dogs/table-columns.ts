/**
 * The columns of the dogs table. The name always comes first; each person chooses which others follow, and their
 * order. By default they are the documented columns of the exports.
 */
import { DOG_SORT_COLUMNS, type DogSortColumn } from "./list-order";

/** A column that can be chosen, moved and left out. */
export type DogColumn = Exclude<DogSortColumn, "name">;

export const DOG_COLUMNS = DOG_SORT_COLUMNS.filter((column): column is DogColumn => column !== "name");

/** The names of the columns; the first eight as in the exports. Source: DOG-32. */
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
} as const satisfies Record<DogSortColumn, string>;

/** The default columns. */
export const DEFAULT_DOG_COLUMNS: readonly DogColumn[] = [
  "callName",
  "breed",
  "gender",
  "dateOfBirth",
  "registrationNumber",
  "status",
  "isBreedingDog",
];

/** The columns of confidential fields, repeated here because the fields' descriptions import the code of forms. */
export const CONFIDENTIAL_DOG_COLUMNS: ReadonlySet<DogColumn> = new Set<DogColumn>(["currentOwnerName"]);

const isColumn = (text: string): text is DogColumn => DOG_COLUMNS.some((column) => column === text);

/** Reads chosen columns, each once; unknown ones, as in an old address, are left out. */
export const toDogColumns = (texts: readonly string[]): DogColumn[] => [...new Set(texts.filter(isColumn))];

/** Says whether two choices are the same, including their order. */
export const areSameColumns = (one: readonly DogColumn[], other: readonly DogColumn[]): boolean =>
  one.join() === other.join();

/** Moves a column by one place, to the left with -1; at an end it stays. */
export function moveColumn(columns: readonly DogColumn[], column: DogColumn, by: 1 | -1): DogColumn[] {
  const from = columns.indexOf(column);
  const to = from + by;
  if (from < 0 || to < 0 || to >= columns.length) return [...columns];
  const others = columns.filter((each) => each !== column);
  return [...others.slice(0, to), column, ...others.slice(to)];
}
