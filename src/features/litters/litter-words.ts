/** The types of litters in results, the addresses of their pages, and their words on screen. */
import type { BadgeVariant } from "@/components/ui/badge";
import { formatShortDay } from "@domain/formatting/formatting";
import { pageOf } from "@domain/history/places";
import { GOING_HOME_DAYS, type PuppyStatus } from "@domain/litters/rules";
import { daysBetween, localDay } from "@domain/dates/calendar-days";
import { isGone } from "@domain/dogs/standing";
import { weightDoubt } from "@domain/health/weight-doubt";
import type { FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";

export type Litter = FunctionReturnType<typeof api.litters.litters.get>;
export type Puppy = Litter["puppies"][number];
export type Portrait = FunctionReturnType<typeof api.litters.puppyPhotos.portraits>[number];
export type Weight = FunctionReturnType<typeof api.litters.puppyWeights.list>[number];

export const litterPath = (litterId: string): string => pageOf("litters", litterId);

export const weighingPath = (litterId: string): string => `${litterPath(litterId)}/weigh`;

/** Litters come from these breedings. */
export const breedingsPath = "/dashboard/breeding";

/** The list is a tab of the Breeding screen. */
export const littersPath = "/dashboard/breeding?tab=litters";

export const isWeighingPath = (path: string): boolean => /^\/dashboard\/litters\/[^/]+\/weigh$/u.test(path);

export const puppyStatusVariants = {
  available: "success",
  reserved: "warning",
  sold: "info",
  kept: "primary",
  deceased: "neutral",
} as const satisfies Record<PuppyStatus, BadgeVariant>;

export const parentNames = ({ breeding }: Litter): { sire: string; dam: string } => ({
  sire: breeding.sire?.name ?? breeding.sireName ?? "Sire unknown",
  dam: breeding.dam?.name ?? breeding.damName ?? "Dam unknown",
});

/**
 * A puppy is weighed while it is alive and in the kennel. A sold puppy is in the kennel until the day on which
 * puppies may leave.
 */
export const isWeighed = ({ status }: Puppy, bornOn: string, today: string): boolean =>
  status === "sold" ? daysBetween(bornOn, today) <= GOING_HOME_DAYS : !isGone({ status });

/** If no time was recorded, noon of the whelping date on this device. */
export const bornAtOf = ({ bornAt }: Pick<Puppy, "bornAt">, { whelpingDate }: Litter): number =>
  bornAt ?? new Date(`${whelpingDate}T12:00:00`).getTime();

/**
 * Returns why a birth weight in grams is unlikely compared with the littermates. Null if the weight is likely.
 * `write` formats grams in the user's unit.
 */
export function birthWeightDoubt(
  { _id, bornAt, birthWeightGrams: grams }: Pick<Puppy, "bornAt" | "birthWeightGrams"> & { _id?: string },
  litter: Litter,
  write: (grams: number) => string,
): string | null {
  if (grams === null) return null;
  const at = bornAtOf({ bornAt }, litter);
  const littermates = litter.puppies
    .filter((puppy) => puppy._id !== _id)
    .map((puppy) => puppy.birthWeightGrams)
    .filter((each) => each !== null);
  return weightDoubt({ grams, at, bornAt: at, known: [], littermates }, write);
}

/** In days in the first weeks, then in weeks, then in months. */
export function litterAge(whelpingDate: string, today: string): string {
  const days = Math.max(0, daysBetween(whelpingDate, today));
  const count = (value: number, unit: string) => `${value} ${unit}${value === 1 ? "" : "s"}`;
  if (days < 21) return `${count(days, "day")} old`;
  if (days < 7 * 26) return `${count(Math.floor(days / 7), "week")} old`;
  return `${count(Math.floor(days / 30.44), "month")} old`;
}

export const countsText = (litter: Litter): string =>
  `${litter.numberBorn} born, ${litter.numberAlive} alive · ${litter.numberMales} male, ${litter.numberFemales} female`;

/** `write` formats the amount without its sign. */
export const signedWeight = (grams: number, write: (grams: number) => string): string =>
  `${grams < 0 ? "−" : "+"}${write(Math.abs(grams))}`;

export const signed = (value: number, digits = 0): string => {
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : `+${text}`;
};

/** Such as 'on Oct 24', for use in a sentence. */
export const onDayText = (instant: number): string => `on ${formatShortDay(localDay(new Date(instant)))}`;

/** `PuppyPapers` shows these fields, besides the puppy's placements. */
export const RARE_FACTS = [
  "registeredName",
  "registrationNumber",
  "registrationKind",
  "chipDatabase",
  "chippedOn",
  "tattoo",
  "tagNumber",
  "causeOfDeath",
  "causeOfDeathNotes",
] as const satisfies readonly (keyof Puppy)[];
