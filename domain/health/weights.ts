/** Weights of grown dogs: kept in grams, read and typed in pounds or kilograms. Pure. */

/** By definition of the international pound. */
export const GRAMS_PER_POUND = 453.59237;
const GRAMS_PER_KILOGRAM = 1000;

export const WEIGHT_UNITS = ["lb", "kg"] as const;
export type WeightUnit = (typeof WEIGHT_UNITS)[number];

const GRAMS_PER: Readonly<Record<WeightUnit, number>> = { lb: GRAMS_PER_POUND, kg: GRAMS_PER_KILOGRAM };

/** Digits behind the point: 0.1 lb and 0.01 kg are what a scale shows. */
const DECIMALS: Readonly<Record<WeightUnit, number>> = { lb: 1, kg: 2 };

/** Expresses grams in a unit, rounded as a scale shows it. */
export const fromGrams = (grams: number, unit: WeightUnit): number =>
  Number((grams / GRAMS_PER[unit]).toFixed(DECIMALS[unit]));

/** Calculates whole grams of a number in a unit. */
export const toGrams = (value: number, unit: WeightUnit): number => Math.round(value * GRAMS_PER[unit]);

const NAMES: Readonly<Record<WeightUnit, string>> = { lb: "lbs", kg: "kg" };

/** Writes a weight as '62.5 lbs' or '28.35 kg'. */
export const formatGrams = (grams: number, unit: WeightUnit): string =>
  `${fromGrams(grams, unit).toLocaleString("en-US")} ${NAMES[unit]}`;

/** Reads a weight typed with a point or a comma; null where it is no number above zero. */
export function readWeight(text: string, unit: WeightUnit): number | null {
  const value = Number(text.trim().replace(",", "."));
  return text.trim() === "" || !Number.isFinite(value) || value <= 0 ? null : toGrams(value, unit);
}
