/**
 * Ages and age bands of dogs. The age of a deceased dog stops at its death. A dog without a birth date is in no
 * band.
 */
import { AGE_BANDS, type AgeBand, type DogStatus } from "./rules";
import { earlierDay, monthsBetween, yearsBetween } from "../dates/calendar-days";

interface Aging {
  readonly dateOfBirth: string | null;
  readonly status: DogStatus;
  readonly statusChangedOn: string | null;
}

/** Returns null if the dog is alive or the date is unknown. */
export function diedOn({
  status,
  statusChangedOn,
}: Pick<Aging, "status" | "statusChangedOn">): string | null {
  return status === "deceased" ? statusChangedOn : null;
}

function ageDay(dog: Aging, today: string): string {
  const death = diedOn(dog);
  return death === null ? today : earlierDay(death, today);
}

/** Returns whole years; null if there is no birth date. */
export function ageInYears(dog: Aging, today: string): number | null {
  return dog.dateOfBirth === null ? null : Math.max(0, yearsBetween(dog.dateOfBirth, ageDay(dog, today)));
}

/** Returns whole months; null if there is no birth date. */
export function ageInMonths(dog: Aging, today: string): number | null {
  return dog.dateOfBirth === null ? null : Math.max(0, monthsBetween(dog.dateOfBirth, ageDay(dog, today)));
}

export function isInAgeBand(dog: Aging, band: AgeBand, today: string): boolean {
  const age = ageInYears(dog, today);
  const { fromYears, toYears } = AGE_BANDS[band];
  return age !== null && age >= fromYears && age < toYears;
}

/** Formats an age: in months below a year, otherwise in years and months. */
export function formatAge(months: number): string {
  const count = (value: number, unit: string): string => `${value} ${unit}${value === 1 ? "" : "s"}`;
  if (months < 12) return count(months, "month");
  const rest = months % 12;
  const years = count(Math.floor(months / 12), "year");
  return rest === 0 ? years : `${years} and ${count(rest, "month")}`;
}
