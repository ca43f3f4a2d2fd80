/** A dog's stored values in words. */
import { ageInMonths, ageInYears, formatAge } from "@domain/dogs/age";
import { choiceLabelsOf } from "@domain/formatting/formatting";
import { CAUSES_OF_DEATH, type BreedingRights, type DogStatus } from "@domain/dogs/rules";
import type { BadgeVariant } from "@/components/ui/badge";

export const statusLabels = {
  active: "Active",
  retired: "Retired",
  deceased: "Deceased",
  sold: "Sold",
} as const satisfies Record<DogStatus, string>;

/** Source of the colors: the product documents. */
export const statusVariants = {
  active: "success",
  retired: "warning",
  deceased: "error",
  sold: "info",
} as const satisfies Record<DogStatus, BadgeVariant>;

export const rightsLabels = {
  none: "None",
  limited: "Limited",
  full: "Full",
} as const satisfies Record<BreedingRights, string>;

export const causeChoices: Readonly<Record<string, string>> = {
  "": "Not recorded",
  ...choiceLabelsOf(CAUSES_OF_DEATH),
};

type NamedDog = { name: string; callName?: string | null };

/** Null if there is no call name, or if it is the same as the name. */
export function distinctCallName(dog: NamedDog): string | null {
  return dog.callName && dog.callName !== dog.name ? dog.callName : null;
}

/** For lists: retired, deceased or sold. Null for an active dog. */
export const standingMark = ({ status }: { status: DogStatus }): string | null =>
  status === "active" ? null : statusLabels[status];

type AgingDog = { dateOfBirth: string | null; status: DogStatus; statusChangedOn: string | null };

/** In whole years, for a deceased dog the age at death. Null without a birth date. */
export function shortAge(dog: AgingDog, today: string): string | null {
  const years = ageInYears(dog, today);
  if (years === null) return null;
  const text = years === 0 ? "under 1 year" : years === 1 ? "1 year" : `${years} years`;
  return dog.status === "deceased" ? `lived ${text}` : text;
}

/** In months below a year, in years and months above. Null without a birth date. */
export function fullAge(dog: AgingDog, today: string): string | null {
  const months = ageInMonths(dog, today);
  if (months === null) return null;
  return dog.status === "deceased" ? `lived ${formatAge(months)}` : formatAge(months);
}
