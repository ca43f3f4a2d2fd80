/** The types of litters as the server returns them, the addresses of their pages, and their words on screen. */
import type { BadgeVariant } from "@/components/ui/badge";
import type { PuppyStatus } from "@domain/litters/rules";
import { daysBetween } from "@domain/dates/calendar-days";
import { isGone } from "@domain/dogs/standing";
import { weightDoubt } from "@domain/health/weight-doubt";
import type { FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";

export type Litter = FunctionReturnType<typeof api.litters.litters.get>;
export type Puppy = Litter["puppies"][number];
export type Portrait = FunctionReturnType<typeof api.litters.puppyPhotos.portraits>[number];
export type Weight = FunctionReturnType<typeof api.litters.puppyWeights.list>[number];

/** The page of a litter. */
export const litterPath = (litterId: string): string => `/dashboard/litters/${litterId}`;

/** The weighing board of a litter. */
export const weighingPath = (litterId: string): string => `/dashboard/litters/${litterId}/weigh`;

/** The breedings that litters come from. */
export const breedingsPath = "/dashboard/breeding";

/** The list, a tab of the Breeding screen. */
export const littersPath = "/dashboard/breeding?tab=litters";

/** Says whether an address is that of a weighing board. */
export const isWeighingPath = (path: string): boolean => /^\/dashboard\/litters\/[^/]+\/weigh$/u.test(path);

export const puppyStatusVariants = {
  available: "success",
  reserved: "warning",
  sold: "info",
  kept: "primary",
  deceased: "neutral",
} as const satisfies Record<PuppyStatus, BadgeVariant>;

/** Names the two parents of a litter. */
export const parentNames = ({ breeding }: Litter): { sire: string; dam: string } => ({
  sire: breeding.sire?.name ?? breeding.sireName ?? "Sire unknown",
  dam: breeding.dam?.name ?? breeding.damName ?? "Dam unknown",
});

/** Whether a puppy still goes on the scale: it lives and is in the kennel. */
export const isWeighed = ({ status }: Puppy): boolean => !isGone({ status });

/** The instant of a puppy's birth: noon of the whelping day on this device, where no time was recorded. */
export const bornAtOf = ({ bornAt }: Pick<Puppy, "bornAt">, { whelpingDate }: Litter): number =>
  bornAt ?? new Date(`${whelpingDate}T12:00:00`).getTime();

/**
 * Says why a birth weight in grams is unlikely beside those of the rest of the litter, or null of a likely one; `write`
 * writes grams in the person's unit.
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

/** Writes how old a litter is: days in the first weeks, then weeks, then months. */
export function litterAge(whelpingDate: string, today: string): string {
  const days = Math.max(0, daysBetween(whelpingDate, today));
  const count = (value: number, unit: string) => `${value} ${unit}${value === 1 ? "" : "s"}`;
  if (days < 21) return `${count(days, "day")} old`;
  if (days < 7 * 26) return `${count(Math.floor(days / 7), "week")} old`;
  return `${count(Math.floor(days / 30.44), "month")} old`;
}

/** Writes the numbers of a litter. */
export const countsText = (litter: Litter): string =>
  `${litter.numberBorn} born, ${litter.numberAlive} alive · ${litter.numberMales} male, ${litter.numberFemales} female`;

/** Writes a gain with its sign, as `write` writes an amount. */
export const signedWeight = (grams: number, write: (grams: number) => string): string =>
  `${grams < 0 ? "−" : "+"}${write(Math.abs(grams))}`;

/** Writes a gain with its sign. */
export const signed = (value: number, digits = 0): string => {
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : `+${text}`;
};

const time = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit" });
const day = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" });
const dayAndTime = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

/** Writes the time of day on this device's clock. */
export const timeText = (instant: number): string => time.format(instant);

/** Writes an instant's day within a sentence, as 'on Oct 24'. */
export const onDayText = (instant: number): string => `on ${day.format(instant)}`;

/** Writes day and time on this device's clock. */
export const momentText = (instant: number): string => dayAndTime.format(instant);
