/**
 * The sort columns of the list of dogs, and the order of each column. Names have the order of the server's index, so
 * that cards and table show the same order. Other texts are sorted in natural order: number 9 before number 10. All
 * texts are compared without case and accents. A dog without a value is last in both directions.
 */
import { DOG_STATUSES, type DogStatus } from "./rules";
import { foldText } from "../text/text";

export const DOG_SORT_COLUMNS = [
  "name",
  "callName",
  "breed",
  "gender",
  "dateOfBirth",
  "registrationNumber",
  "status",
  "isBreedingDog",
  "microchipNumber",
  "titles",
  "color",
  "currentOwnerName",
] as const;
export type DogSortColumn = (typeof DOG_SORT_COLUMNS)[number];

export const SORT_DIRECTIONS = ["asc", "desc"] as const;
export type SortDirection = (typeof SORT_DIRECTIONS)[number];

interface SortedDog {
  readonly name: string;
  readonly callName?: string | null;
  readonly breed: string;
  readonly gender: string;
  readonly dateOfBirth?: string | null;
  readonly registrationNumber?: string | null;
  readonly status: DogStatus;
  readonly isBreedingDog: boolean;
  readonly microchipNumber?: string | null;
  readonly titles?: string | null;
  readonly color?: string | null;
  readonly currentOwnerName?: string | null;
}

let collator: Intl.Collator | undefined;

/** The language is fixed, so that a list has the same order on all servers and browsers. */
const people = (): Intl.Collator => (collator ??= new Intl.Collator("en", { numeric: true }));

const compareNames = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

const sortText: Record<DogSortColumn, (dog: SortedDog) => string> = {
  name: ({ name }) => foldText(name),
  callName: ({ callName }) => foldText(callName ?? ""),
  breed: ({ breed }) => foldText(breed),
  gender: ({ gender }) => gender,
  dateOfBirth: ({ dateOfBirth }) => dateOfBirth ?? "",
  registrationNumber: ({ registrationNumber }) => foldText(registrationNumber ?? ""),
  status: ({ status }) => String(DOG_STATUSES.indexOf(status)),
  // Breeding dogs first.
  isBreedingDog: ({ isBreedingDog }) => (isBreedingDog ? "0" : "1"),
  microchipNumber: ({ microchipNumber }) => foldText(microchipNumber ?? ""),
  titles: ({ titles }) => foldText(titles ?? ""),
  color: ({ color }) => foldText(color ?? ""),
  currentOwnerName: ({ currentOwnerName }) => foldText(currentOwnerName ?? ""),
};

/** Dogs with equal values are sorted by name, from A to Z. */
export function sortDogs<Dog extends SortedDog>(
  dogs: readonly Dog[],
  column: DogSortColumn,
  direction: SortDirection,
): Dog[] {
  const sign = direction === "asc" ? 1 : -1;
  const compare = column === "name" ? compareNames : people().compare;
  return dogs
    .map((dog) => ({ dog, text: sortText[column](dog), name: sortText.name(dog) }))
    .sort((a, b) => {
      if ((a.text === "") !== (b.text === "")) return a.text === "" ? 1 : -1;
      return sign * compare(a.text, b.text) || compareNames(a.name, b.name);
    })
    .map(({ dog }) => dog);
}
