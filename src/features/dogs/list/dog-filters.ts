/** The filters of the dog list: names, labels and choices, in the order on screen. */
import type { AgeBand, DogStatus, Gender } from "@domain/dogs/rules";
import { statusLabels } from "@/entities/dogs/dog-labels";
import { genderLabels } from "@domain/dogs/words";

/** The names are also the server's arguments and the parameters of the page's address. */
export const DOG_FILTER_NAMES = [
  "breed",
  "gender",
  "status",
  "ageRange",
  "isBreedingDog",
  "hasPhotos",
  "isInKennel",
] as const;
export type DogFilterName = (typeof DOG_FILTER_NAMES)[number];

/** An empty string does not filter. */
export type DogFilterValues = Record<DogFilterName, string>;

export const NO_FILTERS: DogFilterValues = {
  breed: "",
  gender: "",
  status: "",
  ageRange: "",
  isBreedingDog: "",
  hasPhotos: "",
  isInKennel: "",
};

export const filterLabels = {
  breed: "Breed",
  gender: "Gender",
  status: "Status",
  ageRange: "Age Range",
  isBreedingDog: "Breeding Dog",
  hasPhotos: "Has Photos",
  isInKennel: "In the Kennel",
} as const satisfies Record<DogFilterName, string>;

const ageLabels = {
  puppy: "Puppy 0-1 year",
  young: "Young 1-3 years",
  adult: "Adult 3-7 years",
  senior: "Senior 7+ years",
} as const satisfies Record<AgeBand, string>;

type ChoiceFilter = { all: string; labels: Readonly<Record<string, string>> };

/** `all` does not filter. */
export const CHOICE_FILTERS = {
  gender: { all: "All Genders", labels: genderLabels satisfies Record<Gender, string> },
  status: { all: "All Status", labels: statusLabels satisfies Record<DogStatus, string> },
  ageRange: { all: "All Ages", labels: ageLabels },
  isBreedingDog: {
    all: "All Dogs",
    labels: { true: "Breeding Dogs Only", false: "Non-Breeding Dogs" },
  },
  hasPhotos: { all: "All Dogs", labels: { true: "With Photos", false: "Without Photos" } },
  isInKennel: { all: "All Dogs", labels: { true: "Active and Retired", false: "Deceased and Sold" } },
} as const satisfies Record<Exclude<DogFilterName, "breed">, ChoiceFilter>;

export type ChoiceFilterName = keyof typeof CHOICE_FILTERS;

/** Pairs of value and label. */
export const choicesOf = (name: ChoiceFilterName): [value: string, label: string][] =>
  Object.entries(CHOICE_FILTERS[name].labels);

/** Null if the value is not one of the filter's choices. */
export function filterValueLabel(name: DogFilterName, value: string): string | null {
  if (name === "breed") return value;
  return choicesOf(name).find(([choice]) => choice === value)?.[1] ?? null;
}

export const activeFilters = (values: DogFilterValues): DogFilterName[] =>
  DOG_FILTER_NAMES.filter((name) => values[name] !== "");
