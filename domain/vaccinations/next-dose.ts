/**
 * Calculates when the next dose of a vaccine is due after a given dose. Only this file calculates the date. Forms,
 * lists, the schedule, alerts, reminders and REST all show the date that is calculated here and stored with the
 * dose.
 *
 *   given under 16 weeks of age   the next milestone of the vaccine's puppy schedule, 2 to 4 weeks later
 *                                 if there is such a milestone
 *   later, or no birth date       the years that a full course lasts (vaccines.ts)
 *
 * Sources: document 001 sections 5 and 9, decisions GAP-IMM-02 and GAP-IMM-05. A puppy's doses are 2 to 4 weeks
 * apart and the last dose is given at 16 weeks or later, because antibodies of the dam can make an earlier dose
 * ineffective (WSAVA Vaccination Guidelines, 2024; AAHA Canine Vaccination Guidelines, 2022, table 2).
 */
import { PUPPY_SCHEDULE, type PuppyVaccine } from "./rules";
import { addDays, addYears, daysBetween } from "../dates/calendar-days";
import { repeatYearsOf, vaccineKeyOf } from "./vaccines";

/** A dose that is given from this age on lasts for years (WSAVA, 2024; AAHA, 2022). */
export const FULL_COURSE_WEEKS = 16;

/** The shortest and the longest time between two doses of a puppy (WSAVA, 2024; AAHA, 2022). */
const FEWEST_DAYS = 14;
const MOST_DAYS = 28;

const DAYS_OF_A_WEEK = 7;

export const dayAtWeeks = (bornOn: string, weeks: number): string => addDays(bornOn, weeks * DAYS_OF_A_WEEK);

export interface DoseOf {
  readonly vaccineName: string;
  readonly dateAdministered: string;
  readonly bornOn: string | null;
}

/** The reason is a milestone of the puppy schedule, or the years that a full course lasts. */
export type NextDose =
  | { readonly dueOn: string; readonly reason: "milestone"; readonly week: number }
  | { readonly dueOn: string; readonly reason: "interval"; readonly years: number };

/** Recognizes any of a vaccine's names. */
export const findPuppyVaccine = (vaccineName: string): PuppyVaccine | undefined =>
  PUPPY_SCHEDULE.find((vaccine) => vaccineKeyOf(vaccine.vaccineName) === vaccineKeyOf(vaccineName));

function findMilestone({ vaccineName, dateAdministered, bornOn }: DoseOf): NextDose | null {
  if (bornOn === null || dateAdministered >= dayAtWeeks(bornOn, FULL_COURSE_WEEKS)) return null;
  const ahead = (findPuppyVaccine(vaccineName)?.weeks ?? [])
    .map((week) => ({ week, dueOn: dayAtWeeks(bornOn, week) }))
    .filter(({ dueOn }) => dueOn > dateAdministered);
  const fitting = ahead.find(({ dueOn }) => {
    const days = daysBetween(dateAdministered, dueOn);
    return days >= FEWEST_DAYS && days <= MOST_DAYS;
  });
  const [first] = ahead;
  if (!first) return null;
  if (fitting) return { ...fitting, reason: "milestone" };
  const soonest = addDays(dateAdministered, FEWEST_DAYS);
  return { week: first.week, dueOn: first.dueOn > soonest ? first.dueOn : soonest, reason: "milestone" };
}

export function nextDoseAfter(dose: DoseOf): NextDose {
  const milestone = findMilestone(dose);
  if (milestone) return milestone;
  const years = repeatYearsOf(dose.vaccineName);
  return { dueOn: addYears(dose.dateAdministered, years), reason: "interval", years };
}
