/**
 * The meaning of a bitch's temperature before whelping. In 45 bitches it fell to 37.5 °C or less 13 to 33 hours
 * before the birth, 21.5 on average (Variations in body temperature in the late stage of pregnancy and parturition
 * in bitches, Japanese Journal of Veterinary Science, abstract). Measured continuously in 16 bitches, a fall
 * predicted the birth with a specificity of 77 to 92 and a sensitivity of 53 to 69 percent (Geiser et al. 2014,
 * Reprod. Domest. Anim. 49:109-114). A fall therefore announces puppies, but puppies may also be born without a
 * fall.
 */
import { daysBetween } from "../dates/calendar-days";
import { MAX_DAM_FAHRENHEIT, MIN_DAM_FAHRENHEIT, TEMPERATURE_DAYS, type BreedingStatus } from "./rules";

const HOUR_MS = 3_600_000;

/** This is 37.5 °C. */
export const FALLEN_FAHRENHEIT = 99.5;

/**
 * A low temperature is a fall only if the hours before it contain this number of temperatures above the limit.
 * Otherwise low temperatures may be typical of this bitch.
 */
const NORMAL_READINGS = 4;
const NORMAL_HOURS = 72;

/** The breeder should measure the temperature of a dam that may whelp soon. */
export const isTemperatureTime = (
  { status, breedingDate }: { readonly status: BreedingStatus; readonly breedingDate: string },
  today: string,
): boolean =>
  (status === "bred" || status === "confirmed") && daysBetween(breedingDate, today) >= TEMPERATURE_DAYS;

export interface DamTemperature {
  readonly takenAt: number;
  readonly temperatureFahrenheit: number;
}

/** Returns null if there is no fall. */
export function findFall<Reading extends DamTemperature>(readings: readonly Reading[]): Reading | null {
  const inOrder = readings.toSorted((one, other) => one.takenAt - other.takenAt);
  const isLow = ({ temperatureFahrenheit }: Reading) => temperatureFahrenheit <= FALLEN_FAHRENHEIT;
  const normalBefore = ({ takenAt }: Reading) =>
    inOrder.filter(
      (other) =>
        !isLow(other) && other.takenAt < takenAt && other.takenAt >= takenAt - NORMAL_HOURS * HOUR_MS,
    ).length;
  return inOrder.find((reading) => isLow(reading) && normalBefore(reading) >= NORMAL_READINGS) ?? null;
}

export const toCelsius = (fahrenheit: number): number => ((fahrenheit - 32) * 5) / 9;

const MIN_CELSIUS = toCelsius(MIN_DAM_FAHRENHEIT);
const MAX_CELSIUS = toCelsius(MAX_DAM_FAHRENHEIT);

/**
 * Accepts a decimal point or comma. A number that can only be Celsius, such as 37.4, is converted to degrees
 * Fahrenheit. Returns null for an empty text, and NaN for a text that is not a temperature.
 */
export function readTemperature(text: string): number | null {
  const typed = text.trim().replace(",", ".");
  if (typed === "") return null;
  const value = /^\d{2,3}(?:\.\d{1,2})?$/u.test(typed) ? Number(typed) : Number.NaN;
  if (value >= MIN_CELSIUS && value <= MAX_CELSIUS) return Math.round(((value * 9) / 5) * 10 + 320) / 10;
  return value >= MIN_DAM_FAHRENHEIT && value <= MAX_DAM_FAHRENHEIT ? value : Number.NaN;
}

export const formatTemperature = (fahrenheit: number): string =>
  `${fahrenheit.toFixed(1)} °F (${toCelsius(fahrenheit).toFixed(1)} °C)`;

/**
 * Inserts the decimal point into the digits of a thermometer: '994' becomes '99.4', '1004' becomes '100.4', '374'
 * becomes '37.4'.
 */
export function withPoint(digits: string): string {
  if (digits.length < 3) return digits;
  const whole = digits.startsWith("1") ? 3 : 2;
  return digits.length > whole ? `${digits.slice(0, whole)}.${digits.slice(whole)}` : digits;
}
