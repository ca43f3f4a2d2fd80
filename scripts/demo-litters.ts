/**
 * The puppies of the demo kennel's litters: their sex, weights and buyers. Pure and always the same; they are
 * entered through the public functions. The newest litter is weighed daily for two weeks and then weekly, the older
 * ones are sold.
 */
import type { PuppyStatus } from "../domain/litters/rules";
import { addDays } from "../domain/dates/calendar-days";
import type { DemoLitter } from "./demo-breedings";

export interface DemoPuppy {
  readonly name: string;
  readonly gender: "male" | "female";
  readonly collarColor: string;
  readonly markings: string;
  readonly birthWeightGrams: number;
  readonly bornAt: number;
  readonly presentation: "head_first" | "hind_legs_first" | "breech";
  readonly assistance: "none" | "helped";
  readonly priceCents: number;
}

export interface DemoWeight {
  readonly grams: number;
  readonly weighedAt: number;
}

/** The status of a puppy, with its buyer. */
export interface DemoStanding {
  readonly status: Extract<PuppyStatus, "available" | "reserved" | "sold">;
  readonly buyerName: string;
  readonly buyerEmail: string;
  readonly depositCents: number;
  readonly on: string;
}

/** Males and females by the key of their breeding. */
const NAMES: Readonly<Record<string, { male: readonly string[]; female: readonly string[] }>> = {
  "n-litter": { male: ["Nash", "Nico", "Niles", "Newt", "Ned"], female: ["Nell", "Nora", "Nettie"] },
  "o-litter": { male: ["Orson"], female: ["Olive", "Odette", "Oriel"] },
  "linnea-2024": { male: ["Lars", "Linus"], female: ["Lotte", "Lyra"] },
  "p-litter": { male: ["Pike", "Perry", "Piet", "Porter"], female: ["Pearl", "Piper", "Petra"] },
  "nova-2025": { male: ["Milo", "Moss", "Murphy", "Mats"], female: ["Maren", "Millie", "Mina", "Misty"] },
  "q-litter": {
    male: ["Quill", "Quincy", "Quest", "Quarry"],
    female: ["Quinn", "Queenie", "Quita", "Quail", "Quilla"],
  },
};
const COLLARS = ["Red", "Blue", "Green", "Yellow", "Orange", "Purple", "Pink", "Turquoise", "Brown"] as const;
const MARKINGS = [
  "Full blaze, Swiss cross",
  "Narrow blaze, white toes",
  "Broad blaze, four white socks",
  "White tail tip",
] as const;
const BUYERS = ["Jane Miller", "Owen Park", "Ruth Salazar", "Dana Whitfield", "Ivo Keller"] as const;

const HOUR_MS = 3_600_000;
const PRICE_CENTS = 280_000;
const DEPOSIT_CENTS = 50_000;

/** Weighed every day at first, then once a week. */
const WEIGHED_DAYS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 21, 28, 35, 42, 49, 56];

/** Grams after some days, for each gram at birth: doubled in nine days, tenfold in seven weeks, as the breed grows. */
const growthOf = (days: number): number => Math.exp(0.085 * days - 0.00072 * days * days);

/** The instant of a clock time at the demo's home, some hours behind UTC. */
const instantOf = (day: string, hour: number): number =>
  Date.parse(`${day}T00:00:00Z`) + (hour + 5) * HOUR_MS;

/** Makes the living puppies of a litter, named by the key of its breeding. */
export function demoPuppies(litter: DemoLitter, key: string): DemoPuppy[] {
  const { male = [], female = [] } = NAMES[key] ?? {};
  const named = [
    ...male.map((name) => ({ name, gender: "male" as const })),
    ...female.map((name) => ({ name, gender: "female" as const })),
  ];
  return named.slice(0, litter.numberAlive).map(({ name, gender }, index) => ({
    name,
    gender,
    collarColor: COLLARS[index % COLLARS.length] ?? "Red",
    markings: MARKINGS[index % MARKINGS.length] ?? "Full blaze",
    birthWeightGrams: 455 + ((index * 37) % 90),
    bornAt: instantOf(litter.whelpingDate, 1 + index * 0.7),
    presentation: index === 4 ? "breech" : index % 3 === 1 ? "hind_legs_first" : "head_first",
    assistance: index === 4 ? "helped" : "none",
    priceCents: PRICE_CENTS,
  }));
}

/** Names the files of a puppy's photo. */
export const photoKeyOf = ({ name }: Pick<DemoPuppy, "name">): string => `puppy-${name.toLowerCase()}`;

/**
 * Makes a puppy's weights up to a day; the one in the brown collar gains slowly for a few days in the second week.
 */
export function demoWeights(
  litter: DemoLitter,
  puppy: DemoPuppy,
  index: number,
  today: string,
): DemoWeight[] {
  const isSlow = puppy.collarColor === "Brown";
  return WEIGHED_DAYS.filter((day) => addDays(litter.whelpingDate, day) < today).map((day) => {
    const lag = isSlow && day > 8 ? 0.93 : 1;
    const wobble = 1 + (((day * 7 + index * 3) % 5) - 2) / 250;
    return {
      grams: Math.round(puppy.birthWeightGrams * growthOf(day) * wobble * lag),
      weighedAt: instantOf(addDays(litter.whelpingDate, day), 8),
    };
  });
}

/**
 * Returns the status of a puppy: those of older litters are sold at nine weeks, of the newest some are reserved.
 */
export function demoStanding(litter: DemoLitter, index: number, isNewest: boolean): DemoStanding {
  const buyerName = BUYERS[index % BUYERS.length] ?? "Jane Miller";
  return {
    status: !isNewest ? "sold" : index < 2 ? "sold" : index < 4 ? "reserved" : "available",
    buyerName,
    buyerEmail: `${buyerName.toLowerCase().replace(" ", ".")}@example.com`,
    depositCents: DEPOSIT_CENTS,
    on: addDays(litter.whelpingDate, 63 + index),
  };
}
