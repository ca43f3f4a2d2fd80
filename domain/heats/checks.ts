/** Refuses impossible dates of heats and readings. Unusual dates are allowed. */
import { MAX_HEAT_DAYS } from "./rules";
import { addDays, daysBetween } from "../dates/calendar-days";
import type { FieldErrors } from "../errors";

interface HeatDays {
  readonly startOn: string;
  readonly endOn: string | null;
}

export function checkHeatDays(
  { startOn, endOn }: HeatDays,
  { today, bornOn }: { today: string; bornOn: string | null },
): FieldErrors {
  const errors: FieldErrors = {};
  if (startOn > today) errors.startOn = "First day cannot be in the future";
  else if (bornOn !== null && startOn <= bornOn) errors.startOn = "First day must be after her date of birth";
  if (endOn === null) return errors;
  if (endOn > today) errors.endOn = "Last day cannot be in the future";
  else if (endOn < startOn) errors.endOn = "Last day cannot be before the first day";
  else if (daysBetween(startOn, endOn) >= MAX_HEAT_DAYS) {
    errors.endOn = `Last day must be within ${MAX_HEAT_DAYS} days of the first day`;
  }
  return errors;
}

export function checkOtherHeats(startOn: string, others: readonly HeatDays[]): FieldErrors {
  const clash = others.find(
    (other) =>
      startOn >= other.startOn && startOn <= (other.endOn ?? addDays(other.startOn, LEAST_APART_DAYS - 1)),
  );
  const follower = others.find(
    (other) => other.startOn >= startOn && daysBetween(startOn, other.startOn) < LEAST_APART_DAYS,
  );
  return clash || follower ? { startOn: "She already has a heat recorded around this day" } : {};
}

/** If the starts of two heats are closer together, they are one heat that was recorded twice. */
const LEAST_APART_DAYS = 21;

/** Readings can begin this many days before the bleeding is noticed, and continue until the whelping. */
const READINGS_BEFORE_DAYS = 14;
const READINGS_AFTER_DAYS = 80;

export function checkReadingDay(takenOn: string, startOn: string, today: string): FieldErrors {
  if (takenOn > today) return { takenOn: "Day cannot be in the future" };
  const after = daysBetween(startOn, takenOn);
  return after < -READINGS_BEFORE_DAYS || after > READINGS_AFTER_DAYS
    ? { takenOn: "Day must be near the time of this heat" }
    : {};
}
