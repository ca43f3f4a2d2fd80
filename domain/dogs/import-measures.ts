/** Weights and heights of a file, in the unit that a cell, its heading or the breeder names. Pure. */

/** The units of files for what is stored in pounds and in inches. */
export const MEASURE_UNITS = {
  pounds: ["lbs", "kg"],
  inches: ["in", "cm"],
} as const;
export type Measure = keyof typeof MEASURE_UNITS;
export type MeasureUnit = (typeof MEASURE_UNITS)[Measure][number];

export const isMeasure = (unit: string): unit is Measure => Object.hasOwn(MEASURE_UNITS, unit);

/** Pounds of a kilogram and inches of a centimetre. Source: international yard and pound agreement (1959). */
const STORED_PER_UNIT: Record<MeasureUnit | "g" | "m", number> = {
  lbs: 1,
  kg: 1 / 0.45359237,
  g: 1 / 453.59237,
  in: 1,
  cm: 1 / 2.54,
  m: 100 / 2.54,
};

/** The ways to write a unit, with the fields it measures. */
const WRITTEN: readonly (readonly [pattern: RegExp, unit: keyof typeof STORED_PER_UNIT])[] = [
  [/^(?:lbs?|pounds?|#)$/i, "lbs"],
  [/^(?:kgs?|kilos?|kilograms?|kilogramm|kilogrammes?|кг)$/i, "kg"],
  [/^(?:g|gr|grams?|gramm|grammes?)$/i, "g"],
  [/^(?:in|ins|inch|inches|zoll|["”″]|'')$/i, "in"],
  [/^(?:cms?|centimet(?:er|re)s?|zentimeter|centimètres?|см)$/i, "cm"],
  [/^(?:m|met(?:er|re)s?)$/i, "m"],
];

const unitOf = (text: string) => WRITTEN.find(([pattern]) => pattern.test(text.replace(/\.$/, "")))?.[1];

/** '72 lbs 4 oz'; 16 ounces are a pound. */
const POUNDS_AND_OUNCES = /^(\d+)\s*(?:lbs?|pounds?|#)\.?\s*(\d+(?:[.,]\d+)?)\s*(?:oz|ounces?)\.?$/iu;

const CELL = /^(\d+(?:[.,]\d+)?)(\D*)$/;

/** Whether a cell holds a number that does not say its unit. */
export function lacksUnit(text: string): boolean {
  const match = CELL.exec(text.trim());
  return match !== null && (match[2] ?? "").trim() === "";
}

/** Finds the unit that a heading names, such as 'Weight (kg)' or 'height_cm'. */
export function unitOfHeading(measure: Measure, heading: string): MeasureUnit | null {
  const units: readonly MeasureUnit[] = MEASURE_UNITS[measure];
  // '2.5 in' and 'in cm' both have the word in; only behind a bracket or at the end it is the unit.
  const words = heading.split(/[^\p{L}"”″#]+/u).filter(Boolean);
  for (const word of words.reverse()) {
    const unit = unitOf(word);
    const fitting = units.find((each) => each === unit);
    if (fitting) return fitting;
  }
  return null;
}

/** Reads a measure as it is stored, in pounds or inches; null when it is none. */
export function readMeasure(text: string, columnUnit: MeasureUnit): number | null {
  const mixed = POUNDS_AND_OUNCES.exec(text.trim());
  if (mixed?.[2] !== undefined) return Number(mixed[1]) + Number(mixed[2].replace(",", ".")) / 16;
  const match = CELL.exec(text.trim());
  const written = (match?.[2] ?? "").trim();
  const unit = written === "" ? columnUnit : unitOf(written);
  if (match?.[1] === undefined || unit === undefined) return null;
  const value = Number(match[1].replace(",", ".")) * STORED_PER_UNIT[unit];
  return STORED_PER_UNIT[unit] === 1 ? value : Math.round(value * 1000) / 1000;
}
