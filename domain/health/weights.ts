/**
 * Weights are stored in grams. Weights of adult dogs are shown in pounds or kilograms, weights of puppies in grams
 * or in pounds and ounces.
 */
import { grouped } from "../formatting/formatting";

/** The definition of the international pound. */
export const GRAMS_PER_POUND = 453.59237;
const GRAMS_PER_KILOGRAM = 1000;

export const WEIGHT_UNITS = ["lb", "kg"] as const;
export type WeightUnit = (typeof WEIGHT_UNITS)[number];

const GRAMS_PER: Readonly<Record<WeightUnit, number>> = { lb: GRAMS_PER_POUND, kg: GRAMS_PER_KILOGRAM };

/** Scales show 0.1 lb and 0.01 kg. */
const DECIMALS: Readonly<Record<WeightUnit, number>> = { lb: 1, kg: 2 };

/** The result is rounded like on a scale. */
export const fromGrams = (grams: number, unit: WeightUnit): number =>
  Number((grams / GRAMS_PER[unit]).toFixed(DECIMALS[unit]));

export const toGrams = (value: number, unit: WeightUnit): number => Math.round(value * GRAMS_PER[unit]);

const NAMES: Readonly<Record<WeightUnit, string>> = { lb: "lbs", kg: "kg" };

/** Returns, for example, '62.5 lbs' or '28.35 kg'. */
export const formatGrams = (grams: number, unit: WeightUnit): string =>
  `${grouped(fromGrams(grams, unit))} ${NAMES[unit]}`;

/** Accepts a decimal point or comma. Returns null if the weight is not positive. */
export function readWeight(text: string, unit: WeightUnit): number | null {
  const value = Number(text.trim().replace(",", "."));
  return text.trim() === "" || !Number.isFinite(value) || value <= 0 ? null : toGrams(value, unit);
}

export const PUPPY_WEIGHT_UNITS = ["g", "lb"] as const;
export type PuppyWeightUnit = (typeof PUPPY_WEIGHT_UNITS)[number];

export interface WeightUnits {
  readonly dog: WeightUnit;
  readonly puppy: PuppyWeightUnit;
}

/** The product documents define these defaults. */
export const USUAL_WEIGHT_UNITS: WeightUnits = { dog: "lb", puppy: "g" };

const OUNCES_PER_POUND = 16;
/** The definition of the international avoirdupois ounce. */
const GRAMS_PER_OUNCE = GRAMS_PER_POUND / OUNCES_PER_POUND;

/** Scales show tenths of ounces. */
export const toOunces = (grams: number): number => Math.round((grams / GRAMS_PER_OUNCE) * 10) / 10;

/** The text fits an input: '412', '14.5 oz' or '1 lb 2.5 oz'. */
export function puppyWeightText(grams: number, unit: PuppyWeightUnit): string {
  if (unit === "g") return String(Math.round(grams));
  // Tenths avoid rounding errors.
  const tenths = Math.round(toOunces(grams) * 10);
  const pounds = Math.floor(tenths / (OUNCES_PER_POUND * 10));
  const ounces = (tenths - pounds * OUNCES_PER_POUND * 10) / 10;
  if (pounds === 0) return `${ounces} oz`;
  return ounces === 0 ? `${pounds} lb` : `${pounds} lb ${ounces} oz`;
}

/** Returns '1,412 g', or '14.5 oz' and '1 lb 2.5 oz'. */
export const formatPuppyGrams = (grams: number, unit: PuppyWeightUnit): string =>
  unit === "g" ? `${grouped(Math.round(grams))} g` : puppyWeightText(grams, unit);

const POUNDS_AND_OUNCES =
  /^(?:(?<pounds>\d+)\s*(?:lbs?|pounds?)\.?\s*)?(?:(?<ounces>\d+(?:\.\d*)?|\.\d+)\s*(?:oz|ounces?)?\.?)?$/iu;

/**
 * Accepts grams, or pounds and ounces such as '1 lb 2.5 oz', '18.5 oz' and '18.5' (ounces). Returns null for an
 * empty text, and NaN for an invalid weight, which the form refuses with a message at the field.
 */
export function readPuppyWeight(text: string, unit: PuppyWeightUnit): number | null {
  const typed = text.trim().replace(",", ".");
  if (typed === "") return null;
  if (unit === "g") return Number(typed);
  const found = POUNDS_AND_OUNCES.exec(typed)?.groups;
  if (!found) return Number.NaN;
  return Math.round(
    Number(found.pounds ?? 0) * GRAMS_PER_POUND + Number(found.ounces ?? 0) * GRAMS_PER_OUNCE,
  );
}
